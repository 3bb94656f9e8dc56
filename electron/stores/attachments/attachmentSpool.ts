// Streams an attachment into a temporary file next to the attachments, without holding it in memory. An incomplete
// upload is removed; one left by a crash is recognized by its name and swept up later.

import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { AttachmentUpload } from '../../ports/store.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { makeFolder, temporaryName, writeAll } from '../files/atomicWrite.ts';
import { type Disk, diskReason, fileMode, readWholeFile } from '../files/disk.ts';

export function openAttachmentSpool(disk: Disk, find: () => Promise<Result<ConversationPaths>>): AttachmentUpload {
  let opened: Promise<Result<{ path: string; handle: FileHandle }>> | null = null;
  let written = 0;

  async function open(): Promise<Result<{ path: string; handle: FileHandle }>> {
    const place = await find();
    if (!place.ok) return place;
    try {
      await makeFolder(disk, place.value.attachments, place.value.project);
      const path = temporaryName(join(place.value.attachments, 'upload'), disk.owner?.() ?? null);
      return ok({ path, handle: await disk.open(path, 'wx', fileMode) });
    } catch (thrown) {
      return notKept(thrown);
    }
  }

  async function close(): Promise<string | null> {
    const file = await opened;
    if (!file?.ok) return null;
    await file.value.handle.close().catch(() => {});
    return file.value.path;
  }

  return {
    async add(piece) {
      opened ??= open();
      const file = await opened;
      if (!file.ok) return file;
      try {
        await writeAll(file.value.handle, piece, written);
        written += piece.length;
        return ok(undefined);
      } catch (thrown) {
        return notKept(thrown);
      }
    },
    async take() {
      const path = await close();
      if (path === null) return ok(Buffer.alloc(0));
      const content = await readWholeFile(disk, path);
      await disk.unlink(path).catch(() => {});
      if (content.kind === 'content') return ok(content.bytes);
      return fail(
        'STORE_READ_FAILED',
        say`The attached file could not be read again. Add it again from its original location.`,
      );
    },
    async discard() {
      const path = await close();
      if (path !== null) await disk.unlink(path).catch(() => {});
    },
  };
}

function notKept(thrown: unknown): ReturnType<typeof fail> {
  return fail(
    'STORE_WRITE_FAILED',
    say`The file could not be attached because it could not be saved (${diskReason(thrown)}). Fix this, then add it again.`,
  );
}
