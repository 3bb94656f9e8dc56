// The title of a conversation that nobody has named: from the first thing that the person said.

import { attachmentNames } from '../../shared/conversation/attachments.ts';
import { type Message, textOf } from '../../shared/conversation/message.ts';
import { isRemoved } from '../../shared/conversation/removed.ts';
import { isAscii } from '../../shared/core/folding.ts';

export const untitled = 'New conversation';

/** Characters as people count them: a family emoji is one. @internal */
export const maximumTitleLength = 60;

/** From the first user message that says something; `New conversation` when there is none. */
export function deriveTitle(records: readonly Message[]): string {
  for (const record of records) {
    if (record.role !== 'user' || isRemoved(record)) continue;
    const title = titleFromText(textOf(record)) || titleFromText(attachmentNames(record));
    if (title !== '') return title;
  }
  return untitled;
}

/** The first sentence or line, with white space folded; empty when the text says nothing. */
export function titleFromText(text: string): string {
  // Far more than a title needs, far less than a pasted file.
  const line = text
    .slice(0, 4000)
    .toWellFormed()
    .split(/[\r\n\u2028\u2029]+/)
    .map(fold)
    .find((candidate) => candidate !== '');
  if (line === undefined) return '';
  return shorten(line.replace(sentenceEnd, '').replace(/(?<!\.)\.$/, ''));
}

/** What follows the first sentence. A stop after a single letter (“e.g. this”) ends none. */
const sentenceEnd = /(?:(?<=[\p{L}\p{N})\]"'’”`]{2}\.|[!?])\s|(?<=[。！？])).*$/u;

/** What is kept of a title that a person gives: at most this many characters of UTF-16. */
export const maxTitleInputLength = 300;

/** A title as it is stored, listed and shown, whoever wrote it: one line without controls, not cut within a letter. */
export function cleanTitle(title: string): string {
  const line = fold(title.slice(0, 4000).toWellFormed()).replace(/\s+/gu, ' ');
  if (line.length <= maxTitleInputLength) return line;
  let kept = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)) {
    if (kept.length + segment.length >= maxTitleInputLength) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Control and direction characters could make a list unreadable or lie; joiners of emoji stay. */
function fold(line: string): string {
  return line
    .replace(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .replace(/(?![\u200C\u200D])\p{Cf}/gu, '')
    .trim();
}

function shorten(line: string): string {
  // A segmenter is slow to make, and in a line of ASCII each character is one.
  const letters = isAscii(line)
    ? [...line]
    : [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)].map((part) => part.segment);
  // A letter may carry any number of marks: then units are bounded too.
  const bounded = letters.filter((letter) => letter.length <= 40);
  if (bounded.length <= maximumTitleLength) return bounded.join('');
  const cut = bounded.slice(0, maximumTitleLength - 1).join('');
  const space = cut.lastIndexOf(' ');
  // A long word may be a secret, which nothing recognises by its half.
  const endsWhole = space > cut.length * 0.6 || (space > 0 && /[\w+/=.-]{20}$/.test(cut));
  return `${(endsWhole ? cut.slice(0, space) : cut).trimEnd()}…`;
}
