// A conversation that is made from others' records: in a folder that no reader takes for one, until everything is in it. It is
// there whole or not at all.

import { dirname } from 'node:path';
import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import type { Sentence, UserText } from '../../../shared/core/sentence.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { makeFolder, syncFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import { halfCopy, removeHalfCopy } from '../incompleteForks.ts';
import type { Leases } from '../locks/leases.ts';

/** Carries a failure out of what writes the files. */
export class WriteFailure extends Error {
  readonly failed: { ok: false; error: AppError };
  constructor(failed: { ok: false; error: AppError }) {
    super(failed.error.message);
    this.failed = failed;
  }
}

export interface Making {
  to: ConversationPaths;
  /** For whoever waits for it meanwhile. */
  doing: Sentence;
  /** What is said where the disk fails. */
  unmade(reason: UserText): Sentence;
  /** Writes its files; `made` has their places until it is done. */
  write(made: ConversationPaths): Promise<void>;
}

/** STORE_WRITE_FAILED, or what `write` was refused with: there is no new conversation then. */
export async function makeWhole(
  { disk, leases }: { disk: Disk; leases: Pick<Leases, 'lease'> },
  { to, doing, unmade, write }: Making,
): Promise<Result<void>> {
  // For as long as it is being made: what nobody holds is removed at the start of another process.
  const lease = await leases.lease(to.conversationId, doing);
  if (!lease.ok) return lease;
  try {
    const made = halfCopy(to);
    await makeFolder(disk, made.folder, to.project);
    await write(made);
    await disk.rename(made.folder, to.folder);
    await syncFolder(disk, dirname(to.folder));
    return ok(undefined);
  } catch (thrown) {
    await disk.rm(to.folder, { recursive: true, force: true }).catch(() => {});
    await removeHalfCopy(disk, to).catch(() => {});
    return thrown instanceof WriteFailure ? thrown.failed : fail('STORE_WRITE_FAILED', unmade(diskReason(thrown)));
  } finally {
    lease.value.release();
  }
}
