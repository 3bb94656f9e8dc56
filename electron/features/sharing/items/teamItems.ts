// The items of the teams: listed, read, accepted and turned off. What is accepted is a version that the user has read; only the user changes
// what is in use.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../../shared/core/sentence.ts';
import { type ItemContent, isItemKind, type TeamItem } from '../../../../shared/features/sharing/items.ts';
import { contentHash } from '../../../lib/ids.ts';
import type { AcceptedItem, AcceptedItems } from '../../../stores/acceptedItems.ts';
import { diffText } from '../../../tools/text/diffText.ts';
import type { TeamDeps } from '../team/teamAccount.ts';
import type { TeamConfig } from '../team/teamConfig.ts';
import type { TeamState } from '../team/teamState.ts';
import type { TeamStates } from '../team/teamStates.ts';
import { nameIn } from '../teamInfo.ts';
import { inspectItem } from './inspectItem.ts';
import { cachedHashes, cachedItem, ownItem, type PublishedItem, publishedItems } from './itemCache.ts';
import { filesWhenAccepted, type Item } from './itemFormat.ts';
import { asShown } from './prepareItem.ts';

interface ItemDeps extends Pick<TeamDeps, 'disk' | 'dataDir'> {
  states: Pick<TeamStates, 'all' | 'configOf' | 'stateToShow'>;
  accepted: AcceptedItems;
  onChange(): void;
}

/** The author is the device that signed, so that no member can speak for another. */
function idOf(team: string, device: string, publication: string): string {
  return contentHash(Buffer.from(`${team} ${device} ${publication}`, 'utf8')).slice(0, 16);
}

export function createTeamItems(deps: ItemDeps) {
  const { accepted, states } = deps;

  async function itemsOf(config: TeamConfig, state: TeamState): Promise<TeamItem[]> {
    const { team, name: teamName, memberName } = config;
    const inUse = new Map((await accepted.list()).flatMap((item) => (item.team === team ? [[item.id, item]] : [])));
    const items: TeamItem[] = [];
    const hashes = await cachedHashes(deps, team);
    for (const { device, entry } of publishedItems(state)) {
      const id = idOf(team, device, entry.id);
      const pinned = inUse.get(id) ?? null;
      inUse.delete(id);
      const { kind, title: name, at, hash, bytes, version } = entry;
      items.push({
        ...{ id, team, teamName, publication: entry.id, kind, name, at, hash, bytes, version },
        author: nameIn(state.members, device, memberName),
        state: pinned === null ? 'off' : pinned.hash === hash ? 'on' : 'changed',
        accepted: pinned && versionOf(pinned),
        isWaiting: !hashes.has(hash),
      });
    }
    for (const pinned of inUse.values()) {
      const { id, publication, kind, name, author } = pinned;
      const version = versionOf(pinned);
      items.push({
        ...{ id, team, teamName, publication, kind, name, author, ...version, bytes: 0 },
        ...{ state: 'withdrawn' as const, accepted: version, isWaiting: false },
      });
    }
    for (const publication of state.own) {
      const { kind, title: name, at, hash, bytes, version } = publication;
      if (!isItemKind(kind)) continue;
      items.push({
        ...{
          id: idOf(team, config.device, publication.id),
          team,
          teamName,
          publication: publication.id,
          kind,
          name,
          at,
          hash,
          bytes,
        },
        ...{ version, author: memberName, state: 'mine' as const, accepted: null },
        isWaiting: publication.storedIn !== config.space,
      });
    }
    return items;
  }

  async function list(): Promise<TeamItem[]> {
    const teams = await states.all();
    const items = await Promise.all(teams.map(({ config, state }) => itemsOf(config, state)));
    return items.flat().toSorted((one, other) => other.at.localeCompare(one.at));
  }

  async function itemWith(id: string): Promise<Result<TeamItem>> {
    const item = (await list()).find((one) => one.id === id);
    return item ? ok(item) : fail('PARAMS_INVALID', say`This is not published any more.`);
  }

  async function contentOf({ team, hash, state, publication, kind, name }: TeamItem): Promise<Result<Item>> {
    const mine = state === 'mine' ? (await states.stateToShow(team)).own.find((one) => one.id === publication) : null;
    const item = mine ? await ownItem(deps, team, mine) : await cachedItem(deps, team, hash);
    if (!item) return fail('SYNC_UNREACHABLE', say`“${name}” is still to be fetched.`);
    // One member may list the content of another, which is here, as something else.
    if (item.kind === kind && item.name === name) return ok(item);
    return fail('SYNC_DAMAGED', say`“${name}” in the store is not what its author has published.`);
  }

  return {
    list,

    async read(id: string): Promise<Result<ItemContent>> {
      const row = await itemWith(id);
      if (!row.ok) return row;
      const item = await contentOf(row.value);
      if (!item.ok) return item;
      const { effects, problem } = inspectItem(item.value);
      const before =
        row.value.state === 'changed' ? await cachedItem(deps, row.value.team, row.value.accepted?.hash ?? '') : null;
      return ok({
        item: row.value,
        effects: [...(problem === null ? [] : [say`It cannot be used: ${problem}`]), ...effects].map(toUserTextData),
        files: item.value.files.map(asShown),
        changes: before && (await changesBetween(before, item.value)),
      });
    },

    /** `hash`: of the version that the user has read. Another one is refused. */
    async accept(id: string, hash: string): Promise<Result<void>> {
      const row = await itemWith(id);
      if (!row.ok) return row;
      const { state, team, teamName, publication, kind, name, author, version, at } = row.value;
      if (state === 'mine' || state === 'withdrawn') return fail('PARAMS_INVALID', say`There is nothing to accept.`);
      if (row.value.hash !== hash) {
        return fail(
          'PARAMS_INVALID',
          say`${author} has changed “${name}” meanwhile. Read it again before you accept it.`,
        );
      }
      const item = await contentOf(row.value);
      if (!item.ok) return item;
      const { problem } = inspectItem(item.value);
      if (problem !== null) return fail('PARAMS_INVALID', say`It cannot be used: ${problem}`);
      const source = await sourceOf(team, id);
      const pinned = {
        id,
        team,
        teamName,
        publication,
        kind,
        name,
        author,
        device: source?.device ?? '',
        version,
        hash,
        at,
      };
      const done = await accepted.accept(pinned, filesWhenAccepted(item.value));
      if (done.ok) deps.onChange();
      return done;
    },

    async turnOff(id: string): Promise<Result<void>> {
      const done = await accepted.turnOff((item) => item.id === id);
      if (done.ok) deps.onChange();
      return done;
    },

    /** Call it after the machine has left the team. */
    async forget(team: string): Promise<void> {
      if ((await accepted.list()).some((item) => item.team === team)) {
        await accepted.turnOff((item) => item.team === team);
      }
    },
  };

  async function sourceOf(team: string, id: string): Promise<PublishedItem | undefined> {
    const state = await states.stateToShow(team);
    return publishedItems(state).find(({ device, entry }) => idOf(team, device, entry.id) === id);
  }
}

function versionOf({ version, at, hash }: AcceptedItem): NonNullable<TeamItem['accepted']> {
  return { version, at, hash };
}

/** All files, in the order of their names. */
async function changesBetween(before: Item, after: Item): Promise<string> {
  const [old, next] = [before, after].map(({ files }) => new Map(files.map(({ path, bytes }) => [path, bytes])));
  const paths = [...new Set([...(old?.keys() ?? []), ...(next?.keys() ?? [])])].sort();
  const diffs: string[] = [];
  for (const path of paths) {
    const [was, is] = [old?.get(path) ?? null, next?.get(path) ?? null];
    if (was && is && was.equals(is)) continue;
    diffs.push(await diffText(path, was, is ?? Buffer.alloc(0)));
  }
  return diffs.join('\n');
}
