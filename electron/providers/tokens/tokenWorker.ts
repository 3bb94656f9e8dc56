// Worker thread for token counts, a build entry started by tokenCounter.ts. Its vocabulary takes 150 ms and 30 MB to
// load, so the thread ends when idle.

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

/** Treats special tokens as plain text: they came from a user or a tool. */
function count(text: string): number {
  let sum = 0;
  for (const piece of textPieces(text)) sum += countTokens(piece, { disallowedSpecial: new Set<string>() });
  return sum;
}
