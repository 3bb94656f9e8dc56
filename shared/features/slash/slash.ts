// What can be called with `/` in a message: commands and skills of files, prompts of the library, prompts of MCP servers.

import type { CustomizationOrigin } from '../customizations/customization.ts';

export interface SlashArgument {
  name: string;
  description: string;
  required: boolean;
  /** What it is without a word of the person's. */
  default?: string;
  /** The only values there are. */
  choices?: readonly string[];
  /** Values can be asked for (`slash.complete`). */
  completes?: boolean;
}

export interface SlashEntry {
  /** What is typed after `/`, unique in a list: `review`, `git:commit`, `server:prompt`. No white space. */
  name: string;
  kind: 'command' | 'skill' | 'prompt' | 'mcp';
  /** One line for people; may be empty. */
  description: string;
  /** What may be typed after the name, such as `[issue number]`; empty: nothing is known of it. */
  hint: string;
  /** Named ones; empty for commands and skills, which take any words. */
  arguments: readonly SlashArgument[];
  origin: CustomizationOrigin;
}
