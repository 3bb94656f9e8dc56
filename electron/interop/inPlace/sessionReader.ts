// Reads sessions in a thread of its own: what is read of one is kept in our store, as a conversation that opens and is searched
// as ours are.

import { createHash } from 'node:crypto';
import type { Message } from '../../../shared/conversation/message.ts';
import { deriveTitle } from '../../../shared/conversation/title.ts';
import { describeThrown, fail, ok, type Result } from '../../../shared/errors.ts';
import { type InPlaceProgram, inPlacePrograms } from '../../../shared/inPlace.ts';
import { say } from '../../../shared/sentence.ts';
import type { InPlaceStore } from '../../ports/inPlace.ts';
import { historyFormats } from '../formats.ts';
import { type History, type HistoryProblem, isProblem } from '../history.ts';
import { diskFile } from '../import/diskFile.ts';
import { type CallPlace, type HistoryStore, recordsOf, storeOrGrow } from '../import/storeHistory.ts';
import { readStoredSession } from '../openCode/database.ts';
import { endOfFile } from './endOfFile.ts';
import type { FoundSession } from './found.ts';
import { createSessionFinder, inPlaceId } from './foundSessions.ts';

/** What a reading came to. `grown`: what was kept before is its beginning, word for word. */
export interface KeptReading {
  grown: boolean;
  stamp: string;
}

export interface SessionReader {
  /** Newest first; with the places that cannot be looked at. */
  find(places: Partial<Record<InPlaceProgram, string>>): { sessions: FoundSession[]; problems: string[] };
  /**
   * Of all sessions of a program: removes what is kept of those that are gone, and tells which were not read as they are now.
   */
  settle(program: InPlaceProgram, sessions: readonly FoundSession[]): Promise<{ stale: string[]; removed: string[] }>;
  /** Removes all that is kept of a program's sessions: the ids of that. */
  drop(program: InPlaceProgram): Promise<Result<string[]>>;
  stampOf(session: FoundSession): string | null;
  /** `part`: the end of it only, for a first view. */
  read(session: FoundSession, part: boolean): Promise<Result<KeptReading>>;
  /** As a conversation of ours: its id. */
  continue(session: FoundSession): Promise<Result<{ conversationId: string }>>;
}

/** Of a long session as much is read for a first view. */
const partBytes = 2 * 1024 * 1024;
/** Sessions whose records are remembered, to tell whether one has only grown. */
const mostRemembered = 8;

export function createSessionReader(store: InPlaceStore & HistoryStore): SessionReader {
  const finder = createSessionFinder();
  const remembered = new Map<string, string[]>();
  const never = new AbortController().signal;

  /** Whether what was read the last time is the beginning of this. */
  function hasGrown(conversationId: string, messages: readonly Message[]): boolean {
    const now = messages.map((message) => createHash('md5').update(JSON.stringify(message)).digest('base64'));
    const before = remembered.get(conversationId);
    remembered.delete(conversationId);
    remembered.set(conversationId, now);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    return before !== undefined && before.length <= now.length && before.every((mark, at) => mark === now[at]);
  }

  async function keep(
    history: History,
    about: { found: FoundSession; conversationId: string; projectId: string; stamp: string; parent: CallPlace | null },
  ): Promise<Result<{ grown: boolean }>> {
    const { found, conversationId, projectId, stamp, parent } = about;
    const idOf = (session: string): string => inPlaceId(found.program, found.path, session);
    const messages = recordsOf(history, parent, idOf);
    const grown = hasGrown(conversationId, messages);
    const title = history.title || deriveTitle(messages);
    const { headId, attachments } = history;
    const kept = await store.keepInPlace(
      { conversationId, projectId, title, messages, headId, attachments },
      { stamp, session: found.conversationId },
    );
    if (!kept.ok) return kept;
    for (const { history: agent, call } of history.agents) {
      const place = call && { conversationId, ...call };
      const below = await keep(agent, { ...about, conversationId: idOf(agent.session), parent: place });
      if (!below.ok) return below;
    }
    return ok({ grown });
  }

  async function historyOf(found: FoundSession, part: boolean): Promise<Result<History>> {
    try {
      for await (const read of historiesIn(found, part, never)) {
        if (!isProblem(read) && read.messages.length > 0) return ok(part ? endOf(read) : read);
      }
      return fail('STORE_READ_FAILED', say`There are no messages in ${found.path} yet.`);
    } catch (thrown) {
      return fail('STORE_READ_FAILED', say`${found.path} could not be read: ${describeThrown(thrown)}.`);
    }
  }

  return {
    find(places) {
      const problems: string[] = [];
      const sessions = inPlacePrograms.flatMap((program) => {
        const place = places[program];
        try {
          return place === undefined ? [] : finder.find(program, place);
        } catch (thrown) {
          problems.push(say`${place ?? ''} could not be read: ${describeThrown(thrown)}.`.text);
          return [];
        }
      });
      return { sessions: sessions.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)), problems };
    },

    async settle(program, sessions) {
      const kept = await store.keptInPlace(program);
      const stale = sessions.filter((one) => kept.get(one.conversationId)?.stamp !== one.stamp);
      const there = new Set(sessions.map(({ conversationId }) => conversationId));
      const removed: string[] = [];
      for (const [conversationId, { session }] of kept) {
        if (there.has(session)) continue;
        await store.removeInPlace(conversationId);
        removed.push(conversationId);
      }
      return { stale: stale.map(({ conversationId }) => conversationId), removed };
    },

    drop: (program) => store.dropInPlace(program),

    stampOf: finder.stampOf,

    async read(found, part) {
      const project = await store.openInPlaceProject(found.program);
      if (!project.ok) return project;
      // Taken before it is read: what is written meanwhile makes it another.
      const now = finder.stampOf(found) ?? found.stamp;
      const stamp = part ? `part:${now}` : now;
      const history = await historyOf(found, part);
      if (!history.ok) return history;
      const { conversationId } = found;
      const kept = await keep(history.value, {
        found,
        conversationId,
        projectId: project.value.id,
        stamp,
        parent: null,
      });
      return kept.ok ? ok({ ...kept.value, stamp: now }) : kept;
    },

    async continue(found) {
      const history = await historyOf(found, false);
      return history.ok ? storeOrGrow(store, history.value) : history;
    },
  };
}

async function* historiesIn(
  { program, path, session }: FoundSession,
  part: boolean,
  signal: AbortSignal,
): AsyncIterable<History | HistoryProblem> {
  if (session !== null) {
    const read = await readStoredSession(path, session, signal);
    if (read) yield read;
    return;
  }
  const format = historyFormats.find((one) => one.program === program);
  if (format) yield* format.read(part ? endOfFile(path, partBytes) : diskFile(path), signal);
}

/** From the first thing that the person says in it: what stands before that may lack its beginning. */
function endOf(history: History): History {
  const first = history.messages.findIndex(({ role }) => role === 'user');
  return first <= 0 ? history : { ...history, messages: history.messages.slice(first), agents: [] };
}
