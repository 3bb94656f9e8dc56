// Finds `@` mentions in a text: `@path`, `@"path with spaces"`, and line ranges `#L10-20`, `#L50`, `#L100-` or `#L-50`
// (as in GitHub's URLs). Does not check that the file exists. E-mail addresses, `\@`, an `@` inside a word and anything
// in code (fenced or between backticks) stay text.

/** Bytes of a mentioned file that are sent. */
export const maxMentionBytes = 200 * 1024;

export interface MentionRange {
  /** 1-based and inclusive. */
  start: number;
  /** Null: to the end of the file. */
  end: number | null;
}

export interface MentionMatch {
  type: 'mention';
  path: string;
  /** Quoted, so certainly meant as a path. */
  quoted: boolean;
  range: MentionRange | null;
  /** Range in the text in UTF-16 units, including the `@` and the line range. */
  place: { start: number; end: number };
  /**
   * Shorter readings, longest first. Chinese and Japanese put no space after a path, so only the file system can tell
   * which one is meant.
   */
  shorter: { path: string; end: number }[];
}

export type TextPiece = { type: 'text'; text: string } | MentionMatch;

/** Further mentions in a message stay text. @internal */
export const maxMentions = 100;
const maxPathLength = 4096;

const cjkLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Characters that may precede an `@`: white space, opening brackets and quotes, and CJK text, which has no spaces. */
const before = /[\s([{<"'`‘“«（［｛【「『《〈〔\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f\uff3b-\uff40\uff5b-\uff65]/u;
/** Characters that end an unquoted path. */
const stop = /[\s"`<>|\p{Cc}，。、；：！？（）［］｛｝【】「」『』《》〈〉〔〕“”‘’«»…]/u;
const trailing = new Set(".,;:!?)]}'*");
const openerOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const lines = /#L(?:(\d{1,9})(?:(-)(?:L?(\d{1,9}))?)?|-L?(\d{1,9}))(?![\w-])/y;
const quotes: Readonly<Record<string, string>> = { '"': '"', '“': '”' };

/** Splits `text` into pieces that join back to it. @internal */
export function findMentions(text: string): TextPiece[] {
  return [...mentionSteps(text)].filter((piece) => piece !== null);
}

/** Steps between two nulls: about a millisecond. */
const stepsBetween = 2000;

/**
 * Yields the pieces one by one, and null at intervals as a chance to yield to other work: a message may have millions
 * of characters.
 */
export function* mentionSteps(text: string): Generator<TextPiece | null, void> {
  const code = yield* codeIn(text);
  let done = 0;
  let count = 0;
  let past = 0;
  let steps = 0;
  for (let at = text.indexOf('@'); at >= 0 && count < maxMentions; ) {
    if (++steps % stepsBetween === 0) yield null;
    while ((code[past]?.end ?? Number.POSITIVE_INFINITY) <= at) past++;
    const within = code[past];
    if (within && within.start <= at) {
      at = text.indexOf('@', within.end);
      continue;
    }
    const read = canBegin(text, at) ? readMention(text, at) : null;
    if (read?.mention) {
      if (at > done) yield { type: 'text', text: text.slice(done, at) };
      yield read.mention;
      done = read.mention.place.end;
      count++;
    }
    at = text.indexOf('@', Math.max(at + 1, read?.end ?? 0));
  }
  if (done < text.length) yield { type: 'text', text: text.slice(done) };
}

/** Returns the mention that `findMentions` parses back to the same path and lines. */
export function mentionText(path: string, range: MentionRange | null = null): string {
  const plain = `@${path}`;
  const [only, ...more] = findMentions(plain);
  const isPlain = more.length === 0 && only?.type === 'mention' && only.path === path;
  return (isPlain && !path.includes('#L') ? plain : `@"${path.replaceAll('"', '\\"')}"`) + rangeText(range);
}

/** Returns `#L10-20`; empty without a valid range. */
export function rangeText(range: MentionRange | null | undefined): string {
  if (typeof range?.start !== 'number') return '';
  return range.end === range.start ? `#L${range.start}` : `#L${range.start}-${range.end ?? ''}`;
}

/** The mention being typed: the `@` before the caret and the text after it, while that can still become a path. */
export interface TypedMention {
  /** Position of the `@`. */
  start: number;
  quoted: boolean;
  typed: string;
}

export function typedMention(text: string, caret: number): TypedMention | null {
  if (caret === 0) return null;
  const line = text.lastIndexOf('\n', caret - 1) + 1;
  for (let at = text.lastIndexOf('@', caret - 1); at >= line && caret - at <= maxPathLength; ) {
    const typed = text.slice(at + 1, caret);
    if (canBegin(text, at)) {
      const closing = quotes[typed.charAt(0)];
      if (closing !== undefined) {
        return typed.includes(closing, 1) ? null : { start: at, quoted: true, typed: typed.slice(1) };
      }
      return stop.test(typed) || typed.includes('#L') ? null : { start: at, quoted: false, typed };
    }
    // Some folder names contain an `@`.
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

/** `end`: where to continue, even when it is not a mention. */
function readMention(text: string, at: number): { mention: MentionMatch | null; end: number } {
  const closing = quotes[text.charAt(at + 1)];
  return closing === undefined ? readPlain(text, at) : readQuoted(text, at, closing);
}

function readQuoted(text: string, at: number, closing: string): { mention: MentionMatch | null; end: number } {
  let path = '';
  const max = Math.min(text.length, at + maxPathLength);
  for (let next = at + 2; next < max; next++) {
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
  return { mention: null, end: max };
}

function readPlain(text: string, at: number): { mention: MentionMatch | null; end: number } {
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
  if (end - at > maxPathLength) return { mention: null, end };
  const body = text.slice(at + 1, end);
  if (lineMark?.range) {
    const mention: MentionMatch = {
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
  const match = lines.exec(text);
  if (!match) return { range: null, end: at };
  const [whole, first, dash, last, only] = match;
  const end = at + whole.length;
  if (only !== undefined) return { range: { start: 1, end: Number(only) }, end };
  const start = Number(first);
  if (dash === undefined) return { range: { start, end: start }, end };
  return { range: { start, end: last === undefined ? null : Number(last) }, end };
}

/** Strips punctuation that belongs to the sentence, but keeps a bracket that closes one in the path. */
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

const maxParses = 5;

/** Cuts at transitions from Latin to CJK text: `src/a.ts的` may mean `src/a.ts`. */
function shorterReadings(path: string): string[] {
  const readings: string[] = [];
  for (let at = path.length - 1; at > 0 && readings.length < maxParses; at--) {
    if (isCjk(path, at) && /[\w/)\]-]/.test(path.charAt(at - 1))) readings.push(path.slice(0, at));
  }
  return readings;
}

interface TextSpan {
  start: number;
  end: number;
}

/** Yields Markdown's fenced blocks and code spans in order. */
function* codeIn(text: string): Generator<null, TextSpan[]> {
  if (!text.includes('`') && !text.includes('~~~')) return [];
  const places: TextSpan[] = [];
  let from = 0;
  for (const fence of [...(yield* fencedBlocks(text)), { start: text.length, end: text.length }]) {
    // Pushed one by one: spreading could exceed the argument limit.
    for (const span of yield* codeSpans(text, from, fence.start)) places.push(span);
    if (places.length % stepsBetween === 0) yield null;
    places.push(fence);
    from = fence.end;
  }
  return places;
}

/** Yields spans between two backtick runs of the same length in one paragraph. */
function* codeSpans(text: string, from: number, to: number): Generator<null, TextSpan[]> {
  const runs: { start: number; end: number; next: number | null; escaped: boolean }[] = [];
  const marks = /`+|\n[ \t]*\r?(?=\n)/g;
  // Sliced because a search in the whole text would run past the part each time.
  const part = text.slice(from, to);
  const former = new Map<number, number>();
  let steps = 0;
  for (let match = marks.exec(part); match; match = marks.exec(part)) {
    if (++steps % stepsBetween === 0) yield null;
    if (match[0].startsWith('\n')) {
      former.clear();
      continue;
    }
    const { length } = match[0];
    const before = runs[former.get(length) ?? -1];
    if (before) before.next = runs.length;
    former.set(length, runs.length);
    const escaped = part.charAt(match.index - 1) === '\\';
    runs.push({ start: from + match.index, end: from + match.index + length, next: null, escaped });
  }
  const spans: TextSpan[] = [];
  for (let at = 0; at < runs.length; at++) {
    const opening = runs[at];
    if (!opening || opening.next === null || opening.escaped) continue;
    spans.push({ start: opening.start, end: runs[opening.next]?.end ?? opening.end });
    at = opening.next;
  }
  return spans;
}

/** Yields Markdown's fenced blocks in order; an unclosed one extends to the end. */
function* fencedBlocks(text: string): Generator<null, TextSpan[]> {
  const blocks: TextSpan[] = [];
  const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/gm;
  let open: { start: number; mark: string } | null = null;
  let steps = 0;
  for (const { 0: line, 1: mark = '', 2: rest = '', index } of text.matchAll(fence)) {
    if (++steps % stepsBetween === 0) yield null;
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
