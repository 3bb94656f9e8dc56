// Keeps read-only copies of what the members publish, so that it opens, is searched and is browsed like any conversation. Derived: replaced
// with the publication, and removed with it.

import { errorSentence, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, type UserText } from '../../../../shared/core/sentence.ts';
import { sharedId, type TeamOwner } from '../../../../shared/features/inPlace/inPlace.ts';
import type { InPlaceStore } from '../../../ports/inPlace.ts';
import type { OpenTeam, TeamDeps } from '../team/teamAccount.ts';
import { teamFolderOf } from '../team/teamConfig.ts';
import type { IndexEntry } from '../team/teamIndex.ts';
import type { TeamState } from '../team/teamState.ts';
import { conversationsOf, copyId, readConversation } from './readConversation.ts';
import { openSpool } from './spool.ts';

/** All publications of one member together: more would fill the disks of the others. */
const maxMemberBytes = 4 * 1024 * 1024 * 1024;

type CopyStore = Pick<InPlaceStore, 'openInPlaceProject' | 'keepInPlace' | 'keptInPlace' | 'removeInPlace'>;

export interface SharedSource {
  device: string;
  entry: IndexEntry;
}

export function ownerOf(team: string): TeamOwner {
  return `team-${team}`;
}

export function sharedConversationId(team: string, { device, entry }: SharedSource, n = 0): string {
  return sharedId(copyId(team, device, entry.id, n));
}

/** Newest first. */
export function sharedSources({ members }: TeamState): SharedSource[] {
  return Object.entries(members)
    .flatMap(([device, { publications }]) =>
      publications.flatMap((entry) => (entry.kind === 'conversation' ? [{ device, entry }] : [])),
    )
    .toSorted((one, other) => other.entry.at.localeCompare(one.entry.at));
}

function sessionOf({ device, entry }: SharedSource): string {
  return `${device}/${entry.id}`;
}

interface CopyDeps extends Pick<TeamDeps, 'disk' | 'dataDir'> {
  store: CopyStore;
  /** `isReplaced`: an earlier version of it was here. */
  onRead(conversationId: string, isReplaced: boolean): void;
  onRemoved(conversationId: string): void;
  onProblem(device: string, text: UserText): void;
}

/** Reads what is new and removes what is withdrawn. What cannot be read is reported, and tried again with the next look. */
export async function updateCopies(
  { disk, dataDir, store, onRead, onRemoved, onProblem }: CopyDeps,
  team: Pick<OpenTeam, 'remote' | 'sealer' | 'config'>,
  state: TeamState,
  signal: AbortSignal,
): Promise<Result<void>> {
  const id = team.config.team;
  const owner = ownerOf(id);
  const sources = sharedSources(state);
  const project = sources.length > 0 ? await store.openInPlaceProject(owner, team.config.name) : null;
  if (project && !project.ok) return project;
  const copies = await store.keptInPlace(owner);
  const sessions = new Set(sources.map(sessionOf));
  await remove([...copies].filter(([, { session }]) => !sessions.has(session)).map(([copy]) => copy));
  const bytes = new Map<string, number>();
  for (const source of project ? sources : []) {
    const { device, entry } = source;
    const total = (bytes.get(device) ?? 0) + entry.bytes;
    bytes.set(device, total);
    if (copies.get(sharedConversationId(id, source))?.stamp === entry.hash) continue;
    if (signal.aborted) return ok(undefined);
    if (total > maxMemberBytes) {
      onProblem(
        device,
        say`This member publishes more than ${maxMemberBytes / 1024 ** 3} GB. The oldest is not fetched.`,
      );
      continue;
    }
    const spool = await openSpool(disk, teamFolderOf(dataDir, id));
    try {
      const content = await readConversation(team, source, spool, signal);
      if (!content.ok) {
        if (content.error.code !== 'SYNC_DAMAGED') return content;
        onProblem(device, errorSentence(content.error));
        continue;
      }
      const projectId = project?.ok ? project.value.id : '';
      const stored = await keep(source, conversationsOf(content.value, spool, projectId, idOf(source)));
      if (!stored.ok) onProblem(device, errorSentence(stored.error));
    } finally {
      await spool.close();
    }
  }
  return ok(undefined);

  function idOf(source: SharedSource): (n: number) => string {
    return (n) => sharedConversationId(id, source, n);
  }

  /** The main conversation last: its stamp means that all of it is here. */
  async function keep(source: SharedSource, conversations: ReturnType<typeof conversationsOf>): Promise<Result<void>> {
    const session = sessionOf(source);
    // Attachments and results of the version before would stay.
    await store.removeInPlace(
      owner,
      [...copies].filter(([, at]) => at.session === session).map(([copy]) => copy),
    );
    const about = { stamp: source.entry.hash, session };
    for (const conversation of conversations.toReversed()) {
      const done = await store.keepInPlace(conversation, about);
      if (!done.ok) return done;
      onRead(conversation.conversationId, copies.has(conversation.conversationId));
    }
    const current = new Set(conversations.map(({ conversationId }) => conversationId));
    for (const [copy, at] of copies) if (at.session === session && !current.has(copy)) onRemoved(copy);
    return ok(undefined);
  }

  async function remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const copy of await store.removeInPlace(owner, ids)) onRemoved(copy);
  }
}
