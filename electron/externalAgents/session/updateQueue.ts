// Updates of one session on their way to the chat: in order, in batches, bounded. When too much waits, the agent's output is
// no longer read, so that the agent waits, too.

import type { AgentUpdate } from '../../ports/externalAgents.ts';

export interface UpdateQueue {
  /** `size`: about how many bytes it holds. */
  add(update: AgentUpdate, size: number): void;
  /** Resolves when everything added so far has been delivered, or could not be. */
  flushed(): Promise<void>;
}

export interface UpdateQueueOptions {
  deliver(updates: readonly AgentUpdate[]): Promise<void>;
  /** A batch could not be stored; it is lost. */
  onError(thrown: unknown): void;
  /** True: too much waits; false: it may continue. */
  onPressure(isFull: boolean): void;
}

const maxBatchBytes = 256 * 1024;
const maxBatch = 500;
const fullBytes = 4 * 1024 * 1024;
const fullCount = 4000;

export function createUpdateQueue({ deliver, onError, onPressure }: UpdateQueueOptions): UpdateQueue {
  const waiting: { update: AgentUpdate; size: number }[] = [];
  let bytes = 0;
  let isFull = false;
  let isRunning = false;
  let addedCount = 0;
  let deliveredCount = 0;
  let waiters: { until: number; resolve(): void }[] = [];

  function setPressure(): void {
    const isTooMuch = bytes > fullBytes || waiting.length > fullCount;
    const isLow = bytes < fullBytes / 2 && waiting.length < fullCount / 2;
    if (isTooMuch === isFull || (isFull && !isLow)) return;
    isFull = isTooMuch;
    onPressure(isFull);
  }

  function takeBatch(): { update: AgentUpdate; size: number }[] {
    let end = 0;
    let size = 0;
    while (end < waiting.length && end < maxBatch && (end === 0 || size + (waiting[end]?.size ?? 0) <= maxBatchBytes)) {
      size += waiting[end]?.size ?? 0;
      end++;
    }
    return waiting.splice(0, end);
  }

  async function run(): Promise<void> {
    isRunning = true;
    // Lets what arrived together become one batch.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = takeBatch();
      bytes -= batch.reduce((sum, { size }) => sum + size, 0);
      const { length } = batch;
      try {
        await deliver(coalesced(batch.map(({ update }) => update)));
      } catch (thrown) {
        onError(thrown);
      }
      deliveredCount += length;
      setPressure();
      waiters = waiters.filter(({ until, resolve }) => {
        if (until <= deliveredCount) resolve();
        return until > deliveredCount;
      });
    }
    isRunning = false;
  }

  return {
    add(update, size) {
      waiting.push({ update, size });
      bytes += size;
      addedCount++;
      setPressure();
      if (!isRunning) void run();
    },
    flushed() {
      if (deliveredCount === addedCount) return Promise.resolve();
      return new Promise((resolve) => waiters.push({ until: addedCount, resolve }));
    },
  };
}

/** Joins pieces of one message. */
export function coalesced(updates: readonly AgentUpdate[]): AgentUpdate[] {
  const joined: AgentUpdate[] = [];
  for (const update of updates) {
    const last = joined.at(-1);
    if (last && isPiece(last) && isPiece(update) && last.type === update.type && last.messageId === update.messageId) {
      joined[joined.length - 1] = { ...last, text: last.text + update.text };
    } else {
      joined.push(update);
    }
  }
  return joined;
}

type Piece = Extract<AgentUpdate, { type: 'text' | 'thought' | 'user' }>;

function isPiece(update: AgentUpdate): update is Piece {
  return update.type === 'text' || update.type === 'thought' || update.type === 'user';
}
