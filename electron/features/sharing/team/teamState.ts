// sharing/<team>/state.json: what this machine publishes, and what the other members publish as
// last read. The remembered counters reveal a store that was rolled back.

import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { atomicWrite, makeFolder } from '../../../stores/files/atomicWrite.ts';
import { type Disk, readWholeFile } from '../../../stores/files/disk.ts';
import { parseJson } from '../../sync/seal/signedObject.ts';
import { teamFolderOf } from './teamConfig.ts';
import { indexEntrySchema } from './teamIndex.ts';

const ownSchema = indexEntrySchema.extend({
  /** The original: `conversation:<id>`. Stays here. */
  source: z.string(),
  /** Hash of the unmasked source, to recognize that it has changed. Stays here. */
  sourceHash: z.string(),
  /** The space that has its parts; empty: none yet. */
  storedIn: z.string().default(''),
});

export type OwnPublication = z.infer<typeof ownSchema>;

const memberSchema = z.object({
  name: z.string(),
  counter: z.number().int().nonnegative(),
  /** The hash of the object with this counter, as it is in the store. */
  hash: z.string(),
  /** Where it was read; another one: this member has not followed to the present space yet. */
  space: z.string(),
  publications: z.array(indexEntrySchema),
});

const stateSchema = z.object({
  v: z.literal(1),
  /** The counter of the last index that this machine has written. */
  counter: z.number().int().nonnegative(),
  /** The space of that index; another one: it is still to be written. Empty: it has changed since. */
  indexIn: z.string(),
  own: z.array(ownSchema),
  /** Objects to remove once the index no longer names them. */
  garbage: z.array(z.string()),
  members: z.record(z.string(), memberSchema),
  lookedAt: z.string().nullable(),
});

export type TeamState = z.infer<typeof stateSchema>;

export function emptyState(): TeamState {
  return { v: 1, counter: 0, indexIn: '', own: [], garbage: [], members: {}, lookedAt: null };
}

/** A file that cannot be read is not an empty one: everything published would be withdrawn. */
export async function readState(disk: Disk, dataDir: string, team: string): Promise<Result<TeamState>> {
  const path = join(teamFolderOf(dataDir, team), 'state.json');
  const read = await readWholeFile(disk, path);
  if (read.kind === 'absent') return ok(emptyState());
  if (read.kind === 'unreadable') return fail('STORE_READ_FAILED', say`${path} cannot be read: ${read.reason}.`);
  const state = stateSchema.safeParse(parseJson(read.bytes));
  if (state.success) return ok(state.data);
  return fail('STORE_READ_FAILED', say`${path} is damaged, or of a newer version. Nothing is shared.`);
}

/** Throws file system errors. */
export async function writeState(disk: Disk, dataDir: string, team: string, state: TeamState): Promise<void> {
  const folder = teamFolderOf(dataDir, team);
  await makeFolder(disk, folder);
  await atomicWrite(disk, join(folder, 'state.json'), `${JSON.stringify(state)}\n`);
}
