// The end of a terminal's output, bounded. Offsets count UTF-16 units since the beginning.

import type { TerminalOutput } from '../../../shared/features/terminal/methods.ts';

/** UTF-16 units; older output is dropped. */
const maxScrollback = 1024 * 1024;

export interface Scrollback {
  /** Offset after the last unit. */
  end(): number;
  add(text: string): void;
  /** Forgets everything, for a new shell; readers continue at its beginning. */
  clear(): void;
  /** At most about `limit` units from `offset`, or if those are gone, from the oldest. */
  read(offset: number, limit: number): Pick<TerminalOutput, 'text' | 'nextOffset' | 'reset'>;
}

export function createScrollback(max: number = maxScrollback): Scrollback {
  const pieces: string[] = [];
  let start = 0;
  let end = 0;
  let isCut = false;

  function dropOld(): void {
    let count = 0;
    while (count < pieces.length - 1 && end - start - (pieces[count] as string).length >= max) {
      start += (pieces[count] as string).length;
      count++;
    }
    if (count > 0) {
      pieces.splice(0, count);
      isCut = true;
    }
  }

  return {
    end: () => end,
    add(text) {
      if (text === '') return;
      end += text.length;
      // A piece is never split, so it stays small.
      for (let at = 0; at < text.length; ) {
        const to = withoutHalf(text, Math.min(text.length, at + maxPiece));
        pieces.push(text.slice(at, to));
        at = to;
      }
      dropOld();
    },
    clear() {
      pieces.length = 0;
      end += 1;
      start = end;
      isCut = false;
    },
    read(offset, limit) {
      const isGone = offset < start || offset > end;
      let at = start;
      let text = '';
      let from = isGone ? start : offset;
      // Old output begins in the middle of something: skip the rest of that line.
      for (const piece of pieces) {
        const next = at + piece.length;
        if (next > from && text.length < limit) {
          text += piece.slice(from - at);
          from = next;
        }
        at = next;
      }
      const reset = !isGone ? null : isCut ? 'dropped' : 'beginning';
      const line = reset === 'dropped' ? text.indexOf('\n') + 1 : 0;
      return { text: text.slice(line), nextOffset: from, reset };
    },
  };
}

const maxPiece = 16_384;

/** Moves a cut before the second half of a surrogate pair. */
function withoutHalf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at < text.length && code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
