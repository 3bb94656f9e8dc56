// Many file contents in one file, found by SHA-256, so that a single sync makes all durable. Reads verify the hash.

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { SecretMask } from '../../lib/secretMask.ts';
import { ContentChangedError, type ContentKeeper, SecretContentError } from '../../ports/folderTree.ts';
import { writeAll } from '../files/atomicWrite.ts';
import { type Disk, fileMode, readFlags } from '../files/disk.ts';

/** Offset and length. */
export type PackEntry = [offset: number, bytes: number];
export type PackIndex = Map<string, PackEntry>;

export interface PackWriter extends ContentKeeper {
  readonly places: PackIndex;
  takeNew(): Record<string, PackEntry>;
  sync(): Promise<void>;
  size(): number;
  close(): Promise<void>;
}

/** Per content: takes its pieces and reports whether a secret has occurred so far. */
export type CreateSecretTest = () => (piece: Buffer) => boolean;

const bufferBytes = 1024 * 1024;
const readBytes = 512 * 1024;

/** `places` lists known contents. Creates no file until something is added. */
export function createPackWriter(
  disk: Disk,
  path: string,
  places: PackIndex,
  containsSecret: CreateSecretTest,
): PackWriter {
  let handle: FileHandle | null = null;
  /** End of the written part, and pending bytes. */
  let end = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let fresh: Record<string, PackEntry> = {};

  async function opened(): Promise<FileHandle> {
    if (handle) return handle;
    // 'a' would ignore positions; crash leftovers beyond the known part stay.
    const createdFile = await disk.open(path, 'a', fileMode);
    await createdFile.close();
    handle = await disk.open(path, 'r+', fileMode);
    end = (await handle.stat()).size;
    return handle;
  }

  async function flush(): Promise<void> {
    if (waitingBytes === 0) return;
    const bytes = Buffer.concat(waiting);
    await writeAll(await opened(), bytes, end);
    end += bytes.length;
    waiting = [];
    waitingBytes = 0;
  }

  async function add(piece: Buffer): Promise<void> {
    await opened();
    waiting.push(piece);
    waitingBytes += piece.length;
    if (waitingBytes >= bufferBytes) await flush();
  }

  function note(hash: string, place: PackEntry): void {
    places.set(hash, place);
    fresh[hash] = place;
  }

  return {
    places,
    has: (hash) => places.has(hash),
    async keep(hash, content) {
      if (places.has(hash)) return;
      const isSecret = containsSecret();
      await opened();
      const start = end + waitingBytes;
      if (Buffer.isBuffer(content)) {
        if (isSecret(content)) throw new SecretContentError();
        await add(content);
        note(hash, [start, content.length]);
        return;
      }
      const digest = createHash('sha256');
      let bytes = 0;
      for await (const piece of content()) {
        digest.update(piece);
        bytes += piece.length;
        if (isSecret(piece)) throw new SecretContentError();
        await add(piece);
      }
      if (digest.digest('hex') !== hash) throw new ContentChangedError();
      note(hash, [start, bytes]);
    },
    takeNew() {
      const newEntries = fresh;
      fresh = {};
      return newEntries;
    },
    async sync() {
      await flush();
      await handle?.sync();
    },
    size: () => end,
    async close() {
      const open = handle;
      handle = null;
      await open?.close();
    },
  };
}

/** Throws if missing or not matching its hash. */
export async function* readPacked(
  disk: Disk,
  path: string,
  hash: string,
  [offset, bytes]: PackEntry,
): AsyncGenerator<Buffer> {
  const handle = await disk.open(path, readFlags);
  try {
    const digest = createHash('sha256');
    for (let done = 0; done < bytes; ) {
      const chunkLength = Math.min(readBytes, bytes - done);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkLength), 0, chunkLength, offset + done);
      if (bytesRead === 0) break;
      const piece = buffer.subarray(0, bytesRead);
      digest.update(piece);
      done += bytesRead;
      yield piece;
    }
    if (digest.digest('hex') !== hash) throw new Error('what was kept of it is damaged');
  } finally {
    await handle.close();
  }
}

/** Bytes of each piece to check again with the next one; longer than any key. */
const overlap = 4096;

/** Detects secrets that the app never stores (its own keys). Such bytes are left out, since masked content could not be restored. */
export function createSecretDetector(mask: SecretMask | null): CreateSecretTest {
  return () => {
    if (!mask || mask.isIdle()) return () => false;
    let tail = Buffer.alloc(0);
    return (piece) => {
      const bytes = tail.length === 0 ? piece : Buffer.concat([tail, piece]);
      tail = Buffer.from(bytes.subarray(-overlap));
      // Fast path: most bytes are harmless.
      if (mask.stream().passes(bytes)) return false;
      const text = bytes.toString('utf8');
      return mask.text(text) !== text;
    };
  };
}
