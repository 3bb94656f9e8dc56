// Sessions of other programs, as the app has them: found and read by a thread, listed, opened, followed while they grow. The
// newest are read first, and a third of the time is left to others.

import { existsSync } from 'node:fs';
import type { InPlaceRow } from '../../../shared/contract/inPlace.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { type InPlaceProgram, inPlacePrograms } from '../../../shared/inPlace.ts';
import { say, type UserTextData } from '../../../shared/sentence.ts';
import type { AskedThread } from '../../lib/askedThread.ts';
import type { InPlace, InPlaceStore } from '../../ports/inPlace.ts';
import { createFollowing } from './following.ts';
import { type FoundSession, isLong } from './found.ts';
import type { FromReader, Hidden, ToReader } from './messages.ts';
import { placesOf } from './places.ts';
import type { KeptReading, SessionReader } from './sessionReader.ts';

export interface InPlaceDeps {
  thread: AskedThread<ToReader, FromReader>;
  store: Pick<InPlaceStore, 'sourceOf' | 'hasInPlace'>;
  env: Readonly<Record<string, string | undefined>>;
  shown(): Promise<readonly InPlaceProgram[]>;
  show(programs: readonly InPlaceProgram[]): Promise<Result<unknown>>;
  /** Asked before something is kept. */
  hidden(): Promise<Hidden>;
  /** A conversation was read anew. `grown`: only its end is new. */
  onRead(conversationId: string, reading: { grown: boolean }): void;
  /** It is gone, with what was read of it. */
  onRemoved(conversationId: string): void;
  /** The list is another. */
  onChange(): void;
}

/** Milliseconds. */
const firstLookMs = 2_000;
const lookEveryMs = 5_000;
const freshMs = 2_000;
const tellEveryMs = 500;
const longestPauseMs = 1_000;

/** `part`: the end for a first view; `end`: what is new at the end. */
type Reach = 'all' | 'part' | 'end';

export function createInPlace(deps: InPlaceDeps): InPlace {
  const { thread } = deps;
  const places = placesOf(deps.env);
  const readings = new Map<string, Promise<Result<KeptReading>>>();
  let sessions: FoundSession[] = [];
  let byId = new Map<string, FoundSession>();
  let problems: UserTextData[] = [];
  /** What the last look found, to tell whether another finds anything else. */
  let seen = '';
  const stale = new Set<string>();
  /** Of those that need not be read: what they were then. */
  const settled = new Map<string, string>();
  let looking: Promise<void> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isReading = false;
  let timer: NodeJS.Timeout | null = null;
  let telling: NodeJS.Timeout | null = null;
  let closed = false;

  function tell(): void {
    telling ??= setTimeout(() => {
      telling = null;
      if (!closed) deps.onChange();
    }, tellEveryMs).unref();
  }

  /** Those who ask while it goes on, or a moment later, share one look. */
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
    const shown = await deps.shown();
    const wanted = Object.fromEntries(shown.map((program) => [program, places[program]]));
    const found =
      shown.length === 0
        ? { sessions: [], problems: [] }
        : await thread.ask<ReturnType<SessionReader['find']>>((call) => ({ type: 'find', call, places: wanted }));
    if (!found || closed) return;
    sessions = found.sessions;
    byId = new Map(sessions.map((session) => [session.conversationId, session]));
    problems = found.problems;
    const now = [...shown, ...sessions.map(({ conversationId, stamp }) => `${conversationId} ${stamp}`)].join();
    if (now === seen) return;
    seen = now;
    tell();
    // A place that cannot be looked at now holds what it held.
    if (problems.length === 0) void settle(shown);
  }

  /** What is gone is removed, of programs that are not shown all of it; the rest is read. */
  async function settle(shown: readonly InPlaceProgram[]): Promise<void> {
    for (const program of inPlacePrograms) {
      if (shown.includes(program)) await settleShown(program);
      else if (deps.store.hasInPlace(program)) {
        const dropped = await thread.ask<Result<string[]>>((call) => ({ type: 'drop', call, program }));
        if (dropped?.ok) for (const id of dropped.value) deps.onRemoved(id);
      }
    }
    tell();
    if (isReading) return;
    isReading = true;
    await readStale();
    isReading = false;
  }

  async function settleShown(program: InPlaceProgram): Promise<void> {
    const own = sessions.filter((one) => one.program === program);
    const answer = await thread.ask<Awaited<ReturnType<SessionReader['settle']>>>((call) => ({
      ...{ type: 'settle', call, program, sessions: own },
    }));
    if (!answer) {
      // The next look tries again.
      seen = '';
      return;
    }
    const changed = new Set(answer.stale);
    for (const { conversationId, stamp } of own) {
      if (changed.has(conversationId) && settled.get(conversationId) !== stamp) stale.add(conversationId);
      else settled.set(conversationId, stamp);
    }
    for (const id of answer.removed) deps.onRemoved(id);
  }

  async function readStale(): Promise<void> {
    while (!closed) {
      const next = sessions.find(({ conversationId }) => stale.has(conversationId));
      if (!next) return;
      const begun = performance.now();
      stale.delete(next.conversationId);
      await read(next, await reachOf(next));
      tell();
      await pause(Math.min(longestPauseMs, (performance.now() - begun) / 2));
    }
  }

  /** Of a long one that was read only what is new. */
  async function reachOf(session: FoundSession): Promise<Reach> {
    if (!isLong(session)) return 'all';
    const source = await deps.store.sourceOf(session.conversationId);
    return source && !source.stamp.startsWith('part:') ? 'end' : 'all';
  }

  function read(session: FoundSession, reach: Reach): Promise<Result<KeptReading>> {
    const key = `${session.conversationId} ${reach}`;
    const whole = readings.get(`${session.conversationId} all`);
    if (whole && reach === 'end') return whole;
    const under = readings.get(key) ?? readNow(session, reach).finally(() => readings.delete(key));
    readings.set(key, under);
    return under;
  }

  async function readNow(session: FoundSession, reach: Reach): Promise<Result<KeptReading>> {
    const { conversationId } = session;
    const hidden = await deps.hidden();
    const answer = await thread.ask<Result<KeptReading>>((call) =>
      reach === 'end'
        ? { type: 'readEnd', call, session, hidden }
        : { type: 'read', call, session, part: reach === 'part', hidden },
    );
    // Also one in which nothing can be read, until it has changed.
    if (reach !== 'part') settled.set(conversationId, session.stamp);
    if (!answer) return fail('STORE_READ_FAILED', say`Reading ${session.path} was ended.`);
    if (answer.ok) deps.onRead(conversationId, answer.value);
    return answer;
  }

  async function found(conversationId: string): Promise<Result<FoundSession>> {
    const known = byId.get(conversationId);
    if (known) return ok(known);
    await look();
    const session = byId.get(conversationId);
    if (session) return ok(session);
    return fail('CONVERSATION_NOT_FOUND', say`This session is not there any more, or its program is not shown.`);
  }

  const following = createFollowing({
    kept: async (conversationId) => (await deps.store.sourceOf(conversationId))?.stamp ?? null,
    look: (conversationId) => {
      const session = byId.get(conversationId);
      return session ? thread.ask<string>((call) => ({ type: 'stampOf', call, session })) : Promise.resolve(null);
    },
    read: async (conversationId) => {
      const session = byId.get(conversationId);
      const done = session && (await read(session, await reachOf(session)));
      return done?.ok ? done.value.stamp : null;
    },
  });

  function lookAgain(ms: number): void {
    timer = setTimeout(() => void look().finally(() => !closed && lookAgain(lookEveryMs)), ms).unref();
  }

  return {
    async programs() {
      const shown = await deps.shown();
      return inPlacePrograms.map((program) => {
        const place = places[program];
        return { program, place, exists: existsSync(place), shown: shown.includes(program) };
      });
    },

    async list() {
      await look();
      const read = sessions.filter(({ conversationId, stamp }) => settled.get(conversationId) === stamp).length;
      return { rows: sessions.map(rowOf), read, total: sessions.length, problems };
    },

    async show(program, isShown) {
      const others = (await deps.shown()).filter((one) => one !== program);
      const saved = await deps.show(isShown ? [...others, program] : others);
      if (!saved.ok) return saved;
      const before = looking;
      lookedAt = Number.NEGATIVE_INFINITY;
      // One that goes on knows nothing of the choice.
      void (before ?? Promise.resolve()).then(() => look()).then(tell);
      return ok(undefined);
    },

    async prepare(conversationId) {
      const source = await deps.store.sourceOf(conversationId);
      // One of an agent is read with the session that started it.
      if (source && source.session !== conversationId) return ok(undefined);
      const session = await found(conversationId);
      if (!session.ok) return source ? ok(undefined) : session;
      if (source?.stamp === session.value.stamp) return ok(undefined);
      stale.delete(conversationId);
      const reach = await reachOf(session.value);
      if (!isLong(session.value) || reach === 'end') return outcome(await read(session.value, reach));
      const first = source ? null : await read(session.value, 'part');
      void read(session.value, 'all').then(tell);
      return first ? outcome(first) : ok(undefined);
    },

    follow: (conversationId) => following.begin(conversationId),

    async continue(conversationId, signal) {
      // With the session of an agent the one that started it.
      const source = await deps.store.sourceOf(conversationId);
      const session = await found(source?.session ?? conversationId);
      if (!session.ok) return session;
      const hidden = await deps.hidden();
      const answer = await thread.ask<Result<{ conversationId: string }>>((call) => ({
        ...{ type: 'continue', call, session: session.value, hidden },
      }));
      if (signal.aborted) return fail('CANCELLED', say`Continuing the session was stopped.`);
      return answer ?? fail('STORE_READ_FAILED', say`Reading ${session.value.path} was ended.`);
    },

    begin: () => lookAgain(firstLookMs),

    async close() {
      closed = true;
      following.close();
      if (timer) clearTimeout(timer);
      if (telling) clearTimeout(telling);
      await thread.close();
    },
  };
}

function outcome(read: Result<KeptReading>): Result<void> {
  return read.ok ? ok(undefined) : read;
}

function rowOf({ conversationId, program, title, folder, updatedAt, bytes }: FoundSession): InPlaceRow {
  return { conversationId, program, title, folder, updatedAt, bytes };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
