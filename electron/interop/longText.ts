// Joins many text pieces a megabyte at a time; joining hundreds of thousands at once would block.

import { yieldToEventLoop } from '../lib/cooperativeYield.ts';

const chunkSize = 1024 * 1024;

export interface LongText {
  add(piece: string): void;
  whole(): Promise<string>;
}

export function createTextBuilder(): LongText {
  const chunks: string[] = [];
  let pieces: string[] = [];
  let length = 0;
  const join = (): void => {
    chunks.push(pieces.join(''));
    pieces = [];
    length = 0;
  };
  return {
    add(piece) {
      pieces.push(piece);
      length += piece.length;
      if (length >= chunkSize) join();
    },
    async whole() {
      join();
      await yieldToEventLoop();
      return chunks.join('');
    },
  };
}
