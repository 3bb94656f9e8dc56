// The contents of the members' items, as last fetched: sharing/<team>/items/<hash>. A version is fetched once, and stays while it is published or
// accepted.

import { join } from 'node:path';
import { errorSentence, fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, type UserText } from '../../../../shared/core/sentence.ts';
import { type ItemKind, isItemKind } from '../../../../shared/features/sharing/items.ts';
import { atomicWrite, makeFolder } from '../../../stores/files/atomicWrite.ts';
import { listNames, readWholeFile } from '../../../stores/files/disk.ts';
import { parseJson } from '../../sync/seal/signedObject.ts';
import { ownFolderOf } from '../publish/ownPublications.ts';
import { partFile } from '../publish/writeParts.ts';
import { fetchLines } from '../read/fetchContent.ts';
import type { OpenTeam, TeamDeps } from '../team/teamAccount.ts';
import { teamFolderOf } from '../team/teamConfig.ts';
import type { IndexEntry } from '../team/teamIndex.ts';
import type { OwnPublication, TeamState } from '../team/teamState.ts';
import { createItemReader, type Item, itemLines, maxPublishedItemBytes, readItem } from './itemFormat.ts';

type Deps = Pick<TeamDeps, 'disk' | 'dataDir'>;

/** All of one member together. */
const maxMemberItems = 200;

export interface PublishedItem {
  device: string;
  entry: IndexEntry & { kind: ItemKind };
}

export function publishedItems({ members }: Pick<TeamState, 'members'>): PublishedItem[] {
  return Object.entries(members).flatMap(([device, { publications }]) =>
    publications
      .flatMap((entry) => (isItemKind(entry.kind) ? [{ device, entry: { ...entry, kind: entry.kind } }] : []))
      .slice(0, maxMemberItems),
  );
}

function itemsFolder(dataDir: string, team: string): string {
  return join(teamFolderOf(dataDir, team), 'items');
}

/** Hashes of those that were fetched. */
export async function cachedHashes({ disk, dataDir }: Deps, team: string): Promise<ReadonlySet<string>> {
  return new Set(await listNames(disk, itemsFolder(dataDir, team)));
}

/** Null: it is still to be fetched. */
export async function cachedItem({ disk, dataDir }: Deps, team: string, hash: string): Promise<Item | null> {
  const read = await readWholeFile(disk, join(itemsFolder(dataDir, team), hash));
  const lines = read.kind === 'content' ? parseJson(read.bytes) : null;
  const item = Array.isArray(lines) ? readItem(lines) : null;
  return item?.ok ? item.value : null;
}

/** As it was published from here. */
export async function ownItem({ disk, dataDir }: Deps, team: string, own: OwnPublication): Promise<Item | null> {
  const parts: Buffer[] = [];
  for (const n of own.parts.keys()) {
    const read = await readWholeFile(disk, partFile(ownFolderOf(dataDir, team, own.folder), n));
    if (read.kind !== 'content') return null;
    parts.push(Buffer.from(read.bytes));
  }
  const lines = Buffer.concat(parts).toString('utf8').trimEnd().split('\n');
  const item = readItem(lines.map((line) => parseJson(Buffer.from(line, 'utf8'))));
  return item.ok ? item.value : null;
}

/** Fetches what is new. `accepted`: hashes that stay. What cannot be read is reported, and tried again with the next look. */
export async function updateItems(
  deps: Deps & { onProblem(device: string, text: UserText): void },
  team: Pick<OpenTeam, 'remote' | 'sealer' | 'config'>,
  state: TeamState,
  accepted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { disk, dataDir, onProblem } = deps;
  const folder = itemsFolder(dataDir, team.config.team);
  const published = publishedItems(state);
  const here = await cachedHashes(deps, team.config.team);
  for (const { device, entry } of published) {
    if (here.has(entry.hash)) continue;
    if (signal.aborted) return ok(undefined);
    const item = await fetchItem(team, device, entry, signal);
    if (!item.ok) {
      if (item.error.code !== 'SYNC_DAMAGED') return item;
      onProblem(device, errorSentence(item.error));
      continue;
    }
    await makeFolder(disk, folder);
    await atomicWrite(disk, join(folder, entry.hash), JSON.stringify([...itemLines(item.value)]));
  }
  const used = new Set([...published.map(({ entry }) => entry.hash), ...accepted]);
  for (const name of here) if (!used.has(name)) await disk.rm(join(folder, name), { force: true }).catch(() => {});
  return ok(undefined);
}

async function fetchItem(
  team: Pick<OpenTeam, 'remote' | 'sealer' | 'config'>,
  device: string,
  entry: PublishedItem['entry'],
  signal: AbortSignal,
): Promise<Result<Item>> {
  if (entry.bytes > maxPublishedItemBytes) {
    return fail(
      'SYNC_DAMAGED',
      say`“${entry.title}” is larger than ${maxPublishedItemBytes / 1024 / 1024} MB, so it is not fetched.`,
    );
  }
  const reader = createItemReader();
  const read = await fetchLines(team, device, entry, async (line) => reader.take(line), signal);
  if (!read.ok) return read;
  const item = reader.end();
  if (!item.ok) return item;
  const { kind, name } = item.value;
  if (kind === entry.kind && name === entry.title) return item;
  return fail('SYNC_DAMAGED', say`“${entry.title}” in the store is not what its author has published.`);
}
