// The schedules of a data folder: the list, changes to it, and the process that runs them. One process at a time runs them, by a lock
// that ends with it.

import { hostname } from 'node:os';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import type { ScheduleInfo, ScheduleList, SchedulesRunner } from '../../../shared/features/schedules/methods.ts';
import { timeSentence } from '../../../shared/features/schedules/plainTimes.ts';
import type {
  HistoryEntry,
  RunCause,
  ScheduleFile,
  ScheduleWish,
  Trigger,
} from '../../../shared/features/schedules/schedule.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Disk } from '../../stores/files/disk.ts';
import { folderOwner } from '../../stores/locks/folderRequest.ts';
import { type AcquiredLock, isLocked, tryLock } from '../../stores/locks/locks.ts';
import { createScheduleEngine, type EngineDeps, type ScheduleEngine } from './engine.ts';
import { emptyLog, logPath, readLog, type ScheduleLog } from './runLog.ts';
import { addRequest, takeRequests } from './runRequests.ts';
import { createScheduleFiles, type ScheduleEntry } from './scheduleFiles.ts';
import { checkPattern, nextTimes } from './times.ts';

export interface SchedulerDeps extends Pick<EngineDeps, 'prepare' | 'notice'> {
  dataDir: string;
  disk: Disk;
  clock: Clock;
  ids: { ulid(): string; randomId(): string };
  /** Never runs schedules: the process next to it, which it works for, does. */
  leavesRuns?: boolean;
  /** Default: the name of this machine. */
  machine?: string;
  /** Returns where the command of its goal would run; null: it has none. */
  checkGoal(wish: ScheduleWish): Promise<Result<TestPlace>>;
  /** Looks at what starts runs other than times. */
  look?(each: { id: string; schedule: ScheduleFile }, engine: ScheduleEngine): Promise<void>;
}

/** Where the command of a goal runs. */
type TestPlace = ScheduleFile['place'];

export interface Scheduler {
  list(): Promise<ScheduleList>;
  read(id: string): Promise<Result<ScheduleFile>>;
  /** Returns where the command of its goal would run: part of what the user confirms. Null: it has none. */
  placeOf(wish: ScheduleWish): Promise<Result<TestPlace>>;
  /** `place`: as the user confirmed it. */
  save(id: string | null, wish: ScheduleWish, place?: TestPlace): Promise<Result<{ id: string }>>;
  remove(id: string): Promise<Result<void>>;
  pause(id: string): Promise<Result<void>>;
  /** `place`: as the user confirmed it again. */
  resume(id: string, place?: TestPlace): Promise<Result<void>>;
  /** Runs it now: here, or in the process that runs schedules. */
  run(id: string): Promise<Result<'here' | 'elsewhere'>>;
  stop(id: string): void;
  /** Newest first. */
  history(id: string): Promise<Result<HistoryEntry[]>>;
  /** Takes an event; `false`: it was taken before. Fails where another process runs the schedules. */
  take(id: string, cause: RunCause): Promise<Result<boolean>>;
  /** Runs schedules whenever no other process does. `yields`: lets the app have them while it is open. */
  start(options?: { yields?: boolean }): void;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Between two looks at the time, in milliseconds: with schedules, and without. */
const tickMs = 5_000;
const restMs = 30_000;

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { dataDir, disk, clock, ids, machine = hostname() } = deps;
  const files = createScheduleFiles(dataDir, disk);
  const locks = join(dataDir, 'locks');
  const listeners = new Set<() => void>();
  const stopped = new AbortController();
  let wake = new AbortController();
  let lock: AcquiredLock | null = null;
  let engine: ScheduleEngine | null = null;
  let looking: Promise<void> | null = null;
  let loop: Promise<void> = Promise.resolve();

  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };

  /** Returns null if another process runs the schedules. */
  function claim(): ScheduleEngine | null {
    if (engine) return engine;
    if (stopped.signal.aborted || deps.leavesRuns) return null;
    const attempt = tryLock(locks, 'schedules', say`running schedules`, clock.now());
    if (attempt.kind !== 'held') return null;
    lock = attempt.lock;
    engine = createScheduleEngine({ ...deps, files, disk, clock, ids, machine, changed });
    changed();
    return engine;
  }

  async function release(): Promise<void> {
    const current = engine;
    engine = null;
    await looking;
    await current?.close();
    lock?.release();
    lock = null;
  }

  async function tick(yields: boolean): Promise<number> {
    const all = await files.list();
    if (all.length === 0 && engine === null) return restMs;
    // Serving devices, the service has the folder itself.
    const isAppOpen = yields && folderOwner(dataDir) === 'other';
    if (isAppOpen && engine?.isBusy() !== true) {
      await release();
      return tickMs;
    }
    const current = claim();
    if (current === null) return tickMs;
    for (const id of await takeRequests(disk, files.folder)) await current.take(id, { type: 'user' });
    await current.tick();
    looking ??= lookAt(all, current).finally(() => (looking = null));
    return all.length === 0 ? restMs : tickMs;
  }

  /** Not part of a tick: a slow command must not make others miss their times. */
  async function lookAt(all: readonly ScheduleEntry[], current: ScheduleEngine): Promise<void> {
    for (const { id, schedule } of all) {
      if (current !== engine || stopped.signal.aborted) return;
      if (schedule && runsHere(schedule)) await deps.look?.({ id, schedule }, current).catch(() => {});
    }
  }

  const runsHere = (schedule: ScheduleFile): boolean => schedule.machine === machine && !schedule.paused;

  async function watch(yields: boolean): Promise<void> {
    while (!stopped.signal.aborted) {
      const ms = await tick(yields).catch(() => restMs);
      await clock.wait(ms, AbortSignal.any([stopped.signal, wake.signal]));
      if (wake.signal.aborted) wake = new AbortController();
    }
  }

  async function logOf(id: string): Promise<ScheduleLog> {
    return readLog(disk, logPath(files.folder, id)).catch(emptyLog);
  }

  async function infoOf({ id, schedule, problem }: ScheduleEntry): Promise<ScheduleInfo> {
    const { entries } = await logOf(id);
    const isElsewhere = schedule !== null && schedule.machine !== machine;
    const trigger = schedule?.trigger;
    const isDue = trigger?.type === 'time' && !schedule?.paused && !isElsewhere;
    const [next] = isDue ? nextTimes(trigger, clock.now(), 1) : [];
    return {
      id,
      schedule,
      problem: problem === null ? null : toUserTextData(problem),
      when: trigger ? toUserTextData(triggerSentence(trigger)) : null,
      next: next?.toISOString() ?? null,
      isRunning: entries.some((entry) => entry.type === 'run' && entry.startedAt !== null && entry.end === null),
      isElsewhere,
      last: entries.at(-1) ?? null,
      webhook: trigger?.type === 'webhook' ? { path: `/hooks/${id}`, hasSecret: false } : null,
    };
  }

  function runner(): SchedulesRunner {
    if (engine) return 'here';
    return isLocked(locks, 'schedules') ? 'elsewhere' : 'none';
  }

  async function change(id: string, how: (schedule: ScheduleFile) => ScheduleFile): Promise<Result<void>> {
    const read = await files.read(id);
    if (!read.ok) return read;
    const written = await files.write(id, how(read.value));
    if (written.ok) settled();
    return written;
  }

  function settled(): void {
    changed();
    wake.abort();
  }

  const now = (): string => clock.now().toISOString();

  return {
    async list() {
      const schedules = await Promise.all((await files.list()).map(infoOf));
      return { schedules, runner: runner(), folder: files.folder };
    },
    read: files.read,
    placeOf: deps.checkGoal,
    async save(id, wish, place = null) {
      const { trigger } = wish;
      const checked = trigger.type === 'time' ? checkPattern(trigger) : ok(undefined);
      if (!checked.ok) return checked;
      if (['files', 'pullRequest'].includes(trigger.type) && wish.folder === null) {
        return fail('PARAMS_INVALID', say`Choose the folder that is watched.`);
      }
      const before = id === null ? null : await files.read(id);
      if (before && !before.ok) return before;
      const target = id ?? ids.randomId();
      // When a schedule changes, only times from now on are due.
      const written = await files.write(target, {
        ...{ v: 1 as const, machine, paused: null },
        ...before?.value,
        ...wish,
        ...{ place, since: now() },
      });
      if (!written.ok) return written;
      settled();
      return ok({ id: target });
    },
    async remove(id) {
      engine?.stop(id);
      const removed = await files.remove(id);
      settled();
      return removed;
    },
    pause: (id) => change(id, (schedule) => ({ ...schedule, paused: { at: now(), reason: null } })),
    resume: (id, place = null) =>
      change(id, (schedule) => ({ ...schedule, machine, place, paused: null, since: now() })),
    async run(id) {
      const read = await files.read(id);
      if (!read.ok) return read;
      const current = claim();
      if (current === null) {
        const added = await addRequest(disk, files.folder, id, ids.ulid());
        return added.ok ? ok('elsewhere') : added;
      }
      const taken = await current.take(id, { type: 'user' });
      return taken.ok ? ok('here') : taken;
    },
    stop: (id) => engine?.stop(id),
    async history(id) {
      const read = await files.read(id);
      if (!read.ok && (await logOf(id)).entries.length === 0) return read;
      return ok((await logOf(id)).entries.toReversed());
    },
    async take(id, cause) {
      const read = await files.read(id);
      if (!read.ok) return read;
      const current = read.value.machine === machine ? claim() : null;
      if (current === null) return fail('DATA_FOLDER_BUSY', say`Another process runs the schedules.`);
      return current.take(id, cause);
    },
    start({ yields = false } = {}) {
      loop = watch(yields);
    },
    async idle() {
      while (engine?.isBusy()) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const listener = (): void => resolve();
        listeners.add(listener);
        if (!engine.isBusy()) resolve();
        await promise;
        listeners.delete(listener);
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      stopped.abort();
      await loop;
      await release();
    },
  };
}

/** Without a period. */
function triggerSentence(trigger: Trigger): UserText {
  switch (trigger.type) {
    case 'time':
      return timeSentence(trigger.cron);
    case 'files':
      return say`when files change: ${trigger.globs.join(', ')}`;
    case 'command':
      return say`when the output of “${trigger.command}” changes`;
    case 'webhook':
      return say`when a webhook is called`;
    case 'pullRequest':
      return trigger.number === null
        ? say`when the pull request of the branch changes`
        : say`when pull request ${trigger.number} changes`;
  }
}
