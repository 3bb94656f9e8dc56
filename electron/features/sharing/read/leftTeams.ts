// Completes leaving a team that was interrupted: copies and files of teams to which this machine does not belong any more are removed, and
// their items are turned off.

import { join } from 'node:path';
import { inPlaceOwnerOf, isShared, isTeam } from '../../../../shared/features/inPlace/inPlace.ts';
import type { InPlaceStore } from '../../../ports/inPlace.ts';
import type { AcceptedItems } from '../../../stores/acceptedItems.ts';
import type { Disk } from '../../../stores/files/disk.ts';
import { listNames } from '../../../stores/files/disk.ts';

interface LeftDeps {
  store: Pick<InPlaceStore, 'dropInPlace'>;
  disk: Disk;
  dataDir: string;
  accepted: Pick<AcceptedItems, 'list' | 'turnOff'>;
  onRemoved(conversationId: string): void;
}

const teamForm = /^[0-9a-f]{16}$/;

/** Leaves what cannot be read or removed to the next start. */
export async function dropLeftTeams({ store, disk, dataDir, accepted, onRemoved }: LeftDeps): Promise<void> {
  const sharing = join(dataDir, 'sharing');
  const projects = await listNames(disk, join(dataDir, 'projects')).catch((): string[] => []);
  const folders = (await listNames(disk, sharing).catch((): string[] => [])).filter((name) => teamForm.test(name));
  const owners = projects.flatMap((name) => {
    const owner = isShared(name) ? inPlaceOwnerOf(name) : null;
    return owner !== null && isTeam(owner) ? [owner] : [];
  });
  const items = await accepted.list();
  if (owners.length + folders.length + items.length === 0) return;
  const { readTeams } = await import('../team/teamConfig.ts');
  // Read after the folders were listed: a team that is joined meanwhile is in it.
  const teams = await readTeams(disk, dataDir);
  if (!teams.ok) return;
  const current = new Set(teams.value.map(({ team }) => team));
  if (items.some(({ team }) => !current.has(team))) await accepted.turnOff(({ team }) => !current.has(team));
  for (const name of folders) {
    if (!current.has(name)) await disk.rm(join(sharing, name), { recursive: true, force: true }).catch(() => {});
  }
  for (const owner of owners) {
    if (current.has(owner.slice('team-'.length))) continue;
    const dropped = await store.dropInPlace(owner);
    if (dropped.ok) for (const id of dropped.value) onRemoved(id);
  }
}
