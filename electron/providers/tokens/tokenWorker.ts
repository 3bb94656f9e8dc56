// The thread that counts: an entry of the build, started by tokenCounter.ts. Its vocabulary takes 150 ms to load and some
// 30 MB, which is why it is a thread, and one that ends when nobody counts.

import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { textPieces } from './textPieces.ts';

export interface CountQuestion {
  call: number;
  texts: string[];
}

export interface CountAnswer {
  call: number;
  counts: number[];
}

parentPort?.on('message', ({ call, texts }: CountQuestion) => {
  const answer: CountAnswer = { call, counts: texts.map(count) };
  parentPort?.postMessage(answer);
});

/** What looks like a special token is text here: it came from a person or a tool. */
function count(text: string): number {
  let sum = 0;
  for (const piece of textPieces(text)) sum += countTokens(piece, { disallowedSpecial: new Set<string>() });
  return sum;
}
