// Encrypts what the stores keep, below everything else: a disk whose files in some folders are encrypted. A file is
// recognized by its first bytes, so encrypted and plain ones can be mixed, and a conversion can stop anywhere.

import { type BigIntStats, closeSync, fstatSync, openSync, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { asideName, writeAll } from '../files/atomicWrite.ts';
import type { DataKey } from '../files/disk.ts';
import { type Disk, errorCode, fileMode, readFlags } from '../files/disk.ts';
import { guardWrites } from '../files/guardWrites.ts';
import { blockFileSize, openBlockFile } from './blockFile.ts';
import { dataKeyOf } from './dataKey.ts';
import { createConversionWatch } from './encryptionFile.ts';
import { createSegmentAccess, openLogFile, type SegmentAccess } from './logFile.ts';
import { readRaw, readRawSync, runReadingSync } from './rawFile.ts';
import { createSegmentMap } from './segmentMap.ts';
import { type FileHeader, fileKeyOf, headerBytes, newHeader, readHeader } from './segments.ts';

/** Files with their segments in memory, most recently used last. */
const keptMaps = 64;
/** Content sizes by device, inode, size and time. */
const keptSizes = 50_000;

type Opened = FileHeader | 'torn' | null;

/**
 * `key` null: encrypted files can't be read, with that as the reason. `encrypts`: whether new files at a path are
 * encrypted.
 */
export function createEncryptedDisk(inner: Disk, key: DataKey | null, encrypts: (path: string) => boolean): Disk {
  const maps = new Map<string, { salt: string; shared: SegmentAccess }>();
  const sizes = new Map<string, number>();

  function sharedMap(stats: { dev: bigint; ino: bigint }, header: FileHeader, fileKey: Buffer): SegmentAccess {
    const name = `${stats.dev}:${stats.ino}`;
    const salt = header.salt.toString('hex');
    const cached = maps.get(name);
    const entry = cached?.salt === salt ? cached : { salt, shared: createSegmentAccess(fileKey) };
    maps.delete(name);
    maps.set(name, entry);
    const oldest = maps.keys().next();
    if (maps.size > keptMaps && !oldest.done) maps.delete(oldest.value);
    return entry.shared;
  }

  function keyFor(header: FileHeader): DataKey {
    if (key === null) throw new SentenceError(say`it is encrypted, and its key is not available`);
    if (!header.keyId.equals(key.id)) throw new SentenceError(say`it is encrypted with another key`);
    return key;
  }

  async function openWith(handle: FileHandle, path: string, header: Buffer, appends: boolean): Promise<FileHandle> {
    const read = readHeader(header);
    if (read === null || typeof read === 'string') throw new SentenceError(say`it is encrypted in a newer format`);
    const fileKey = fileKeyOf(keyFor(read), read);
    if (read.layout === 'blocks') return openBlockFile(handle, fileKey, header);
    const shared = sharedMap(await handle.stat({ bigint: true }), read, fileKey);
    return openLogFile(handle, { fileKey, header, shared, appends, keepTorn: (...what) => keepTorn(path, ...what) });
  }

  async function keepTorn(path: string, header: Buffer, torn: Buffer): Promise<void> {
    const aside = await inner.open(asideName(path, 'torn', new Date()), 'wx', fileMode).catch((thrown) => {
      if (errorCode(thrown) === 'EEXIST') return null;
      throw thrown;
    });
    try {
      if (aside) await writeAll(aside, Buffer.concat([header, torn]), 0);
      await aside?.sync();
    } finally {
      await aside?.close();
    }
  }

  async function headerOf(handle: FileHandle): Promise<{ bytes: Buffer; header: Opened }> {
    const bytes = await readRaw(handle, 0, headerBytes);
    const header = readHeader(bytes);
    if (header === 'foreign') throw new SentenceError(say`it is encrypted in a newer format`);
    return { bytes, header };
  }

  async function openExisting(
    path: string,
    flags: string | number | undefined,
    mode: Parameters<Disk['open']>[2],
  ): Promise<FileHandle> {
    const appends = typeof flags === 'string' && flags.startsWith('a');
    // A handle that only appends can't read the header.
    const handle = appends ? await inner.open(path, 'r+') : await inner.open(path, flags, mode);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return handle;
      const { bytes, header } = await headerOf(handle);
      if (header !== null && header !== 'torn') return await openWith(handle, path, bytes, appends);
      const writes = appends || flags === 'r+';
      if (key && encrypts(path) && (header === 'torn' || (writes && stats.size === 0))) {
        if (writes && stats.size > 0) await handle.truncate(0);
        return await openWith(handle, path, newHeader(key, 'log'), appends);
      }
      if (!appends) return handle;
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
    await handle.close();
    return inner.open(path, flags, mode);
  }

  async function open(...how: Parameters<Disk['open']>): Promise<FileHandle> {
    const [path, flags, mode] = how;
    const file = String(path);
    const creates = typeof flags === 'string' && /^[wa]/u.test(flags);
    if (!creates) return openExisting(file, flags, mode);
    if (flags.startsWith('a')) {
      const existing = await openExisting(file, flags, mode).catch((thrown) => {
        if (errorCode(thrown) === 'ENOENT') return null;
        throw thrown;
      });
      if (existing) return existing;
    }
    if (!key || !encrypts(file)) return inner.open(path, flags, mode);
    const exclusive = flags.startsWith('a') || flags.includes('x') ? 'wx+' : 'w+';
    const created = await inner.open(path, exclusive, mode).catch((thrown) => {
      // Another process has just created it.
      if (flags.startsWith('a') && errorCode(thrown) === 'EEXIST') return null;
      throw thrown;
    });
    if (!created) return openExisting(file, flags, mode);
    return openWith(created, file, newHeader(key, isRingBuffer(file) ? 'blocks' : 'log'), flags.startsWith('a'));
  }

  /** Size of the content of the regular file at `path`; null if it is plain. */
  function contentSize(
    path: string,
    stats: { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint },
  ): number | null {
    if (stats.size === 0n) return null;
    const name = `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}`;
    const cached = sizes.get(name);
    if (cached !== undefined) return cached < 0 ? null : cached;
    const size = readSize(path);
    if (sizes.size > keptSizes) sizes.clear();
    sizes.set(name, size ?? -1);
    return size;
  }

  function readSize(path: string): number | null {
    let file: number | null = null;
    try {
      file = openSync(path, readFlags);
      const rawSize = Number(fstatSync(file, { bigint: true }).size);
      const header = readHeader(readRawSync(file, 0, headerBytes));
      if (header === null || header === 'foreign') return null;
      if (header === 'torn') return 0;
      if (header.layout === 'blocks') return blockFileSize(rawSize);
      if (!key?.id.equals(header.keyId)) return null;
      const map = createSegmentMap(fileKeyOf(key, header));
      runReadingSync(map.refresh(rawSize), file);
      return map.size;
    } catch {
      return null;
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  /** Replaces the size by that of the content. */
  function withContentSize(path: string, stats: BigIntStats | Stats | undefined): BigIntStats | Stats | undefined {
    if (!stats?.isFile() || key === null) return stats;
    const exact = isExact(stats) ? stats : inner.statSync(path, { bigint: true });
    const size = contentSize(path, exact);
    if (size === null) return stats;
    return Object.assign(stats, { size: isExact(stats) ? BigInt(size) : size });
  }

  return {
    ...inner,
    dataKey: key,
    open,
    stat: (async (path: string, how: { bigint?: boolean } = {}) =>
      withContentSize(path, await inner.stat(path, how as { bigint: true }))) as Disk['stat'],
    statSync: ((path: string, how?: { bigint?: boolean; throwIfNoEntry?: boolean }) =>
      withContentSize(path, inner.statSync(path, how as { bigint: true }))) as Disk['statSync'],
  };
}

function isExact(stats: BigIntStats | Stats): stats is BigIntStats {
  return typeof stats.size === 'bigint';
}

const ringBufferPattern = /(?:\.printed|^run-by-hand)\.tmp-/u;

function isRingBuffer(path: string): boolean {
  return ringBufferPattern.test(path.slice(path.lastIndexOf(sep) + 1));
}

/** Top-level files and folders whose content is the user's. The rest is configuration, which users edit by hand. */
const privateNames = [
  'projects',
  'usage',
  'memory.md',
  'memory.before',
  'learnt.json',
  'unsent.json',
  'sync',
  'sharing',
  'devices.json',
  'passkeys.json',
  'queries.json',
  'schedule-runs',
  'goals',
];

/** Whether a top-level name of the data folder holds what is encrypted, its kept earlier versions included. */
export function isPrivateName(first: string): boolean {
  return privateNames.some((name) => first === name || first.startsWith(`${name}.`));
}

/** Whether new files at a path in the data folder are encrypted. */
function encryptedPaths(dataDir: string): (path: string) => boolean {
  return (path) => {
    const parts = relative(dataDir, path).split(sep);
    return isPrivateName(parts[0] ?? '') && parts.at(-1) !== 'encryption.json';
  };
}

/** The disk of a data folder. `key` null: its data is not encrypted. */
export function diskWithKey(
  inner: Disk,
  key: DataKey | null,
  dataDir: string,
  whyStale = createConversionWatch(dataDir),
): Disk {
  const disk: Disk = { ...guardWrites(inner, whyStale), isStale: () => whyStale() !== null };
  if (key === null) return disk;
  return createEncryptedDisk(disk, key, key.onlyReads ? () => false : encryptedPaths(dataDir));
}

/** The disk of a thread, which receives the key's buffers as arrays. `isStale`: it starts after a conversion. */
export function diskOfThread(inner: Disk, key: ThreadKey, dataDir: string, isStale = false): Disk {
  const onlyReads = key?.onlyReads ? { onlyReads: true as const } : {};
  const own = key && { ...dataKeyOf(Buffer.from(key.secret)), ...onlyReads };
  return diskWithKey(inner, own, dataDir, createConversionWatch(dataDir, isStale ? 'stale' : undefined));
}

/** The part of the data key that a thread needs; null: the data is not encrypted. */
export type ThreadKey = (Pick<DataKey, 'onlyReads'> & { secret: Uint8Array }) | null;
