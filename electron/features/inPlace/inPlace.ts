// Sessions of other apps: found and read in a worker thread, listed, opened, and followed while they grow. Reads the
// newest first, and leaves a third of the time to others.

import { existsSync } from 'node:fs';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserTextData } from '../../../shared/core/sentence.ts';
import { newestFirst } from '../../../shared/features/conversations/newestFirst.ts';
import {
  type InPlaceProgram,
  inPlacePrograms,
  isOfMachine,
  isPartialRead,
  isShared,
} from '../../../shared/features/inPlace/inPlace.ts';
import type { InPlaceRow } from '../../../shared/features/inPlace/methods.ts';
import { sessionFolders } from '../../interop/appFolders.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Log } from '../../lib/log.ts';
import type { WorkerThread } from '../../lib/workerThread.ts';
import type { InPlace, InPlaceStore, SessionsElsewhere } from '../../ports/inPlace.ts';
import { createSessionFollower } from './following.ts';
import type { FromReader, SecretsToMask, ToReader } from './messages.ts';
import { createReadings } from './readings.ts';
import { isLongSession, type SessionFile } from './sessionFile.ts';
import { agentIds, agentSessionOf } from './sessionIds.ts';
import type { ReadOutcome, SessionReader, UnreadableFolder } from './sessionReader.ts';

export interface InPlaceDeps {
  thread: WorkerThread<ToReader, FromReader>;
  store: Pick<InPlaceStore, 'sourceOf' | 'hasInPlace'>;
  env: Environment;
  shown(): Promise<readonly InPlaceProgram[]>;
  show(programs: readonly InPlaceProgram[]): Promise<Result<unknown>>;
  hidden(): Promise<SecretsToMask>;
  log: Log;
  /** A conversation was reread. `grown`: only its end is new. */
  onRead(conversationId: string, reading: { grown: boolean }): void;
  /** Its session is gone, and so is the cached copy. */
  onRemoved(conversationId: string): void;
  onChange(): void;
}

/** Milliseconds. */
const firstLookMs = 2_000;
const lookEveryMs = 5_000;
const freshMs = 1_000;
const cutAgainMs = 300;
const tellEveryMs = 500;
const maxPauseMs = 1_000;

export function createInPlace(deps: InPlaceDeps): InPlace {
  const { thread } = deps;
  const places = sessionFolders(deps.env);
  thread.onMessage = (message) => {
    if (message.type === 'failed')
      deps.log('defect', `reading other programs' sessions: ${message.reason}`, 'SESSIONS_DEFECT');
  };
  thread.onEnd = (reason) => {
    deps.log('warning', `reading other programs' sessions ended: ${reason}`, 'SESSIONS_ENDED');
    tell();
  };
  const readings = createReadings({
    ...deps,
    onCut: () => void setTimeout(scanNow, cutAgainMs).unref(),
    onRead({ conversationId }, reading) {
      if (byId.has(conversationId)) deps.onRead(conversationId, reading);
      // It vanished or was hidden while being read, so drop the copy too.
      else scanNow();
    },
  });
  let sessions: SessionFile[] = [];
  let byId = new Map<string, SessionFile>();
  /** As of the last scan. */
  let problems: UnreadableFolder[] = [];
  let shownPrograms: readonly InPlaceProgram[] = [];
  /** Result of the last scan, to detect changes. */
  let lastScan = '';
  const stale = new Set<string>();
  let settling: Promise<void> = Promise.resolve();
  let looking: Promise<void> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isReading = false;
  let timer: NodeJS.Timeout | null = null;
  let telling: NodeJS.Timeout | null = null;
  let closed = false;
  let elsewhere: SessionsElsewhere | null = null;

  function tell(): void {
    telling ??= setTimeout(() => {
      telling = null;
      if (!closed) deps.onChange();
    }, tellEveryMs).unref();
  }

  /** Callers during or shortly after a scan share it. */
  function look(): Promise<void> {
    if (performance.now() - lookedAt < freshMs) return looking ?? Promise.resolve();
    if (looking) return looking.then(look);
    looking = lookNow().finally(() => {
      looking = null;
    });
    return looking;
  }

  async function lookNow(): Promise<void> {
    lookedAt = performance.now();
    const chosen = await deps.shown();
    const chosenPlaces = Object.fromEntries(chosen.map((program) => [program, places[program]]));
    const search =
      chosen.length === 0
        ? { sessions: [], problems: [] }
        : await thread.ask<ReturnType<SessionReader['find']>>((call) => ({ type: 'find', call, places: chosenPlaces }));
    if (!search || closed) return;
    shownPrograms = chosen;
    problems = search.problems;
    sessions = withUnreadableSessions(search.sessions);
    byId = new Map(sessions.map((session) => [session.conversationId, session]));
    readings.forgetOthers(byId);
    const states = sessions.map(({ conversationId, stamp }) => `${conversationId} ${stamp}`);
    const now = [...shownPrograms, ...states, JSON.stringify(problems)].join();
    if (!readings.isTimeToKeepAgain() && now === lastScan) return;
    lastScan = now;
    tell();
    // Serialized with fresh state: an older one would remove what a newer one has read.
    settling = settling.then(settle);
    void settling.then(readStale);
  }

  /** An unreadable location keeps its sessions. */
  function withUnreadableSessions(readable: readonly SessionFile[]): SessionFile[] {
    const there = new Set(readable.map(({ conversationId }) => conversationId));
    const unreadSessions = sessions.filter((one) => isUnread(one.program) && !there.has(one.conversationId));
    return [...readable, ...unreadSessions].toSorted(newestFirst);
  }

  /** After a pause, the next scan restarts the thread. */
  function restProblem(): UserTextData[] {
    const reason = thread.restReason;
    if (reason === null) return [];
    return [
      toUserTextData(say`Reading sessions of other apps keeps failing. The next attempt is in a minute: ${reason}.`),
    ];
  }

  function isUnread(program: InPlaceProgram): boolean {
    return problems.some((problem) => problem.program === program);
  }

  /** Removes copies of vanished sessions and hidden apps. */
  async function settle(): Promise<void> {
    for (const program of inPlacePrograms) {
      if (closed) return;
      if (shownPrograms.includes(program)) await settleShown(program);
      else if (deps.store.hasInPlace(program)) await drop(program);
    }
    tell();
  }

  async function drop(program: InPlaceProgram): Promise<void> {
    const dropped = await thread.ask<Result<string[]>>((call) => ({ type: 'drop', call, program }));
    if (dropped?.ok) for (const id of dropped.value) removed(id);
    else tryAgain();
  }

  function removed(conversationId: string): void {
    readings.forget(conversationId);
    deps.onRemoved(conversationId);
  }

  /** With the next scan. */
  function tryAgain(): void {
    lastScan = '';
  }

  async function settleShown(program: InPlaceProgram): Promise<void> {
    const programSessions = sessions.filter((one) => one.program === program);
    const all = !isUnread(program);
    const answer = await thread.ask<Awaited<ReturnType<SessionReader['settle']>>>((call) => ({
      ...{ type: 'settle', call, program, sessions: programSessions, all },
    }));
    if (!answer) return tryAgain();
    const changed = new Set(answer.stale);
    for (const session of programSessions) {
      if (changed.has(session.conversationId) && !readings.isSettled(session)) stale.add(session.conversationId);
      else readings.settle(session);
    }
    for (const id of answer.removed) removed(id);
  }

  async function readStale(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (!closed) {
      const staleSessions = sessions.filter(({ conversationId }) => stale.has(conversationId));
      const next = staleSessions.find((session) => !readings.isUnkept(session)) ?? staleSessions[0];
      if (!next) break;
      const startedAt = performance.now();
      stale.delete(next.conversationId);
      await readings.read(next, await readings.reachOf(next));
      tell();
      // If the disk is full, the others fail too.
      if (readings.isUnkept(next)) break;
      await pause(Math.min(maxPauseMs, (performance.now() - startedAt) / 2));
    }
    isReading = false;
  }

  async function findSession(conversationId: string): Promise<Result<SessionFile>> {
    const indexed = byId.get(conversationId);
    if (indexed) return ok(indexed);
    await look();
    const session = byId.get(conversationId);
    if (session) return ok(session);
    return fail('CONVERSATION_NOT_FOUND', say`This session no longer exists, or its app is not shown.`);
  }

  const following = createSessionFollower({
    savedStamp: async (conversationId) => (await deps.store.sourceOf(conversationId))?.stamp ?? null,
    currentStamp: (conversationId) => {
      const session = byId.get(conversationId);
      return session ? thread.ask<string>((call) => ({ type: 'stampOf', call, session })) : Promise.resolve(null);
    },
    read: async (conversationId) => {
      const session = byId.get(conversationId);
      const done = session && (await readings.read(session, await readings.reachOf(session)));
      return done?.ok ? done.value.stamp : null;
    },
  });

  async function prepare(conversationId: string): Promise<Result<void>> {
    if ((isOfMachine(conversationId) || isShared(conversationId)) && elsewhere)
      return elsewhere.prepare(conversationId);
    const source = await deps.store.sourceOf(conversationId);
    // A sub-agent is read with the session that started it.
    if (source && source.session !== conversationId) return ok(undefined);
    const session = await findSession(conversationId);
    if (!session.ok) return source ? ok(undefined) : session;
    if (source?.stamp === session.value.stamp) return ok(undefined);
    stale.delete(conversationId);
    const reach = await readings.reachOf(session.value);
    if (!isLongSession(session.value) || reach === 'end') return outcome(await readings.read(session.value, reach));
    const first = source ? null : await readings.read(session.value, 'part');
    void readings.read(session.value, 'all').then(tell);
    return first ? outcome(first) : ok(undefined);
  }

  function scanNow(): void {
    if (closed) return;
    tryAgain();
    lookedAt = Number.NEGATIVE_INFINITY;
    void look();
  }

  function lookAgain(ms: number): void {
    timer = setTimeout(() => void look().finally(() => !closed && lookAgain(lookEveryMs)), ms).unref();
  }

  return {
    setElsewhere(sessions) {
      elsewhere = sessions;
    },

    async programs() {
      const enabledPrograms = await deps.shown();
      return inPlacePrograms.map((program) => {
        const place = places[program];
        return { program, place, exists: existsSync(place), shown: enabledPrograms.includes(program) };
      });
    },

    async list() {
      await look();
      const read = sessions.filter(readings.isSettled).length;
      const all = [...problems.map((problem) => problem.said), ...readings.unkeptReasons(), ...restProblem()];
      const problemsByJson = new Map(all.map((one) => [JSON.stringify(one), one]));
      return { rows: sessions.map(rowOf), read, total: sessions.length, problems: [...problemsByJson.values()] };
    },

    agentSessionOf(conversationId) {
      const session = byId.get(conversationId);
      return session ? agentSessionOf(session) : null;
    },

    async show(program, isShown) {
      const others = (await deps.shown()).filter((one) => one !== program);
      const saved = await deps.show(isShown ? [...others, program] : others);
      if (!saved.ok) return saved;
      // A running scan does not know the new selection.
      lookedAt = Number.NEGATIVE_INFINITY;
      void look().then(tell);
      return ok(undefined);
    },

    prepare,

    async readWhole(conversationId) {
      const prepared = await prepare(conversationId);
      const session = byId.get(conversationId);
      const source = await deps.store.sourceOf(conversationId);
      if (!prepared.ok || !session || !source || !isPartialRead(source)) return prepared;
      return outcome(await readings.read(session, 'all'));
    },

    follow: (conversationId) => following.start(conversationId),

    async continue(conversationId) {
      if (isOfMachine(conversationId) && elsewhere) return elsewhere.continue(conversationId);
      // For a sub-agent, the session that started it.
      const source = await deps.store.sourceOf(conversationId);
      const session = await findSession(source?.session ?? conversationId);
      if (!session.ok) return session;
      const hidden = await deps.hidden();
      const answer = await thread.ask<Result<{ conversationId: string }>>((call) => ({
        ...{ type: 'continue', call, session: session.value, hidden },
      }));
      return answer ?? fail('STORE_READ_FAILED', say`Reading ${session.value.path} was stopped.`);
    },

    start: () => lookAgain(firstLookMs),

    async close() {
      closed = true;
      following.close();
      if (timer) clearTimeout(timer);
      if (telling) clearTimeout(telling);
      await thread.close();
    },
  };
}

function outcome(read: Result<ReadOutcome>): Result<void> {
  return read.ok ? ok(undefined) : read;
}

function rowOf({ conversationId, program, sessionId, title, folder, updatedAt, bytes }: SessionFile): InPlaceRow {
  return { conversationId, program, sessionId, agentId: agentIds[program], title, folder, updatedAt, bytes };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
