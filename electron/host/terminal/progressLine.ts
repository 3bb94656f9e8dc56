// Progress on one terminal line, overwritten in place and cleared when anything else is printed.

import { safeText } from './terminalText.ts';

export interface ProgressLine {
  /** Null takes it away. */
  show(text: string | null): void;
}

/** To the beginning of the line, and what stands there away. */
const anew = '\r\x1b[K';

/** `write`: to standard error. Nothing is shown where that is no terminal. */
export function createProgressLine(write: (text: string) => void, isTerminal: boolean): ProgressLine {
  let shown: string | null = null;
  return {
    show(text) {
      if (!isTerminal || text === shown) return;
      write(text === null ? anew : `${anew}${safeText(text)}`);
      shown = text;
    },
  };
}

/** So much of so much, in whole percent. */
export function percentOf(done: number, of: number): string {
  return `${of === 0 ? 100 : Math.min(100, Math.floor((100 * done) / of))} %`;
}
