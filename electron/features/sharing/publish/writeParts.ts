// Writes what was prepared into files of at most 4 MB. These bytes are what the store gets.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import { contentHash } from '../../../lib/ids.ts';
import { jsonPieces } from '../../../lib/jsonPieces.ts';
import { atomicWrite, makeFolder } from '../../../stores/files/atomicWrite.ts';
import type { Disk } from '../../../stores/files/disk.ts';
import { type IndexEntry, maxPartBytes, maxPublicationBytes } from '../team/teamIndex.ts';

type Written = Pick<IndexEntry, 'hash' | 'bytes' | 'parts'>;

export function partFile(folder: string, n: number): string {
  return join(folder, String(n).padStart(4, '0'));
}

/** Throws file system errors. */
export async function writeParts(disk: Disk, folder: string, lines: AsyncIterable<unknown>): Promise<Result<Written>> {
  await makeFolder(disk, folder);
  const whole = createHash('sha256');
  const parts: IndexEntry['parts'] = [];
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let bytes = 0;

  async function writeOut(isLast: boolean): Promise<void> {
    let rest = Buffer.concat(waiting);
    while (rest.length >= maxPartBytes || (isLast && (rest.length > 0 || parts.length === 0))) {
      const part = rest.subarray(0, maxPartBytes);
      await atomicWrite(disk, partFile(folder, parts.length), part);
      parts.push({ hash: contentHash(part), bytes: part.length });
      rest = rest.subarray(part.length);
    }
    waiting = [rest];
    waitingBytes = rest.length;
  }

  for await (const piece of piecesOf(lines)) {
    const text = Buffer.from(piece, 'utf8');
    whole.update(text);
    bytes += text.length;
    if (bytes > maxPublicationBytes) {
      const max = maxPublicationBytes / 1024 / 1024;
      return fail(
        'REQUEST_TOO_LARGE',
        say`This is larger than ${max} MB. Publish it from a later message, or without results and attachments.`,
      );
    }
    waiting.push(text);
    waitingBytes += text.length;
    if (waitingBytes >= maxPartBytes) await writeOut(false);
  }
  await writeOut(true);
  return ok({ hash: whole.digest('hex'), bytes, parts });
}

/** A line may have megabytes. */
async function* piecesOf(lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  const slice = createTimeSlice();
  for await (const line of lines) {
    for (const piece of jsonPieces(line)) {
      await slice();
      yield piece;
    }
    yield '\n';
  }
}
