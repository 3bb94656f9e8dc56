// Keeps a conversation's undo data below a size limit: beyond it the oldest calls lose theirs completely, and this is
// recorded. A running call keeps its own.

import { say } from '../../../shared/core/sentence.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { ChangeWatch } from '../../ports/changes.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { atomicWrite } from '../files/atomicWrite.ts';
import { type Disk, isNotFoundError } from '../files/disk.ts';
import { type CallLocation, listCalls, packPath, recordPath } from './callFiles.ts';
import { droppedLine } from './changeRecords.ts';

/** Watches a call; when it ends, drops the oldest data if needed. */
export type UndoCap = (call: CallLocation, watch: () => Promise<ChangeWatch>) => Promise<ChangeWatch>;

export interface UndoCapDeps {
  disk: Disk;
  maxBytes(): Promise<number>;
  now(): string;
}

/** Drop to this fraction of the limit, so that the next call does not need another full count. */
const leftOver = 0.9;

export function createUndoCap({ disk, maxBytes: most, now }: UndoCapDeps): UndoCap {
  const queue = createKeyedQueue();
  const holdCounts = new Map<string, number>();
  /** Known size by folder: never too low for this process's data. */
  const counted = new Map<string, number>();

  async function sizeOf(path: string): Promise<number> {
    try {
      return (await disk.stat(path)).size;
    } catch (thrown) {
      if (isNotFoundError(thrown)) return 0;
      throw thrown;
    }
  }

  const bytesOf = async (call: CallLocation): Promise<number> =>
    (await sizeOf(packPath(call))) + (await sizeOf(recordPath(call)));

  /** Record first: bytes left by a crash afterwards are found next time. */
  async function drop(call: CallLocation): Promise<void> {
    await atomicWrite(disk, recordPath(call), droppedLine(now()));
    await disk.rm(packPath(call), { force: true });
  }

  async function trim(paths: ConversationPaths, limit: number): Promise<Set<string>> {
    const calls = (await listCalls(disk, paths)).sort(oldestFirst);
    const sized: { call: CallLocation; bytes: number }[] = [];
    for (const call of calls) sized.push({ call, bytes: await bytesOf(call) });
    let total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
    const dropped = new Set<string>();
    if (total > limit) {
      for (const { call, bytes } of sized) {
        if (total <= limit * leftOver) break;
        if (holdCounts.has(recordPath(call)) || bytes <= smallest) continue;
        await drop(call);
        dropped.add(recordPath(call));
        total -= bytes - (await bytesOf(call));
      }
    }
    counted.set(paths.undo, total);
    return dropped;
  }

  /** Protects the call's data until the returned function is called. */
  function hold(call: CallLocation): () => void {
    const path = recordPath(call);
    const count = (by: number): void => {
      const next = (holdCounts.get(path) ?? 0) + by;
      if (next > 0) holdCounts.set(path, next);
      else holdCounts.delete(path);
    };
    count(1);
    return () => count(-1);
  }

  /** True if the call's own data was too large and is dropped too. Throws file system errors. */
  const enforce = (call: CallLocation): Promise<boolean> =>
    queue.run(call.paths.undo, async () => {
      const limit = await most();
      const before = counted.get(call.paths.undo);
      if (before !== undefined) {
        const total = before + (await bytesOf(call));
        counted.set(call.paths.undo, total);
        if (total <= limit) return false;
      }
      return (await trim(call.paths, limit)).has(recordPath(call));
    });

  return async (call, watch) => {
    const release = hold(call);
    const watching = await watch();
    return {
      async end() {
        const summary = await watching.end().finally(release);
        // Anything that cannot be freed now is retried next time.
        const dropped = await enforce(call).catch(() => false);
        if (!dropped) return summary;
        return {
          files: [],
          ...summary,
          notCovered: summary?.notCovered ? say.all([summary.notCovered, noLongerStored]) : noLongerStored,
        };
      },
    };
  };
}

/** Records of dropped data are not dropped again. */
const smallest = 256;

/** Message IDs sort by time. */
function oldestFirst(a: CallLocation, b: CallLocation): number {
  if (a.messageId !== b.messageId) return a.messageId < b.messageId ? -1 : 1;
  return a.index - b.index;
}

/** Notice for a call whose undo data was dropped. */
export const noLongerStored = say`A call’s changes can no longer be undone because the undo storage limit in Settings was reached (undoMegabytes).`;
