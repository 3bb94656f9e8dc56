// Schedules: what starts a run without the user, what it may do, and how its runs ended.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { approvalModes } from '../../permission/rule.ts';
import { goalSchema, goalWish } from '../goals/goal.ts';

/** Bounds of a schedule's fields. */
export const scheduleBounds = {
  name: 100,
  prompt: 100_000,
  command: 4_000,
  globs: 20,
  glob: 300,
  minutes: { min: 1, max: 24 * 60 },
  budget: { min: 0.01, max: 10_000 },
  failures: { min: 1, max: 100 },
} as const;

const { minutes, budget, failures } = scheduleBounds;

const intervalMinutes = z.int().min(minutes.min).max(minutes.max);

/** An interval of minutes between two looks. */
const every = { everyMinutes: intervalMinutes.default(5) };

export const pullRequestChanges = ['checks', 'reviews'] as const;
export type PullRequestChange = (typeof pullRequestChanges)[number];

const triggerSchema = z.discriminatedUnion('type', [
  /** `cron`: five fields, or six with seconds first. `timeZone`: an IANA name. */
  z.object({ type: z.literal('time'), cron: z.string().min(1).max(200), timeZone: z.string().min(1).max(100) }),
  /** A file of the folder that matches one of the patterns appears, changes or disappears. */
  z.object({
    type: z.literal('files'),
    globs: z.array(z.string().min(1).max(scheduleBounds.glob)).min(1).max(scheduleBounds.globs),
  }),
  /** The command prints something else than the last time. */
  z.object({ type: z.literal('command'), command: z.string().min(1).max(scheduleBounds.command), ...every }),
  /** A signed request arrives. */
  z.object({ type: z.literal('webhook') }),
  /** `number` null: the pull request of the folder's branch. */
  z.object({
    type: z.literal('pullRequest'),
    number: z.int().positive().nullable().default(null),
    on: z
      .array(z.enum(pullRequestChanges))
      .min(1)
      .default([...pullRequestChanges]),
    ...every,
  }),
]);
export type Trigger = z.output<typeof triggerSchema>;
export type TriggerType = Trigger['type'];

/** How to treat times that passed while nothing ran. */
export const catchUps = ['none', 'last', 'all'] as const;
export type CatchUp = (typeof catchUps)[number];

const modelRef = z.object({ provider: z.string().min(1).max(200), model: z.string().min(1).max(300) });

const scheduledGoal = goalWish.pick({ test: true, rounds: true, stallAfter: true });

const wishFields = {
  name: z.string().trim().min(1).max(scheduleBounds.name),
  /** Also a command, such as `/review`. */
  prompt: z.string().trim().min(1).max(scheduleBounds.prompt),
  /** Each run works in rounds until its test passes, within the budget and the time limit. Null: it is one turn. */
  goal: scheduledGoal.nullable().default(null),
  /** Absolute path; null: none. */
  folder: z.string().max(4096).nullable().default(null),
  /** Also an external agent; null: that of the preset or the settings. */
  model: modelRef.nullable().default(null),
  /** As on the command line: `reviewer`, or `project:reviewer`. Null: none. */
  preset: z.string().min(1).max(200).nullable().default(null),
  /** Null: that of the project or the settings. */
  approvalMode: z.enum(approvalModes).nullable().default(null),
  /** US dollars for each run; null: only the limits of the settings. */
  budget: z.number().min(budget.min).max(budget.max).nullable().default(null),
  /** For each run, without the time it waits for the user; null: none. */
  timeLimitMinutes: intervalMinutes.nullable().default(null),
  /** Each run gets a git worktree of its own. */
  worktree: z.boolean().default(false),
  trigger: triggerSchema,
  catchUp: z.enum(catchUps).default('last'),
  /** Pauses itself after so many failures in a row. */
  pauseAfter: z.int().min(failures.min).max(failures.max).default(3),
};

/** The fields that the user chooses. */
export const scheduleWish = z.object(wishFields);
export type ScheduleWish = z.output<typeof scheduleWish>;

const userText = z.custom<UserTextData>(
  (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
);

/** A schedule's file. */
export const scheduleSchema = z.looseObject({
  v: z.literal(1).default(1),
  ...wishFields,
  /** Times before it are not due. ISO 8601, UTC. */
  since: z.iso.datetime(),
  /** It only runs on this machine. */
  machine: z.string(),
  /** Where the command of its goal runs, as the user confirmed it. Null: it has none. */
  place: goalSchema.shape.place,
  paused: z
    .object({ at: z.iso.datetime(), reason: userText.nullable().default(null) })
    .nullable()
    .default(null),
});
export type ScheduleFile = z.output<typeof scheduleSchema>;

/** Why a due time passed without a run. */
type MissedReason = 'notRunning' | 'busy';

/**
 * How a run ended. `waiting`: a call needs the user, who continues in the conversation. `interrupted`: the app ended
 * meanwhile. `skipped`: the schedule was paused before it began.
 */
export const runEnds = [
  'done',
  'failed',
  'stopped',
  'waiting',
  'budget',
  'timeLimit',
  'interrupted',
  'skipped',
] as const;
export type ScheduledEnd = (typeof runEnds)[number];

/** The reason for a run. */
export interface RunCause {
  type: TriggerType | 'user';
  /** The due time of a time trigger; ISO 8601, UTC. */
  due?: string | undefined;
  /** Distinguishes an event from others, so that none starts two runs. */
  event?: string | undefined;
  /** For the user: changed files, what was printed, the change on the pull request. */
  about?: string | undefined;
}

/** One entry of the history, newest state. */
export type HistoryEntry =
  | {
      type: 'run';
      runId: string;
      cause: RunCause;
      /** When it was recorded that it will run. */
      claimedAt: string;
      startedAt: string | null;
      conversationId: string | null;
      endedAt: string | null;
      /** Null: it runs, or is about to. */
      end: ScheduledEnd | null;
      reason: UserTextData | null;
      usd: number | null;
    }
  /** `atLeast`: there were more than could be counted. */
  | { type: 'missed'; at: string; from: string; to: string; count: number; atLeast: boolean; why: MissedReason };
