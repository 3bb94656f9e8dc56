// What a command had printed when the program was killed: the temporary file of its output, found by its call. Its head is
// whole up to the crash; of its ring nobody knows where it begins, so that is not used.

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { spillThresholdBytes } from '../../../shared/formats.ts';
import { isTemporaryName, temporaryName } from '../files/atomicWrite.ts';
import { type Disk, readFlags } from '../files/disk.ts';
import { resultPieceBytes } from './resultText.ts';
import type { LargeResult } from './spill.ts';

/** Between what is known of an interrupted call and what it had printed. */
const untilThen = '\n\nWhat it had printed until then:\n';
const restIsLost = '\n[What it printed after that was not kept.]';

/** A name for the output of a call that runs; `headCap`: up to where it is the beginning of the output. */
export function outputName(results: string, toolCallId: string, headCap: number): string {
  return temporaryName(join(results, `${callKey(toolCallId)}.${headCap}.printed`));
}

/** An id may hold anything: it is not made part of a path. */
function callKey(toolCallId: string): string {
  return createHash('sha256').update(toolCallId).digest('hex').slice(0, 20);
}

export interface DeadOutput {
  /** A result that begins with `known`. */
  result: LargeResult;
  /** Of the file that `result` reads. */
  close(): Promise<void>;
}

/** Null when there is none, or it cannot be read. `live`: files that this process writes. */
export async function findDeadOutput(
  disk: Disk,
  results: string,
  toolCallId: string,
  known: string,
  live: ReadonlySet<string>,
): Promise<DeadOutput | null> {
  const names = await disk.readdir(results).catch(() => []);
  for (const name of names) {
    const headCap = Number(/^([0-9a-f]{20})\.(\d{1,15})\.printed\./.exec(name)?.[2] ?? 'none');
    const path = join(results, name);
    if (!name.startsWith(`${callKey(toolCallId)}.`) || !isTemporaryName(name) || live.has(path)) continue;
    if (!Number.isInteger(headCap)) continue;
    const handle = await disk.open(path, readFlags).catch(() => null);
    if (handle === null) continue;
    const result = await resultOf(handle, headCap, known).catch(() => null);
    if (result !== null) return { result, close: () => handle.close().catch(() => {}) };
    await handle.close().catch(() => {});
  }
  return null;
}

async function resultOf(handle: FileHandle, headCap: number, known: string): Promise<LargeResult | null> {
  const stats = await handle.stat();
  if (!stats.isFile() || stats.size === 0) return null;
  const size = Math.min(stats.size, headCap);
  const last = stats.size > headCap ? restIsLost : '';
  const first = Buffer.alloc(Math.min(size, spillThresholdBytes));
  await handle.read(first, 0, first.length, 0);
  const before = known + untilThen;
  return {
    beginning: before + first.toString('utf8'),
    lastLine: last.trim(),
    bytes: Buffer.byteLength(before) + size + Buffer.byteLength(last),
    failed: null,
    isCut: () => last !== '',
    async *pieces() {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      const buffer = Buffer.allocUnsafe(resultPieceBytes);
      yield Buffer.from(before);
      for (let at = 0; at < size; ) {
        const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, size - at), at);
        if (bytesRead <= 0) break;
        at += bytesRead;
        // A crash may have torn the last character.
        yield Buffer.from(decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
      }
      yield Buffer.from(decoder.decode() + last);
    },
  };
}
