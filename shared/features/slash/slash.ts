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

/** The app's commands. A user's command of the same name replaces one in the window; a team's never does. */
export const appCommandNames = [
  ...(['clear', 'compact', 'context', 'cost', 'model', 'permissions', 'commands', 'memory', 'mcp', 'resume'] as const),
  ...(['export', 'config', 'help', 'plan', 'goal'] as const),
] as const;
export type AppCommandName = (typeof appCommandNames)[number];

const tag =
  /\s*<((?:command|local-command)-[a-z]+|bash-(?:input|stdout|stderr)|system-reminder|task-notification)>([\s\S]*?)<\/\1>/y;

/** A user message of Claude Code, which may begin with tags that the user did not type. Any part may be empty. */
export interface TaggedMessage {
  /** A command as it was typed: `/review 12`, or `! ls` for one of the shell. */
  typed: string;
  /** The output of such a command. */
  output: string;
  /** The app's additions for the model. */
  added: string;
  /** The user's text after the tags. */
  text: string;
}

/** Separates the parts for display; they are stored and sent unchanged. Null: the text does not begin with such tags. */
export function parseTaggedMessage(message: string): TaggedMessage | null {
  const texts = new Map<string, string[]>();
  let end = 0;
  for (;;) {
    tag.lastIndex = end;
    const [, name = '', inner = ''] = tag.exec(message) ?? [];
    if (name === '') break;
    end = tag.lastIndex;
    const kind = /-std(?:out|err)$/.test(name) ? 'output' : /^command-|^bash-/.test(name) ? name : 'added';
    if (inner.trim() !== '') texts.set(kind, [...(texts.get(kind) ?? []), inner.trim()]);
  }
  if (end === 0) return null;
  const of = (kind: string, between = '\n'): string => (texts.get(kind) ?? []).join(between);
  const [command, shell] = [[of('command-name'), of('command-args')].filter(Boolean).join(' '), of('bash-input')];
  return {
    typed: [command, shell && `! ${shell}`].filter(Boolean).join('\n'),
    output: of('output'),
    added: of('added', '\n\n'),
    text: message.slice(end).trim(),
  };
}

/** The typed command, or else what one printed, if the message has nothing else. */
export function typedCommand(message: string): string | null {
  const parts = parseTaggedMessage(message);
  return parts?.text === '' ? parts.typed || parts.output || null : null;
}
