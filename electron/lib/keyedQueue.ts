// Runs tasks in one lane one after another, in order; different lanes are independent.

import type { KeyedQueue } from './protocolServer.ts';

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run<T>(lane: string, task: () => Promise<T>): Promise<T> {
      const before = tails.get(lane) ?? Promise.resolve();
      const result = before.then(task, task);
      tails.set(lane, result);
      const forget = (): void => {
        if (tails.get(lane) === result) tails.delete(lane);
      };
      result.then(forget, forget);
      return result;
    },
  };
}
