// Whether what other devices have stored fits on this disk: said before it is fetched, and the disk is never filled to the last byte.

import { statfs } from 'node:fs/promises';
import { fail } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { PassFailure, type SyncContext } from './syncContext.ts';

/** Bytes that stay free for other work. */
const reserveBytes = 256 * 1024 * 1024;
/** Messages are stored zipped; here they are plain, next to their index. */
const growth = 5;

/** Null: not known. */
export async function freeBytesAt(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
}

export async function announceSpace(context: SyncContext): Promise<void> {
  const row = context.state.get<{ bytes: number | null }>(
    "SELECT sum(bytes) AS bytes FROM segments WHERE state IN ('new', 'waits')",
  );
  const needed = (row?.bytes ?? 0) * growth;
  const free = needed === 0 ? null : await context.freeBytes();
  if (free === null || free - needed >= reserveBytes) return;
  context.problems.set(
    'space',
    say`The conversations of your other machines need about ${megabytes(needed)} MB, and this disk has ${megabytes(free)} MB left. The newest are fetched first, as long as they fit.`,
  );
}

/** Throws PassFailure while some is still free for other work. `bytes`: of what is fetched next. */
export async function checkSpace(context: SyncContext, bytes = 0): Promise<void> {
  const free = await context.freeBytes();
  if (free === null || free - bytes >= reserveBytes) return;
  const left = say`This disk has only ${megabytes(free)} MB left. Conversations of your other machines are fetched again when more of it is free; one that you open is fetched all the same.`;
  throw new PassFailure(fail('STORE_WRITE_FAILED', left));
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
