// Searches texts of any length piece by piece, so that the caller can pause in between. The matches are those of a search of the whole.

export interface TextSpan {
  at: number;
  end: number;
}

export interface TextMatch extends TextSpan {
  /** The part that matters; null: none of it, but the next match begins after it. */
  value: TextSpan | null;
}

export interface TextSearch {
  /** The longest match, with what is read behind its end. */
  maxLength: number;
  /** Returns the matches from `start` on, in order, without overlaps; what is before `start` is context. */
  find(text: string, start: number): Iterable<TextMatch>;
}

const pieceLength = 64 * 1024;
/** Characters that a search may read before a match. */
const contextLength = 16;

/** Whether a search of the text is short enough to need no pause. */
export function isOnePiece(text: string): boolean {
  return text.length <= pieceLength;
}

/** Null after each piece. */
export function* findInPieces(text: string, search: TextSearch, length = pieceLength): Generator<TextMatch | null> {
  for (let at = 0; at < text.length; ) {
    const to = at + length;
    const offset = Math.max(0, at - contextLength);
    const piece = text.slice(offset, to + search.maxLength);
    let next = to;
    for (const match of search.find(piece, at - offset)) {
      if (match.at + offset >= to) break;
      const moved = movedBy(offset, match);
      next = Math.max(to, moved.end);
      yield moved;
    }
    at = next;
    yield null;
  }
}

function movedBy(offset: number, { at, end, value }: TextMatch): TextMatch {
  return {
    at: at + offset,
    end: end + offset,
    value: value && { at: value.at + offset, end: value.end + offset },
  };
}

/** `instead` returns null for a match that stays. Yields after each piece. */
export function* replaceInPieces(
  text: string,
  search: TextSearch,
  instead: (value: string) => string | null,
): Generator<undefined, string> {
  const parts: string[] = [];
  let done = 0;
  for (const match of findInPieces(text, search)) {
    if (match === null) yield;
    const value = match?.value;
    if (!value) continue;
    const replacement = instead(text.slice(value.at, value.end));
    if (replacement === null) continue;
    parts.push(text.slice(done, value.at), replacement);
    done = value.end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done);
}

/** `pattern` needs the flag `g`, and matches no empty text. `valueIn` returns the part that matters; by default all of it. */
export function patternSearch(
  pattern: RegExp,
  maxLength: number,
  valueIn: (match: RegExpExecArray) => TextSpan | null = spanOf,
): TextSearch {
  return {
    maxLength,
    *find(text, start) {
      const search = new RegExp(pattern);
      search.lastIndex = start;
      for (let match = search.exec(text); match; match = search.exec(text)) {
        yield { ...spanOf(match), value: valueIn(match) };
      }
    },
  };
}

function spanOf(match: RegExpExecArray): TextSpan {
  return { at: match.index, end: match.index + match[0].length };
}

/** Runs it without a pause. */
export function finish<T>(steps: Generator<unknown, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** Awaits the pauses that `slice` asks for between steps. */
export async function finishInSlices<T>(steps: Generator<unknown, T>, slice: () => Promise<void> | null): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    const turn = slice();
    if (turn) await turn;
  }
}
