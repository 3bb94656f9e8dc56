// What is recorded for one call: a line when it starts and one when it ends, each synced. A call that was run again has two of
// both. A line torn by a crash counts as not written.

import { dirname } from 'node:path';
import { z } from 'zod';
import type { EntryChange, EntryState, LeftOut } from '../../ports/folderTree.ts';
import { syncFolder, writeAll } from '../files/atomicWrite.ts';
import { type Disk, fileMode, readWhole } from '../files/disk.ts';
import type { PackEntry } from './contentPack.ts';

const state: z.ZodType<EntryState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), hash: z.string(), bytes: z.number(), mode: z.number() }),
  z.object({ kind: z.literal('link'), target: z.string() }),
  z.object({ kind: z.literal('folder'), mode: z.number() }),
]);
const place: z.ZodType<PackEntry> = z.tuple([z.number(), z.number()]);
const content = z.record(z.string(), place);
const leftOut: z.ZodType<LeftOut> = z.union([
  z.object({ path: z.string(), why: z.literal('ignored') }),
  z.object({ path: z.string(), why: z.enum(['large', 'special', 'unreadable', 'secret']), signature: z.string() }),
]);
const base = { v: z.number().default(1), at: z.string() };

const begun = z.looseObject({
  ...base,
  type: z.literal('begun'),
  /** Counts the calls of a process: their order within a millisecond. */
  n: z.number().default(0),
  /** The folder without links. */
  root: z.string(),
  /** What stood at the paths that the call names. */
  paths: z.array(z.tuple([z.string(), state.nullable()])).optional(),
  /** Or all of the folder: a file of snapshots and how much of it counts. */
  snapshot: z
    .object({
      name: z.string().regex(/^[0-9a-f]+-\d+$/),
      through: z.number(),
      ignoring: z.boolean(),
      leftOut: z.array(leftOut),
    })
    .optional(),
  /** Where in the pack of the call the bytes are, by hash. */
  content,
});
const ended = z.looseObject({
  ...base,
  type: z.literal('ended'),
  changes: z.array(z.tuple([z.string(), state.nullable(), state.nullable()])),
  notCovered: z.array(z.string()),
  /** Paths of which it is not known who changed them: the end of the call was not seen. */
  unsure: z.array(z.string()).optional(),
  content,
});
/** What was kept by then is not kept any more. */
const dropped = z.looseObject({ ...base, type: z.literal('dropped') });
const line = z.discriminatedUnion('type', [begun, ended, dropped]);

export type CallStart = z.infer<typeof begun>;
export type CallEndRecord = z.infer<typeof ended>;
type Dropped = z.infer<typeof dropped>;
type Line = CallStart | CallEndRecord | Dropped;

/** One time that a call ran; `ended` null: that is not known. */
export interface ChangeSet {
  begun: CallStart | null;
  ended: CallEndRecord | null;
  /** Set when it has neither: what it was is not kept any more. */
  dropped?: true;
}

/** All that the file of a call says from then on. */
export function droppedLine(at: string): string {
  return `${JSON.stringify({ v: 1, type: 'dropped', at } satisfies Dropped)}\n`;
}

export function changesOf(set: ChangeSet): EntryChange[] {
  return (set.ended?.changes ?? []).map(([path, before, after]) => ({ path, before, after }));
}

/** The folder is there. Durable when it resolves. Throws what the disk throws. */
export async function appendRecord(disk: Disk, path: string, record: CallStart | CallEndRecord): Promise<void> {
  const handle = await disk.open(path, 'a+', fileMode);
  try {
    const { size } = await handle.stat();
    // A torn line before it must not take this one with it.
    const separator = size === 0 ? '' : '\n';
    await writeAll(handle, Buffer.from(`${separator}${JSON.stringify(record)}\n`, 'utf8'), size);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  if (record.type === 'begun') await syncFolder(disk, dirname(path));
}

/** Null when it is there and cannot be read; empty when it is not there. */
export async function readRecords(disk: Disk, path: string): Promise<ChangeSet[] | null> {
  const read = await readWhole(disk, path);
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
