// Captures one tool's output: in memory up to the spill threshold, and in a temporary file beyond it or if the tool runs for more than
// a moment, so that a killed app does not lose it. Masked before it is stored or shown.
// If the disk fails, the file is lost but the call is not: memory keeps the beginning and the rest is only counted.

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { textOf } from '../../../shared/core/sentence.ts';
import { hasControls } from '../../../shared/terminal/output.ts';
import { spillThresholdBytes } from '../../conversation/formats.ts';
import { createReadableOutput, type ReadableOutput, readableOutput } from '../../lib/readableOutput.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import { characterStart } from '../../lib/text.ts';
import { createUtf8Stream } from '../../lib/utf8Stream.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PrintedOutput } from '../../ports/store.ts';
import { diskReason } from '../files/disk.ts';
import { noticeLength, type ResultCap } from './resultText.ts';
import type { LargeResult } from './spill.ts';
import { createSpoolFile, type SpoolFile } from './spoolFile.ts';

export interface SpoolDeps {
  clock: Clock;
  cap: ResultCap;
  mask: SecretMask;
  /** Receives printable output at once: whole characters, valid only during the call. */
  onPrinted(bytes: Buffer): void;
  /** Whether the file is needed after a crash. */
  isRecovered: boolean;
  /** Creates the file. `headCap` is its head size in bytes. */
  open(headCap: number): Promise<FileHandle>;
  /** Removes the file, even if its creation failed; never throws. */
  remove(): Promise<void>;
}

export interface ResultSpool extends PrintedOutput {
  /** Null if everything is small; else the result's content, once ended. */
  large(before: string, after: string): LargeResult | null;
}

/** Part of the cap reserved for the text before and after. */
const framingRoom = 4096;
/** Milliseconds after the first output until it is also in a file. */
const inMemoryMs = 1000;
/** Minimum to keep, whatever the cap. */
const minKept = 256;

export function createResultSpool(deps: SpoolDeps): ResultSpool {
  const mask = deps.mask.stream();
  const utf8 = createUtf8Stream();
  /** Pending work in order, for tools that do not wait. */
  let queue: Promise<void> | null = null;
  /** The beginning that always stays in memory. */
  let beginning = Buffer.alloc(0);
  let keptUnits = 0;
  let file: SpoolFile | null = null;
  let failed: string | null = null;
  let bytes = 0;
  let endsLine = false;
  /** What the model reads of output that is large only because of colors and progress bars. Starts with the file. */
  let readable: ReadableOutput | null = null;
  /** The first half of a surrogate pair whose second may follow. */
  let half = '';

  const ended = new AbortController();
  const isLarge = (): boolean => bytes > spillThresholdBytes;

  /** Small output is complete in memory without its file. */
  async function fail(thrown: unknown): Promise<void> {
    if (isLarge()) failed ??= textOf(diskReason(thrown));
    await removeFile();
  }

  async function removeFile(): Promise<void> {
    const open = file;
    file = null;
    await open?.close();
    await deps.remove();
  }

  /** Returns how many bytes of the piece fit in memory. */
  function fillBeginning(piece: Buffer): number {
    const headLength = characterStart(piece, spillThresholdBytes - keptUnits);
    if (beginning.length < keptUnits + headLength) {
      const larger = Buffer.alloc(
        Math.min(spillThresholdBytes, Math.max(2 * beginning.length, keptUnits + headLength)),
      );
      beginning.copy(larger, 0, 0, keptUnits);
      beginning = larger;
    }
    piece.copy(beginning, keptUnits, 0, headLength);
    keptUnits += headLength;
    return headLength;
  }

  /** `length`: of the beginning; what follows is added in its turn. */
  async function openFile(length: number): Promise<SpoolFile> {
    const cap = Math.max(minKept, (await deps.cap()) - framingRoom - noticeLength);
    const headCap = Math.floor(cap / 2);
    const handle = await deps.open(headCap);
    file = createSpoolFile(handle, headCap, cap - headCap, deps.clock);
    await file.add(beginning.subarray(0, length));
    return file;
  }

  /** Not waited for by the tool. */
  async function openFileSoon(): Promise<void> {
    await deps.clock.wait(inMemoryMs, ended.signal);
    if (ended.signal.aborted || isLarge()) return;
    const length = keptUnits;
    void later(() => openFile(length));
  }

  function later(task: () => Promise<unknown> | null): Promise<void> {
    const mine: Promise<void> = (queue ?? Promise.resolve())
      .then(() => (failed === null ? task() : null))
      .catch(fail)
      .then(() => {
        if (queue === mine) queue = null;
      });
    queue = mine;
    return mine;
  }

  /** Takes whole, masked characters. */
  function keep(piece: Buffer): Promise<void> | null {
    if (piece.length === 0) return queue;
    deps.onPrinted(piece);
    endsLine = piece[piece.length - 1] === 0x0a;
    if (bytes === 0 && deps.isRecovered) void openFileSoon();
    const wasLarge = isLarge();
    bytes += piece.length;
    if (failed !== null) return null;
    read(piece, !wasLarge);
    if (!wasLarge && isLarge()) return keepFirstLarge(piece);
    if (!wasLarge) fillBeginning(piece);
    if (queue !== null) return later(() => file?.add(piece) ?? null);
    const writing = file?.add(piece) ?? null;
    return writing && later(() => writing);
  }

  /** With this piece there is too much for memory. */
  function keepFirstLarge(piece: Buffer): Promise<void> {
    const rest = piece.subarray(fillBeginning(piece));
    const length = keptUnits;
    return later(async () => {
      if (file === null) await (await openFile(length)).add(rest);
      else await file.add(piece);
    });
  }

  /** Takes whole characters. */
  function read(piece: Buffer, isFirst: boolean): void {
    if (!isLarge()) return;
    if (!isFirst && readable === null) return;
    const text = isFirst ? beginning.toString('utf8', 0, keptUnits) + piece.toString('utf8') : piece.toString('utf8');
    if (isFirst && hasControls(text)) readable = createReadableOutput(spillThresholdBytes - framingRoom);
    if (readable?.add(text) === false) readable = null;
  }

  function keepText(text: string): Promise<void> | null {
    if (text === '') return queue;
    return keep(Buffer.from(text, 'utf8'));
  }

  function addBytes(piece: Buffer | string): Promise<void> | null {
    if (typeof piece !== 'string' && mask.passes(piece)) return keep(piece);
    return keepText(mask.add(piece.toString()));
  }

  function addText(text: string): Promise<void> | null {
    const whole = half + text;
    half = /[\ud800-\udbff]$/.test(whole) ? whole.slice(-1) : '';
    return keepText(mask.add(half === '' ? whole : whole.slice(0, -1)));
  }

  return {
    add(piece) {
      if (typeof piece === 'string') return addText(piece);
      for (const whole of utf8.add(piece)) void addBytes(whole);
      return queue;
    },

    async end() {
      ended.abort();
      await keepText(mask.add(utf8.end() + half) + mask.end());
      half = '';
      await queue;
      if (file !== null) await later(() => file?.end() ?? null);
      if (file !== null && isLarge()) return { text: null, fingerprint: (file as SpoolFile).fingerprint() };
      const text = beginning.toString('utf8', 0, keptUnits);
      const fingerprint = `${bytes} ${createHash('sha256').update(text).digest('hex')}`;
      return { text: failed === null ? text : null, fingerprint };
    },

    large(before, after) {
      if (!isLarge()) return null;
      const lastLine = `${endsLine ? '' : '\n'}${after}`;
      const spooled = file;
      const whole = readable?.text() ?? null;
      const isWhole = whole !== null && Buffer.byteLength(whole) <= spillThresholdBytes - framingRoom;
      return {
        beginning: before + readableOutput(beginning.toString('utf8', 0, keptUnits)),
        ...(isWhole ? { readable: `${before}${whole}${whole.endsWith('\n') ? '' : '\n'}${after}` } : {}),
        lastLine: after,
        bytes: Buffer.byteLength(before) + bytes + Buffer.byteLength(lastLine),
        failed,
        isCut: () => spooled?.isCut() ?? false,
        async *pieces(cap) {
          yield Buffer.from(before);
          if (spooled) yield* spooled.pieces(cap);
          yield Buffer.from(lastLine);
        },
      };
    },

    async discard() {
      ended.abort();
      await queue;
      if (file !== null) await removeFile();
    },
  };
}
