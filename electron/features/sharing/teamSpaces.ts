// Team spaces: what members publish for each other. Each process looks at the stores on its own; what it reads and writes here is
// shared with the others of this machine, one at a time.

import { randomBytes } from 'node:crypto';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { isShared } from '../../../shared/features/inPlace/inPlace.ts';
import type { ItemKind, ItemPreview } from '../../../shared/features/sharing/items.ts';
import type { SharedConversation, SharePreview, TeamInfo } from '../../../shared/features/sharing/sharing.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { InPlaceStore } from '../../ports/inPlace.ts';
import type { ConversationStore } from '../../ports/store.ts';
import type { AcceptedItems } from '../../stores/acceptedItems.ts';
import { updateItems } from './items/itemCache.ts';
import { type ItemSourceDeps, readItemSource } from './items/itemSources.ts';
import { prepareItem } from './items/prepareItem.ts';
import { createTeamItems } from './items/teamItems.ts';
import {
  addPublication,
  newName,
  ownFolderOf,
  removePublication,
  settleOwn,
  sweepOwn,
} from './publish/ownPublications.ts';
import { type ConversationChoice, prepareConversation } from './publish/prepareConversation.ts';
import { createScrubber, type Scrubber } from './publish/scrub.ts';
import { writeParts } from './publish/writeParts.ts';
import { continueCopy } from './read/continueCopy.ts';
import { lookAtTeam } from './read/lookAtTeam.ts';
import { ownerOf, sharedConversationId, sharedSources, updateCopies } from './read/sharedCopies.ts';
import type { TeamAccount, TeamDeps } from './team/teamAccount.ts';
import { teamFolderOf } from './team/teamConfig.ts';
import { maxPublications } from './team/teamIndex.ts';
import type { OwnPublication } from './team/teamState.ts';
import { createTeamStates, notStored } from './team/teamStates.ts';
import { infoOf, type LiveTeam, nameIn, repositoryOf } from './teamInfo.ts';

export interface SpacesDeps extends Pick<TeamDeps, 'disk' | 'dataDir' | 'clock'> {
  account: TeamAccount;
  store: ConversationStore & InPlaceStore;
  home: string;
  version: string;
  accepted: AcceptedItems;
  /** Where the user's own items are. */
  itemSources: ItemSourceDeps;
  /** The app's own keys. */
  ownKeys(): Promise<readonly string[]>;
  onRead(conversationId: string, isReplaced: boolean): void;
  onRemoved(conversationId: string): void;
  onChange(): void;
}

interface Prepared
  extends Pick<
    OwnPublication,
    'source' | 'sourceHash' | 'kind' | 'title' | 'repository' | 'hash' | 'bytes' | 'folder' | 'parts'
  > {
  team: string;
}

export type TeamSpaces = ReturnType<typeof createTeamSpaces>;

export function createTeamSpaces(deps: SpacesDeps) {
  const { account, clock, dataDir, disk, store } = deps;
  const queue = createKeyedQueue();
  const states = createTeamStates(deps);
  const { all, configOf, stateToShow, withState } = states;
  const { accepted, onChange } = deps;
  const items = createTeamItems({ disk, dataDir, states, accepted, onChange });
  const lives = new Map<string, LiveTeam>();
  const prepared = new Map<string, Prepared>();

  function liveOf(team: string): LiveTeam {
    const live = lives.get(team) ?? { running: null, next: null, error: null, problems: new Map(), move: null };
    lives.set(team, live);
    return live;
  }

  /** Callers while a look runs share the next one, as it may have passed what they want to see. */
  async function look(team: string, signal: AbortSignal): Promise<Result<void>> {
    const live = liveOf(team);
    if (live.running) {
      live.next ??= live.running.then(() => {
        live.next = null;
        return look(team, signal);
      });
      return live.next;
    }
    live.running = lookNow(team, live, signal)
      .catch(notStored)
      .finally(() => {
        live.running = null;
      });
    deps.onChange();
    const done = await live.running;
    live.error = done.ok ? null : done.error;
    deps.onChange();
    return done;
  }

  async function lookNow(team: string, live: LiveTeam, signal: AbortSignal): Promise<Result<void>> {
    const opened = await account.open(team, signal);
    if (!opened.ok) return opened;
    const seen = await withState(team, async (state, save) => {
      const looked = await lookAtTeam(account, opened.value, state, signal);
      if (!looked.ok) return looked;
      live.problems = looked.value.problems;
      live.move = looked.value.move;
      state.lookedAt = clock.now().toISOString();
      await save();
      await sweepOwn(deps, team, state, preparedFolders(team));
      const settled = await settleOwn(deps, opened.value, state, save, signal);
      if (!settled.ok) return settled;
      const cleared = await account.removeLeftSpaces(opened.value, signal);
      return cleared.ok ? ok(state) : cleared;
    });
    if (!seen.ok) return seen;
    const again = live.move ? ok(false) : await account.removeAgain(opened.value, signal);
    if (!again.ok || again.value) return again.ok ? lookNow(team, live, signal) : again;
    deps.onChange();
    const { onRead, onRemoved } = deps;
    const onProblem = (device: string, text: UserText): void => void live.problems.set(device, text);
    const used = new Set((await accepted.list()).map(({ hash }) => hash));
    const fetched = await updateItems({ disk, dataDir, onProblem }, opened.value, seen.value, used, signal);
    if (!fetched.ok) return fetched;
    const copyDeps = { disk, dataDir, store, onRead, onRemoved, onProblem };
    const updated = await updateCopies(copyDeps, opened.value, seen.value, signal);
    // The machine may have left meanwhile.
    const teams = await account.teams();
    if (teams.ok && !teams.value.some((one) => one.team === team)) await store.dropInPlace(ownerOf(team));
    return updated;
  }

  function preparedFolders(team: string): Set<string> {
    return new Set([...prepared.values()].flatMap((one) => (one.team === team ? [one.folder] : [])));
  }

  async function dropPrepared(team: string): Promise<void> {
    for (const [id, one] of prepared) {
      if (one.team !== team) continue;
      prepared.delete(id);
      await disk.rm(ownFolderOf(dataDir, team, one.folder), { recursive: true, force: true }).catch(() => {});
    }
  }

  async function scrubber(unmasked: readonly string[]): Promise<Scrubber> {
    return createScrubber({ ownKeys: await deps.ownKeys(), home: deps.home, unmasked: new Set(unmasked) });
  }

  async function keepPrepared(
    team: string,
    source: Pick<Prepared, 'source' | 'sourceHash' | 'kind' | 'title' | 'repository'> & {
      lines(): AsyncIterable<unknown>;
    },
    scrub: Scrubber,
  ): Promise<Result<Pick<ItemPreview, 'prepared' | 'bytes' | 'secrets' | 'homePaths' | 'replaces' | 'isSame'>>> {
    const folder = newName();
    const written = await writeParts(disk, ownFolderOf(dataDir, team, folder), source.lines());
    if (!written.ok) {
      await disk.rm(ownFolderOf(dataDir, team, folder), { recursive: true, force: true }).catch(() => {});
      return written;
    }
    const id = randomBytes(8).toString('hex');
    const { kind, title, repository, sourceHash } = source;
    prepared.set(id, { ...written.value, team, folder, kind, title, repository, sourceHash, source: source.source });
    const homePaths = scrub.homePaths();
    const { own } = await stateToShow(team);
    const before = own.find((one) => one.source === source.source);
    return ok({
      ...{ prepared: id, bytes: written.value.bytes, secrets: await scrub.secrets(), homePaths },
      ...{ replaces: before !== undefined, isSame: before?.hash === written.value.hash },
    });
  }

  async function memberName(team: string, device: string): Promise<string> {
    const config = await configOf(team);
    const { members } = await stateToShow(team);
    return nameIn(members, device, config.ok ? config.value.memberName : '');
  }

  async function rowOf(conversationId: string) {
    for (const { config, state } of await all()) {
      for (const source of sharedSources(state)) {
        const id = sharedConversationId(config.team, source);
        if (id === conversationId) return { config, state, source };
      }
    }
    return null;
  }

  return {
    look,
    items,
    /** Looks at all teams. Fails with the first error, after the others were read. */
    async lookAll(signal: AbortSignal): Promise<Result<void>> {
      const teams = await account.teams();
      if (!teams.ok) return teams;
      let failed: Result<void> = ok(undefined);
      for (const { team } of teams.value) {
        if (signal.aborted) break;
        const looked = await look(team, signal);
        if (!looked.ok && failed.ok) failed = looked;
      }
      return failed;
    },

    async teams(): Promise<Result<TeamInfo[]>> {
      const teams = await account.teams();
      if (!teams.ok) return teams;
      return ok((await all()).map(({ config, state }) => infoOf(config, state, liveOf(config.team))));
    },

    move: (team: string) => liveOf(team).move,

    async conversations(): Promise<SharedConversation[]> {
      const rows: SharedConversation[] = [];
      for (const { config, state } of await all()) {
        const { team, name: teamName } = config;
        const copies = await store.keptInPlace(ownerOf(team));
        const common = { team, teamName };
        for (const source of sharedSources(state)) {
          const { id, title, repository, at, bytes, hash } = source.entry;
          const conversationId = sharedConversationId(team, source);
          rows.push({
            ...{ ...common, publication: id, conversationId, title, repository, at, bytes, isMine: false },
            author: nameIn(state.members, source.device, config.memberName),
            isWaiting: copies.get(conversationId)?.stamp !== hash,
          });
        }
        for (const { id, kind, source, title, repository, at, bytes, storedIn } of state.own) {
          if (kind !== 'conversation') continue;
          rows.push({
            ...{
              ...common,
              publication: id,
              conversationId: source.slice('conversation:'.length),
              title,
              repository,
              at,
            },
            ...{ bytes, isMine: true, author: config.memberName, isWaiting: storedIn !== config.space },
          });
        }
      }
      return rows.sort((one, other) => other.at.localeCompare(one.at));
    },

    async prepare(
      team: string,
      choice: ConversationChoice & { unmasked: readonly string[] },
      signal: AbortSignal,
    ): Promise<Result<SharePreview>> {
      const config = await configOf(team);
      if (!config.ok) return config;
      if (isShared(choice.conversationId)) {
        return fail(
          'PARAMS_INVALID',
          say`This conversation was shared by a member of the team. Continue a copy to publish it.`,
        );
      }
      await dropPrepared(team);
      const scrub = await scrubber(choice.unmasked);
      const repository = await repositoryOf(store, choice.conversationId);
      if (repository) await scrub.scan(repository);
      const source = await prepareConversation(store, scrub, choice, deps.version, signal);
      if (!source.ok) return source;
      const about = {
        ...{ source: `conversation:${choice.conversationId}`, kind: 'conversation' },
        repository: repository && scrub.clean(repository),
      };
      const preview = await keepPrepared(team, { ...source.value, ...about }, scrub);
      if (!preview.ok) return preview;
      const { title, counts } = source.value;
      const { isSame: _, ...shared } = preview.value;
      return ok({ ...shared, title, repository: about.repository, ...counts });
    },

    async prepareItem(
      team: string,
      { kind, name, unmasked }: { kind: ItemKind; name: string; unmasked: readonly string[] },
    ): Promise<Result<ItemPreview>> {
      const config = await configOf(team);
      if (!config.ok) return config;
      const source = await readItemSource(deps.itemSources, kind, name);
      if (!source.ok) return source;
      await dropPrepared(team);
      const scrub = await scrubber(unmasked);
      const item = await prepareItem(source.value, scrub);
      if (!item.ok) return item;
      const preview = await keepPrepared(team, { ...item.value, kind, repository: null }, scrub);
      return preview.ok ? ok({ ...preview.value, ...item.value.preview }) : preview;
    },

    /** Publishes what was previewed. Offline, it is uploaded with a later look. */
    async publish(
      preparedId: string,
      signal: AbortSignal,
    ): Promise<Result<{ publication: string; isUploaded: boolean }>> {
      const ready = prepared.get(preparedId);
      if (!ready) return fail('PARAMS_INVALID', say`This preview is no longer valid. Open it again.`);
      const { team, ...what } = ready;
      const added = await withState(team, async (state, save) => {
        const before = state.own.find(({ source }) => source === what.source);
        if (!before && state.own.length >= maxPublications) {
          return fail(
            'PARAMS_INVALID',
            say`This machine publishes ${maxPublications} conversations and items. Withdraw one first.`,
          );
        }
        const id = before?.id ?? newName();
        addPublication(state, { ...what, id, at: clock.now().toISOString(), storedIn: '' });
        await save();
        return ok(id);
      });
      if (!added.ok) return added;
      prepared.delete(preparedId);
      return ok({ publication: added.value, isUploaded: await settled(team, signal) });
    },

    async withdraw(team: string, publication: string, signal: AbortSignal): Promise<Result<{ isUploaded: boolean }>> {
      const removed = await withState(team, async (state, save) => {
        if (!removePublication(state, publication))
          return fail('PARAMS_INVALID', say`You do not publish this any more.`);
        await save();
        return ok(undefined);
      });
      return removed.ok ? ok({ isUploaded: await settled(team, signal) }) : removed;
    },

    async published(conversationId: string) {
      const publications: { team: string; publication: string; at: string; grown: boolean }[] = [];
      const head = await store.readBranch(conversationId, { tail: 1 });
      const last = head.ok ? head.value.messages.at(-1)?.id : undefined;
      for (const { config, state } of await all()) {
        for (const { source, sourceHash, id, at } of state.own) {
          if (source !== `conversation:${conversationId}`) continue;
          const grown = last !== undefined && last !== sourceHash;
          publications.push({ team: config.team, publication: id, at, grown });
        }
      }
      return publications;
    },

    async continueCopy(conversationId: string, signal: AbortSignal): Promise<Result<{ conversationId: string }>> {
      const row = await rowOf(conversationId);
      const { config, state, source } = row ?? { config: null, state: null, source: null };
      const origin = {
        team: config?.name ?? '',
        author: state && source ? nameIn(state.members, source.device, config.memberName) : '',
        repository: source?.entry.repository ?? null,
      };
      return queue.run(`copy ${conversationId}`, () =>
        continueCopy(store, conversationId, origin, deps.version, signal),
      );
    },

    memberName,

    /** Fetches a conversation that is listed and still on its way. CONVERSATION_NOT_FOUND: nobody shares it. */
    async fetch(conversationId: string, signal: AbortSignal): Promise<Result<void>> {
      for (const { config, state } of await all()) {
        const { team } = config;
        const source = sharedSources(state).find((one) => sharedConversationId(team, one) === conversationId);
        if (!source) continue;
        await lives.get(team)?.running;
        if (await store.sourceOf(conversationId)) return ok(undefined);
        const looked = await look(team, signal);
        if (!looked.ok || (await store.sourceOf(conversationId))) return looked;
        return fail('SYNC_UNREACHABLE', say`“${source.entry.title}” is still to be fetched.`);
      }
      return fail(
        'CONVERSATION_NOT_FOUND',
        say`Its author no longer shares this conversation, or it is still to come.`,
      );
    },

    /** Removes the copies; call it after the machine has left the team. */
    async dropCopies(team: string): Promise<void> {
      lives.delete(team);
      await dropPrepared(team);
      await items.forget(team);
      await disk.rm(teamFolderOf(dataDir, team), { recursive: true, force: true }).catch(() => {});
      const dropped = await store.dropInPlace(ownerOf(team));
      if (dropped.ok) for (const id of dropped.value) deps.onRemoved(id);
      deps.onChange();
    },
  };

  /** False: it waits for a later look. */
  async function settled(team: string, signal: AbortSignal): Promise<boolean> {
    const opened = await account.open(team, signal);
    const done = opened.ok
      ? await withState(team, (state, save) => settleOwn(deps, opened.value, state, save, signal))
      : opened;
    liveOf(team).error = done.ok ? null : done.error;
    deps.onChange();
    return done.ok;
  }
}
