// The part of a restore that changes nothing: checks a backup, compares it with the data folder, and puts its files into a folder of
// their own (`staged.restore-…`). A last file there marks it as complete; from then on the restore can only be finished.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fail, ok, type Result, SentenceError, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { RestoreSummary } from '../../../shared/features/backup/backup.ts';
import { AbandonedError } from '../../lib/cooperativeYield.ts';
import { dataFormat } from '../../stores/dataFormat.ts';
import { readRecoveryCode } from '../../stores/encryption/dataKey.ts';
import { restorePrefix, stagedCommit, stagedFiles } from '../../stores/encryption/stagedRestores.ts';
import { atomicWrite, makeFolder, writeAll } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, errorCode, fileMode } from '../../stores/files/disk.ts';
import { type BackupChain, readChain } from './backupChain.ts';
import { differentKey, keyOfData } from './dataKeyOfBackup.ts';
import { type DecryptWith, type Opener, openerFor } from './encryption.ts';
import type { Watch } from './makeBackup.ts';
import { isFromHere } from './originSecret.ts';
import { planRestore, type RestorePlan } from './restorePlan.ts';
import { compareWithTarget, type RestoreTarget } from './restoreTarget.ts';
import { stageFiles } from './stageRestore.ts';

export interface RestoreRequest {
  dataDir: string;
  /** A backup, or a folder of them. */
  path: string;
  keys: DecryptWith;
  /** Restore what is intact if the backup is damaged. */
  salvage: boolean;
  /** Whether to take what is only for the backup's machine: what may run there without asking. */
  permissions: 'always' | 'sameMachine' | 'never';
  /** The key of the data here, if it is encrypted. */
  dataSecret?: Uint8Array | null;
  /** Whether plain files are encrypted with it; false while the data is being decrypted. */
  encrypts?: boolean;
  /**
   * Opens encrypted data in the backup that is changed before it is restored. Null: it is asked for, with DATA_LOCKED; empty:
   * that data is withheld.
   */
  recoveryCode?: string | null;
}

export interface RestoreStage {
  /** Complete, and ready for `applyRestore`. */
  folder: string;
  summary: RestoreSummary;
}

/** restore.json of a complete staged folder. */
interface StagedRestore {
  v: 1;
  merged: RestoreTarget['merged'];
}

/** Keeps the space that merging needs, so that a full disk is noticed before anything changes. */
export const stagedBallast = 'reserved';

const maxListed = 200;

const badCode = fail('PARAMS_INVALID', say`This is not a recovery code. It has nine groups of four characters.`, {
  field: 'code',
});

/** Returns the changes that a restore would make, and makes none. */
export async function inspectBackup(
  disk: Disk,
  request: RestoreRequest,
  watch: Watch,
): Promise<Result<RestoreSummary>> {
  return guarded(async () => ok((await inspect(disk, request, watch)).summary));
}

export async function stageRestore(disk: Disk, request: RestoreRequest, watch: Watch): Promise<Result<RestoreStage>> {
  return guarded(async () => {
    const { chain, opener, plan, keyId, target, summary, takesPowers } = await inspect(disk, request, watch);
    if (summary.problemCount > 0 && !request.salvage) {
      const first = summary.problems[0];
      return fail(
        'STORE_READ_FAILED',
        say`The backup is damaged in ${summary.problemCount} places, so nothing was changed. What is intact can be restored nevertheless. The first place is ${first?.path ?? first?.file}: ${first?.reason}`,
      );
    }
    const code = request.recoveryCode ?? null;
    if (summary.needsCode && code === null) {
      return fail(
        'DATA_LOCKED',
        say`The data in the backup is encrypted, and its key is not here. Titles and project names are only restored with its recovery code.`,
      );
    }
    if (summary.needsCode && code !== '' && !readRecoveryCode(code ?? '')) return badCode;
    for (const path of target.withheld) plan.files.delete(path);
    const folder = join(request.dataDir, `${restorePrefix}${randomBytes(6).toString('hex')}`);
    try {
      await makeFolder(disk, join(folder, stagedFiles));
      const unseen = await stageFiles({
        disk,
        files: plan.files,
        isSealed: keyId !== null,
        steps: chain.steps,
        opener,
        folder: join(folder, stagedFiles),
        takesPowers,
        dataSecret: request.dataSecret ?? null,
        encrypts: request.encrypts ?? false,
        recoveryCode: summary.needsCode ? code : null,
        ...watch,
      });
      await reserve(disk, join(folder, stagedBallast), target.mergedBytes, watch.signal);
      const commit: StagedRestore = { v: 1, merged: target.merged };
      await atomicWrite(disk, join(folder, stagedCommit), JSON.stringify(commit));
      return ok({ folder, summary: { ...summary, withheld: [...summary.withheld, ...unseen] } });
    } catch (thrown) {
      await disk.rm(folder, { recursive: true, force: true }).catch(() => {});
      throw thrown;
    }
  });
}

interface Inspected {
  chain: BackupChain;
  opener: Opener;
  plan: RestorePlan;
  /** The key of its data; null: it is plain. */
  keyId: string | null;
  target: RestoreTarget;
  summary: RestoreSummary;
  takesPowers: boolean;
}

async function inspect(
  disk: Disk,
  { dataDir, path, keys, permissions, dataSecret = null }: RestoreRequest,
  watch: Watch,
): Promise<Inspected> {
  const opener = openerFor(keys);
  const chain = await readChain(disk, path, opener, watch);
  const { head } = chain.newest;
  if (head.dataFormat > dataFormat) {
    throw new SentenceError(
      say`it was made by Throughline ${head.version}, whose data this version does not know. Update first`,
    );
  }
  const plan = planRestore(chain.steps);
  const keyId = keyOfData(head, plan);
  const otherKey = await differentKey(disk, dataDir, keyId);
  if (otherKey !== null) throw new SentenceError(otherKey);
  const isSameMachine = await isFromHere(disk, dataDir, head);
  const takesPowers = permissions === 'always' || (permissions === 'sameMachine' && isSameMachine);
  const target = await compareWithTarget(disk, dataDir, plan.files, takesPowers);
  const problems = [...chain.problems, ...plan.problems];
  return {
    ...{ chain, opener, plan, keyId, target, takesPowers },
    summary: {
      file: chain.newest.file,
      createdAt: head.createdAt,
      version: head.version,
      isSameMachine,
      backups: chain.steps.length,
      bytes: target.bytes,
      files: plan.files.size,
      newConversations: target.newConversations.length,
      mergedConversations: target.merged.length,
      newFiles: target.newFiles.slice(0, maxListed),
      newFileCount: target.newFiles.length,
      kept: target.kept.slice(0, maxListed),
      keptCount: target.kept.length,
      withheld: target.withheld,
      needsCode: keyId !== null && dataSecret === null && !takesPowers,
      problems: problems
        .slice(0, maxListed)
        .map(({ file, path: where, at, reason }) => ({ file, path: where, at, reason })),
      problemCount: problems.length,
    },
  };
}

async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof AbandonedError) return fail('CANCELLED', say`The restore was canceled. Nothing was changed.`);
    const reason = errorCode(thrown) === null ? sentenceFromThrown(thrown) : diskReason(thrown);
    return fail('STORE_READ_FAILED', say`Nothing was restored or changed: ${reason}.`);
  }
}

const ballastChunk = Buffer.alloc(1024 * 1024, 0x20);

/** Really written: a hole would reserve nothing. */
async function reserve(disk: Disk, path: string, bytes: number, signal: AbortSignal): Promise<void> {
  if (bytes === 0) return;
  const handle = await disk.open(path, 'wx', fileMode);
  try {
    for (let at = 0; at < bytes; at += ballastChunk.length) {
      if (signal.aborted) throw new AbandonedError();
      await writeAll(handle, ballastChunk, at);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}
