// Title generation: the text that the model gets, and how its answer is cleaned. Both are data: the conversation is
// quoted, and an answer that is not a short line is no title.

import { sendableText } from '../../shared/conversation/sendable.ts';
import { cleanTitle } from './title.ts';

/** The quoted part: enough to recognize the subject. */
export interface TitleMatter {
  asked: string;
  answered: string;
}

/** In UTF-16 units. */
const longest: Record<keyof TitleMatter, number> = { asked: 1500, answered: 700 };

const before = 'The beginning of a conversation, as JSON:';
const after = 'Write the title now.';

/** Quotes as JSON, so that nothing in it can end the quotation. */
export function titleQuestion({ asked, answered }: TitleMatter): string {
  const quote = { user: shortened(asked, longest.asked), assistant: shortened(answered, longest.answered) };
  return `${before}\n\n${JSON.stringify(quote)}\n\n${after}`;
}

/** Extracts the quoted text; null if it is another question. */
export function parseTitleQuestion(question: string): TitleMatter | null {
  if (!question.startsWith(before) || !question.endsWith(after)) return null;
  try {
    const quoted: unknown = JSON.parse(question.slice(before.length, -after.length));
    const { user = '', assistant = '' } = quoted as Record<string, unknown>;
    return { asked: String(user), answered: String(assistant) };
  } catch {
    return null;
  }
}

function shortened(text: string, max: number): string {
  const plain = sendableText(text.trim());
  return plain.length <= max ? plain.toWellFormed() : `${plain.slice(0, max).toWellFormed()} […]`;
}

/** In graphemes; wide ones count twice. */
const maxUnits = 40;
const maxWords = 6;
/** Longer answers are rejected: they are something other than a slightly long title. */
const maxTaken = 120;

/** Returns an empty string if it contains no title. */
export function cleanModelTitle(answer: string): string {
  const lines = answer
    .slice(0, 20_000)
    .replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/giu, '')
    .split(/[\r\n\u2028\u2029]+/u)
    .map(cleanTitle)
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  // Skips an introduction such as “Here is a title:”.
  const line = lines.find((each) => !/[:：]$/u.test(each)) ?? '';
  if (line.length > maxTaken) return '';
  return fitted(plainWords(line));
}

const names = /^(?:(?:conversation |chat )?title|(?:对话)?标题)\s*[:：]\s*/iu;
/** Pairs of opening and closing marks. */
const quotes = ['""', "''", '“”', '‘’', '«»', '「」', '『』', '《》', '``', '()', '（）', '[]', '**', '__'];

/** Strips markup and other decoration. */
function plainWords(line: string): string {
  let stripped = line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/<[^>]*>?/gu, ' ')
    .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|\d{1,2}[.)]\s+)+/u, '')
    .replace(/\*{1,3}|`+|~~/gu, '')
    .replace(/(?<=^|\s)(_{1,3})([^_]+)\1(?=\s|$)/gu, '$2')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(names, '');
  for (let last = ''; last !== stripped; ) {
    last = stripped;
    stripped = stripped.replace(/[.。!！,，;；:：]+$/u, '').trim();
    const pair = quotes.find(([open = '', close = '']) => stripped.startsWith(open) && stripped.endsWith(close));
    if (pair && stripped.length > 1) stripped = stripped.slice(1, -1).trim();
  }
  return stripped;
}

function fitted(title: string): string {
  const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(title)];
  let units = 0;
  let spaces = 0;
  for (const { segment, index } of letters) {
    units += isWide(segment) ? 2 : 1;
    if (segment === ' ') spaces++;
    // A grapheme may carry any number of marks.
    if (segment.length > 40) return '';
    if (units > maxUnits || spaces >= maxWords) return cut(title, index, letters);
  }
  return title;
}

/** Cuts at the end of a word if there is one, with an ellipsis. */
function cut(title: string, end: number, letters: readonly { segment: string; index: number }[]): string {
  const at = letters.findLastIndex(({ index }) => index < end);
  const room = title.slice(0, isWide(title.slice(end - 1, end)) ? (letters[at]?.index ?? 0) : end - 1);
  const space = room.lastIndexOf(' ');
  const prefix = title[end] === ' ' ? title.slice(0, end) : space > room.length * 0.5 ? room.slice(0, space) : room;
  return `${prefix.replace(/[\s,，、;；:：.。-]+$/u, '')}…`;
}

function isWide(letter: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60\p{Emoji_Presentation}]/u.test(
    letter,
  );
}
