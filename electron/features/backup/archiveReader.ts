// Reads a backup's archive from a stream of bytes. Damage is noted and passed over: after a header that is not one, reading continues
// at the next that is.

import { SentenceError } from '../../../shared/core/errors.ts';
import { type Sentence, type SentenceData, say, type UserText } from '../../../shared/core/sentence.ts';
import { AbandonedError } from '../../lib/cooperativeYield.ts';
import { sha256 } from './snapshotFile.ts';
import { blockBytes, decodeHeader, decodePax, paddingAfter } from './tarFormat.ts';

export interface Damage {
  /** Bytes from the start of the archive. */
  at: number;
  /** The entry or file concerned; null: unknown. */
  path: string | null;
  reason: SentenceData;
}

export interface EntryTaker {
  chunk(bytes: Buffer): void | Promise<void>;
  /** `sha256` is null if the archive ended before the entry. */
  end(sha256: string | null): void | Promise<void>;
  /** Reading stopped within the entry. */
  abandon?(): Promise<void>;
}

/** Takes an entry; null: passes over it. `size` may be wrong in a damaged archive. */
export type TakeEntry = (entry: {
  name: string;
  size: number;
  at: number;
}) => EntryTaker | null | Promise<EntryTaker | null>;

/** Decryption fails at a damaged place and everything after it. */
export const restIsUnreadable = (reason: UserText | SentenceData | undefined): Sentence =>
  say`The rest cannot be read: ${reason}.`;

const maxPaxBytes = 64 * 1024;
const chunkBytes = 256 * 1024;

/** Throws only what the takers throw. */
export async function readArchive(bytes: AsyncIterable<Uint8Array>, take: TakeEntry): Promise<Damage[]> {
  const stream = byteStream(bytes);
  try {
    return await readEntries(stream, take);
  } finally {
    await stream.close();
  }
}

async function readEntries(stream: ByteStream, take: TakeEntry): Promise<Damage[]> {
  const damage: Damage[] = [];
  const note = (at: number, path: string | null, reason: SentenceData): void => void damage.push({ at, path, reason });
  let pax: Map<string, string> | null = null;
  let lostAt: number | null = null;
  for (;;) {
    const at = stream.position;
    const block = await stream.read(blockBytes);
    if (block.length === 0) break;
    if (block.length < blockBytes) {
      note(at, null, say`The file ends in the middle of a header.`);
      break;
    }
    if (isZero(block)) {
      pax = null;
      continue;
    }
    const header = decodeHeader(block);
    if (header === null) {
      lostAt ??= at;
      pax = null;
      continue;
    }
    if (lostAt !== null) note(lostAt, null, say`${at - lostAt} bytes are not part of a backup, or damaged.`);
    lostAt = null;
    if (header.kind === 'pax' && header.size <= maxPaxBytes) {
      pax = decodePax(await stream.read(header.size));
      const isClean = isZero(await stream.read(paddingAfter(header.size)));
      if (pax === null || !isClean) note(at, null, say`A long name is damaged.`);
      continue;
    }
    const name: string = pax?.get('path') ?? header.name;
    const paxSize = Number(pax?.get('size') ?? header.size);
    const size: number = Number.isSafeInteger(paxSize) && paxSize >= 0 ? paxSize : header.size;
    pax = null;
    if (header.kind === 'folder' && size === 0) continue;
    if (header.kind !== 'file')
      note(at, name, say`It is a link, a device or another special file, which is never restored.`);
    const taker = header.kind === 'file' ? await take({ name, size, at }) : null;
    const hash = sha256();
    let left = size;
    try {
      while (left > 0) {
        const chunk = await stream.read(Math.min(left, chunkBytes));
        if (chunk.length === 0) break;
        left -= chunk.length;
        if (!taker) continue;
        hash.update(chunk);
        await taker.chunk(chunk);
      }
    } catch (thrown) {
      await taker?.abandon?.();
      throw thrown;
    }
    if (left > 0) note(at, name, say`The file ends before it does.`);
    const padding = await stream.read(left > 0 ? 0 : paddingAfter(size));
    if (!isZero(padding)) note(at, name, say`The bytes after it are damaged.`);
    await taker?.end(left > 0 ? null : hash.digest('hex'));
  }
  if (lostAt !== null) note(lostAt, null, say`${stream.position - lostAt} bytes are not part of a backup, or damaged.`);
  if (stream.failure !== null) note(stream.position, null, stream.failure);
  return damage;
}

const zeroBlock = Buffer.alloc(blockBytes);

function isZero(bytes: Buffer): boolean {
  return bytes.equals(zeroBlock.subarray(0, bytes.length));
}

interface ByteStream {
  /** Fewer bytes only at the end. */
  read(length: number): Promise<Buffer>;
  readonly position: number;
  /** Why the stream ended early; null: it did not. */
  readonly failure: SentenceData | null;
  close(): Promise<void>;
}

function byteStream(bytes: AsyncIterable<Uint8Array>): ByteStream {
  const chunks = bytes[Symbol.asyncIterator]();
  let pending: Buffer = Buffer.alloc(0);
  let position = 0;
  let failure: SentenceData | null = null;
  let ended = false;

  async function more(): Promise<Buffer | null> {
    if (ended) return null;
    try {
      const next = await chunks.next();
      if (!next.done) return Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    } catch (thrown) {
      if (thrown instanceof AbandonedError) throw thrown;
      const reason =
        thrown instanceof SentenceError ? thrown.said : thrown instanceof Error ? thrown.message : String(thrown);
      failure = restIsUnreadable(reason);
    }
    ended = true;
    return null;
  }

  return {
    async close() {
      await chunks.return?.(undefined).catch(() => {});
    },
    get position() {
      return position;
    },
    get failure() {
      return failure;
    },
    async read(length) {
      const parts: Buffer[] = [];
      let have = 0;
      while (have < length) {
        if (pending.length === 0) pending = (await more()) ?? pending;
        if (pending.length === 0) {
          if (ended) break;
          continue;
        }
        const part = pending.subarray(0, length - have);
        pending = pending.subarray(part.length);
        parts.push(part);
        have += part.length;
      }
      position += have;
      return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    },
  };
}
