// A schedule as the form edits it: every field is a text or a choice.

import {
  type CatchUp,
  type PullRequestChange,
  pullRequestChanges,
  type ScheduleFile,
  type ScheduleWish,
  scheduleBounds,
  type Trigger,
  type TriggerType,
} from '../../../shared/features/schedules/schedule.ts';
import type { ApprovalMode } from '../../../shared/permission/rule.ts';
import type { ItemErrors } from '../../ui/useItemForm.ts';
import { emptyGoal, type GoalDraft, goalDraftOf, goalErrors, wishOf as goalWishOf } from '../goals/goalDraft.ts';
import { scheduleWords } from './words.ts';

const labels = scheduleWords.form.errors;

export interface ScheduleDraft {
  name: string;
  prompt: string;
  isGoal: boolean;
  /** Only its test, rounds and stall count. */
  goal: GoalDraft;
  trigger: TriggerType;
  time: string;
  timeZone: string;
  globs: string;
  command: string;
  minutes: string;
  number: string;
  on: readonly PullRequestChange[];
  /** Empty: none. */
  folder: string;
  provider: string;
  model: string;
  preset: string;
  approvalMode: ApprovalMode | '';
  budget: string;
  timeLimit: string;
  worktree: boolean;
  catchUp: CatchUp;
  pauseAfter: string;
}

export const emptyDraft: ScheduleDraft = {
  ...{ isGoal: false, goal: emptyGoal },
  ...{ name: '', prompt: '', trigger: 'time', time: '', globs: '', command: '', minutes: '5', number: '' },
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  on: pullRequestChanges,
  ...{ folder: '', provider: '', model: '', preset: '', approvalMode: '', budget: '', timeLimit: '' },
  ...{ worktree: false, catchUp: 'last', pauseAfter: '3' },
};

export function draftOf(schedule: ScheduleFile): ScheduleDraft {
  const { trigger, model, budget, timeLimitMinutes } = schedule;
  return {
    ...emptyDraft,
    name: schedule.name,
    prompt: schedule.prompt,
    ...(schedule.goal === null ? {} : { isGoal: true, goal: goalDraftOf(schedule.goal) }),
    trigger: trigger.type,
    ...(trigger.type === 'time' ? { time: trigger.cron, timeZone: trigger.timeZone } : {}),
    ...(trigger.type === 'files' ? { globs: trigger.globs.join(', ') } : {}),
    ...(trigger.type === 'command' ? { command: trigger.command } : {}),
    ...(trigger.type === 'pullRequest' ? { number: String(trigger.number ?? ''), on: trigger.on } : {}),
    ...('everyMinutes' in trigger ? { minutes: String(trigger.everyMinutes) } : {}),
    folder: schedule.folder ?? '',
    provider: model?.provider ?? '',
    model: model?.model ?? '',
    preset: schedule.preset ?? '',
    approvalMode: schedule.approvalMode ?? '',
    budget: budget === null ? '' : String(budget),
    timeLimit: timeLimitMinutes === null ? '' : String(timeLimitMinutes),
    worktree: schedule.worktree,
    catchUp: schedule.catchUp,
    pauseAfter: String(schedule.pauseAfter),
  };
}

/** `cron`: what the time means; null: it is not understood. */
export function wishOf(draft: ScheduleDraft, cron: string | null): ScheduleWish {
  const { provider, model, budget, timeLimit } = draft;
  return {
    name: draft.name.trim(),
    prompt: draft.prompt.trim(),
    goal: goalOf(draft),
    trigger: triggerOf(draft, cron),
    folder: draft.folder === '' ? null : draft.folder,
    model: provider === '' ? null : { provider, model: model.trim() },
    preset: draft.preset.trim() === '' ? null : draft.preset.trim(),
    approvalMode: draft.approvalMode === '' ? null : draft.approvalMode,
    budget: budget.trim() === '' ? null : Number(budget),
    timeLimitMinutes: timeLimit.trim() === '' ? null : Number(timeLimit),
    worktree: draft.worktree && draft.folder !== '',
    catchUp: draft.catchUp,
    pauseAfter: Number(draft.pauseAfter),
  };
}

function goalOf({ isGoal, goal }: ScheduleDraft): ScheduleWish['goal'] {
  if (!isGoal) return null;
  const { test, rounds, stallAfter } = goalWishOf(goal);
  return { test, rounds, stallAfter };
}

function triggerOf(draft: ScheduleDraft, cron: string | null): Trigger {
  const everyMinutes = Number(draft.minutes);
  switch (draft.trigger) {
    case 'time':
      return { type: 'time', cron: cron ?? draft.time.trim(), timeZone: draft.timeZone.trim() };
    case 'files':
      return { type: 'files', globs: globsOf(draft) };
    case 'command':
      return { type: 'command', command: draft.command.trim(), everyMinutes };
    case 'webhook':
      return { type: 'webhook' };
    case 'pullRequest': {
      const number = draft.number.trim().replace(/^#/, '');
      return { type: 'pullRequest', number: number === '' ? null : Number(number), on: [...draft.on], everyMinutes };
    }
  }
}

function globsOf({ globs }: ScheduleDraft): string[] {
  return globs
    .split(',')
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '');
}

/** The fields of its goal are apart: some have the names of others here. */
export const goalField = (name: string): string => `goal.${name}`;

function errorsOfGoal({ isGoal, goal }: ScheduleDraft): ItemErrors {
  if (!isGoal) return {};
  const { prompt: _ofSchedule, ...errors } = goalErrors(goal);
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [goalField(name), text]));
}

export function draftErrors(draft: ScheduleDraft, cron: string | null): ItemErrors {
  const { trigger } = draft;
  const { minutes, budget, failures } = scheduleBounds;
  const looks = trigger === 'command' || trigger === 'pullRequest';
  const watchesFolder = trigger === 'files' || trigger === 'pullRequest';
  const isMinutes = (text: string): boolean => isWhole(text) && isWithin(Number(text), minutes);
  const errors: Record<string, string | false> = {
    name: draft.name.trim() === '' && labels.name,
    prompt: draft.prompt.trim() === '' && labels.prompt,
    time: trigger === 'time' && cron === null && labels.time,
    globs: trigger === 'files' && globsOf(draft).length === 0 && labels.globs,
    command: trigger === 'command' && draft.command.trim() === '' && labels.command,
    minutes: looks && !isMinutes(draft.minutes) && labels.minutes,
    number: trigger === 'pullRequest' && !/^#?\d{0,9}$/.test(draft.number.trim()) && labels.number,
    on: trigger === 'pullRequest' && draft.on.length === 0 && labels.on,
    folder:
      draft.folder === '' &&
      ((watchesFolder && labels.folder) || (draft.isGoal && draft.goal.kind === 'command' && labels.goalFolder)),
    model: draft.provider !== '' && draft.model.trim() === '' && labels.model,
    budget: draft.budget.trim() !== '' && !isWithin(Number(draft.budget), budget) && labels.budget,
    timeLimit: draft.timeLimit.trim() !== '' && !isMinutes(draft.timeLimit) && labels.minutes,
    pauseAfter: !(isWhole(draft.pauseAfter) && isWithin(Number(draft.pauseAfter), failures)) && labels.pauseAfter,
  };
  const entries = Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...Object.fromEntries(entries), ...errorsOfGoal(draft) };
}

function isWhole(text: string): boolean {
  return /^\d{1,6}$/.test(text.trim());
}

function isWithin(value: number, { min, max }: { min: number; max: number }): boolean {
  return value >= min && value <= max;
}
