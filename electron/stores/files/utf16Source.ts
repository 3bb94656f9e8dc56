// Reads a file that another app saved as UTF-16 as UTF-8, block by block, so a large one is never held in memory.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { LogSource } from './fileWindow.ts';

interface Block {
  from: number;
  to: number;
  /** UTF-8 offset of its text. */
  at: number;
}

const blockBytes = 256 * 1024;

/** Null if the file is not UTF-16. Scans it once to map its text. */
export async function openUtf16Source(file: LogSource): Promise<LogSource | null> {
  if (file.size < 2) return null;
  const [first, second] = await file.read(0, 2);
  const little = (first === 0xff && second === 0xfe) || (first === 0x5b && second === 0x00);
  const big = (first === 0xfe && second === 0xff) || (first === 0x00 && second === 0x5b);
  if (!little && !big) return null;
  const encoding = little ? 'utf-16le' : 'utf-16be';
  const slice = createTimeSlice();

  async function textOf(from: number): Promise<{ text: Buffer; to: number }> {
    const bytes = await file.read(from, blockBytes);
    const isLast = from + bytes.length >= file.size || bytes.length < blockBytes;
    // Keep a surrogate pair together.
    const unit = bytes[bytes.length - (little ? 1 : 2)] ?? 0;
    const part = !isLast && unit >= 0xd8 && unit <= 0xdb ? bytes.subarray(0, -2) : bytes;
    // A byte order mark counts only at the start of the file.
    const text = new TextDecoder(encoding, { ignoreBOM: from > 0 }).decode(part);
    return { text: Buffer.from(text, 'utf8'), to: from + part.length };
  }

  const blocks: Block[] = [];
  let size = 0;
  for (let from = 0; from < file.size; ) {
    const { text, to } = await textOf(from);
    if (to === from) break;
    blocks.push({ from, to, at: size });
    size += text.length;
    from = to;
    const pause = slice();
    if (pause) await pause;
  }

  let lastBlock: { index: number; text: Buffer } = { index: -1, text: Buffer.alloc(0) };

  async function block(index: number): Promise<Buffer> {
    if (lastBlock.index !== index) lastBlock = { index, text: (await textOf((blocks[index] as Block).from)).text };
    return lastBlock.text;
  }

  function blockAt(position: number): number {
    let [low, high] = [0, blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((blocks[middle] as Block).at <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    size,
    async read(position, length) {
      const parts: Buffer[] = [];
      const end = Math.min(size, position + length);
      for (let at = position, index = blockAt(position); at < end; index++) {
        const text = await block(index);
        const from = at - (blocks[index] as Block).at;
        const part = text.subarray(from, Math.min(text.length, from + end - at));
        if (part.length === 0) break;
        parts.push(part);
        at += part.length;
      }
      return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    },
  };
}
