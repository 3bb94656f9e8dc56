// The schedule that a command line describes: a new one, or changes to one.

import path from 'node:path';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { cronOf } from '../../../shared/features/schedules/plainTimes.ts';
import {
  type CatchUp,
  type ScheduleFile,
  type ScheduleWish,
  scheduleWish,
  type Trigger,
} from '../../../shared/features/schedules/schedule.ts';
import type { ApprovalMode } from '../../../shared/permission/rule.ts';
import { type GoalTestValues, goalTestOf } from '../../host/terminal/goalTestOptions.ts';
import { resolveNamedModel, resolveNamedProvider } from '../../host/terminal/namedModel.ts';
import { type ModelChoice, usageError } from '../../host/terminal/options.ts';
import type { Line, Terminal } from '../../host/terminal/terminal.ts';

export type ScheduleLine = Line<
  ModelChoice &
    GoalTestValues & {
      json: boolean;
      yes: boolean;
      name: string | undefined;
      prompt: string | undefined;
      at: string | undefined;
      zone: string | undefined;
      onFiles: string | undefined;
      onOutput: string | undefined;
      onWebhook: boolean;
      onPullRequest: string | undefined;
      every: number | undefined;
      agent: string | undefined;
      preset: string | undefined;
      approve: ApprovalMode | undefined;
      budget: number | undefined;
      timeLimit: number | undefined;
      worktree: boolean;
      noFolder: boolean;
      catchUp: CatchUp | undefined;
      pauseAfter: number | undefined;
      newSecret: boolean;
      noGoal: boolean;
      scenario: string | undefined;
    }
>;

/** `before` null: a new one. PARAMS_INVALID: wrong usage. */
export async function wishOf(
  terminal: Terminal<ScheduleLine>,
  before: ScheduleFile | null,
): Promise<Result<ScheduleWish>> {
  const { values } = terminal.line;
  const trigger = triggerOf(values, before);
  if (!trigger.ok) return trigger;
  if (before === null && (values.name === undefined || values.prompt === undefined)) {
    return usageError('schedule add needs --name NAME and -p TEXT');
  }
  const model = await namedModel(terminal);
  if (!model.ok) return model;
  const goal = await goalOf(terminal, before);
  if (!goal.ok) return goal;
  const folder = values.noFolder ? null : before === null ? path.resolve(terminal.projectFolder) : before.folder;
  const fields = {
    name: values.name,
    prompt: values.prompt,
    goal: goal.value,
    model: model.value ?? undefined,
    preset: values.preset === 'none' ? null : values.preset,
    approvalMode: values.approve,
    budget: values.budget,
    timeLimitMinutes: values.timeLimit,
    worktree: values.worktree || undefined,
    catchUp: values.catchUp,
    pauseAfter: values.pauseAfter,
  };
  const chosen = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const parsed = scheduleWish.safeParse({ ...before, folder, ...chosen, trigger: trigger.value });
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return usageError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
}

/** Not valid yet. */
async function goalOf(terminal: Terminal<ScheduleLine>, before: ScheduleFile | null): Promise<Result<object | null>> {
  const { values } = terminal.line;
  if (values.noGoal) return ok(null);
  const test = await goalTestOf(terminal, values);
  if (!test.ok) return test;
  const current = before?.goal ?? null;
  const limits = { rounds: values.rounds, stallAfter: values.stall };
  const chosen = Object.entries(limits).filter(([, value]) => value !== undefined);
  if (test.value === null && current === null) {
    return chosen.length === 0 ? ok(null) : usageError('--rounds and --stall belong to --test or --check');
  }
  return ok({ ...current, ...(test.value ? { test: test.value } : {}), ...Object.fromEntries(chosen) });
}

async function namedModel(terminal: Terminal<ScheduleLine>) {
  const { scenario: _ofRun, ...values } = terminal.line.values;
  const line = { ...terminal, line: { ...terminal.line, values } };
  const provider = await resolveNamedProvider(line);
  return provider.ok ? resolveNamedModel(line, provider.value, null) : provider;
}

function triggerOf(values: ScheduleLine['values'], before: ScheduleFile | null): Result<Trigger> {
  const { at, zone, onFiles, onOutput, onWebhook, onPullRequest, every } = values;
  const chosenCount = [at, onFiles, onOutput, onWebhook || undefined, onPullRequest].filter(
    (one) => one !== undefined,
  ).length;
  if (chosenCount > 1 || (chosenCount === 0 && before === null)) {
    return usageError('schedule add needs one of --at, --on-files, --on-output, --on-webhook and --on-pull-request');
  }
  const everyMinutes = every ?? 5;
  if (at !== undefined) return timeTrigger(at, zone);
  if (onFiles !== undefined) {
    const globs = onFiles.split(',').map((glob) => glob.trim());
    return ok({ type: 'files', globs: globs.filter((glob) => glob !== '') });
  }
  if (onOutput !== undefined) return ok({ type: 'command', command: onOutput, everyMinutes });
  if (onWebhook) return ok({ type: 'webhook' });
  if (onPullRequest !== undefined) {
    const number = onPullRequest === 'branch' ? null : Number(onPullRequest.replace(/^#/, ''));
    if (number !== null && !(Number.isInteger(number) && number > 0)) {
      return usageError('--on-pull-request must be a number, or branch');
    }
    return ok({ type: 'pullRequest', number, on: ['checks', 'reviews'], everyMinutes });
  }
  const current = (before as ScheduleFile).trigger;
  if (current.type === 'time') return ok({ ...current, timeZone: zone ?? current.timeZone });
  return ok(every !== undefined && 'everyMinutes' in current ? { ...current, everyMinutes } : current);
}

function timeTrigger(at: string, zone: string | undefined): Result<Trigger> {
  const cron = cronOf(at);
  if (cron === null) {
    return usageError(
      `--at: "${at}" is not understood. Write "every weekday at 9", "every 15 minutes", or a cron pattern.`,
    );
  }
  return ok({ type: 'time', cron, timeZone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone });
}
