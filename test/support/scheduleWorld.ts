// Schedules in simulated time: a clock, a disk that can be full, and runs that end when the test wants. A crash leaves the files and
// nothing else.

import { join } from 'node:path';
import { createScheduleEngine, type RunPlan, type ScheduleEngine } from '../../electron/features/schedules/engine.ts';
import { logPath, readLog } from '../../electron/features/schedules/runLog.ts';
import { createScheduleFiles } from '../../electron/features/schedules/scheduleFiles.ts';
import { createIdSource } from '../../electron/lib/ids.ts';
import { type Disk, nodeDisk } from '../../electron/stores/files/disk.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { textOf } from '../../shared/core/sentence.ts';
import type { HistoryEntry, ScheduledEnd, ScheduleFile } from '../../shared/features/schedules/schedule.ts';
import { diskError } from './faultDisk.ts';
import { okValue } from './result.ts';

export const minute = 60_000;
export const hour = 60 * minute;

export interface Launch {
  id: string;
  due: string | undefined;
  about: string | undefined;
  conversationId: string;
  end(end: ScheduledEnd): Promise<void>;
}

export function scheduleOf(fields: Partial<ScheduleFile>, since: string): ScheduleFile {
  return {
    ...{
      v: 1,
      name: 'Test',
      prompt: 'Go',
      goal: null,
      place: null,
      folder: null,
      model: null,
      preset: null,
      approvalMode: null,
      budget: null,
    },
    ...{
      timeLimitMinutes: null,
      worktree: false,
      catchUp: 'none',
      pauseAfter: 3,
      machine: 'here',
      paused: null,
      since,
    },
    trigger: { type: 'time', cron: '0 * * * *', timeZone: 'UTC' },
    ...fields,
  };
}

export function createScheduleWorld(dataDir: string, start: string) {
  let now = Date.parse(start);
  let mode: 'works' | 'full' | 'half' | 'dead' = 'works';
  let isPrepared = true;
  const clock = { now: () => new Date(now), elapsed: () => now, wait: async () => {} };
  const launches: Launch[] = [];
  const notices: string[] = [];
  const problems: string[] = [];
  const dying: { isOver: boolean }[] = [];
  let running = new Map<string, Launch>();
  let engine: ScheduleEngine = newEngine();

  function disk(): Disk {
    // A crashed process writes no more, whatever it still does.
    const life = { isOver: false };
    dying.push(life);
    const check = (): void => {
      if (life.isOver || mode === 'dead') throw diskError('EIO');
      if (mode === 'full') throw diskError('ENOSPC');
    };
    return {
      ...nodeDisk,
      async open(...how: Parameters<Disk['open']>) {
        const handle = await nodeDisk.open(...how);
        if (typeof how[1] === 'number' || how[1] === 'r') return handle;
        const write = handle.write.bind(handle) as (...how: unknown[]) => Promise<{ bytesWritten: number }>;
        return Object.assign(handle, {
          async write(bytes: Buffer, from: number, length: number, at: number) {
            if (mode === 'half' && !life.isOver) await write(bytes, from, Math.floor(length / 2), at);
            if (mode === 'half') throw diskError('ENOSPC');
            check();
            return write(bytes, from, length, at);
          },
          async truncate() {
            throw diskError('EIO');
          },
        });
      },
    };
  }

  function newEngine(): ScheduleEngine {
    const mine = disk();
    return createScheduleEngine({
      files: createScheduleFiles(dataDir, mine),
      disk: mine,
      clock,
      ids: createIdSource(clock),
      machine: 'here',
      changed() {},
      notice: (message) => void notices.push(textOf(message)),
      async prepare(schedule, cause) {
        if (!isPrepared) return fail('STORE_WRITE_FAILED', 'The disk is full.');
        const id = schedule.name;
        const conversationId = `conversation-${launches.length}`;
        return ok({
          conversationId,
          run() {
            if (running.has(id)) problems.push(`${id} runs twice at ${clock.now().toISOString()}`);
            const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<RunPlan['run']>>>();
            const launch: Launch = {
              id,
              due: cause.due,
              about: cause.about,
              conversationId,
              async end(end) {
                running.delete(id);
                resolve({ end, reason: null, usd: null });
                // The first comes before the end of the run is recorded.
                await engine.tick();
                await engine.tick();
              },
            };
            running.set(id, launch);
            launches.push(launch);
            return promise;
          },
        });
      },
    });
  }

  return {
    files: createScheduleFiles(dataDir, nodeDisk),
    launches,
    notices,
    problems,
    running: () => [...running.values()],
    now: () => new Date(now),
    engine: () => engine,
    setClock(to: number) {
      now = to;
    },
    async pass(ms: number) {
      now += ms;
      await engine.tick();
    },
    setDisk(to: typeof mode) {
      mode = to;
    },
    setPrepares(to: boolean) {
      isPrepared = to;
    },
    /** The process is killed, and another starts. */
    restart() {
      for (const life of dying.splice(0)) life.isOver = true;
      running = new Map();
      engine = newEngine();
    },
    async history(id: string): Promise<HistoryEntry[]> {
      return (await readLog(nodeDisk, logPath(join(dataDir, 'schedules'), id))).entries;
    },
    async add(id: string, fields: Partial<ScheduleFile>) {
      okValue(await this.files.write(id, scheduleOf({ name: id, ...fields }, new Date(now).toISOString())));
    },
  };
}
