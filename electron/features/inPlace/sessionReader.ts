// Reads sessions in a worker thread and caches them in our store, as conversations that open and search like ours.

import { createHash } from 'node:crypto';
import type { Message } from '../../../shared/conversation/message.ts';
import { describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, toUserTextData, type UserTextData } from '../../../shared/core/sentence.ts';
import { programNames } from '../../../shared/features/import/otherApps.ts';
import { type InPlaceProgram, inPlacePrograms, partMark } from '../../../shared/features/inPlace/inPlace.ts';
import { deriveTitle } from '../../conversation/title.ts';
import { diskFile } from '../../interop/diskFile.ts';
import { historyFormats } from '../../interop/formats.ts';
import { type History, type HistoryFile, type HistoryProblem, isProblem } from '../../interop/history.ts';
import { readStoredSession } from '../../interop/openCode/database.ts';
import { type CallPosition, type HistoryStore, messagesToStore, storeOrGrow } from '../../interop/storeHistory.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { InPlaceSource, InPlaceStore } from '../../ports/inPlace.ts';
import { fileTail } from './endOfFile.ts';
import { createSessionFinder, inPlaceId } from './findSessions.ts';
import { isLongSession, type SessionFile } from './sessionFile.ts';

/** Outcome of a read. `grown`: the previous copy is an exact prefix. */
export interface ReadOutcome {
  grown: boolean;
  stamp: string;
}

export interface UnreadableFolder {
  program: InPlaceProgram;
  said: UserTextData;
}

export interface SessionReader {
  /** Newest first, plus unreadable locations. */
  find(places: Partial<Record<InPlaceProgram, string>>): { sessions: SessionFile[]; problems: UnreadableFolder[] };
  /** Returns which sessions of an app need reading. With `all`, removes copies of other sessions. */
  settle(
    program: InPlaceProgram,
    sessions: readonly SessionFile[],
    all: boolean,
  ): Promise<{ stale: string[]; removed: string[] }>;
  /** Removes all copies of an app's sessions; returns their IDs. */
  drop(program: InPlaceProgram): Promise<Result<string[]>>;
  stampOf(session: SessionFile): string | null;
  /** `part` reads only the end, for a first view. */
  read(session: SessionFile, part: boolean): Promise<Result<ReadOutcome>>;
  /** Reads the end of a session that continued, or all of it if that is not enough. */
  readEnd(session: SessionFile): Promise<Result<ReadOutcome>>;
  /** Copies it as a conversation of ours; returns its ID. */
  continue(session: SessionFile): Promise<Result<{ conversationId: string }>>;
}

/** Bytes of a long session to read for a first view. */
const partBytes = 2 * 1024 * 1024;
/** Sessions whose records are remembered, to detect that one only grew. */
const maxRemembered = 8;
/** Maximum problems to list; there may be one per folder. */
const maxProblems = 20;

export interface SessionStores {
  /** For in-place sessions. */
  saved: InPlaceStore;
  store: HistoryStore;
}

export function createSessionReader({ saved, store }: SessionStores): SessionReader {
  const finder = createSessionFinder();
  const turns = createTurns();
  const keeping = createKeyedQueue();
  const remembered = new Map<string, string[]>();
  /** Copies by app, read once, since nobody else writes them. */
  const sources = new Map<InPlaceProgram, Map<string, InPlaceSource>>();
  const never = new AbortController().signal;

  /** Whether the previous copy is a prefix of the new one. */
  function hasGrown(conversationId: string, messages: readonly Message[]): boolean {
    const now = messages.map((message) => createHash('md5').update(JSON.stringify(message)).digest('base64'));
    const before = remembered.get(conversationId);
    remembered.delete(conversationId);
    remembered.set(conversationId, now);
    const [oldest] = remembered.keys();
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
    return before !== undefined && before.length <= now.length && before.every((mark, at) => mark === now[at]);
  }

  async function keep(
    history: History,
    about: {
      session: SessionFile;
      conversationId: string;
      projectId: string;
      stamp: string;
      parent: CallPosition | null;
    },
  ): Promise<Result<{ grown: boolean }>> {
    const { session, conversationId, projectId, stamp, parent } = about;
    const idOf = idOfSession(session);
    const messages = messagesToStore(history, parent, idOf);
    // Most sessions have no title of their own; the end of one would be named by a later message.
    const isMain = conversationId === session.conversationId;
    const title = history.title || (isMain ? session.title : deriveTitle(history.messages));
    const { headId, attachments } = history;
    const source = sourceOf(session, stamp);
    const stored = { conversationId, projectId, title, messages, headId, attachments };
    const done = await saved.keepInPlace(stored, source);
    if (!done.ok) return done;
    sources.get(session.program)?.set(conversationId, source);
    // A long session is reread from its end, which detects growth itself.
    const grown = !isLongSession(session) && hasGrown(conversationId, messages);
    for (const { history: agent, call } of history.agents) {
      const place = call && { conversationId, ...call };
      const below = await keep(agent, { ...about, conversationId: idOf(agent.session), parent: place });
      if (!below.ok) return below;
    }
    return ok({ grown });
  }

  async function historyOf(session: SessionFile, part: boolean): Promise<Result<History>> {
    try {
      const isUrgent = part || !isLongSession(session);
      const levels = historyFormats.find(({ program }) => program === session.program)?.levelsAbove;
      const file = part ? fileTail(session.path, partBytes, levels) : diskFile(session.path, session.path, levels);
      const patient = isUrgent ? file : turns.patient(file);
      return await turns.take(isUrgent, async () => {
        let unread: Sentence | null = null;
        for await (const read of historiesIn(session, patient, never)) {
          if (isProblem(read)) unread = read.line === null ? read.message : unread;
          else if (read.messages.length > 0) return ok(part ? endOf(read) : read);
        }
        if (unread) return fail('STORE_READ_FAILED', say`The session ${session.path} could not be read: ${unread}.`);
        return fail('STORE_READ_FAILED', say`There are no messages in ${session.path} yet.`);
      });
    } catch (thrown) {
      return fail('STORE_READ_FAILED', say`The session ${session.path} could not be read: ${describeThrown(thrown)}.`);
    }
  }

  async function readAll(session: SessionFile, part: boolean): Promise<Result<ReadOutcome>> {
    const project = await saved.openInPlaceProject(session.program, programNames[session.program]);
    if (!project.ok) return project;
    // Take the stamp before reading: later changes then count as new.
    const now = finder.stampOf(session) ?? session.stamp;
    const stamp = part ? partMark + now : now;
    const history = await historyOf(session, part);
    if (!history.ok) return history;
    const { conversationId } = session;
    return keeping.run(conversationId, async () => {
      // It was read completely meanwhile.
      if (part && (await saved.sourceOf(conversationId))) return ok({ grown: false, stamp: now });
      const about = { session, conversationId, projectId: project.value.id, stamp, parent: null };
      const read = await keep(history.value, about);
      return read.ok ? ok({ ...read.value, stamp: now }) : read;
    });
  }

  return {
    find(places) {
      const problems: UnreadableFolder[] = [];
      const sessions = inPlacePrograms.flatMap((program) => {
        const place = places[program];
        if (place === undefined) return [];
        return finder.find(program, place, (path, thrown) => {
          const problem = say`The sessions in ${path} could not be read: ${describeThrown(thrown)}.`;
          if (problems.length < maxProblems) problems.push({ program, said: toUserTextData(problem) });
        });
      });
      return { sessions, problems };
    },

    async settle(program, sessions, all) {
      const before = sources.get(program) ?? (await saved.keptInPlace(program));
      sources.set(program, before);
      const stale = sessions.filter((one) => before.get(one.conversationId)?.stamp !== one.stamp);
      const there = new Set(sessions.map(({ conversationId }) => conversationId));
      const goneIds = all ? [...before].filter(([, { session }]) => !there.has(session)).map(([id]) => id) : [];
      const removed = await saved.removeInPlace(program, goneIds);
      for (const id of removed) before.delete(id);
      return { stale: stale.map(({ conversationId }) => conversationId), removed };
    },

    drop(program) {
      sources.delete(program);
      return saved.dropInPlace(program);
    },

    stampOf: finder.stampOf,

    read: readAll,

    async readEnd(session) {
      const stamp = finder.stampOf(session) ?? session.stamp;
      const history = await historyOf(session, true);
      if (!history.ok) return history;
      const { conversationId } = session;
      const { headId, attachments, agents } = history.value;
      const messages = messagesToStore(history.value, null, idOfSession(session));
      const source = sourceOf(session, stamp);
      const done = await saved.keepEndInPlace({ conversationId, messages, headId, attachments }, source);
      if (!done.ok) return done.error.code === 'MESSAGE_NOT_FOUND' ? readAll(session, false) : done;
      sources.get(session.program)?.set(conversationId, source);
      for (const { history: agent, call } of agents) {
        const id = idOfSession(session)(agent.session);
        if (await saved.sourceOf(id)) continue;
        const project = await saved.openInPlaceProject(session.program, programNames[session.program]);
        if (!project.ok) return project;
        const about = { session, conversationId: id, projectId: project.value.id, stamp };
        await keep(agent, { ...about, parent: call && { conversationId, ...call } });
      }
      return ok({ ...done.value, stamp });
    },

    async continue(session) {
      const history = await historyOf(session, false);
      // Serialized: the second of two requests for one session finds the first's result.
      return history.ok ? keeping.run('continue', () => storeOrGrow(store, history.value)) : history;
    },
  };
}

function sourceOf({ conversationId, folder, updatedAt }: SessionFile, stamp: string): InPlaceSource {
  return { stamp, session: conversationId, folder, updatedAt };
}

/** Maps session IDs in this file to conversation IDs. */
function idOfSession({ program, path }: SessionFile): (session: string) => string {
  return (session) => inPlaceId(program, path, session);
}

async function* historiesIn(
  { program, path, session }: SessionFile,
  file: HistoryFile,
  signal: AbortSignal,
): AsyncIterable<History | HistoryProblem> {
  if (session !== null) {
    const read = await readStoredSession(path, session, signal);
    if (read) yield read;
    return;
  }
  const format = historyFormats.find((one) => one.program === program);
  if (format) yield* format.read(file, signal);
}

/** From the first user message on, because earlier messages may be incomplete. */
function endOf(history: History): History {
  const first = history.messages.findIndex(({ role }) => role === 'user');
  return first <= 0 ? history : { ...history, messages: history.messages.slice(first) };
}

/** Makes long background reads yield, line by line, to reads that a user is waiting for. */
interface Turns {
  /** Patient work waits until an urgent task has ended. */
  take<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T>;
  /** A file whose lines only arrive while nothing urgent runs. */
  patient(file: HistoryFile): HistoryFile;
}

function createTurns(): Turns {
  let urgent = 0;
  const waiting: (() => void)[] = [];

  return {
    async take(isUrgent, work) {
      if (!isUrgent) return work();
      urgent++;
      try {
        return await work();
      } finally {
        urgent--;
        if (urgent === 0) for (const go of waiting.splice(0)) go();
      }
    },
    patient: (file) => ({
      ...file,
      async *lines() {
        for await (const line of file.lines()) {
          while (urgent > 0) await new Promise<void>((resolve) => waiting.push(resolve));
          yield line;
        }
      },
    }),
  };
}
