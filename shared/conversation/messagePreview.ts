// The first words of a message on one line, to tell it apart from others.

import { attachmentNames } from './attachments.ts';
import { type Message, textOf } from './message.ts';

/** In characters. */
const longest = 60;

/** Falls back to the attachment names. */
export function messagePreview(message: Message): string {
  const text = textOf(message).slice(0, 4000).trim() || attachmentNames(message).slice(0, 4000);
  const line = text.replace(/\s+/gu, ' ').trim();
  const letters = [...line.slice(0, longest * 2)];
  return letters.length <= longest ? letters.join('') : `${letters.slice(0, longest).join('').trimEnd()}…`;
}
