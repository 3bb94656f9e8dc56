// Attachments and full results that other devices have stored and that are not on this machine: usually fetched when opened, here all of
// them. Each file is complete or absent, so an interrupted work continues where it was.

import { join } from 'node:path';
import type { Result } from '../../../../shared/core/errors.ts';
import type { SyncFiles } from '../../../../shared/features/sync/sync.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import type { ConversationPaths } from '../../../stores/dataFolder.ts';
import { statOrNull } from '../../../stores/files/disk.ts';
import { resultFilePath } from '../../../stores/results/spill.ts';
import { checkSpace } from './diskSpace.ts';
import { fetchAttachment, fetchResult } from './fileObjects.ts';
import { notLeftOut } from './leftOut.ts';
import { PassFailure, type SyncContext } from './syncContext.ts';

export interface MissingFile {
  paths: ConversationPaths;
  hash: string;
  /** Null: it is an attachment. */
  resultOf: string | null;
  bytes: number;
}

export interface FetchSummary {
  fetched: number;
  bytes: number;
  /** Files that could not be fetched, and why the first one could not. */
  failed: number;
  reason: Result<void> | null;
}

/** `toFetch`: before the first, and after each one. */
export type FilesProgress = (toFetch: SyncFiles) => void;

/** Smaller files first, so that most are here soon. */
export async function missingFiles(context: SyncContext): Promise<MissingFile[]> {
  const { state, data, disk, signal } = context;
  const rows = state.all<{ hash: string; conversation: string; message: string; bytes: number; isResult: number }>(
    `SELECT refs.hash, refs.conversation, refs.message, max(files.bytes) AS bytes,
       EXISTS (SELECT 1 FROM results WHERE results.conversation = refs.conversation
         AND results.message = refs.message AND results.hash = refs.hash) AS isResult
     FROM refs JOIN files ON files.hash = refs.hash WHERE ${notLeftOut('refs.conversation')}
     GROUP BY refs.hash, refs.conversation, refs.message`,
  );
  const slice = createTimeSlice();
  const missing = new Map<string, MissingFile>();
  for (const { hash, conversation, message, bytes, isResult } of rows) {
    if (signal.aborted) break;
    await slice();
    // Pieces of other apps' sessions belong to no conversation here.
    const place = await data.locate(conversation);
    if (!place.ok) continue;
    const path = isResult ? resultFilePath(place.value, message) : join(place.value.attachments, hash);
    if (statOrNull(disk, path)) continue;
    missing.set(path, { paths: place.value, hash, resultOf: isResult ? message : null, bytes });
  }
  return [...missing.values()].sort((one, other) => one.bytes - other.bytes);
}

/** Differs after files were named, stored or removed, unless as many came as went. */
export function countFiles({ state }: SyncContext): string {
  const count = (table: 'refs' | 'files') => state.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
  return `${count('refs')} ${count('files')}`;
}

export function amountOf(missing: readonly MissingFile[]): SyncFiles {
  return { files: missing.length, bytes: missing.reduce((sum, file) => sum + file.bytes, 0) };
}

/** Ends early, without an error, when the signal aborts. */
export async function fetchMissingFiles(context: SyncContext, progress: FilesProgress): Promise<FetchSummary> {
  const missing = await missingFiles(context);
  progress(amountOf(missing));
  return fetchFiles(context, missing, progress);
}

export async function fetchFiles(
  context: SyncContext,
  missing: readonly MissingFile[],
  progress: FilesProgress,
): Promise<FetchSummary> {
  let { files, bytes } = amountOf(missing);
  const done: FetchSummary = { fetched: 0, bytes: 0, failed: 0, reason: null };
  for (const file of missing) {
    if (context.signal.aborted) break;
    await checkSpace(context, file.bytes);
    const { paths, hash, resultOf } = file;
    const fetched = await (resultOf === null
      ? fetchAttachment(context, paths, hash)
      : fetchResult(context, paths, resultOf));
    if (!fetched.ok && context.signal.aborted) break;
    // The others would fail for the same reason.
    if (!fetched.ok && fetched.error.code === 'SYNC_UNREACHABLE') throw new PassFailure(fetched);
    files--;
    bytes -= file.bytes;
    if (fetched.ok) {
      done.fetched++;
      done.bytes += file.bytes;
    } else {
      done.failed++;
      done.reason ??= fetched;
    }
    progress({ files, bytes });
  }
  return done;
}
