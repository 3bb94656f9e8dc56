// One of the threads of the search, as the process has it: started when it is first needed, started again when it ended by
// itself, never keeping the process from ending. It has no limit of memory of its own: a thread that reaches one can take the
// whole process with it. What it reads at once is bounded instead (see fileWindow).

import { Worker } from 'node:worker_threads';
import type { WorkerSetup } from './workerMessages.ts';

export interface SearchThread<In, Out> {
  send(message: In): void;
  /** Null when the thread ended before it answered. */
  ask<T>(question: (call: number) => In): Promise<T | null>;
  /** Resolves when it has ended. */
  close(): Promise<void>;
  readonly isRunning: boolean;
  /** Told what it says of itself. */
  onMessage: (message: Out) => void;
  /** Told when it ended by itself. */
  onEnd: (reason: string) => void;
}

/** Milliseconds; then it is ended where it stands, which search.db survives. */
const closeMs = 1_500;
/** One that ends again and again is not started for ever. */
const mostStarts = 8;

/** Built, it stands beside the doors; from the sources, beside this file. */
function workerFile(): URL {
  const name = import.meta.url.endsWith('.ts') ? 'indexWorker.ts' : 'indexWorker.js';
  return new URL(`./${name}`, import.meta.url);
}

export function createSearchThread<In extends { type: string }, Out extends { type: string }>(
  setup: () => WorkerSetup,
): SearchThread<In, Out> {
  const calls = new Map<number, (answer: unknown) => void>();
  let worker: Worker | null = null;
  let nextCall = 0;
  let starts = 0;
  let closed = false;

  function start(): Worker | null {
    if (worker || closed || starts >= mostStarts) return worker;
    starts++;
    const started = new Worker(workerFile(), {
      name: 'throughline search',
      workerData: setup(),
    });
    started.unref();
    started.on('message', (message: { type: string; call?: number; answer?: unknown }) => {
      if (message.type !== 'answer' || message.call === undefined) return thread.onMessage(message as Out);
      calls.get(message.call)?.(message.answer);
      calls.delete(message.call);
    });
    let reason = 'it ended';
    started.on('error', (thrown) => {
      reason = thrown instanceof Error ? thrown.message : String(thrown);
    });
    started.on('exit', () => {
      if (worker === started) worker = null;
      for (const answer of calls.values()) answer(null);
      calls.clear();
      if (!closed) thread.onEnd(reason);
    });
    worker = started;
    return started;
  }

  const thread: SearchThread<In, Out> = {
    onMessage: () => {},
    onEnd: () => {},
    get isRunning() {
      return worker !== null;
    },
    send: (message) => start()?.postMessage(message),
    ask<T>(question: (call: number) => In) {
      const running = start();
      if (!running) return Promise.resolve(null);
      const call = nextCall++;
      // Whoever waits for an answer keeps the process alive until it is there.
      running.ref();
      return new Promise<T | null>((resolve) => {
        calls.set(call, (answer) => {
          if (calls.size <= 1) running.unref();
          resolve(answer as T | null);
        });
        running.postMessage(question(call));
      });
    },
    async close() {
      const running = worker;
      closed = true;
      if (!running) return;
      const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      running.ref();
      running.postMessage({ type: 'close' });
      const timer = setTimeout(() => void running.terminate(), closeMs);
      await ended;
      clearTimeout(timer);
    },
  };
  return thread;
}
