// The calls running on one connection, so that a server's questions appear in the right place: with the call the protocol
// names, and nowhere else once that has ended; otherwise with the latest call. Without a call nobody is asked, and a question
// ends with its call.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ToolContext } from '../../ports/tool.ts';

export interface RunningCall {
  context: ToolContext;
  /** While a person is asked the time of the call stands still. */
  asking<T>(question: () => Promise<T>): Promise<T>;
}

interface CurrentCall extends RunningCall {
  /** Aborts when the call has ended. */
  signal: AbortSignal;
}

export interface RunningCalls {
  run<T>(call: RunningCall, work: () => Promise<T>): Promise<T>;
  current(): CurrentCall | null;
  count(): number;
}

export function createRunningCalls(): RunningCalls {
  const running = new Set<CurrentCall>();
  const inside = new AsyncLocalStorage<CurrentCall>();
  return {
    async run(call, work) {
      const ended = new AbortController();
      const current: CurrentCall = { ...call, signal: ended.signal };
      running.add(current);
      try {
        return await inside.run(current, work);
      } finally {
        running.delete(current);
        ended.abort();
      }
    },
    current() {
      const own = inside.getStore();
      if (own) return running.has(own) ? own : null;
      return [...running].at(-1) ?? null;
    },
    count: () => running.size,
  };
}
