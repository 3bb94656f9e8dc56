// Content-addressed attachments: each lives once in the project's `state/attachments`, under its SHA-256. It is synced
// before the message that refers to it, and its hash is checked on every read.

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { AttachmentVersion } from '../../ports/store.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { atomicWrite, makeFolder, syncFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason, isNotFoundError, readFlags, readWholeFile, statOrNull } from '../files/disk.ts';

type AttachmentFolder = Pick<ConversationPaths, 'project' | 'attachments'>;

export interface AttachmentFiles {
  /** On STORE_WRITE_FAILED nothing readable is left behind. */
  save(place: AttachmentFolder, bytes: Buffer): Promise<Result<{ hash: string }>>;
  /** MESSAGE_NOT_FOUND if the file is missing or no longer matches its hash. */
  read(place: AttachmentFolder, hash: string): Promise<Result<Buffer>>;
  /** Reads a range, without checking the hash. */
  readPart(
    place: AttachmentFolder,
    hash: string,
    offset: number,
    limit: number,
  ): Promise<Result<{ bytes: Buffer; nextOffset: number | null; totalBytes: number }>>;
  /** The current file version for each hash; it changes when the file is rewritten. Missing files have no entry. */
  versions(place: AttachmentFolder, hashes: readonly string[]): Promise<Map<string, AttachmentVersion>>;
}

const hashForm = /^[0-9a-f]{64}$/;

const hashedBytes = 1024 * 1024;

async function hashInSlices(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  const slice = createTimeSlice();
  for (let at = 0; at < bytes.length; at += hashedBytes) {
    hash.update(bytes.subarray(at, at + hashedBytes));
    const turn = slice();
    if (turn) await turn;
  }
  return hash.digest('hex');
}

export function createAttachmentFiles(disk: Disk, mask: SecretMask): AttachmentFiles {
  /** Masks secrets in text; leaves other bytes unchanged. */
  function masked(bytes: Buffer): Buffer {
    return mask.isIdle() || !isUtf8(bytes) ? bytes : Buffer.from(mask.text(bytes.toString('utf8')), 'utf8');
  }

  return {
    async save(place, original) {
      const bytes = masked(original);
      const hash = await hashInSlices(bytes);
      const path = join(place.attachments, hash);
      try {
        const there = await readWholeFile(disk, path);
        if (there.kind === 'content' && (await hashInSlices(there.bytes)) === hash) {
          // The process that wrote the file may have ended before its directory entry was synced.
          await syncFolder(disk, place.attachments);
          return ok({ hash });
        }
        await makeFolder(disk, place.attachments, place.project);
        await atomicWrite(disk, path, bytes);
        return ok({ hash });
      } catch (thrown) {
        return fail(
          'STORE_WRITE_FAILED',
          say`The message was not sent because its files could not be saved (${diskReason(thrown)}). Your text is still here. Fix this, then send it again.`,
        );
      }
    },

    async versions(place, hashes) {
      const versionsByHash = new Map<string, AttachmentVersion>();
      const slice = createTimeSlice();
      for (const hash of hashes.filter((name) => hashForm.test(name))) {
        const there = statOrNull(disk, join(place.attachments, hash));
        if (there) {
          const version = `${there.dev} ${there.ino} ${there.size} ${there.mtime}`;
          versionsByHash.set(hash, { version, bytes: Number(there.size) });
        }
        const turn = slice();
        if (turn) await turn;
      }
      return versionsByHash;
    },

    async readPart(place, hash, offset, limit) {
      if (!hashForm.test(hash)) return noName;
      try {
        const handle = await disk.open(join(place.attachments, hash), readFlags);
        try {
          const totalBytes = (await handle.stat()).size;
          const pageLength = Math.max(0, Math.min(limit, totalBytes - offset));
          const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(pageLength), 0, pageLength, offset);
          const next = offset + bytesRead;
          const nextOffset = bytesRead > 0 && next < totalBytes ? next : null;
          return ok({ bytes: buffer.subarray(0, bytesRead), nextOffset, totalBytes });
        } finally {
          await handle.close();
        }
      } catch (thrown) {
        if (isNotFoundError(thrown)) return notKept;
        return fail('STORE_READ_FAILED', say`An attachment could not be read: ${diskReason(thrown)}.`);
      }
    },

    async read(place, hash) {
      if (!hashForm.test(hash)) return noName;
      const content = await readWholeFile(disk, join(place.attachments, hash));
      if (content.kind === 'unreadable') {
        return fail('STORE_READ_FAILED', say`An attachment could not be read: ${content.reason}.`);
      }
      if (content.kind === 'absent') return notKept;
      if ((await hashInSlices(content.bytes)) !== hash) {
        return fail(
          'MESSAGE_NOT_FOUND',
          say`This attachment is damaged: its content differs from what was saved. It was left unchanged.`,
        );
      }
      return ok(content.bytes);
    },
  };
}

const noName = fail('ID_INVALID', say`This is not a valid attachment name. Nothing was read.`);
const notKept = fail('MESSAGE_NOT_FOUND', say`This attachment is no longer stored.`);
