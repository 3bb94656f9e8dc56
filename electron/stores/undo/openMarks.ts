// A small file beside the notes of a call while it runs: by it the calls are found whose end was not seen, and from it when the
// app was there last. It is a help: without it the call counts as cut off when it began.

import { writeAll } from '../files/atomicWrite.ts';
import { type Disk, fileMode, readWhole } from '../files/disk.ts';
import { type CallLocation, openMarkPath } from './callFiles.ts';

/** Milliseconds between two notes of the time. */
export const beatMs = 500;

/** Throws what the disk throws. */
export async function makeOpenMark(disk: Disk, call: CallLocation, at: string): Promise<void> {
  await removeOpenMark(disk, call);
  await writeMark(disk, call, 'a', at);
}

/** The time has always as many bytes, so it is written in its place. Makes none that has gone. Throws what the disk throws. */
export async function beatOpenMark(disk: Disk, call: CallLocation, at: string): Promise<void> {
  await writeMark(disk, call, 'r+', at);
}

async function writeMark(disk: Disk, call: CallLocation, flags: 'a' | 'r+', at: string): Promise<void> {
  const handle = await disk.open(openMarkPath(call), flags, fileMode);
  try {
    await writeAll(handle, Buffer.from(`${at}\n`, 'utf8'), 0);
  } finally {
    await handle.close();
  }
}

/** Milliseconds since 1970; null when nothing can be read from it. */
export async function readOpenMark(disk: Disk, call: CallLocation): Promise<number | null> {
  const read = await readWhole(disk, openMarkPath(call));
  const at = read.kind === 'content' ? Date.parse(read.bytes.toString('utf8').trim()) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

export async function removeOpenMark(disk: Disk, call: CallLocation): Promise<void> {
  await disk.rm(openMarkPath(call), { force: true });
}
