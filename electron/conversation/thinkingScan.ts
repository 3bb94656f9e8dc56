// Scans streamed text for the tag that ends the thinking, ignoring tags in code. Each character is examined a bounded
// number of times, however the text is split.

interface Scan {
  /** Text before the closing tag, decided. */
  passed: string;
  /** Null: not found yet. */
  closing: string | null;
  /** Undecided, or text after the closing tag. */
  rest: string;
}

export interface ClosingScanner {
  /** `text`: the previous `rest` plus what has arrived since. */
  scan(text: string, isEnd: boolean): Scan;
  /** Finds a closing tag inside a code block that never ended; null if there is none. */
  inOpenFence(): { at: number; closing: string } | null;
}

/** Longer lines are not searched for inline code. */
const maxCodeLine = 10_000;
/** White space before a tag on its own line. */
const maxIndent = 200;
const indentedCode = /^( {4}| {0,3}\t)/;

interface Line {
  /** The text that has passed. */
  text: string;
  hasCode: boolean;
}

/** Finds the first closing tag outside code. */
export function createClosingScanner(closings: readonly string[]): ClosingScanner {
  const fence = createFence();
  let line: Line = { text: '', hasCode: false };
  let passed = 0;
  let fenced: { at: number; closing: string } | null = null;

  function pass(piece: string, isLineEnd: boolean): string {
    line.text += piece;
    line.hasCode ||= piece.includes('`');
    passed += piece.length;
    if (isLineEnd) {
      fence.line(line.text);
      if (!fence.isOpen()) fenced = null;
      line = { text: '', hasCode: false };
    }
    return piece;
  }

  return {
    inOpenFence: () => fenced,
    scan(text, isEnd) {
      let rest = text;
      let passedText = '';
      while (rest !== '') {
        const end = rest.indexOf('\n') + 1;
        const isWhole = end > 0 || isEnd;
        const here = end > 0 ? rest.slice(0, end) : rest;
        const match = firstOf(closings, here);
        if (match && fence.isOpen()) fenced ??= { at: passed + match.at, closing: match.closing };
        if (!match || fence.isOpen()) {
          const keptLength = isWhole ? 0 : partialLength(closings, here);
          passedText += pass(here.slice(0, here.length - keptLength), end > 0);
          rest = rest.slice(here.length - keptLength);
          if (!isWhole) break;
          continue;
        }
        const { at, closing } = match;
        passedText += pass(here.slice(0, at), false);
        rest = rest.slice(at);
        const behind = here.slice(at + closing.length);
        const mayBeCode = line.hasCode && line.text.length + behind.length < maxCodeLine;
        if (mayBeCode && !isWhole) break;
        if (!(mayBeCode && isInlineCode(line.text, behind)))
          return { passed: passedText, closing, rest: rest.slice(closing.length) };
        passedText += pass(closing, false);
        rest = rest.slice(closing.length);
      }
      return { passed: passedText, closing: null, rest };
    },
  };
}

/** Finds a closing tag on its own line that was not opened before. */
export function createLoneClosingScanner(closings: readonly string[], openings: readonly string[]): ClosingScanner {
  const fence = createFence();
  let line = '';
  let isBlank = true;
  let wasOpened = false;

  function pass(piece: string, isLineEnd: boolean): string {
    line += piece;
    isBlank &&= piece.trim() === '';
    if (isLineEnd) {
      if (!fence.isOpen() && !wasOpened) {
        const plain = withoutInlineCode(line);
        wasOpened = openings.some((opening) => plain.includes(opening));
      }
      fence.line(line);
      [line, isBlank] = ['', true];
    }
    return piece;
  }

  return {
    inOpenFence: () => null,
    scan(text, isEnd) {
      let rest = text;
      let passedText = '';
      while (rest !== '') {
        const end = rest.indexOf('\n') + 1;
        const isWhole = end > 0 || isEnd;
        const here = end > 0 ? rest.slice(0, end) : rest;
        if (isBlank && !wasOpened && !fence.isOpen()) {
          const trimmed = here.trim();
          const closing = closings.find((each) => each === trimmed);
          if (closing && isWhole && !indentedCode.test(line + here))
            return { passed: passedText, closing, rest: rest.slice(here.indexOf(closing) + closing.length) };
          if (!isWhole && here.length <= maxIndent && closings.some((each) => each.startsWith(trimmed))) break;
        }
        passedText += pass(here, end > 0);
        rest = rest.slice(here.length);
      }
      return { passed: passedText, closing: null, rest };
    },
  };
}

function firstOf(list: readonly string[], text: string): { at: number; closing: string } | null {
  let first: { at: number; closing: string } | null = null;
  for (const closing of list) {
    const at = text.indexOf(closing);
    if (at >= 0 && (first === null || at < first.at)) first = { at, closing };
  }
  return first;
}

/** Returns the length of a possible tag prefix at the end. */
function partialLength(list: readonly string[], text: string): number {
  const longest = Math.max(...list.map(({ length }) => length)) - 1;
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(-length);
    if (list.some((each) => each.startsWith(end))) return length;
  }
  return 0;
}

/** Returns whether the position is between backticks on the same line. */
function isInlineCode(before: string, behind: string): boolean {
  let open = 0;
  for (const [run] of before.matchAll(/`+/g)) {
    if (open === 0) open = run.length;
    else if (open === run.length) open = 0;
  }
  return open > 0 && [...behind.matchAll(/`+/g)].some(([run]) => run.length === open);
}

function withoutInlineCode(line: string): string {
  return line.replace(/`[^`]*`/g, '');
}

interface Fence {
  line(text: string): void;
  isOpen(): boolean;
}

/** Tracks code blocks by CommonMark's rules, line by line. */
function createFence(): Fence {
  let open: string | null = null;
  return {
    isOpen: () => open !== null,
    line(text) {
      const [, run = '', info = ''] = /^[\s>]*(`{3,}|~{3,})(.*)/.exec(text.slice(0, maxCodeLine)) ?? [];
      if (run === '') return;
      if (open === null) {
        if (run.startsWith('~') || !info.includes('`')) open = run;
      } else if (run.startsWith(open) && info.trim() === '') open = null;
    },
  };
}
