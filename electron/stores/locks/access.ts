// Access to a conversation by ID: reads, and serialized writes under its lock.

import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { UserText } from '../../../shared/core/sentence.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import type { Leases } from './leases.ts';

type Task<T> = (paths: ConversationPaths) => Promise<Result<T>>;

export interface Access {
  /** Uses the last known location; searches once more if it is gone. */
  read<T>(conversationId: string, task: Task<T>): Promise<Result<T>>;
  /** Serializes writes to a conversation, under its lock. */
  write<T>(conversationId: string, purpose: UserText, task: Task<T>): Promise<Result<T>>;
  /** The same, but only if no run holds a lease on it. */
  writeAlone<T>(conversationId: string, purpose: UserText, task: Task<T>): Promise<Result<T>>;
  /** For files next to the log, which need no lock. */
  sideFiles<T, E>(
    conversationId: string,
    task: (paths: ConversationPaths) => Promise<T>,
    otherwise: (error: AppError) => E,
  ): Promise<T | E>;
  /** Resolves when every task has ended. */
  settled(): Promise<void>;
}

export function createAccess(data: DataFolder, leases: Leases): Access {
  const queue = createKeyedQueue();
  const running = new Set<Promise<unknown>>();

  function track<T>(task: Promise<T>): Promise<T> {
    running.add(task);
    const forget = (): void => void running.delete(task);
    task.then(forget, forget);
    return task;
  }

  async function read<T>(conversationId: string, task: Task<T>): Promise<Result<T>> {
    const place = await data.recall(conversationId);
    if (!place.ok) return place;
    const result = await task(place.value);
    if (result.ok || result.error.code !== 'CONVERSATION_NOT_FOUND') return result;
    data.forget(conversationId);
    const again = await data.locate(conversationId);
    return again.ok ? task(again.value) : again;
  }

  async function writeNow<T>(conversationId: string, purpose: UserText, task: Task<T>): Promise<Result<T>> {
    const place = await data.recall(conversationId);
    if (!place.ok) return place;
    const lease = await leases.use(conversationId, purpose);
    if (!lease.ok) return lease;
    try {
      return await read(conversationId, task);
    } finally {
      lease.value.release();
    }
  }

  async function writeAloneNow<T>(conversationId: string, purpose: UserText, task: Task<T>): Promise<Result<T>> {
    const place = await data.locate(conversationId);
    if (!place.ok) return place;
    const lease = await leases.lease(conversationId, purpose);
    if (!lease.ok) return lease;
    try {
      return await queue.run(conversationId, () => task(place.value));
    } finally {
      lease.value.release();
    }
  }

  return {
    read,
    write: (id, purpose, task) => track(queue.run(id, () => writeNow(id, purpose, task))),
    writeAlone: (id, purpose, task) => track(writeAloneNow(id, purpose, task)),
    async sideFiles(id, task, otherwise) {
      const place = await data.locate(id);
      return place.ok ? track(task(place.value)) : otherwise(place.error);
    },
    async settled() {
      await Promise.allSettled([...running]);
    },
  };
}
