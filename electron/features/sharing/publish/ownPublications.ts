// The publications of this machine. The state names it first, so that a publication or withdrawal made offline, or interrupted, is completed
// by the next look.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { contentHash } from '../../../lib/ids.ts';
import { listNames, readWholeFile, statOrNull } from '../../../stores/files/disk.ts';
import { sweepFolder } from '../../../stores/files/sweep.ts';
import { removeTree } from '../../sync/devices/revocation.ts';
import type { OpenTeam, TeamDeps } from '../team/teamAccount.ts';
import { teamFolderOf } from '../team/teamConfig.ts';
import { indexEntrySchema, indexObject, partObject, partsFolder, readIndex, writeIndex } from '../team/teamIndex.ts';
import type { OwnPublication, TeamState } from '../team/teamState.ts';
import { partFile } from './writeParts.ts';

type Deps = Pick<TeamDeps, 'disk' | 'dataDir'>;

export function newName(): string {
  return randomBytes(16).toString('hex');
}

/** Copies of what was published; a move to a new space uploads them again. */
export function ownFolderOf(dataDir: string, team: string, folder: string): string {
  return join(teamFolderOf(dataDir, team), 'own', folder);
}

export function waitingCount(state: TeamState, space: string): number {
  const missing = state.own.filter(({ storedIn }) => storedIn !== space).length;
  const isListed = state.indexIn === space;
  return missing > 0 || isListed ? missing : 1;
}

/** Uploads what is missing, then the index, then removes what it no longer names. `save` is called after each step. */
export async function settleOwn(
  deps: Deps,
  { config, remote, sealer }: OpenTeam,
  state: TeamState,
  save: () => Promise<void>,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { space, device, team } = config;
  for (const publication of state.own) {
    if (publication.storedIn === space) continue;
    for (const [n, part] of publication.parts.entries()) {
      const read = await readWholeFile(deps.disk, partFile(ownFolderOf(deps.dataDir, team, publication.folder), n));
      if (read.kind !== 'content' || contentHash(read.bytes) !== part.hash) {
        return fail(
          'STORE_READ_FAILED',
          say`What you published as “${publication.title}” cannot be read any more. Withdraw it.`,
        );
      }
      const name = partObject(space, device, publication.folder, n);
      const written = await remote.put(name, await sealer.seal(name, read.bytes), signal);
      if (!written.ok) return written;
    }
    publication.storedIn = space;
    await save();
  }
  if (state.indexIn !== space) {
    const counter = await nextCounter({ config, remote, sealer }, state, signal);
    if (!counter.ok) return counter;
    const name = indexObject(space, device);
    const publications = state.own.map((publication) => indexEntrySchema.parse(publication));
    const index = writeIndex({ v: 1, counter: counter.value, publications });
    const written = await remote.put(name, await sealer.seal(name, index), signal);
    if (!written.ok) return written;
    state.counter = counter.value;
    state.indexIn = space;
    await save();
  }
  while (state.garbage.length > 0) {
    const folder = state.garbage[0] ?? '';
    const removed = await removeTree(remote, partsFolder(space, device, folder), [], signal);
    if (!removed.ok) return removed;
    await deps.disk.rm(ownFolderOf(deps.dataDir, team, folder), { recursive: true, force: true }).catch(() => {});
    state.garbage.shift();
    await save();
  }
  return ok(undefined);
}

/** Above the last one here, and in the store: the state may be an older copy. */
async function nextCounter(
  { config, remote, sealer }: Pick<OpenTeam, 'config' | 'remote' | 'sealer'>,
  state: TeamState,
  signal: AbortSignal,
): Promise<Result<number>> {
  const name = indexObject(config.space, config.device);
  const stored = await remote.get(name, signal);
  if (!stored.ok) return stored;
  const opened = stored.value ? await sealer.open(config.device, name, stored.value) : null;
  const before = opened?.ok ? (readIndex(opened.value)?.counter ?? 0) : 0;
  return ok(Math.max(before, state.counter) + 1);
}

/** Replaces an earlier publication of the same source. */
export function addPublication(state: TeamState, publication: Omit<OwnPublication, 'version'>): void {
  const before = state.own.find(({ source }) => source === publication.source);
  const version = (before?.version ?? 0) + 1;
  state.own = [...state.own.filter((one) => one !== before), { ...publication, version }];
  if (before) state.garbage.push(before.folder);
  state.indexIn = '';
}

/** False: there is none. */
export function removePublication(state: TeamState, id: string): boolean {
  const publication = state.own.find((one) => one.id === id);
  if (!publication) return false;
  state.own = state.own.filter((one) => one !== publication);
  state.garbage.push(publication.folder);
  state.indexIn = '';
  return true;
}

/** Another process may still show a preview of this age. */
const previewMs = 24 * 60 * 60 * 1000;

/** Removes what was prepared and not published, by this or an earlier process, and what a process was reading when it was killed. */
export async function sweepOwn(
  deps: Deps & Pick<TeamDeps, 'clock'>,
  team: string,
  state: TeamState,
  prepared: ReadonlySet<string>,
): Promise<void> {
  await sweepFolder(deps.disk, teamFolderOf(deps.dataDir, team), deps.clock.now());
  const folder = join(teamFolderOf(deps.dataDir, team), 'own');
  const used = new Set([...state.own.map((one) => one.folder), ...state.garbage, ...prepared]);
  for (const name of await listNames(deps.disk, folder)) {
    const path = join(folder, name);
    const mtime = Number(statOrNull(deps.disk, path)?.mtime ?? 0n) / 1e6;
    if (used.has(name) || deps.clock.now().getTime() - mtime < previewMs) continue;
    await deps.disk.rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
