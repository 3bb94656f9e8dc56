// Customizations: files that shape how models work (commands, skills, prompts, agents, presets). They are in the data
// folder, the user's home, or a project's folder; the latter apply only while the folder is trusted.

export const customizationKinds = ['command', 'skill', 'prompt', 'agent', 'preset'] as const;
export type CustomizationKind = (typeof customizationKinds)[number];

/** Where a customization comes from. */
export interface CustomizationOrigin {
  /** `personal`: the user's, for all projects. `project`: in the project's folder. `server`: from an MCP server. */
  scope: 'personal' | 'project' | 'server';
  /**
   * The file in readable form: `~/.claude/commands/review.md`, `.claude/commands/review.md`; for a server, its name.
   */
  label: string;
}
