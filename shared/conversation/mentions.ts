// Finding what a person named with `@` in a text: `@path`, `@"path with spaces"`, with lines `#L10-20`, `#L50`, `#L100-` or
// `#L-50` (as in the addresses of GitHub). Pure: whether there is such a file is not known here. E-mail addresses, `\@`,
// an `@` inside a word and what stands in a fenced block of code are text.

export interface MentionRange {
  /** 1-based and inclusive. */
  start: number;
  /** Null: to the end of the file. */
  end: number | null;
}

export interface FoundMention {
  type: 'mention';
  path: string;
  /** Written in quotes: then it is certainly meant as a path. */
  quoted: boolean;
  range: MentionRange | null;
  /** Where it stands in the text, in UTF-16 units, the `@` and the lines included. */
  place: { start: number; end: number };
  /**
   * Shorter readings, the longest first. Chinese and Japanese put no space after a path: which of them is meant is only known
   * where the files are.
   */
  shorter: { path: string; end: number }[];
}

export type TextPiece = { type: 'text'; text: string } | FoundMention;

/** More than this many in one message stay text. */
export const mostMentions = 100;
const longestPath = 4096;

const cjkLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** What an `@` may follow: white space, an opening bracket or quote, and CJK text, which is written without spaces. */
const before = /[\s([{<"'`‘“«（［｛【「『《〈〔\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f\uff3b-\uff40\uff5b-\uff65]/u;
/** What no path that is not in quotes goes past. */
const stop = /[\s"`<>|\p{Cc}，。、；：！？（）［］｛｝【】「」『』《》〈〉〔〕“”‘’«»…]/u;
const trailing = new Set(".,;:!?)]}'*");
const openerOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const lines = /#L(?:(\d{1,9})(?:(-)(?:L?(\d{1,9}))?)?|-L?(\d{1,9}))(?![\w-])/y;
const quotes: Readonly<Record<string, string>> = { '"': '"', '“': '”' };

/** The pieces of `text`, in order; put together they are the text. */
export function findMentions(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  const fences = fencedBlocks(text);
  let done = 0;
  let count = 0;
  for (let at = text.indexOf('@'); at >= 0 && count < mostMentions; ) {
    while (fences[0] && fences[0].end <= at) fences.shift();
    const fence = fences[0];
    if (fence && fence.start <= at) {
      at = text.indexOf('@', fence.end);
      continue;
    }
    const read = canBegin(text, at) ? readMention(text, at) : null;
    if (read?.mention) {
      if (at > done) pieces.push({ type: 'text', text: text.slice(done, at) });
      pieces.push(read.mention);
      done = read.mention.place.end;
      count++;
    }
    at = text.indexOf('@', Math.max(at + 1, read?.end ?? 0));
  }
  if (done < text.length) pieces.push({ type: 'text', text: text.slice(done) });
  return pieces;
}

/** The words that name a path so that `findMentions` reads the same path and lines. */
export function mentionText(path: string, range: MentionRange | null = null): string {
  const suffix = !range ? '' : range.end === range.start ? `#L${range.start}` : `#L${range.start}-${range.end ?? ''}`;
  const plain = `@${path}`;
  const [only, ...more] = findMentions(plain);
  const isPlain = more.length === 0 && only?.type === 'mention' && only.path === path;
  return (isPlain && !path.includes('#L') ? plain : `@"${path.replaceAll('"', '\\"')}"`) + suffix;
}

/** What is being typed: the `@` before the caret and what stands between, while that may still become a path. */
export interface TypedMention {
  /** Where the `@` is. */
  start: number;
  quoted: boolean;
  typed: string;
}

export function typedMention(text: string, caret: number): TypedMention | null {
  if (caret === 0) return null;
  const line = text.lastIndexOf('\n', caret - 1) + 1;
  for (let at = text.lastIndexOf('@', caret - 1); at >= line && caret - at <= longestPath; ) {
    const typed = text.slice(at + 1, caret);
    if (canBegin(text, at)) {
      const closing = quotes[typed.charAt(0)];
      if (closing !== undefined) {
        return typed.includes(closing, 1) ? null : { start: at, quoted: true, typed: typed.slice(1) };
      }
      return stop.test(typed) || typed.includes('#L') ? null : { start: at, quoted: false, typed };
    }
    // Some folders have an `@` in their names.
    if (at === 0 || stop.test(typed)) return null;
    at = text.lastIndexOf('@', at - 1);
  }
  return null;
}

function canBegin(text: string, at: number): boolean {
  if (at === 0) return true;
  return before.test(text.charAt(at - 1)) || isCjk(text, at - 1);
}

function isCjk(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const from = code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
  return cjkLetter.test(String.fromCodePoint(text.codePointAt(from) ?? 0));
}

/** `end`: where to look on, also when it is no mention. */
function readMention(text: string, at: number): { mention: FoundMention | null; end: number } {
  const closing = quotes[text.charAt(at + 1)];
  return closing === undefined ? readPlain(text, at) : readQuoted(text, at, closing);
}

function readQuoted(text: string, at: number, closing: string): { mention: FoundMention | null; end: number } {
  let path = '';
  const most = Math.min(text.length, at + longestPath);
  for (let next = at + 2; next < most; next++) {
    const unit = text.charAt(next);
    if (unit === '\n') return { mention: null, end: next };
    if (unit === '\\' && text.charAt(next + 1) === closing) {
      path += closing;
      next++;
    } else if (unit === closing) {
      if (path.trim() === '') return { mention: null, end: next + 1 };
      const { range, end } = readLines(text, next + 1);
      return { mention: { type: 'mention', path, quoted: true, range, place: { start: at, end }, shorter: [] }, end };
    } else path += unit;
  }
  return { mention: null, end: most };
}

function readPlain(text: string, at: number): { mention: FoundMention | null; end: number } {
  let end = at + 1;
  let lineMark: ReturnType<typeof readLines> | null = null;
  for (; end < text.length; end++) {
    const unit = text.charAt(end);
    if (stop.test(unit) || (unit === '@' && end > at + 1 && isCjk(text, end - 1))) break;
    if (unit === '#' && end > at + 1) {
      lineMark = readLines(text, end);
      if (lineMark.range) break;
    }
  }
  if (end - at > longestPath) return { mention: null, end };
  const body = text.slice(at + 1, end);
  if (lineMark?.range) {
    const mention: FoundMention = {
      type: 'mention',
      path: body,
      quoted: false,
      range: lineMark.range,
      place: { start: at, end: lineMark.end },
      shorter: [],
    };
    return { mention, end: lineMark.end };
  }
  const path = withoutTrailing(body);
  if (path === '' || /^[@/\\]*$/.test(path) || readLines(text, at + 1).range) return { mention: null, end };
  const place = { start: at, end: at + 1 + path.length };
  const shorter = shorterReadings(path).map((short) => ({ path: short, end: at + 1 + short.length }));
  return { mention: { type: 'mention', path, quoted: false, range: null, place, shorter }, end: place.end };
}

function readLines(text: string, at: number): { range: MentionRange | null; end: number } {
  lines.lastIndex = at;
  const found = lines.exec(text);
  if (!found) return { range: null, end: at };
  const [whole, first, dash, last, only] = found;
  const end = at + whole.length;
  if (only !== undefined) return { range: { start: 1, end: Number(only) }, end };
  const start = Number(first);
  if (dash === undefined) return { range: { start, end: start }, end };
  return { range: { start, end: last === undefined ? null : Number(last) }, end };
}

/** Punctuation that belongs to the sentence goes: not a bracket that was opened in the path. */
function withoutTrailing(body: string): string {
  const unopened: Record<string, number> = {};
  for (const unit of body) {
    const opener = openerOf[unit];
    if (opener !== undefined) unopened[opener] = (unopened[opener] ?? 0) + 1;
    else if (unit === '(' || unit === '[' || unit === '{') unopened[unit] = (unopened[unit] ?? 0) - 1;
  }
  let end = body.length;
  for (; end > 0 && trailing.has(body.charAt(end - 1)); end--) {
    const opener = openerOf[body.charAt(end - 1)];
    if (opener === undefined) continue;
    if ((unopened[opener] ?? 0) <= 0) break;
    unopened[opener] = (unopened[opener] ?? 0) - 1;
  }
  return body.slice(0, end);
}

const mostReadings = 5;

/** Cut where Latin text turns to CJK: `src/a.ts的` may be `src/a.ts`. */
function shorterReadings(path: string): string[] {
  const readings: string[] = [];
  for (let at = path.length - 1; at > 0 && readings.length < mostReadings; at--) {
    if (isCjk(path, at) && /[\w/)\]-]/.test(path.charAt(at - 1))) readings.push(path.slice(0, at));
  }
  return readings;
}

/** Fenced blocks of Markdown, in order; one that is not closed goes to the end. */
function fencedBlocks(text: string): { start: number; end: number }[] {
  const blocks: { start: number; end: number }[] = [];
  const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/gm;
  let open: { start: number; mark: string } | null = null;
  for (const { 0: line, 1: mark = '', 2: rest = '', index } of text.matchAll(fence)) {
    if (!open) {
      if (mark.startsWith('`') && rest.includes('`')) continue;
      open = { start: index, mark };
    } else if (mark.startsWith(open.mark) && rest.trim() === '') {
      blocks.push({ start: open.start, end: index + line.length });
      open = null;
    }
  }
  if (open) blocks.push({ start: open.start, end: text.length });
  return blocks;
}
