// A thread that answers questions, as the process has it: started when it is first needed, started again when it ended by
// itself, never keeping the process from ending. It has no limit of memory of its own: a thread that reaches one can take the
// whole process with it. What it reads at once is to be bounded instead.

import { Worker } from 'node:worker_threads';

export interface AskedThread<In, Out> {
  send(message: In): void;
  /** Null when the thread ended before it answered. */
  ask<T>(question: (call: number) => In): Promise<T | null>;
  /** Resolves when it has ended. */
  close(): Promise<void>;
  readonly isRunning: boolean;
  /** Why it is not started for now: it ended again and again without an answer. Null: it may be asked. */
  readonly restReason: string | null;
  /** Told what it says of itself. */
  onMessage: (message: Out) => void;
  /** Told when it ended by itself. */
  onEnd: (reason: string) => void;
}

/** Milliseconds; then it is ended where it stands. */
const closeMs = 1_500;
/** After as many ends in a row without an answer it rests before it is started again. */
const maxFailures = 8;
const defaultRestMs = 60_000;

export interface ThreadSetup {
  /** As the system shows it. */
  name: string;
  file: URL;
  /** What it is started with. */
  data: unknown;
}

/** The file of a thread that is an entry of the build: built, it stands beside the doors; from the sources, in its room. */
export function threadFile(base: string, name: string): URL {
  return new URL(`./${name}.${base.endsWith('.ts') ? 'ts' : 'js'}`, base);
}

export function createAskedThread<In extends { type: string }, Out extends { type: string }>(
  setup: () => ThreadSetup,
  { restMs = defaultRestMs } = {},
): AskedThread<In, Out> {
  const calls = new Map<number, (answer: unknown) => void>();
  let worker: Worker | null = null;
  let nextCall = 0;
  /** Ends since it last answered. */
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

  const thread: AskedThread<In, Out> = {
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
