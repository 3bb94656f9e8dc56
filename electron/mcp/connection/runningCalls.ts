// The calls running on a connection, to route a server's questions: to the call that the protocol names, or to none
// once it has ended; otherwise to the latest call. Without a call, the user is not asked; a question ends with its
// call.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ToolContext } from '../../ports/tool.ts';

export interface RunningCall {
  context: ToolContext;
  /** Pauses the call's timeout while the user is asked. */
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
      const currentCall = inside.getStore();
      if (currentCall) return running.has(currentCall) ? currentCall : null;
      return [...running].at(-1) ?? null;
    },
    count: () => running.size,
  };
}
