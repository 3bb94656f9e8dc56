// goals/<conversation>.json: the goal of a conversation and its rounds. Each change is durable before anything depends on it.

import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say } from '../../../shared/core/sentence.ts';
import { type Goal, goalSchema } from '../../../shared/features/goals/goal.ts';
import type { Clock } from '../../ports/clock.ts';
import { atomicWrite, makeFolder } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, listNames, readWholeFile } from '../../stores/files/disk.ts';
import { withLock } from '../../stores/locks/locks.ts';

export interface GoalFiles {
  /** Conversations with a goal. */
  list(): Promise<string[]>;
  /** Null: it has none. Fails for a file that is not valid. */
  read(conversationId: string): Promise<Result<Goal | null>>;
  write(goal: Goal): Promise<Result<void>>;
  /** Changes it, one process at a time. */
  update(conversationId: string, change: (goal: Goal) => Goal): Promise<Result<Goal>>;
  remove(conversationId: string): Promise<void>;
  /** Called with the goal when its file changes, and once at first; null: it is gone. Returns a function that ends it. */
  onChange(conversationId: string, listener: (goal: Goal | null) => void): () => void;
}

/** Where changes cannot be watched. */
const pollMs = 1_000;

const maxFileBytes = 2 * 1024 * 1024;

export const noGoal = fail('PARAMS_INVALID', say`This conversation has no goal.`);

export function createGoalFiles(dataDir: string, disk: Disk, clock: Clock): GoalFiles {
  const folder = join(dataDir, 'goals');
  const locks = join(dataDir, 'locks');
  const pathOf = (conversationId: string): string => join(folder, `${conversationId}.json`);

  async function read(conversationId: string): Promise<Result<Goal | null>> {
    if (!isSafeId(conversationId)) return ok(null);
    const file = await readWholeFile(disk, pathOf(conversationId));
    if (file.kind === 'absent') return ok(null);
    if (file.kind === 'unreadable') return fail('STORE_READ_FAILED', say`The goal could not be read: ${file.reason}.`);
    const parsed = file.bytes.length > maxFileBytes ? null : goalSchema.safeParse(parse(file.bytes.toString('utf8')));
    return parsed?.success
      ? ok(parsed.data)
      : fail('STORE_READ_FAILED', say`The goal could not be read: ${pathOf(conversationId)} is not valid.`);
  }

  async function write(goal: Goal): Promise<Result<void>> {
    try {
      await makeFolder(disk, folder, dataDir);
      await atomicWrite(disk, pathOf(goal.conversationId), `${JSON.stringify(goal, null, 2)}\n`);
      return ok(undefined);
    } catch (thrown) {
      return fail('STORE_WRITE_FAILED', say`The goal was not saved: ${diskReason(thrown)}.`);
    }
  }

  return {
    read,
    write,
    async list() {
      const names = await listNames(disk, folder).catch(() => []);
      return names.flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []).filter(isSafeId);
    },
    update(conversationId, change) {
      // IDs have no dot, so this is no conversation's lock.
      const lock = { folder: locks, name: `${conversationId}.goal`, purpose: say`changing its goal`, clock };
      return withLock(lock, 'CONVERSATION_BUSY', async () => {
        const before = await read(conversationId);
        if (!before.ok) return before;
        if (before.value === null) return noGoal;
        const after = change(before.value);
        const written = await write(after);
        return written.ok ? ok(after) : written;
      });
    },
    async remove(conversationId) {
      await disk.unlink(pathOf(conversationId)).catch(() => {});
    },
    onChange(conversationId, listener) {
      let isOver = false;
      const look = async (): Promise<void> => {
        const now = await read(conversationId);
        if (now.ok && !isOver) listener(now.value);
      };
      const name = `${conversationId}.json`;
      let poll: NodeJS.Timeout | null = null;
      // The system may have no watches left.
      const pollInstead = (): void => {
        if (!isOver) poll ??= setInterval(() => void look(), pollMs).unref();
      };
      let watcher: FSWatcher | null = null;
      try {
        watcher = watch(folder, { persistent: false }, (_event, changed) => {
          if (changed === null || changed === name) void look();
        });
        watcher.on('error', () => {
          watcher?.close();
          pollInstead();
        });
      } catch {
        pollInstead();
      }
      // A request may have come before.
      void look();
      return () => {
        isOver = true;
        watcher?.close();
        if (poll) clearInterval(poll);
      };
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
