// Accounts for each due time and event exactly once: it is recorded before anything runs, and a run that was recorded as started never
// starts again. So a crash, a restart, sleep, a changed clock and a full disk lose nothing and repeat nothing.

import { errorSentence, fail, ok, type Result, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserText, type UserTextData } from '../../../shared/core/sentence.ts';
import type {
  HistoryEntry,
  RunCause,
  ScheduledEnd,
  ScheduleFile,
} from '../../../shared/features/schedules/schedule.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Disk } from '../../stores/files/disk.ts';
import {
  appendRecords,
  apply,
  isLong,
  logPath,
  type RunRecord,
  readLog,
  type ScheduleLog,
  shortenLog,
} from './runLog.ts';
import type { ScheduleEntry, ScheduleFiles } from './scheduleFiles.ts';
import { lastTimes, nextTimes } from './times.ts';

export interface RunResult {
  end: ScheduledEnd;
  reason: UserTextData | null;
  usd: number | null;
}

/** A run that is ready; nothing was sent. */
export interface RunPlan {
  conversationId: string;
  /** Resolves when it has ended. Must not reject. The signal's reason is `stop` or `close`. */
  run(signal: AbortSignal): Promise<RunResult>;
}

export interface EngineDeps {
  files: ScheduleFiles;
  disk: Disk;
  clock: Clock;
  ids: { ulid(): string };
  /** The name of this machine: schedules of others do not run. */
  machine: string;
  prepare(schedule: ScheduleFile, cause: RunCause): Promise<Result<RunPlan>>;
  /** Something changed: the list or a history. */
  changed(): void;
  /** A schedule paused itself, or something could not be recorded. */
  notice(message: UserText): void;
}

export interface ScheduleEngine {
  /** Accounts for what is due, and starts what may start. Never rejects. */
  tick(): Promise<void>;
  /** Takes an event of a schedule: recorded when it resolves. `false`: it was taken before. */
  take(id: string, cause: RunCause): Promise<Result<boolean>>;
  /** The state at a trigger's last look; null: it never looked. */
  seen(id: string): Promise<string | null>;
  /** Records it, and takes the event that it means, together. */
  see(id: string, state: string, cause: RunCause | null): Promise<Result<void>>;
  isRunning(id: string): boolean;
  /** How many of its runs this process has started. */
  starts(id: string): number;
  /** Whether anything runs. */
  isBusy(): boolean;
  /** Stops the schedule's run. */
  stop(id: string): void;
  /** Stops runs and records their ends. */
  close(): Promise<void>;
}

/** A time noticed within this is on time; a busy machine is late, too. In milliseconds. */
const graceMs = 90_000;
/** Times caught up at most, with those that wait already. */
const maxCatchUp = 10;
/** Waiting runs of one schedule at most: a flood of requests must not fill the disk. */
const maxWaiting = 20;
/** Runs that changes start in an hour at most: their own traces, or another schedule's, may be what changes. */
const maxStarts = 30;
/** More missed times are not counted. */
const maxCounted = 500;
/** Missed times that are recorded one by one. */
const maxSeparate = 50;

interface State {
  log: ScheduleLog;
  /** The file may hold more than `log`: a write failed. */
  isStale: boolean;
  active: { runId: string; controller: AbortController; ended: Promise<void> } | null;
  starts: number;
  /** Could not be written yet. */
  unwritten: RunRecord[];
  prepared: Map<string, RunPlan>;
  /** Nothing is due before `until`, as long as the pattern and the last accounted time (`key`) are the same. */
  quiet: { key: string; until: number } | null;
}

export function createScheduleEngine(deps: EngineDeps): ScheduleEngine {
  const { files, disk, clock, ids } = deps;
  const states = new Map<string, State>();
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let reported: string | null = null;

  /** One task at a time: none sees half of another's records. */
  function alone<T>(task: () => Promise<T>): Promise<T> {
    const next = last.then(task);
    last = next.catch(() => {});
    return next;
  }

  const now = (): string => clock.now().toISOString();

  async function stateOf(id: string): Promise<State> {
    const existing = states.get(id);
    if (existing?.isStale === false && !isLong(existing.log)) return existing;
    const path = logPath(files.folder, id);
    const log = await shortenLog(disk, path, await readLog(disk, path), clock.now());
    const state: State = existing ?? {
      log,
      isStale: false,
      active: null,
      starts: 0,
      unwritten: [],
      prepared: new Map(),
      quiet: null,
    };
    Object.assign(state, { log, isStale: false });
    states.set(id, state);
    // Their process is gone, because this one has the lock.
    const isOurs = (runId: string): boolean =>
      state.active?.runId === runId ||
      state.prepared.has(runId) ||
      state.unwritten.some((each) => 'runId' in each && each.runId === runId);
    const lost = [...log.runs.values()].filter(
      ({ runId, startedAt, end }) => startedAt !== null && end === null && !isOurs(runId),
    );
    for (const { runId } of lost) {
      state.unwritten.push({ type: 'ended', at: now(), runId, end: 'interrupted', reason: null, usd: null });
    }
    return state;
  }

  /** Throws if they could not be written; then nothing has changed. */
  async function write(id: string, state: State, records: readonly RunRecord[]): Promise<void> {
    if (records.length === 0) return;
    try {
      await appendRecords(disk, logPath(files.folder, id), records);
      reported = null;
    } catch (thrown) {
      // The file may hold them all the same.
      state.isStale = true;
      throw thrown;
    }
    for (const each of records) apply(state.log, each);
    deps.changed();
  }

  function reportProblem(thrown: unknown): void {
    const message = say`Schedules cannot be recorded, so none of them runs: ${sentenceFromThrown(thrown)} It is tried again.`;
    if (message.text !== reported) deps.notice(message);
    reported = message.text;
  }

  async function settle(id: string, state: State): Promise<void> {
    const records = state.unwritten.slice();
    await write(id, state, records);
    state.unwritten.splice(0, records.length);
  }

  /** Records what became of every time up to now. */
  async function account(id: string, schedule: ScheduleFile, state: State): Promise<void> {
    const { trigger, since, catchUp } = schedule;
    if (trigger.type !== 'time') return;
    const time = clock.now();
    const { log } = state;
    if (log.cursor !== null && log.cursor > time.toISOString()) {
      await write(id, state, [{ type: 'clock', at: time.toISOString() }]);
    }
    const from = new Date(log.cursor !== null && log.cursor > since ? log.cursor : since);
    const key = JSON.stringify([trigger, from]);
    if (state.quiet?.key === key && time.getTime() < state.quiet.until) return;
    const due = dueTimes(trigger, from, time).filter((each) => !log.ran.has(each));
    const [next] = due.length === 0 ? nextTimes(trigger, time, 1) : [];
    state.quiet = next ? { key, until: next.getTime() } : null;
    if (due.length === 0) return;
    const isOnTime = (each: string): boolean => time.getTime() - Date.parse(each) <= graceMs;
    const current = due.filter(isOnTime).at(-1);
    const waitingRuns = waiting(state).length;
    const isBusy = waitingRuns > 0 || state.active !== null;
    const late = due.filter((each) => each !== current);
    const most = { none: 0, last: 1, all: Math.max(0, maxCatchUp - waitingRuns) }[catchUp];
    const caughtUp = late.slice(Math.max(0, late.length - most));
    // One that is due now does the work of the last that was missed.
    if (catchUp === 'last' && current !== undefined) caughtUp.length = 0;
    const missed = late.filter((each) => !caughtUp.includes(each));
    const skipped = current !== undefined && isBusy ? [current] : [];
    const claimOf = (each: string): RunRecord => claim({ type: 'time', due: each });
    // In the order of their times: if a full disk keeps only the first ones, the next look begins after those.
    await write(id, state, [
      ...missedRecords(missed, now(), 'notRunning', due.length >= maxCounted),
      ...caughtUp.map(claimOf),
      ...missedRecords(skipped, now(), 'busy', false),
      ...(current === undefined || isBusy ? [] : [claimOf(current)]),
    ]);
  }

  function claim(cause: RunCause): RunRecord {
    return { type: 'claimed', at: now(), runId: ids.ulid(), cause };
  }

  /** Starts the oldest run that has not started. */
  async function startNext(id: string, schedule: ScheduleFile, state: State): Promise<void> {
    const [next] = waiting(state);
    if (next === undefined || state.active !== null || isClosed) return;
    const { runId, cause } = next;
    const ready = state.prepared.get(runId);
    const prepared = ready ? ok(ready) : await deps.prepare(schedule, cause);
    if (!prepared.ok) {
      const reason = toUserTextData(errorSentence(prepared.error));
      await write(id, state, [{ type: 'ended', at: now(), runId, end: 'failed', reason, usd: null }]);
      return pauseIfFailing(id, state);
    }
    const { conversationId, run } = prepared.value;
    // Kept if it cannot be recorded: the next attempt must not make another conversation.
    state.prepared.set(runId, prepared.value);
    await write(id, state, [{ type: 'started', at: now(), runId, conversationId }]);
    state.prepared.delete(runId);
    state.starts++;
    const controller = new AbortController();
    const ended = run(controller.signal).then(async ({ end, reason, usd }) => {
      await alone(async () => {
        const isCut = isClosed && end === 'stopped';
        state.unwritten.push({ type: 'ended', at: now(), runId, end: isCut ? 'interrupted' : end, reason, usd });
        await settle(id, state).catch(reportProblem);
        state.active = null;
        await pauseIfFailing(id, state).catch(reportProblem);
      });
      deps.changed();
    });
    state.active = { runId, controller, ended };
    deps.changed();
  }

  /** After several failures in a row the next would most likely fail, too. */
  async function pauseIfFailing(id: string, { log, unwritten }: State): Promise<void> {
    if (unwritten.length > 0) return;
    const read = await files.read(id);
    if (!read.ok || read.value.paused) return;
    const schedule = read.value;
    const resumedAt = schedule.since;
    const ends = log.entries.filter(isEndedEntry).filter(({ endedAt }) => (endedAt ?? '') > resumedAt);
    const recent = ends.slice(-schedule.pauseAfter);
    if (recent.length < schedule.pauseAfter || !recent.every(({ end }) => failures.has(end))) return;
    const lastReason = recent.at(-1)?.reason ?? null;
    const why =
      schedule.pauseAfter === 1 ? say`Its last run failed.` : say`Its last ${schedule.pauseAfter} runs failed.`;
    await pause(id, why, lastReason);
  }

  async function pause(id: string, why: UserText, lastReason: UserTextData | null = null): Promise<void> {
    const read = await files.read(id);
    if (!read.ok || read.value.paused) return;
    const paused = { at: now(), reason: toUserTextData(lastReason === null ? why : say.all([why, lastReason])) };
    const written = await files.write(id, { ...read.value, paused });
    if (written.ok) deps.notice(say`The schedule “${read.value.name}” paused itself. ${why}`);
    deps.changed();
  }

  async function tickOne({ id, schedule }: ScheduleEntry): Promise<void> {
    if (schedule === null || schedule.machine !== deps.machine) return;
    const state = await stateOf(id);
    await settle(id, state);
    if (schedule.paused) {
      const at = now();
      const dropped = waiting(state).map(({ runId }): RunRecord => {
        return { type: 'ended', at, runId, end: 'skipped', reason: null, usd: null };
      });
      return write(id, state, dropped);
    }
    await account(id, schedule, state);
    await startNext(id, schedule, state);
  }

  return {
    tick: () =>
      alone(async () => {
        if (isClosed) return;
        for (const each of await files.list()) await tickOne(each).catch(reportProblem);
      }),
    take: (id, cause) =>
      alone(async () => {
        if (isClosed) return fail('DATA_FOLDER_BUSY', say`Another process runs the schedules.`);
        const read = await files.read(id);
        if (!read.ok) return read;
        const state = await stateOf(id);
        if (cause.event !== undefined && state.log.events.has(cause.event)) return ok(false);
        if (waiting(state).length >= maxWaiting) {
          return fail('CONVERSATION_BUSY', say`Too many runs of this schedule are waiting already.`);
        }
        await write(id, state, [claim(cause)]);
        await startNext(id, read.value, state).catch(reportProblem);
        return ok(true);
      }).catch((thrown: unknown) => fail('STORE_WRITE_FAILED', sentenceFromThrown(thrown))),
    seen: (id) => alone(async () => (await stateOf(id)).log.seen),
    see: (id, seenState, cause) =>
      alone(async () => {
        const state = await stateOf(id);
        const at = now();
        // A change while a run waits is part of what that run will find.
        const claims = cause === null || waiting(state).length > 0 ? [] : [claim(cause)];
        const isStorm = claims.length > 0 && isTooOften(state.log, clock.now());
        await write(id, state, [{ type: 'seen', at, state: seenState }, ...(isStorm ? [] : claims)]);
        if (isStorm) await pause(id, say`Changes started ${maxStarts} runs of it within an hour.`);
        return ok(undefined);
      }).catch((thrown: unknown) => {
        reportProblem(thrown);
        return fail('STORE_WRITE_FAILED', sentenceFromThrown(thrown));
      }),
    isRunning: (id) => (states.get(id)?.active ?? null) !== null,
    starts: (id) => states.get(id)?.starts ?? 0,
    isBusy: () => [...states.values()].some(({ active }) => active !== null),
    stop: (id) => states.get(id)?.active?.controller.abort('stop'),
    async close() {
      isClosed = true;
      const active = [...states.values()].flatMap((state) => state.active ?? []);
      for (const { controller } of active) controller.abort('close');
      await Promise.all(active.map(({ ended }) => ended));
      await last;
    },
  };
}

const failures: ReadonlySet<ScheduledEnd | null> = new Set<ScheduledEnd>(['failed', 'budget', 'timeLimit']);

function isEndedEntry(entry: HistoryEntry): entry is Extract<HistoryEntry, { type: 'run' }> {
  return entry.type === 'run' && entry.end !== null && entry.end !== 'skipped';
}

function isTooOften({ entries }: ScheduleLog, now: Date): boolean {
  const since = new Date(now.getTime() - 60 * 60_000).toISOString();
  const starts = entries.filter(
    (entry) =>
      entry.type === 'run' && !['time', 'user', 'webhook'].includes(entry.cause.type) && entry.claimedAt > since,
  );
  return starts.length >= maxStarts;
}

/** Recorded, but not sent. */
function waiting({ log, prepared }: State) {
  return [...log.runs.values()].filter(
    ({ runId, startedAt, end }) => end === null && (startedAt === null || prepared.has(runId)),
  );
}

/** Due times after `from`, up to `until`: all, or those that a catch-up may need. */
function dueTimes(trigger: { cron: string; timeZone: string }, from: Date, until: Date): string[] {
  if (from >= until) return [];
  const isDue = (each: Date): boolean => each > from && each <= until;
  const first: Date[] = [];
  // Each time costs a tenth of a millisecond, and nearly always there is none.
  for (let count = 1; first.length < maxCounted; count = Math.min(4 * count, maxCounted - first.length)) {
    const times = nextTimes(trigger, first.at(-1) ?? from, count);
    first.push(...times.filter(isDue));
    if (times.length < count || !times.every(isDue)) break;
  }
  const all = first.length < maxCounted ? first : [...first, ...lastTimes(trigger, until, maxSeparate).filter(isDue)];
  return [...new Set(all.map((each) => each.toISOString()))].sort();
}

function missedRecords(
  due: readonly string[],
  at: string,
  why: Extract<HistoryEntry, { type: 'missed' }>['why'],
  atLeast: boolean,
): RunRecord[] {
  const [from] = due;
  const to = due.at(-1);
  if (from === undefined || to === undefined) return [];
  if (due.length > maxSeparate) return [{ type: 'missed', at, from, to, count: due.length, atLeast, why }];
  return due.map((each) => ({ type: 'missed', at, from: each, to: each, count: 1, why }));
}
