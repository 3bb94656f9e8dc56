// The files that instruct models about a folder. https://agents.md; the others are of Claude Code and Gemini CLI.

export const instructionsFile = 'AGENTS.md';
/** Read where there is no AGENTS.md, if the user wants that. */
export const otherInstructionsFiles = ['CLAUDE.md', 'GEMINI.md'] as const;

/** Folders of code by others: their files are not about the user's work. */
const foreign = /(?:^|\/)(?:\.[^/]+|node_modules|bower_components|site-packages|vendor|venv|Pods)(?:\/|$)/;

/** `path` is relative to the project folder, with `/`. */
export function isForeign(path: string): boolean {
  return foreign.test(path);
}
