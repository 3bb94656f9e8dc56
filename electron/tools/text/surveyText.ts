// Surveys a text file of any size: hash, encoding, byte order mark and line endings, in one pass. Non-UTF-8 files are then decoded.

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { completeUtf8Length, detectEncoding } from '../../lib/detectEncoding.ts';
import { detectMarkedEncoding, isUtf16 } from '../../lib/textEncoding.ts';
import { utf8Chunks } from './lineReader.ts';
import { maxFile } from './readTracker.ts';
import type { EndingCounts } from './replaceText.ts';
import { decodeText, describeFileForm, describeTextForm, unmarkedText } from './textFile.ts';

export interface TextSurvey {
  /** Null if the file is too large to edit. */
  hash: string | null;
  /** Describes the form of a file that is not unmarked UTF-8 with line feeds; null otherwise. */
  form: string | null;
  /** Its text as unmarked UTF-8 with line feeds. A chunk is valid until the next one is requested. */
  chunks(): AsyncIterable<Buffer>;
}

const chunkBytes = 256 * 1024;
const sampleBytes = 64 * 1024;
/** ASCII bytes to include before the first other one, because a word may begin in them. */
const leadBytes = 64;
const [feed, carriage] = [10, 13];

/** Null if the signal aborts. */
export async function surveyText(handle: FileHandle, signal: AbortSignal): Promise<TextSurvey | null> {
  const pass = await readThrough(handle, signal);
  if (pass === null) return null;
  const { hash, size, counts, marked, foreignAt } = pass;
  const hashOfAll = size > maxFile ? null : hash;
  if (foreignAt === null && !(marked && isUtf16(marked.encoding))) {
    const form = describeTextForm({ encoding: 'utf-8', isMarked: marked !== null, counts });
    const isCarriageOnly = counts['\r'] > 0 && counts['\n'] === 0 && counts['\r\n'] === 0;
    return { hash: hashOfAll, form, chunks: () => (isCarriageOnly ? withFeedBytes(handle) : utf8Chunks(handle)) };
  }
  if (size <= maxFile) {
    const file = await decodeText(await readFrom(handle, 0, size));
    if (file === null) return { hash, form: null, chunks: () => utf8Chunks(handle) };
    return { hash, form: describeFileForm(file), chunks: () => once(unmarkedText(file)) };
  }
  const before = Math.max(0, (foreignAt ?? 0) - leadBytes);
  // Align to a UTF-16 unit.
  const sample = await readFrom(handle, before - (before % 2), sampleBytes);
  const encoding = marked?.encoding ?? (await detectEncoding(sample, { cut: true }));
  const form = describeTextForm({ encoding, isMarked: marked !== null, counts });
  return { hash: null, form, chunks: () => utf8Chunks(handle, encoding ?? 'utf-8') };
}

interface Pass {
  hash: string;
  size: number;
  counts: EndingCounts;
  marked: ReturnType<typeof detectMarkedEncoding>;
  /** Offset of the first invalid UTF-8 or NUL; null if none. */
  foreignAt: number | null;
}

async function readThrough(handle: FileHandle, signal: AbortSignal): Promise<Pass | null> {
  const hash = createHash('sha256');
  const counts: EndingCounts = { '\n': 0, '\r\n': 0, '\r': 0 };
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let marked: Pass['marked'] = null;
  let foreignAt: number | null = null;
  let position = 0;
  /** An incomplete character at the end of the last chunk. */
  let pendingBytes = Buffer.alloc(0);
  let endedInReturn = false;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
    if (signal.aborted) return null;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    if (position === 0) marked = detectMarkedEncoding(chunk);
    endedInReturn = countEndings(chunk, endedInReturn, counts);
    if (foreignAt === null) {
      const text = pendingBytes.length === 0 ? chunk : Buffer.concat([pendingBytes, chunk]);
      const whole = bytesRead === 0 ? text.length : completeUtf8Length(text);
      if (!isUtf8(text.subarray(0, whole)) || chunk.includes(0)) foreignAt = firstNonAscii(chunk, position);
      pendingBytes = Buffer.from(text.subarray(whole));
    }
    if (bytesRead === 0) return { hash: hash.digest('hex'), size: position, counts, marked, foreignAt };
    position += bytesRead;
  }
}

/** The first non-ASCII byte of a chunk. */
function firstNonAscii(chunk: Buffer, position: number): number {
  return position + Math.max(0, chunk.toString('latin1').search(/[\0\x80-\xff]/));
}

/** Returns whether the chunk ends in a carriage return whose line feed may follow. */
function countEndings(chunk: Buffer, endedInReturn: boolean, counts: EndingCounts): boolean {
  for (let at = chunk.indexOf(feed); at >= 0; at = chunk.indexOf(feed, at + 1)) {
    const isPair = at === 0 ? endedInReturn : chunk[at - 1] === carriage;
    counts[isPair ? '\r\n' : '\n']++;
    if (isPair) counts['\r']--;
  }
  for (let at = chunk.indexOf(carriage); at >= 0; at = chunk.indexOf(carriage, at + 1)) counts['\r']++;
  return chunk.length === 0 ? endedInReturn : chunk.at(-1) === carriage;
}

async function readFrom(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

async function* withFeedBytes(handle: FileHandle): AsyncGenerator<Buffer> {
  for await (const chunk of utf8Chunks(handle)) {
    for (let at = chunk.indexOf(carriage); at >= 0; at = chunk.indexOf(carriage, at + 1)) chunk[at] = feed;
    yield chunk;
  }
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text, 'utf8');
}
