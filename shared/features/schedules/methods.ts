// Schedules: listing, editing, running now, and their history.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, id, type Nothing, nothing } from '../../protocol/method.ts';
import { type HistoryEntry, type ScheduleFile, scheduleWish } from './schedule.ts';

export interface ScheduleInfo {
  id: string;
  /** Null: its file is not valid. */
  schedule: ScheduleFile | null;
  problem: UserTextData | null;
  /** When it runs, without a period; null for one that is not valid. */
  when: UserTextData | null;
  /** The next due time; null: none, or it does not run by time. */
  next: string | null;
  isRunning: boolean;
  /** Made on another machine, where it runs. */
  isElsewhere: boolean;
  /** The newest entry of its history. */
  last: HistoryEntry | null;
  /** Path and whether a secret is set, of a webhook. */
  webhook: { path: string; hasSecret: boolean } | null;
}

/** Which process runs schedules: this one, another (such as the service), or none. */
export type SchedulesRunner = 'here' | 'elsewhere' | 'none';

export interface ScheduleList {
  schedules: ScheduleInfo[];
  runner: SchedulesRunner;
  /** Where the files are. */
  folder: string;
}

/** The list is stale: read it again. */
export type SchedulesEvent = { type: 'schedules.changed' };

const one = z.object({ id });

export const scheduleMethods = {
  'schedules.list': defineMethod<ScheduleList>()('none', nothing),
  /**
   * Adds one (`id` null) or replaces its fields. The user confirms outside the window if it runs tools without asking.
   */
  'schedules.save': defineMethod<{ id: string }>()('app', z.object({ id: id.nullable(), wish: scheduleWish })),
  /** With its history; its conversations stay. */
  'schedules.remove': defineMethod<Nothing>()('app', one),
  'schedules.pause': defineMethod<Nothing>()('app', one),
  /** Times that passed meanwhile are not due. Takes over one of another machine. */
  'schedules.resume': defineMethod<Nothing>()('app', one),
  /** Runs it now, also if it is paused. */
  'schedules.run': defineMethod<Nothing>()('app', one),
  /** Stops its current run. */
  'schedules.stop': defineMethod<Nothing>()('app', one),
  /** Newest first. */
  'schedules.history': defineMethod<{ entries: HistoryEntry[] }>()('none', one),
  /** Reads a time as a user writes it. `cron` null: not understood. */
  'schedules.times': defineMethod<{ cron: string | null; when: UserTextData; next: string[] }>()(
    'none',
    z.object({ text: z.string().max(200), timeZone: z.string().max(100) }),
  ),
  /** Makes a new secret of a webhook, which is returned only now. */
  'schedules.newSecret': defineMethod<{ secret: string; isKept: boolean }>()('app', one),
} as const;

/** The right that each needs from a paired device. */
export const scheduleRights = {
  'schedules.history': 'watch',
  'schedules.list': 'watch',
  'schedules.newSecret': 'never',
  'schedules.pause': 'steer',
  'schedules.remove': 'never',
  'schedules.resume': 'all',
  'schedules.run': 'steer',
  'schedules.save': 'never',
  'schedules.stop': 'steer',
  'schedules.times': 'watch',
} as const satisfies Record<keyof typeof scheduleMethods, string>;
