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

const tags = /^\s*(?:<((?:command|local-command)-[a-z]+)>[^<]*<\/\1>\s*)+$/;
const tag = /<((?:command|local-command)-[a-z]+)>([^<]*)<\/\1>/g;

/**
 * Claude Code wraps a typed `/review 12` and command output in tags inside the user's messages. They are stored and
 * sent unchanged; this recovers the typed or printed text for display. Null: the text contains more than such tags, or
 * is empty.
 */
export function typedCommand(text: string): string | null {
  if (!tags.test(text)) return null;
  const tagTexts = new Map([...text.matchAll(tag)].map(([, name, inner]) => [name, inner?.trim() ?? '']));
  const typed = [tagTexts.get('command-name'), tagTexts.get('command-args')].filter(Boolean).join(' ');
  return typed || [...tagTexts.values()].filter(Boolean).join('\n') || null;
}
