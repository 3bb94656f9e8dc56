// A small file that exists while a call runs. It finds calls whose end was not seen and records when the app was last
// alive. Optional: without it, a call counts as interrupted at its start.

import { writeAll } from '../files/atomicWrite.ts';
import { type Disk, fileMode, readWholeFile } from '../files/disk.ts';
import { type CallLocation, openMarkPath } from './callFiles.ts';

export const beatMs = 500;

export async function makeOpenMark(disk: Disk, call: CallLocation, at: string): Promise<void> {
  await removeOpenMark(disk, call);
  await writeMark(disk, call, 'a', at);
}

/** The time has a fixed length, so it is overwritten in place. Does not recreate a removed file. Throws file system errors. */
export async function refreshOpenMark(disk: Disk, call: CallLocation, at: string): Promise<void> {
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

/** Milliseconds since 1970; null if unreadable. */
export async function readOpenMark(disk: Disk, call: CallLocation): Promise<number | null> {
  const read = await readWholeFile(disk, openMarkPath(call));
  const at = read.kind === 'content' ? Date.parse(read.bytes.toString('utf8').trim()) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

export async function removeOpenMark(disk: Disk, call: CallLocation): Promise<void> {
  await disk.rm(openMarkPath(call), { force: true });
}
