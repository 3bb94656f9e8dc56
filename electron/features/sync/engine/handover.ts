// Follows runs on other devices, and hands runs over in both directions. Knows only the logs; the engine reads and writes them.

import type { Clock } from '../../../ports/clock.ts';
import { isLeftOut } from './leftOut.ts';
import { differs, type Presence, presenceOf } from './presence.ts';
import type { Processes } from './processes.ts';
import { knownDevices, seenAt } from './readDevices.ts';
import type { SyncState } from './syncState.ts';
import { isWaiting } from './waiting.ts';

/** Milliseconds between two looks while the user follows a run, or waits for its end. */
const followMs = 3_000;
/** The same after a wait of `patientMs`. */
const patientFollowMs = 15_000;
const patientMs = 2 * 60_000;
/** The same on the device that runs, while another one watches. */
const watchedMs = 5_000;
/** A device that was not heard for so long has probably gone: nobody hurries for it. */
const goneMs = 30 * 60_000;
/** An answer that takes longer than this may never come. */
const answerMs = 25_000;
const maxHanded = 20;

/** The runs of this process. */
export interface LocalRuns {
  /** IDs of runs by conversation. */
  list(): ReadonlyMap<string, string>;
  /** Ends a run as the user's Stop does; resolves when everything is stored. */
  end(conversationId: string, run: string): Promise<void>;
  /** Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/**
 * `asked`: this device waits until the run ends there. `silent`: there was no answer yet. `released`: the user continues from what is
 * here. `continued`: the run ended for that device, which has not begun yet.
 */
export type RemoteRunState = 'running' | 'asked' | 'silent' | 'released' | 'continued';

export interface RemoteRun {
  conversationId: string;
  device: string;
  /** Null: not known yet. */
  name: string | null;
  /** When something of the device last arrived here. */
  heardAt: string | null;
  state: RemoteRunState;
  /** It was taken over from this device. */
  fromHere: boolean;
}

export interface HandoverOptions {
  device: string;
  processes: Processes;
  clock: Pick<Clock, 'now'>;
  timers: { set(work: () => void, ms: number): unknown; clear(timer: unknown): void };
  /** Null: this process runs nothing, such as a command that syncs once. */
  runs: LocalRuns | null;
  /** The user's name for a device; null: not known. */
  nameOf(device: string): Promise<string | null>;
  state(): SyncState | null;
  changed(): void;
  /** Uploads what changed soon. */
  soon(): void;
  /** Looks at the store now, or after a shorter pause. */
  hurry(): void;
}

type Ask = [device: string, conversation: string, run: string, process?: string];
type LocalRun = [conversation: string, run: string, process: string];
interface Continued {
  conversation: string;
  device: string;
  hasBegun: boolean;
  /** The run was one of this device. */
  fromHere: boolean;
}

export type Handover = ReturnType<typeof createHandover>;

export function createHandover(options: HandoverOptions) {
  const { device, clock, timers, runs, state, processes } = options;
  /** By conversation; the run that the user does not wait for. */
  const released = new Map<string, string>();
  const silent = new Set<string>();
  const ending = new Set<string>();
  /** When this process began to wait, by conversation. */
  const askedAt = new Map<string, number>();
  /** Null: this process has no window. */
  let watching: readonly string[] | null = null;
  /** Conversations here that do not sync. */
  let staying: ReadonlySet<string> = new Set();
  let timer: unknown = null;
  let isMain = false;
  let reported = '[]';
  let endRuns: (() => void) | null = null;

  const listOf = <T>(now: SyncState, fact: string): T[] => JSON.parse(now.fact(fact) ?? '[]') as T[];
  const isThere = (process = ''): boolean => process === processes.self || processes.isAlive(process);
  const asksOf = (now: SyncState): Ask[] => listOf<Ask>(now, 'asks').filter(([, , , process]) => isThere(process));
  const saveList = (now: SyncState, fact: string, list: readonly unknown[]): void =>
    now.setFact(fact, JSON.stringify(list));

  function others(now: SyncState): string[] {
    return knownDevices({ state: now })
      .filter((each) => each !== device)
      .sort();
  }

  /** One per conversation: the device that was heard last. */
  function remoteRuns(now: SyncState): Map<string, { device: string; run: string }> {
    const newest = new Map<string, { device: string; run: string }>();
    const heard = (each: string): string => seenAt(now, each) ?? '';
    for (const each of others(now)) {
      for (const [conversation, run] of presenceOf(now, each).runs) {
        const other = newest.get(conversation);
        if (isLeftOut({ state: now }, conversation)) continue;
        if (!other || heard(other.device) < heard(each)) newest.set(conversation, { device: each, run });
      }
    }
    return newest;
  }

  function list(): RemoteRun[] {
    const now = state();
    if (!now) return [];
    const asks = asksOf(now);
    const continued = listOf<Continued>(now, 'continued');
    const rows: RemoteRun[] = [];
    const row = (conversationId: string, of: string, is: RemoteRunState): void => {
      const fromHere = continued.some((each) => each.conversation === conversationId && each.fromHere);
      const place = { device: of, name: now.fact(`name ${of}`), heardAt: seenAt(now, of) };
      rows.push({ conversationId, ...place, state: is, fromHere });
    };
    const running = remoteRuns(now);
    for (const [conversation, { device: of, run }] of running) {
      if (runs?.list().has(conversation)) continue;
      const isAsked = asks.some(([, asked, askedRun]) => asked === conversation && askedRun === run);
      const waiting = silent.has(conversation) ? 'silent' : 'asked';
      row(conversation, of, isAsked ? waiting : released.get(conversation) === run ? 'released' : 'running');
    }
    for (const { conversation, device: to } of continued) {
      if (!running.has(conversation)) row(conversation, to, 'continued');
    }
    return rows;
  }

  /** The state changes with what is read, too, so it is compared with what was reported. */
  function tell(): void {
    const text = JSON.stringify(list());
    if (text === reported) return;
    reported = text;
    options.changed();
  }

  function setAsks(now: SyncState, asks: readonly Ask[]): void {
    saveList(now, 'asks', asks);
    for (const conversation of [...silent]) {
      if (!asks.some(([, asked]) => asked === conversation)) silent.delete(conversation);
    }
    if (timer !== null && asks.length === 0) {
      timers.clear(timer);
      timer = null;
    }
  }

  function noteSilence(): void {
    timer ??= timers.set(() => {
      timer = null;
      const now = state();
      if (!now) return;
      for (const [, conversation] of asksOf(now)) silent.add(conversation);
      tell();
    }, answerMs);
  }

  function forget(now: SyncState, conversationId: string): void {
    const continued = listOf<Continued>(now, 'continued');
    const rest = continued.filter(({ conversation }) => conversation !== conversationId);
    if (rest.length < continued.length) saveList(now, 'continued', rest);
  }

  function noteContinued(now: SyncState, conversation: string, to: string, fromHere: boolean): void {
    forget(now, conversation);
    const entry: Continued = { conversation, device: to, hasBegun: false, fromHere };
    saveList(now, 'continued', [...listOf<Continued>(now, 'continued'), entry].slice(-maxHanded));
  }

  /** Also of other processes, such as commands. */
  function allRuns(now: SyncState): ReadonlyMap<string, string> {
    const others = listOf<LocalRun>(now, 'localRuns').filter(
      ([, , process]) => process !== processes.self && processes.isAlive(process),
    );
    return new Map([...others.map(([conversation, run]) => [conversation, run] as const), ...(runs?.list() ?? [])]);
  }

  function saveRuns(now: SyncState, own: ReadonlyMap<string, string>): void {
    if (own.size > 0) processes.register();
    now.transaction(() => {
      const before = listOf<LocalRun>(now, 'localRuns');
      const others = before.filter(([, , process]) => process !== processes.self && processes.isAlive(process));
      const after = [...others, ...[...own].map(([conversation, run]) => [conversation, run, processes.self])];
      if (JSON.stringify(after) !== JSON.stringify(before)) saveList(now, 'localRuns', after);
    });
  }

  function ownRuns(): ReadonlyMap<string, string> {
    return new Map([...(runs?.list() ?? [])].filter(([conversation]) => !staying.has(conversation)));
  }

  /** Ends runs that other devices ask for. The first one that is read gets it. */
  function obey(now: SyncState): void {
    if (!runs) return;
    for (const other of others(now)) {
      for (const [target, conversation, run] of presenceOf(now, other).asks) {
        if (target !== device || ending.has(run) || ownRuns().get(conversation) !== run) continue;
        ending.add(run);
        void runs
          .end(conversation, run)
          .then(() => {
            const later = state();
            if (!later) return;
            const handed = listOf<[string, string, string]>(later, 'handed');
            saveList(later, 'handed', [...handed, [conversation, run, other]].slice(-maxHanded));
            noteContinued(later, conversation, other, true);
            tell();
            options.soon();
          })
          .finally(() => ending.delete(run));
      }
    }
  }

  /** Ends the wait for runs that have ended, once everything of them is here. */
  function settle(now: SyncState): void {
    const asks = asksOf(now);
    if (asks.length === 0) return;
    const open = asks.filter(([of, conversation, run]) => {
      if (isLeftOut({ state: now }, conversation)) return false;
      const { runs: going, handed } = presenceOf(now, of);
      const isRunning = going.some(([each, other]) => each === conversation && other === run);
      if (isRunning || isWaiting({ state: now }, conversation)) return true;
      const to = handed.find(([each, other]) => each === conversation && other === run)?.[2];
      if (to !== undefined && to !== device) noteContinued(now, conversation, to, false);
      return false;
    });
    if (open.length < asks.length) setAsks(now, open);
  }

  function followContinued(now: SyncState): void {
    const running = remoteRuns(now);
    const before = listOf<Continued>(now, 'continued');
    const after = before.flatMap((each) => {
      const isRunning = running.has(each.conversation);
      return each.hasBegun && !isRunning ? [] : [{ ...each, hasBegun: isRunning }];
    });
    if (JSON.stringify(after) !== JSON.stringify(before)) saveList(now, 'continued', after);
  }

  function wasHeard(now: SyncState, other: string): boolean {
    return clock.now().getTime() - Date.parse(seenAt(now, other) ?? '') < goneMs;
  }

  function watchedDevices(now: SyncState): string[] {
    const running = remoteRuns(now);
    const devices = (watching ?? []).flatMap((conversation) => running.get(conversation)?.device ?? []);
    return [...new Set(devices)].sort();
  }

  async function learnNames(now: SyncState): Promise<void> {
    for (const { device: of, name } of list()) {
      const learnt = name === null ? await options.nameOf(of) : null;
      if (learnt !== null) now.setFact(`name ${of}`, learnt);
    }
  }

  /** To be taken before the messages are collected: what is not in it has stored everything. */
  function presence(now: SyncState): Presence {
    const last = presenceOf(now, device);
    return {
      runs: [...allRuns(now)].filter(([conversation]) => !staying.has(conversation)).sort(),
      asks: asksOf(now).map(([of, conversation, run]) => [of, conversation, run]),
      handed: listOf(now, 'handed'),
      watches: watching === null ? last.watches : watchedDevices(now),
    };
  }

  return {
    list,
    /** Conversations that run on this device, according to its log. */
    here: (): string[] => {
      const now = state();
      return now ? presenceOf(now, device).runs.map(([conversation]) => conversation) : [];
    },
    /** This process is the one that runs conversations. What it waited for before it ended, nobody waits for any more. */
    begin(now: SyncState): void {
      if (isMain) return;
      isMain = runs !== null;
      if (isMain) {
        setAsks(now, asksOf(now));
        saveRuns(now, runs?.list() ?? new Map());
        // Otherwise the window of another process may watch something.
        if (allRuns(now).size === 0) watching ??= [];
      }
      endRuns = runs?.onChange(() => noteOwnRuns()) ?? null;
      tell();
    },
    end(): void {
      const now = state();
      if (now && isMain) saveRuns(now, new Map());
      isMain = false;
      endRuns?.();
      endRuns = null;
      if (timer !== null) timers.clear(timer);
      timer = null;
    },
    runningHere: (now: SyncState): string[] => [...allRuns(now).keys()],
    /** `stay`: conversations here that do not sync. */
    presence(now: SyncState, stay: ReadonlySet<string>): Presence {
      staying = stay;
      return presence(now);
    },
    /** The user waits for a run to end elsewhere. */
    isAsking(): boolean {
      const now = state();
      return now !== null && asksOf(now).length > 0;
    },
    /** After logs were read and messages merged. */
    async afterReading(now: SyncState): Promise<void> {
      settle(now);
      followContinued(now);
      await learnNames(now);
      obey(now);
      if (isMain && differs(now, device, presence(now))) options.soon();
      tell();
    },
    /** Milliseconds until the next look; null: as usual. */
    pauseMs(): number | null {
      const now = state();
      if (!now) return null;
      const isFollowing = watchedDevices(now).some((other) => wasHeard(now, other));
      if (isFollowing) return followMs;
      const waits = [...askedAt].filter(([each]) => asksOf(now).some(([, asked]) => asked === each));
      const shortest = Math.min(...waits.map(([, at]) => clock.now().getTime() - at));
      if (shortest < goneMs) return shortest < patientMs ? followMs : patientFollowMs;
      if (ownRuns().size === 0) return null;
      const isWatched = others(now).some(
        (other) => presenceOf(now, other).watches.includes(device) && wasHeard(now, other),
      );
      return isWatched ? watchedMs : null;
    },
    /** The conversations that windows in front show. */
    watch(ids: readonly string[]): void {
      watching = ids;
      const now = state();
      if (now && differs(now, device, presence(now))) options.soon();
      options.hurry();
    },
    /** Asks the device that runs the conversation to end that run. False: no device does. */
    takeOver(conversationId: string): boolean {
      const now = state();
      const target = now && remoteRuns(now).get(conversationId);
      if (!now || !target) return false;
      released.delete(conversationId);
      const rest = asksOf(now).filter(([, asked]) => asked !== conversationId);
      processes.register();
      askedAt.set(conversationId, clock.now().getTime());
      setAsks(now, [...rest, [target.device, conversationId, target.run, processes.self]]);
      noteSilence();
      tell();
      options.soon();
      options.hurry();
      return true;
    },
    /** The user does not wait, or need no note any more. `release`: they continue from what is here. */
    dismiss(conversationId: string, release: boolean): void {
      const now = state();
      if (!now) return;
      const run = remoteRuns(now).get(conversationId)?.run;
      const asks = asksOf(now);
      setAsks(
        now,
        asks.filter(([, asked]) => asked !== conversationId),
      );
      if (release && run !== undefined) released.set(conversationId, run);
      if (release) forget(now, conversationId);
      tell();
      options.soon();
    },
  };

  function noteOwnRuns(): void {
    const now = state();
    if (!now) return;
    saveRuns(now, runs?.list() ?? new Map());
    for (const conversation of runs?.list().keys() ?? []) forget(now, conversation);
    tell();
    options.soon();
  }
}
