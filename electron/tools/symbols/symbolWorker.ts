// Entry point of the thread that reads and searches symbols, so that neither a large folder nor hostile code delays
// anything else. Started by symbols.ts.

import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../lib/clock.ts';
import type { FoundSymbols } from '../../ports/symbols.ts';
import { type FromSymbols, type SymbolSetup, setCurrentFile, type ToSymbols } from './messages.ts';
import { createSymbolParser } from './parseSymbols.ts';
import { createSymbolIndex } from './symbolIndex.ts';

const { ripgrep, skip, current, freshMs } = workerData as SymbolSetup;
const index = createSymbolIndex({
  parser: createSymbolParser(),
  clock: systemClock,
  ripgrep,
  freshMs,
  skip: new Set(skip),
  onFile: (path) => setCurrentFile(current, path),
  onFailure(thrown) {
    // Ends the thread; the next one skips the file.
    setImmediate(() => {
      throw thrown;
    });
  },
});

parentPort?.on('message', (message: ToSymbols) => void receive(message));

async function receive(message: ToSymbols): Promise<void> {
  if (message.type === 'close') return parentPort?.close();
  const answer = message.type === 'ping' ? null : await find(message).catch(() => null);
  parentPort?.postMessage({ type: 'answer', call: message.call, answer } satisfies FromSymbols);
}

function find({ folder, typed, limit, patienceMs }: ToSymbols & { type: 'find' }): Promise<FoundSymbols> {
  return index.find(folder, typed, limit, patienceMs);
}
