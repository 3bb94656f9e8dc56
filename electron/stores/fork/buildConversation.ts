// Builds a conversation from others' messages in a hidden folder until it is complete, so it exists completely or not at all.

import { dirname } from 'node:path';
import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { makeFolder, syncFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason, errorCode, exists } from '../files/disk.ts';
import { incompleteForkPaths, removeIncompleteFork } from '../incompleteForks.ts';
import type { Leases } from '../locks/leases.ts';

/** Carries a failure out of the code that writes the files. */
export class WriteFailure extends Error {
  readonly failed: { ok: false; error: AppError };
  constructor(failed: { ok: false; error: AppError }) {
    super(failed.error.message);
    this.failed = failed;
  }
}

export interface Making {
  to: ConversationPaths;
  /** The lock's purpose, shown to processes that wait for it. */
  doing: Sentence;
  unmade(reason: UserText): Sentence;
  /** Writes its files at `made`, their location until it is complete. */
  write(made: ConversationPaths): Promise<void>;
}

/** CONVERSATION_EXISTS, STORE_WRITE_FAILED, or the error from `write`; there is no new conversation then. */
export async function buildConversation(
  { disk, leases }: { disk: Disk; leases: Pick<Leases, 'lease'> },
  { to, doing, unmade, write }: Making,
): Promise<Result<void>> {
  // Held while it is built: another process removes unlocked folders when it starts.
  const lease = await leases.lease(to.conversationId, doing);
  if (!lease.ok) return lease;
  let isNew = false;
  try {
    // Another process may have stored it meanwhile.
    if (await exists(disk, to.folder)) return fail('CONVERSATION_EXISTS', say`This conversation is already here.`);
    isNew = true;
    const buildPlace = incompleteForkPaths(to);
    await makeFolder(disk, buildPlace.folder, to.project);
    await write(buildPlace);
    await disk.rename(buildPlace.folder, to.folder);
    await syncFolder(disk, dirname(to.folder));
    return ok(undefined);
  } catch (thrown) {
    if (isNew) {
      await disk.rm(to.folder, { recursive: true, force: true }).catch(() => {});
      await removeIncompleteFork(disk, to).catch(() => {});
    }
    return thrown instanceof WriteFailure
      ? thrown.failed
      : fail('STORE_WRITE_FAILED', unmade(diskReason(thrown)), { cause: errorCode(thrown) });
  } finally {
    lease.value.release();
  }
}
