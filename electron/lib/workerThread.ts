// A worker thread that answers questions: started on first use, restarted if it dies, never keeping the process alive.
// It has no memory limit, because reaching one can take down the whole process; limit its input instead.

import { Worker } from 'node:worker_threads';
import { unpacked } from './unpacked.ts';

export interface WorkerThread<In, Out> {
  send(message: In): void;
  /** Resolves with null if the thread ended before it answered. */
  ask<T>(question: (call: number) => In): Promise<T | null>;
  /** Ends it now, even in the middle of work; it starts again when needed. */
  stop(): void;
  /** Resolves when it has ended. */
  close(): Promise<void>;
  readonly isRunning: boolean;
  /** Why it will not be started for now: it died repeatedly without an answer. Null: it can be used. */
  readonly restReason: string | null;
  /** Receives unsolicited messages. */
  onMessage: (message: Out) => void;
  /** Called when the thread dies. */
  onEnd: (reason: string) => void;
}

/** Milliseconds until it is terminated. */
const closeMs = 1_500;
/** After this many deaths in a row without an answer it pauses before the next start. */
const maxFailures = 8;
const defaultRestMs = 60_000;

export interface ThreadSetup {
  /** As shown by the system. */
  name: string;
  file: URL;
  /** Its `workerData`. */
  data: unknown;
}

/** Returns the file of a worker entry: next to the entry points in a build, in its folder when run from source. */
export function workerFile(base: string, name: string): URL {
  return new URL(`./${name}.${base.endsWith('.ts') ? 'ts' : 'js'}`, unpacked(base));
}

export function createWorkerThread<In extends { type: string }, Out extends { type: string }>(
  setup: () => ThreadSetup,
  { restMs = defaultRestMs } = {},
): WorkerThread<In, Out> {
  const calls = new Map<number, (answer: unknown) => void>();
  let worker: Worker | null = null;
  let nextCall = 0;
  /** Deaths since the last answer. */
  let failures = 0;
  let lastReason = '';
  let restUntil = Number.NEGATIVE_INFINITY;
  let closed = false;

  function start(): Worker | null {
    if (worker || closed || isResting()) return worker;
    const { name, file, data } = setup();
    const started = new Worker(file, { name, workerData: data });
    started.unref();
    started.on('message', (message: { type: string; call?: number; answer?: unknown }) => {
      if (message.type !== 'answer' || message.call === undefined) return thread.onMessage(message as Out);
      failures = 0;
      calls.get(message.call)?.(message.answer);
      calls.delete(message.call);
    });
    let reason = 'it ended';
    started.on('error', (thrown) => {
      reason = thrown instanceof Error ? thrown.message : String(thrown);
    });
    started.on('exit', () => {
      if (worker === started) worker = null;
      lastReason = reason;
      if (++failures >= maxFailures) restUntil = performance.now() + restMs;
      for (const answer of calls.values()) answer(null);
      calls.clear();
      if (!closed) thread.onEnd(reason);
    });
    worker = started;
    return started;
  }

  function isResting(): boolean {
    return performance.now() < restUntil;
  }

  const thread: WorkerThread<In, Out> = {
    onMessage: () => {},
    onEnd: () => {},
    get isRunning() {
      return worker !== null;
    },
    get restReason() {
      return isResting() ? lastReason : null;
    },
    send: (message) => start()?.postMessage(message),
    ask<T>(question: (call: number) => In) {
      const running = start();
      if (!running) return Promise.resolve(null);
      const call = nextCall++;
      // A pending answer keeps the process alive.
      running.ref();
      return new Promise<T | null>((resolve) => {
        calls.set(call, (answer) => {
          if (calls.size <= 1) running.unref();
          resolve(answer as T | null);
        });
        running.postMessage(question(call));
      });
    },
    stop: () => void worker?.terminate(),
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
