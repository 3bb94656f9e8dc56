// The calls that run on one connection, so that what the server asks meanwhile is asked in the right place: where the
// protocol says which call it belongs to, there; else in the one that began last. Without a call nobody is asked.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ToolContext } from '../../ports/tool.ts';

export interface RunningCall {
  context: ToolContext;
  /** While a person is asked the time of the call stands still. */
  asking<T>(question: () => Promise<T>): Promise<T>;
}

export interface RunningCalls {
  run<T>(call: RunningCall, work: () => Promise<T>): Promise<T>;
  current(): RunningCall | null;
  count(): number;
}

export function createRunningCalls(): RunningCalls {
  const running = new Set<RunningCall>();
  const inside = new AsyncLocalStorage<RunningCall>();
  return {
    async run(call, work) {
      running.add(call);
      try {
        return await inside.run(call, work);
      } finally {
        running.delete(call);
      }
    },
    current() {
      const own = inside.getStore();
      if (own && running.has(own)) return own;
      return [...running].at(-1) ?? null;
    },
    count: () => running.size,
  };
}
