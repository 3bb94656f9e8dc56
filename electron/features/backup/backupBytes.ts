// The bytes of a backup, read from the data folder as they are needed: a tar archive with a list of its files after every few of them,
// so that a backup that was cut off still knows what it holds.

import { join } from 'node:path';
import { type SentenceData, say } from '../../../shared/core/sentence.ts';
import { AbandonedError } from '../../lib/cooperativeYield.ts';
import { type Disk, diskReason } from '../../stores/files/disk.ts';
import { type BackedUpFile, type BackupHead, entryName, firstEntry, lastEntry, manifestName } from './backupFormat.ts';
import type { KnownFile } from './knownFiles.ts';
import { hashPrefix, openSnapshot, readBody, sha256 } from './snapshotFile.ts';
import { blockBytes, encodeHeader, paddingAfter } from './tarFormat.ts';
import { type WalkedFile, walkData } from './walkData.ts';

export interface BackupSource {
  disk: Disk;
  dataDir: string;
  head: BackupHead;
  /** The parent's files; empty: a complete backup. */
  known: ReadonlyMap<string, KnownFile>;
  now(): number;
  signal: AbortSignal;
  onFile(bytes: number): void;
}

/** Filled while the bytes are read. */
export interface BackupContent {
  files: number;
  /** The data folder's bytes, and those of them in this backup. */
  totalBytes: number;
  newBytes: number;
  /** Files of the data folder that are not in the backup, with the reason. */
  leftOut: { path: string; reason: SentenceData }[];
  known: Map<string, KnownFile>;
}

export const emptyContent = (): BackupContent => ({
  files: 0,
  totalBytes: 0,
  newBytes: 0,
  leftOut: [],
  known: new Map(),
});

/** A list is written after this many files or bytes, and after fewer files at the beginning. */
const maxListed = 200;
const minListed = 8;
const maxUnlistedBytes = 8 * 1024 * 1024;
/** Files from this size on begin after a list. */
const largeBytes = 256 * 1024;

/** Throws file system errors, and `AbandonedError` once the signal aborts. */
export async function* backupBytes(source: BackupSource, content: BackupContent): AsyncGenerator<Uint8Array> {
  const { disk, dataDir, head, signal } = source;
  const first = jsonLine(head);
  const manifests: string[] = [];
  yield* wholeEntry(firstEntry, first);
  let lines: string[] = [];
  let unlisted = 0;

  function* list(): Generator<Uint8Array> {
    if (lines.length === 0) return;
    const part = manifests.length + 1;
    const bytes = Buffer.from(`${JSON.stringify({ id: head.id, part })}\n${lines.join('\n')}\n`, 'utf8');
    manifests.push(sha256().update(bytes).digest('hex'));
    lines = [];
    unlisted = 0;
    yield* wholeEntry(manifestName(part), bytes);
  }

  for await (const walked of walkData(disk, dataDir)) {
    if (signal.aborted) throw new AbandonedError();
    // Damage in a large file is likely, and must not cost the smaller ones before it.
    if (lines.length > 0 && (await sizeOf(disk, join(dataDir, walked.path))) >= largeBytes) yield* list();
    const file = yield* fileEntry(source, walked, content);
    if (file === null) continue;
    lines.push(JSON.stringify(file));
    unlisted += file.same ? 0 : file.size - (file.base ?? 0);
    content.files++;
    content.totalBytes += file.size;
    const enough = Math.min(maxListed, minListed + content.files / 4);
    if (lines.length >= enough || unlisted >= maxUnlistedBytes) yield* list();
  }
  yield* list();
  const end = {
    id: head.id,
    complete: true,
    files: content.files,
    first: sha256().update(first).digest('hex'),
    manifests,
  };
  yield* wholeEntry(lastEntry, jsonLine(end));
  yield Buffer.alloc(2 * blockBytes);
}

async function sizeOf(disk: Disk, path: string): Promise<number> {
  return disk.stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function jsonLine(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`, 'utf8');
}

function* wholeEntry(name: string, bytes: Uint8Array): Generator<Uint8Array> {
  yield encodeHeader(name, bytes.length, Date.now());
  yield bytes;
  yield Buffer.alloc(paddingAfter(bytes.length));
}

/** Returns the file's line in the list; null if it is not in the backup. */
async function* fileEntry(
  source: BackupSource,
  walked: WalkedFile,
  content: BackupContent,
): AsyncGenerator<Uint8Array, BackedUpFile | null> {
  const { path } = walked;
  const skip = (reason: SentenceData): null => {
    content.leftOut.push({ path, reason });
    return null;
  };
  if (walked.leftOut !== null) return skip(reasons[walked.leftOut]);
  let snapshot: Awaited<ReturnType<typeof openSnapshot>>;
  try {
    snapshot = await openSnapshot(source.disk, join(source.dataDir, path), source.now());
  } catch (thrown) {
    return skip(say`it could not be read: ${diskReason(thrown)}`);
  }
  // Removed meanwhile.
  if (snapshot === null) return null;
  const { handle, size, bodySize, closing, stamp, mtimeMs } = snapshot;
  try {
    const common = { path, size, mtime: Math.floor(mtimeMs) };
    const before = source.known.get(path);
    const bodyOf = (sha: string): Pick<BackedUpFile, 'body'> =>
      bodySize === size ? {} : { body: { size: bodySize, sha256: sha } };
    if (before && stamp !== null && before.stamp === stamp && before.size === size && before.bodySize === bodySize) {
      content.known.set(path, before);
      return { ...common, sha256: before.sha256, same: true, ...bodyOf(before.bodySha256) };
    }
    let hash = sha256();
    let base = 0;
    if (before && before.bodySize > 0 && before.bodySize <= bodySize) {
      const read = await hashPrefix(snapshot, hash, before.bodySize);
      if (read && hash.copy().digest('hex') === before.bodySha256) base = before.bodySize;
      else hash = sha256();
    }
    if (before && base === bodySize && before.size === size) {
      content.known.set(path, { ...before, stamp });
      return { ...common, sha256: before.sha256, same: true, ...bodyOf(before.bodySha256) };
    }
    yield encodeHeader(entryName(path), size - base, mtimeMs);
    const part = sha256();
    let failed: string | null = null;
    let missing = bodySize - base;
    try {
      for await (const chunk of readBody(handle, base, bodySize)) {
        if (source.signal.aborted) throw new AbandonedError();
        if (chunk === null) throw new Error('it became shorter while it was read');
        hash.update(chunk);
        part.update(chunk);
        missing -= chunk.length;
        content.newBytes += chunk.length;
        source.onFile(chunk.length);
        yield chunk;
      }
    } catch (thrown) {
      if (thrown instanceof AbandonedError) throw thrown;
      failed = thrown instanceof Error ? thrown.message : String(thrown);
      content.leftOut.push({ path, reason: say`it could not be read: ${failed}` });
      for (; missing > 0; missing -= Math.min(missing, zeros.length)) yield zeros.subarray(0, missing);
    }
    const bodySha256 = hash.copy().digest('hex');
    const end = Buffer.from(closing, 'latin1');
    hash.update(end);
    part.update(end);
    yield end;
    yield Buffer.alloc(paddingAfter(size - base));
    const digest = hash.digest('hex');
    if (failed !== null) return { ...common, sha256: digest, failed };
    content.known.set(path, { size, stamp, sha256: digest, bodySize, bodySha256 });
    const appended = base > 0 ? { base, baseSha256: before?.bodySha256 ?? '', partSha256: part.digest('hex') } : {};
    return { ...common, sha256: digest, ...appended, ...bodyOf(bodySha256) };
  } finally {
    await handle.close();
  }
}

const zeros = Buffer.alloc(64 * 1024);

const reasons = {
  link: say`it is a symbolic link`,
  name: say`other systems cannot store its name`,
  kind: say`it is not a file`,
  folder: say`its folder could not be read`,
} as const;
