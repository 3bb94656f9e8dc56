// `/` entries: commands and skills from files, prompts from the library and from MCP servers.

import type { CustomizationOrigin } from '../customizations/customization.ts';

export interface SlashArgument {
  name: string;
  description: string;
  required: boolean;
  /** Used when the user gives no value. */
  default?: string;
  /** The only allowed values. */
  choices?: readonly string[];
  /** Values can be completed (`slash.complete`). */
  completes?: boolean;
}

export interface SlashEntry {
  /** Typed after `/`, unique in a list: `review`, `git:commit`, `server:prompt`. No white space. */
  name: string;
  kind: 'command' | 'skill' | 'prompt' | 'mcp';
  /** On one line; may be empty. */
  description: string;
  /** What may follow the name, such as `[issue number]`; empty: unknown. */
  hint: string;
  /** Named arguments; empty for commands and skills, which take free text. */
  arguments: readonly SlashArgument[];
  origin: CustomizationOrigin;
}
