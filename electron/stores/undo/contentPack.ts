// The bytes of many files in one file, each found by its SHA-256: a single sync makes all of them durable. Reads are checked
// against the hash.

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { ContentChangedError, type ContentKeeper, SecretContentError } from '../../ports/folderTree.ts';
import { writeAll } from '../files/atomicWrite.ts';
import { type Disk, fileMode, readFlags } from '../files/disk.ts';

/** Where it begins, and its bytes. */
export type PackEntry = [offset: number, bytes: number];
export type PackIndex = Map<string, PackEntry>;

export interface PackWriter extends ContentKeeper {
  /** Of all that is in it. */
  readonly places: PackIndex;
  /** What was kept since this was asked last. */
  takeNew(): Record<string, PackEntry>;
  /** Durable when it resolves. */
  sync(): Promise<void>;
  /** Bytes that are on disk. */
  size(): number;
  close(): Promise<void>;
}

/** For one content: told its pieces in order, it says whether a secret is in what came by then. */
export type CreateSecretTest = () => (piece: Buffer) => boolean;

const bufferBytes = 1024 * 1024;
const readBytes = 512 * 1024;

/** `places`: what is known to be in the file. Nothing is made before something is kept. */
export function createPackWriter(
  disk: Disk,
  path: string,
  places: PackIndex,
  containsSecret: CreateSecretTest,
): PackWriter {
  let handle: FileHandle | null = null;
  /** End of the file as far as it is written, and what follows. */
  let end = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let fresh: Record<string, PackEntry> = {};

  async function opened(): Promise<FileHandle> {
    if (handle) return handle;
    // 'a' would write at the end whatever the place; what a crash left behind what is known stays there.
    const made = await disk.open(path, 'a', fileMode);
    await made.close();
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
      const taken = fresh;
      fresh = {};
      return taken;
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

/** Throws when it is not there, or is not what its name says. */
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
      const wanted = Math.min(readBytes, bytes - done);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, offset + done);
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
