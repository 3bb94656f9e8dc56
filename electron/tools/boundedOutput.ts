// Keeps the beginning and the end of a text that may be much larger than memory should hold, and counts the rest.

import { characterStart } from '../lib/text.ts';

export interface BoundedOutput {
  add(text: string): void;
  /** Bytes of UTF-8 added so far. */
  readonly bytes: number;
  /**
   * What is kept, in pieces, with a notice where the middle was left out. Empties the store: it may be called once.
   * Join the pieces once, with what goes around them: each copy of a large output counts.
   */
  take(): { pieces: string[]; leftOut: number };
}

const blockBytes = 64 * 1024;

/** Keeps at most `capBytes` bytes of UTF-8, half of them from the beginning; holds one block more while it collects. */
export function createBoundedOutput(capBytes: number): BoundedOutput {
  const headCap = Math.floor(capBytes / 2);
  const tailCap = capBytes - headCap;
  const head = createBlocks();
  const tail = createBlocks();
  let bytes = 0;

  return {
    get bytes() {
      return bytes;
    },

    add(text) {
      let added = Buffer.from(text, 'utf8');
      bytes += added.length;
      if (head.length < headCap && tail.length === 0) {
        const cut = characterStart(added, headCap - head.length);
        head.add(added.subarray(0, cut));
        added = added.subarray(cut);
      }
      if (added.length === 0) return;
      tail.add(added);
      tail.dropWhileOver(tailCap);
    },

    take() {
      const first = head.take(0);
      const last = tail.take(tailCap);
      const leftOut = bytes - first.bytes - last.bytes;
      // In ASCII: one letter of another kind would make a string of 64 MB take twice the memory.
      const notice = leftOut > 0 ? [`\n[... ${leftOut.toLocaleString('en-US')} bytes left out here ...]\n`] : [];
      return { pieces: [...first.pieces, ...notice, ...last.pieces], leftOut };
    },
  };
}

/** Bytes in blocks of one size, so that many small pieces cost no more than one large. */
function createBlocks() {
  const blocks: { bytes: Buffer; used: number }[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(added: Buffer): void {
      length += added.length;
      for (let from = 0; from < added.length; ) {
        let block = blocks.at(-1);
        if (block === undefined || block.used === block.bytes.length) {
          block = { bytes: Buffer.allocUnsafe(blockBytes), used: 0 };
          blocks.push(block);
        }
        const copied = added.copy(block.bytes, block.used, from);
        block.used += copied;
        from += copied;
      }
    },
    /** Drops whole blocks from the beginning while at least `cap` bytes stay. */
    dropWhileOver(cap: number): void {
      for (let first = blocks[0]; first !== undefined && length - first.used >= cap; first = blocks[0]) {
        length -= first.used;
        blocks.shift();
      }
    },
    /** The last `cap` bytes as text (0: all of it), beginning at a character. Each block is let go once it is read. */
    take(cap: number): { pieces: string[]; bytes: number } {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      let surplus = cap === 0 ? 0 : Math.max(0, length - cap);
      const pieces: string[] = [];
      let bytes = 0;
      for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) {
        let start = Math.min(surplus, block.used);
        surplus -= start;
        // A cut, here or by a dropped block, may have left the rest of a character.
        while (bytes === 0 && start < block.used && ((block.bytes[start] as number) & 0xc0) === 0x80) start++;
        bytes += block.used - start;
        pieces.push(decoder.decode(block.bytes.subarray(start, block.used), { stream: true }));
      }
      length = 0;
      return { pieces, bytes };
    },
  };
}
