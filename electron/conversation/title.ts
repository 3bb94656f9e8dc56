// Derives the title of an unnamed conversation from the user's first message.

import { attachmentNames } from '../../shared/conversation/attachments.ts';
import { type Message, textOf } from '../../shared/conversation/message.ts';
import { isRemoved } from '../../shared/conversation/removed.ts';
import { shorten } from '../../shared/core/shorten.ts';

export const untitled = 'New conversation';

/** In graphemes: a family emoji counts as one. @internal */
export const maximumTitleLength = 60;

/** Uses the first user message with text; `New conversation` if there is none. */
export function deriveTitle(records: readonly Message[]): string {
  for (const record of records) {
    if (record.role !== 'user' || isRemoved(record)) continue;
    const title = titleFromText(textOf(record)) || titleFromText(attachmentNames(record));
    if (title !== '') return title;
  }
  return untitled;
}

/** Returns the first sentence or line with white space collapsed; empty if there is no text. */
export function titleFromText(text: string): string {
  // Far more than a title needs, far less than a pasted file.
  const line = text
    .slice(0, 4000)
    .toWellFormed()
    .split(/[\r\n\u2028\u2029]+/)
    .map(fold)
    .find((candidate) => candidate !== '');
  if (line === undefined) return '';
  return shorten(line.replace(sentenceEnd, '').replace(/(?<!\.)\.$/, ''), maximumTitleLength);
}

/** The text after the first sentence. A period after a single letter (“e.g. this”) does not end one. */
const sentenceEnd = /(?:(?<=[\p{L}\p{N})\]"'’”`]{2}\.|[!?])\s|(?<=[。！？])).*$/u;

/** Maximum stored length of a user's title, in UTF-16 units. */
export const maxTitleInputLength = 300;

/** Cleans a title for storage and display, whoever wrote it: one line without controls, not cut within a grapheme. */
export function cleanTitle(title: string): string {
  const line = fold(title.slice(0, 4000).toWellFormed()).replace(/\s+/gu, ' ');
  if (line.length <= maxTitleInputLength) return line;
  let fitted = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)) {
    if (fitted.length + segment.length >= maxTitleInputLength) break;
    fitted += segment;
  }
  return `${fitted.trimEnd()}…`;
}

/** Control and direction characters could garble or spoof a list; emoji joiners stay. */
function fold(line: string): string {
  return line
    .replace(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .replace(/(?![\u200C\u200D])\p{Cf}/gu, '')
    .trim();
}
