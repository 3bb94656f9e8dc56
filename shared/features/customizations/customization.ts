// Customizations: files that shape how models work (commands, skills, prompts, agents, presets). They are in the data
// folder, the user's home, or a project's folder; the latter apply only while the folder is trusted.

export const customizationKinds = ['command', 'skill', 'prompt', 'agent', 'preset'] as const;
export type CustomizationKind = (typeof customizationKinds)[number];

/** Where a customization comes from. */
export interface CustomizationOrigin {
  /**
   * `personal`: the user's, for all projects. `project`: in the project's folder. `server`: from an MCP server. `team`: of a member of a
   * team, accepted by the user. `plugin`: of an installed plugin.
   */
  scope: 'personal' | 'project' | 'server' | 'team' | 'plugin';
  /**
   * The file in readable form: `~/.claude/commands/review.md`, `.claude/commands/review.md`; for a server, its name; for
   * a team, the team and the author; for a plugin, its name and the file.
   */
  label: string;
}

/** Variables in a prompt's text: `{{name}}`. The first group is the name. */
export const promptVariable = /\{\{\s*([\p{L}_][\p{L}\p{N}_-]{0,63})\s*\}\}/gu;

/** Returns the names in order, without duplicates. */
export function variablesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(promptVariable), ([, name = '']) => name))];
}
