// Recovers a command's output after the app was killed, from the temporary file named after its call. The head is
// intact; the ring is ignored because its start is unknown.

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { callKey as placeOf } from '../../../shared/conversation/event.ts';
import { outputSoFarText } from '../../../shared/conversation/repair.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import { spillThresholdBytes } from '../../conversation/formats.ts';
import { readableOutput } from '../../lib/readableOutput.ts';
import { isTemporaryName, temporaryName } from '../files/atomicWrite.ts';
import { type Disk, diskReason, listNames, readFlags } from '../files/disk.ts';
import { resultPieceBytes } from './resultText.ts';
import type { LargeResult } from './spill.ts';

const restIsLost = '\n[What it printed after that was not kept.]';

/** A file name for a running call's output; the head is valid up to `headCap`. Null if no result will need it after a crash. */
export function outputName(results: string, call: PrintingCall | null, headCap: number): string {
  if (call === null) return temporaryName(join(results, 'run-by-hand'));
  const place = call.place ? `.${placeKey(call.place)}` : '';
  return temporaryName(join(results, `${outputKey(call.toolCallId)}${place}.${headCap}.printed`));
}

/** Servers reuse IDs; the position identifies a call. */
export interface PrintingCall {
  toolCallId: string;
  /** Unknown for output of earlier versions. */
  place?: { messageId: string; index: number };
}

/** Keys of the call and its position, and the size of the head. Earlier versions had no position. */
const printedPattern = /^([0-9a-f]{20})\.(?:([0-9a-f]{20})\.)?(\d{1,15})\.printed\./;

/** The call ID key in an output file's name; null for other files. */
export function parseOutputKey(name: string): string | null {
  return isTemporaryName(name) ? (printedPattern.exec(name)?.[1] ?? null) : null;
}

/** Files in a folder that hold these calls' output, or may, if a position is unknown. Throws file system errors. */
export async function findOutputFiles(disk: Disk, folder: string, calls: readonly PrintingCall[]): Promise<string[]> {
  const names = calls.length === 0 ? [] : await listNames(disk, folder);
  return names.filter((name) => calls.some((call) => isOf(name, call))).map((name) => join(folder, name));
}

function isOf(name: string, { toolCallId, place }: PrintingCall): boolean {
  if (parseOutputKey(name) !== outputKey(toolCallId)) return false;
  const key = printedPattern.exec(name)?.[2];
  return key === undefined || place === undefined || key === placeKey(place);
}

function placeKey(place: { messageId: string; index: number }): string {
  return hashed(placeOf(place));
}

/** IDs are arbitrary, so hash them before use in a path. */
export function outputKey(toolCallId: string): string {
  return hashed(toolCallId);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}

export type DeadOutput =
  | {
      /** A result that begins with `knownText`. */
      result: LargeResult;
      /** All of it, if small enough for the message to hold. */
      content: string | null;
      close(): Promise<void>;
    }
  | { result: null /** Why it cannot be read. */; reason: string };

/** Null if there is none. For a call that ran and crashed twice, uses the last run. `live`: files that this process is writing. */
export async function findCrashOutput(
  disk: Disk,
  results: string,
  call: PrintingCall,
  knownText: string,
  live: ReadonlySet<string>,
): Promise<DeadOutput | null> {
  try {
    const candidates: { path: string; changed: number }[] = [];
    for (const path of await findOutputFiles(disk, results, [call])) {
      const stats = live.has(path) ? null : await disk.stat(path);
      if (stats?.isFile() && stats.size > 0) candidates.push({ path, changed: stats.mtimeMs });
    }
    const last = candidates.sort((a, b) => b.changed - a.changed)[0];
    return last ? await openOutput(disk, last.path, knownText) : null;
  } catch (thrown) {
    return { result: null, reason: textOf(diskReason(thrown)) };
  }
}

async function openOutput(disk: Disk, path: string, knownText: string): Promise<DeadOutput> {
  const handle = await disk.open(path, readFlags);
  const close = (): Promise<void> => handle.close().catch(() => {});
  try {
    return { ...(await resultOf(handle, Number(printedPattern.exec(basename(path))?.[3]), knownText)), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function resultOf(
  handle: FileHandle,
  headCap: number,
  knownText: string,
): Promise<{ result: LargeResult; content: string | null }> {
  const stats = await handle.stat();
  const size = Math.min(stats.size, headCap);
  const last = stats.size > headCap ? restIsLost : '';
  const first = Buffer.alloc(Math.min(size, spillThresholdBytes));
  await handle.read(first, 0, first.length, 0);
  const before = knownText + outputSoFarText;
  const bytes = Buffer.byteLength(before) + size + Buffer.byteLength(last);
  const result: LargeResult = {
    beginning: before + readableOutput(first.toString('utf8')),
    lastLine: last.trim(),
    bytes,
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
  return { result, content: bytes <= spillThresholdBytes ? before + first.toString('utf8') + last : null };
}
