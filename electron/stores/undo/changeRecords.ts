// The undo record of one call: a line at its start and one at its end, each synced. A repeated call has several of
// both. A line torn by a crash counts as unwritten.

import { dirname } from 'node:path';
import { z } from 'zod';
import type { CoverageGap, EntryChange, EntryState } from '../../ports/folderTree.ts';
import { syncFolder, writeAll } from '../files/atomicWrite.ts';
import { type Disk, fileMode, readWholeFile } from '../files/disk.ts';
import type { PackEntry } from './contentPack.ts';

const state: z.ZodType<EntryState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), hash: z.string(), bytes: z.number(), mode: z.number() }),
  z.object({ kind: z.literal('link'), target: z.string() }),
  z.object({ kind: z.literal('folder'), mode: z.number() }),
]);
const place: z.ZodType<PackEntry> = z.tuple([z.number(), z.number()]);
const content = z.record(z.string(), place);
const leftOut: z.ZodType<CoverageGap> = z.union([
  z.object({ path: z.string(), why: z.literal('ignored') }),
  z.object({ path: z.string(), why: z.enum(['large', 'special', 'unreadable', 'secret']), signature: z.string() }),
]);
const base = { v: z.number().default(1), at: z.string() };

const startSchema = z.looseObject({
  ...base,
  type: z.literal('begun'),
  /** Orders a process's calls within a millisecond. */
  n: z.number().default(0),
  /** The folder, with links resolved. */
  root: z.string(),
  /** Initial state of the paths that the call names. */
  paths: z.array(z.tuple([z.string(), state.nullable()])).optional(),
  /** Or of the whole folder: a snapshot file and the valid length of it. */
  snapshot: z
    .object({
      name: z.string().regex(/^[0-9a-f]+-\d+$/),
      through: z.number(),
      ignoring: z.boolean(),
      leftOut: z.array(leftOut),
    })
    .optional(),
  /** Positions of contents in the call's pack, by hash. */
  content,
});
const ended = z.looseObject({
  ...base,
  type: z.literal('ended'),
  changes: z.array(z.tuple([z.string(), state.nullable(), state.nullable()])),
  notCovered: z.array(z.string()),
  /** Paths that someone else may have changed, because the call's end was not seen. */
  unsure: z.array(z.string()).optional(),
  content,
});
/** Earlier data has been dropped. */
const dropped = z.looseObject({ ...base, type: z.literal('dropped') });
const line = z.discriminatedUnion('type', [startSchema, ended, dropped]);

export type CallStart = z.infer<typeof startSchema>;
export type CallEndRecord = z.infer<typeof ended>;
type Dropped = z.infer<typeof dropped>;
type Line = CallStart | CallEndRecord | Dropped;

/** One run of a call; `ended` is null if its end is unknown. */
export interface ChangeSet {
  begun: CallStart | null;
  ended: CallEndRecord | null;
  /** Set when both are missing because they are no longer kept. */
  dropped?: true;
}

/** The only line of a call's file from then on. */
export function droppedLine(at: string): string {
  return `${JSON.stringify({ v: 1, type: 'dropped', at } satisfies Dropped)}\n`;
}

export function changesOf(set: ChangeSet): EntryChange[] {
  return (set.ended?.changes ?? []).map(([path, before, after]) => ({ path, before, after }));
}

/** The folder must exist. Durable once it resolves. Throws file system errors. */
export async function appendRecord(disk: Disk, path: string, record: CallStart | CallEndRecord): Promise<void> {
  const handle = await disk.open(path, 'a+', fileMode);
  try {
    const { size } = await handle.stat();
    // Starts a new line, in case the previous one is torn.
    const separator = size === 0 ? '' : '\n';
    await writeAll(handle, Buffer.from(`${separator}${JSON.stringify(record)}\n`, 'utf8'), size);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  if (record.type === 'begun') await syncFolder(disk, dirname(path));
}

/** Null if it exists but is unreadable; empty if missing. */
export async function readRecords(disk: Disk, path: string): Promise<ChangeSet[] | null> {
  const read = await readWholeFile(disk, path);
  if (read.kind === 'absent') return [];
  if (read.kind === 'unreadable') return null;
  const sets: ChangeSet[] = [];
  for (const text of read.bytes.toString('utf8').split('\n')) {
    const record = parseLine(text);
    const last = sets.at(-1);
    if (record?.type === 'dropped') sets.splice(0, sets.length, { begun: null, ended: null, dropped: true });
    else if (record?.type === 'begun') sets.push({ begun: record, ended: null });
    else if (record?.type === 'ended' && last && last.ended === null && !last.dropped) last.ended = record;
    else if (record?.type === 'ended') sets.push({ begun: null, ended: record });
  }
  return sets;
}

function parseLine(text: string): Line | null {
  if (text === '') return null;
  try {
    const parsed = line.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
