// Looks for the tag that ends the thinking, in a text that arrives in pieces. A tag in a code block or in inline code is none.
// Each character is looked at a bounded number of times, whatever the pieces.

interface Scan {
  /** What has been decided: it stands in front of the closing tag. */
  passed: string;
  /** Null: none so far. */
  closing: string | null;
  /** Undecided, or behind the closing tag. */
  rest: string;
}

export interface ClosingScanner {
  /** `text`: the `rest` of the last scan, and what has arrived since. */
  scan(text: string, isEnd: boolean): Scan;
  /** Where, in all that passed, a closing tag stands in a code block that was never ended; null: nowhere. */
  inOpenFence(): { at: number; closing: string } | null;
}

/** A longer line is not searched for inline code. */
const maxCodeLine = 10_000;
/** White space before a tag on a line of its own. */
const maxIndent = 200;
const indentedCode = /^( {4}| {0,3}\t)/;

interface Line {
  /** What of it has passed. */
  text: string;
  hasCode: boolean;
}

/** The first closing tag outside of code. */
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
      let said = '';
      while (rest !== '') {
        const end = rest.indexOf('\n') + 1;
        const isWhole = end > 0 || isEnd;
        const here = end > 0 ? rest.slice(0, end) : rest;
        const found = firstOf(closings, here);
        if (found && fence.isOpen()) fenced ??= { at: passed + found.at, closing: found.closing };
        if (!found || fence.isOpen()) {
          const kept = isWhole ? 0 : partialLength(closings, here);
          said += pass(here.slice(0, here.length - kept), end > 0);
          rest = rest.slice(here.length - kept);
          if (!isWhole) break;
          continue;
        }
        const { at, closing } = found;
        said += pass(here.slice(0, at), false);
        rest = rest.slice(at);
        const behind = here.slice(at + closing.length);
        const mayBeCode = line.hasCode && line.text.length + behind.length < maxCodeLine;
        if (mayBeCode && !isWhole) break;
        if (!(mayBeCode && isInlineCode(line.text, behind)))
          return { passed: said, closing, rest: rest.slice(closing.length) };
        said += pass(closing, false);
        rest = rest.slice(closing.length);
      }
      return { passed: said, closing: null, rest };
    },
  };
}

/** A closing tag that has a line for itself and was not opened before. */
export function createLoneScanner(closings: readonly string[], openings: readonly string[]): ClosingScanner {
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
      let said = '';
      while (rest !== '') {
        const end = rest.indexOf('\n') + 1;
        const isWhole = end > 0 || isEnd;
        const here = end > 0 ? rest.slice(0, end) : rest;
        if (isBlank && !wasOpened && !fence.isOpen()) {
          const words = here.trim();
          const closing = closings.find((each) => each === words);
          if (closing && isWhole && !indentedCode.test(line + here))
            return { passed: said, closing, rest: rest.slice(here.indexOf(closing) + closing.length) };
          if (!isWhole && here.length <= maxIndent && closings.some((each) => each.startsWith(words))) break;
        }
        said += pass(here, end > 0);
        rest = rest.slice(here.length);
      }
      return { passed: said, closing: null, rest };
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

/** Characters at the end that may be the beginning of one of them. */
function partialLength(list: readonly string[], text: string): number {
  const longest = Math.max(...list.map(({ length }) => length)) - 1;
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(-length);
    if (list.some((each) => each.startsWith(end))) return length;
  }
  return 0;
}

/** Whether a run of backticks opens before and closes behind, on one line. */
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

/** Code blocks as CommonMark has them, by their lines. */
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
