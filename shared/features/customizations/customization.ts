// What people write in files to shape how a model works: commands, skills, prompts, agents and presets. They are in the app's
// data folder, in the person's home, or in a project's folder; the last counts only while the folder is trusted.

export const customizationKinds = ['command', 'skill', 'prompt', 'agent', 'preset'] as const;
export type CustomizationKind = (typeof customizationKinds)[number];

/** Where a customization comes from. */
export interface CustomizationOrigin {
  /** `personal`: the person's own, for all projects. `project`: the project's folder. `server`: an MCP server. */
  scope: 'personal' | 'project' | 'server';
  /** The file, as people would name it: `~/.claude/commands/review.md`, `.claude/commands/review.md`; a server's name. */
  label: string;
}
