// Goals: a conversation that continues in rounds until its test passes, its budget is spent, or it makes no progress.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { approvalModes } from '../../permission/rule.ts';
import { attachmentRefs } from '../attachments/methods.ts';

/** Bounds of a goal's fields. */
export const goalBounds = {
  prompt: 100_000,
  command: 4_000,
  question: 4_000,
  rounds: { min: 1, max: 100 },
  minutes: { min: 1, max: 7 * 24 * 60 },
  budget: { min: 0.01, max: 10_000 },
  stallAfter: { min: 1, max: 20 },
  testSeconds: { min: 1, max: 3_600 },
} as const;

const { rounds, minutes, budget, stallAfter, testSeconds } = goalBounds;

const modelRef = z.object({ provider: z.string().min(1).max(200), model: z.string().min(1).max(300) });

const goalTest = z.discriminatedUnion('type', [
  /** Passes with exit code 0. Runs in the conversation's folder. */
  z.object({
    type: z.literal('command'),
    command: z.string().trim().min(1).max(goalBounds.command),
    /** Fails if it takes longer. */
    timeoutSeconds: z.int().min(testSeconds.min).max(testSeconds.max).default(600),
  }),
  /** Passes if a model answers yes. `model` null: that of the conversation. */
  z.object({
    type: z.literal('check'),
    question: z.string().trim().min(1).max(goalBounds.question),
    model: modelRef.nullable().default(null),
  }),
]);
export type GoalTest = z.output<typeof goalTest>;

export const goalWish = z.object({
  /** The first message. */
  prompt: z.string().trim().min(1).max(goalBounds.prompt),
  test: goalTest,
  rounds: z.int().min(rounds.min).max(rounds.max).default(10),
  /** US dollars for all rounds and checks; null: only the limits of the settings. */
  budget: z.number().min(budget.min).max(budget.max).nullable().default(null),
  /** For all rounds and tests, without the time they wait for the user; null: none. */
  minutes: z.int().min(minutes.min).max(minutes.max).nullable().default(null),
  /** Ends after so many rounds in a row without progress. */
  stallAfter: z.int().min(stallAfter.min).max(stallAfter.max).default(3),
});
export type GoalWish = z.output<typeof goalWish>;

const at = z.iso.datetime();
const userText = z.custom<UserTextData>(
  (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
);

/** `unchanged`: no file changed and the test printed the same; `sameResult`: files changed, but not what it printed. */
const stalls = ['unchanged', 'sameResult'] as const;
export type Stall = (typeof stalls)[number];

/** Null in `end`: the round is not over. `interrupted`: the app ended meanwhile. `waiting`: a call needs the user. */
const roundEnds = ['done', 'failed', 'stopped', 'waiting', 'budget', 'timeLimit', 'interrupted'] as const;

const goalResult = z.object({
  passed: z.boolean(),
  /** Null: the command did not exit, or the test is a check. */
  exitCode: z.number().nullable().default(null),
  timedOut: z.boolean().default(false),
  /** The last line of its output, or the reason of the check. Secrets are masked. */
  summary: z.string().default(''),
  /** The same for the same output, apart from times. */
  fingerprint: z.string().default(''),
});
export type GoalResult = z.output<typeof goalResult>;

const goalRound = z.object({
  number: z.int(),
  startedAt: at,
  endedAt: at.nullable().default(null),
  /** The message it began with; null: it was not sent. Going back to before it restores the state before the round. */
  messageId: z.string().nullable().default(null),
  end: z.enum(roundEnds).nullable().default(null),
  /** Cost of its replies and its check in US dollars; null: unknown. */
  usd: z.number().nullable().default(null),
  usedMs: z.number().default(0),
  result: goalResult.nullable().default(null),
  /** The first files that its calls changed, relative to the folder, and how many. */
  files: z.array(z.string()).default([]),
  fileCount: z.int().default(0),
});
export type GoalRound = z.output<typeof goalRound>;

/**
 * `running`: a process works on it; if none does, it was interrupted. `paused`: until the user resumes it. The others are final.
 */
const goalStatuses = ['running', 'paused', 'passed', 'budget', 'rounds', 'timeLimit', 'stalled', 'stopped'] as const;

/** A request of another process to the one that runs it. */
const goalRequest = z.enum(['pause', 'stop']);
export type GoalRequest = z.output<typeof goalRequest>;

/** goals/<conversation>.json. */
export const goalSchema = z.object({
  v: z.literal(1).default(1),
  id: z.string(),
  conversationId: z.string(),
  /** Its prompt is empty once the first message is stored, which can be removed for good. */
  wish: goalWish.extend({ prompt: z.string() }),
  /** Sent with the first message, next to the description of the goal. */
  attachments: attachmentRefs.default([]),
  createdAt: at,
  /** Where the command runs, as the user confirmed it; null: the test is a check. */
  place: z.object({ folder: z.string(), sandboxed: z.boolean() }).nullable().default(null),
  /** Of its rounds; null: those of the conversation. */
  model: modelRef.nullable().default(null),
  approvalMode: z.enum(approvalModes).nullable().default(null),
  status: z.enum(goalStatuses),
  /** Why it is paused or ended. */
  reason: userText.nullable().default(null),
  stall: z.enum(stalls).nullable().default(null),
  request: goalRequest.nullable().default(null),
  rounds: z.array(goalRound).default([]),
});
export type Goal = z.output<typeof goalSchema>;

/** As the user sees it. `interrupted`: its process ended; it can be resumed. */
export type GoalStatus = Goal['status'] | 'interrupted';

export function isGoalOpen(status: GoalStatus): boolean {
  return status === 'running' || status === 'paused' || status === 'interrupted';
}

/** Known costs in US dollars; null: none are known. */
export function goalSpent(list: readonly GoalRound[]): number | null {
  const costs = list.flatMap(({ usd }) => usd ?? []);
  return costs.length === 0 ? null : costs.reduce((sum, usd) => sum + usd, 0);
}

/** The marker in the origin of a message that a goal sent. */
export interface GoalOrigin {
  type: 'goal';
  goal: string;
  round: number;
}

export function goalOriginOf(origin: Record<string, unknown> | undefined): GoalOrigin | null {
  return origin?.type === 'goal' && typeof origin.goal === 'string' && typeof origin.round === 'number'
    ? { type: 'goal', goal: origin.goal, round: origin.round }
    : null;
}
