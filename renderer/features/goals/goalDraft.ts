// The fields of the goal dialog as they are typed.

import { type GoalWish, goalBounds } from '../../../shared/features/goals/goal.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ItemErrors } from '../../ui/useItemForm.ts';
import { goalWords } from './words.ts';

const { errors } = goalWords.form;

export interface GoalDraft {
  prompt: string;
  kind: GoalWish['test']['type'];
  command: string;
  /** The command's; no field shows it. */
  timeoutSeconds: number;
  question: string;
  /** `provider/model`; empty: that of the conversation. */
  model: string;
  rounds: string;
  budget: string;
  minutes: string;
  stall: string;
}

export const emptyGoal: GoalDraft = {
  ...{ prompt: '', kind: 'command', command: '', timeoutSeconds: 600, question: '', model: '' },
  ...{ rounds: '10', budget: '', minutes: '', stall: '3' },
};

export function goalErrors(draft: GoalDraft): ItemErrors {
  const { rounds, budget, minutes, stallAfter } = goalBounds;
  const all: Record<string, string | false> = {
    prompt: draft.prompt.trim() === '' && errors.prompt,
    command: draft.kind === 'command' && draft.command.trim() === '' && errors.command,
    question: draft.kind === 'check' && draft.question.trim() === '' && errors.question,
    model: draft.kind === 'check' && draft.model.trim() !== '' && modelOf(draft) === null && errors.model,
    rounds: !isWithin(draft.rounds, rounds, true) && errors.rounds,
    budget: draft.budget.trim() !== '' && !isWithin(draft.budget, budget, false) && errors.budget,
    minutes: draft.minutes.trim() !== '' && !isWithin(draft.minutes, minutes, true) && errors.minutes,
    stall: !isWithin(draft.stall, stallAfter, true) && errors.stall,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function isWithin(text: string, { min, max }: { min: number; max: number }, isWhole: boolean): boolean {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

/** Null: empty, or not of that form. */
function modelOf(draft: GoalDraft): ModelRef | null {
  const [, provider, model] = /^([^/]+)\/(.+)$/.exec(draft.model.trim()) ?? [];
  return provider === undefined || model === undefined ? null : { provider, model };
}

export function goalDraftOf({ test, rounds, stallAfter }: Pick<GoalWish, 'test' | 'rounds' | 'stallAfter'>): GoalDraft {
  const isCommand = test.type === 'command';
  return {
    ...emptyGoal,
    kind: test.type,
    ...(isCommand ? { command: test.command, timeoutSeconds: test.timeoutSeconds } : { question: test.question }),
    model: isCommand || test.model === null ? '' : `${test.model.provider}/${test.model.model}`,
    rounds: String(rounds),
    stall: String(stallAfter),
  };
}

export function wishOf(draft: GoalDraft): GoalWish {
  const optional = (text: string): number | null => (text.trim() === '' ? null : Number(text));
  return {
    prompt: draft.prompt.trim(),
    test:
      draft.kind === 'command'
        ? { type: 'command', command: draft.command.trim(), timeoutSeconds: draft.timeoutSeconds }
        : { type: 'check', question: draft.question.trim(), model: modelOf(draft) },
    rounds: Number(draft.rounds),
    budget: optional(draft.budget),
    minutes: optional(draft.minutes),
    stallAfter: Number(draft.stall),
  };
}
