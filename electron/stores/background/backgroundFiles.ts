// background/ in a conversation's folder: one JSON file per background command with its details and exit status, plus
// its output (listOutputParts.ts). Removed together with the conversation.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { BackgroundFiles, BackgroundRecord } from '../../ports/background.ts';
import { createDataFolder } from '../dataFolder.ts';
import { atomicWrite, makeFolder, syncFolder, writeAll } from '../files/atomicWrite.ts';
import { type Disk, diskReason, errorCode, fileMode, isNotFoundError, readWholeFile } from '../files/disk.ts';
import { type BackgroundLogFile, createBackgroundLog, tailCharacters } from './backgroundLog.ts';
import { parseRecord, serializeRecord } from './backgroundRecord.ts';
import { listOutputParts, readParts } from './outputParts.ts';

export interface BackgroundFilesDeps {
  disk: Disk;
  mask: SecretMask;
  /** Resolves once the mask has loaded the secrets to hide. */
  keysKnown(): Promise<void>;
  /** Bytes of output to keep: its head and its tail. */
  cap(): number | Promise<number>;
}

const idPattern = /^bg_[1-9]\d{0,8}$/;
const tailBytes = 4 * tailCharacters;

export function createBackgroundFiles(dataDir: string, deps: BackgroundFilesDeps): BackgroundFiles {
  const { disk, mask } = deps;
  const data = createDataFolder(dataDir, disk);
  /** The logs that this process is writing, by conversation and ID. */
  const live = new Map<string, BackgroundLogFile>();

  async function folderOf(conversationId: string): Promise<Result<string>> {
    const place = await data.locate(conversationId);
    return place.ok ? ok(join(place.value.folder, 'background')) : place;
  }

  async function folderOrThrow(conversationId: string): Promise<string> {
    const folder = await folderOf(conversationId);
    if (!folder.ok) throw new Error(folder.error.message);
    return folder.value;
  }

  function hidden(record: BackgroundRecord): BackgroundRecord {
    return { ...record, command: mask.text(record.command) };
  }

  /** Takes the next free number; skips one that another process claims meanwhile. */
  async function reserve(folder: string, about: Omit<BackgroundRecord, 'id' | 'ended'>): Promise<BackgroundRecord> {
    await makeFolder(disk, folder);
    const names = await disk.readdir(folder);
    const numbers = names.map((name) => Number(/^bg_(\d{1,9})\.json$/.exec(name)?.[1] ?? 0));
    for (let number = Math.max(0, ...numbers) + 1; ; number++) {
      const record: BackgroundRecord = { id: `bg_${number}`, ...about, ended: null };
      try {
        const handle = await disk.open(join(folder, `${record.id}.json`), 'wx', fileMode);
        try {
          await writeAll(handle, Buffer.from(serializeRecord(hidden(record)), 'utf8'), 0);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await syncFolder(disk, folder);
        return record;
      } catch (thrown) {
        if (errorCode(thrown) !== 'EEXIST') throw thrown;
      }
    }
  }

  async function readRecord(folder: string, id: string): Promise<Result<BackgroundRecord>> {
    if (!idPattern.test(id)) return notFound(id);
    const content = await readWholeFile(disk, join(folder, `${id}.json`));
    if (content.kind === 'absent') return notFound(id);
    const parsed = content.kind === 'content' ? parseRecord(content.bytes) : null;
    // A crash may have torn the record, but the output is still there.
    return ok(parsed ?? { id, messageId: '', command: '', cwd: '', startedAt: '', ended: null });
  }

  async function partsOf(conversationId: string, id: string) {
    const folder = await folderOf(conversationId);
    if (!folder.ok) return folder;
    const record = await readRecord(folder.value, id);
    if (!record.ok) return record;
    try {
      const parts = await listOutputParts(disk, folder.value, id);
      const last = parts.at(-1);
      const log = live.get(`${conversationId} ${id}`);
      return ok({
        record: record.value,
        parts,
        log,
        total: log?.keptBytes() ?? (last ? last.start + last.size : 0),
      });
    } catch (thrown) {
      return unreadable(id, thrown);
    }
  }

  return {
    async open(conversationId, about) {
      await deps.keysKnown();
      const folder = await folderOf(conversationId);
      if (!folder.ok) return folder;
      try {
        const record = await reserve(folder.value, about);
        const key = `${conversationId} ${record.id}`;
        const log = createBackgroundLog({
          id: record.id,
          disk,
          mask,
          cap: deps.cap,
          folder: () => folderOrThrow(conversationId),
          async ended(ended) {
            live.delete(key);
            const where = await folderOf(conversationId);
            // The conversation was deleted meanwhile; its files go with it.
            if (!where.ok) return;
            // Read it from disk again: the command line may have been removed for good.
            const currentRecord = await readRecord(where.value, record.id);
            if (!currentRecord.ok) return;
            await atomicWrite(
              disk,
              join(where.value, `${record.id}.json`),
              serializeRecord({ ...currentRecord.value, ended }),
            );
          },
        });
        live.set(key, log);
        return ok(log);
      } catch (thrown) {
        return fail('STORE_WRITE_FAILED', say`The command was not started: ${diskReason(thrown)}.`);
      }
    },

    async read(conversationId, id) {
      const stored = await partsOf(conversationId, id);
      if (!stored.ok) return stored;
      const { record, parts, total, log } = stored.value;
      if (log) return ok({ ...record, bytes: log.bytes(), tail: log.tail() });
      try {
        const end = await readParts(disk, parts, total, -tailBytes, tailBytes);
        return ok({ ...record, bytes: total, tail: lastCharacters(end.text) });
      } catch (thrown) {
        return unreadable(id, thrown);
      }
    },

    async page(conversationId, id, offset, limit) {
      const stored = await partsOf(conversationId, id);
      if (!stored.ok) return stored;
      const { parts, total, log } = stored.value;
      try {
        const page = await readParts(disk, parts, total, offset, limit);
        const failure = log?.failure() ?? null;
        if (page.text !== '' || failure === null) return ok(page);
        return fail('STORE_WRITE_FAILED', say`The output of ${id} after byte ${total} could not be saved: ${failure}.`);
      } catch (thrown) {
        return unreadable(id, thrown);
      }
    },
  };
}

function lastCharacters(text: string): string {
  const end = text.slice(-tailCharacters);
  return /^[\udc00-\udfff]/.test(end) ? end.slice(1) : end;
}

function notFound(id: string): ReturnType<typeof fail> {
  const quotedId = JSON.stringify(id.slice(0, 40));
  return fail('BACKGROUND_NOT_FOUND', say`This conversation has no background command with the ID ${quotedId}.`);
}

function unreadable(id: string, thrown: unknown): ReturnType<typeof fail> {
  const reason = isNotFoundError(thrown) ? say`it no longer exists` : diskReason(thrown);
  return fail('STORE_READ_FAILED', say`The output of ${id} could not be read: ${reason}.`);
}
