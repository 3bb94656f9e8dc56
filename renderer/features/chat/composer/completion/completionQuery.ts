// Finds what is being typed before the caret: a path after `@`, a command after a leading `/`, or a command's
// arguments. Pure.

import { type TypedMention, typedMention } from '../../../../../shared/conversation/mentions.ts';

export interface NameQuery {
  start: 0;
  typed: string;
}

export interface ArgumentsQuery {
  start: 0;
  /** The command name before them. */
  name: string;
  /** Everything after the name, to the end of the message. */
  words: string;
}

export type CompletionQuery =
  | ({ kind: 'mention' } & TypedMention)
  | ({ kind: 'name' } & NameQuery)
  | ({ kind: 'words' } & ArgumentsQuery);

// Chinese input methods put other characters on the key.
const naming = /^[/／、]([^\s/]*)$/;
const named = /^\/([^\s/]+)\s(.*)$/s;

export function queryAt(text: string, caret: number): CompletionQuery | null {
  const mention = typedMention(text, caret);
  if (mention) return { kind: 'mention', ...mention };
  const name = naming.exec(text.slice(0, caret));
  if (name) return { kind: 'name', start: 0, typed: name[1] ?? '' };
  const words = named.exec(text);
  return words && { kind: 'words', start: 0, name: words[1] ?? '', words: words[2] ?? '' };
}
