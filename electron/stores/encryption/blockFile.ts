// The layout of temporary output files, which are ring buffers: blocks that are replaced where they are, because a log of
// all writes would grow without end. A crash can cost the block that was being written.
//
//   block: nonce (12), ciphertext (65,536; fewer in the last block), tag (16)
//
// The block's number is authenticated. A block of zeros was never written and is a hole.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { BigIntStats, Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import { writeAll } from '../files/atomicWrite.ts';
import { readRaw } from './rawFile.ts';
import { headerBytes } from './segments.ts';

const blockBytes = 64 * 1024;
const extraBytes = 28;
const rawBlockBytes = blockBytes + extraBytes;

export function blockFileSize(rawSize: number): number {
  const raw = Math.max(0, rawSize - headerBytes);
  const whole = Math.floor(raw / rawBlockBytes);
  return whole * blockBytes + Math.max(0, raw - whole * rawBlockBytes - extraBytes);
}

export function openBlockFile(inner: FileHandle, fileKey: Buffer, header: Buffer): FileHandle {
  const queue = createKeyedQueue();
  const turn = <T>(work: () => Promise<T>): Promise<T> => queue.run('', work);

  const rawStart = (block: number): number => headerBytes + block * rawBlockBytes;

  async function readBlock(block: number): Promise<Buffer> {
    const raw = await readRaw(inner, rawStart(block), rawBlockBytes);
    const content = decryptBlock(fileKey, block, raw);
    return content ?? Buffer.alloc(Math.max(0, raw.length - extraBytes));
  }

  async function readContent(from: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let left = length;
    for (let at = from; left > 0; ) {
      const offset = at % blockBytes;
      const content = (await readBlock(Math.floor(at / blockBytes))).subarray(offset, offset + left);
      if (content.length === 0) break;
      parts.push(content);
      at += content.length;
      left -= content.length;
      if (offset + content.length < blockBytes) break;
    }
    return Buffer.concat(parts);
  }

  async function writeContent(from: number, content: Uint8Array): Promise<void> {
    const { size } = await inner.stat();
    if (size < headerBytes) await writeAll(inner, header, 0);
    else await fillLastBlock(blockFileSize(size), Math.floor(from / blockBytes));
    for (let done = 0; done < content.length; ) {
      const block = Math.floor((from + done) / blockBytes);
      const offset = (from + done) % blockBytes;
      const piece = content.subarray(done, done + blockBytes - offset);
      const isWhole = offset === 0 && piece.length === blockBytes;
      const before = isWhole ? Buffer.alloc(0) : await readBlock(block);
      const after = Buffer.alloc(Math.max(before.length, offset + piece.length));
      before.copy(after);
      after.set(piece, offset);
      await writeAll(inner, encryptBlock(fileKey, block, after), rawStart(block));
      done += piece.length;
    }
  }

  /** Only the last block may be shorter than the others. */
  async function fillLastBlock(size: number, next: number): Promise<void> {
    const block = Math.floor(size / blockBytes);
    if (block >= next || size % blockBytes === 0) return;
    const filled = Buffer.alloc(blockBytes);
    (await readBlock(block)).copy(filled);
    await writeAll(inner, encryptBlock(fileKey, block, filled), rawStart(block));
  }

  const size = async (): Promise<number> => blockFileSize((await inner.stat()).size);

  const handle = {
    async read(buffer: Buffer, offset: number, length: number, position: number) {
      const content = await turn(() => readContent(position, length));
      content.copy(buffer, offset);
      return { bytesRead: content.length, buffer };
    },
    async write(data: Uint8Array, offset = 0, length = data.length - offset, position: number | null = null) {
      const content = data.subarray(offset, offset + length);
      await turn(async () => writeContent(position ?? (await size()), content));
      return { bytesWritten: content.length, buffer: data };
    },
    async stat(how?: { bigint?: boolean }) {
      const stats = (await inner.stat(how as { bigint: true })) as BigIntStats | Stats;
      const content = blockFileSize(Number(stats.size));
      return Object.assign(stats, { size: typeof stats.size === 'bigint' ? BigInt(content) : content });
    },
    readFile: () => turn(async () => readContent(0, await size())),
    sync: () => inner.sync(),
    datasync: () => inner.datasync(),
    close: () => inner.close(),
  };
  return handle as unknown as FileHandle;
}

function numbered(block: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUIntBE(block, 2, 6);
  return bytes;
}

function encryptBlock(fileKey: Buffer, block: number, content: Uint8Array): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', fileKey, nonce);
  cipher.setAAD(numbered(block));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Null: damaged, a hole, or nothing there. */
function decryptBlock(fileKey: Buffer, block: number, raw: Buffer): Buffer | null {
  if (raw.length <= extraBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', fileKey, raw.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(numbered(block));
  decipher.setAuthTag(raw.subarray(raw.length - 16));
  const content = decipher.update(raw.subarray(12, raw.length - 16));
  try {
    decipher.final();
    return content;
  } catch {
    return null;
  }
}
