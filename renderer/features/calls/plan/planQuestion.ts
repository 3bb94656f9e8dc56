// The fields of a plan that waits for its answer, by their names. What is not there as it should be has a meaning that asks
// for less.

import type { PersonQuestion, QuestionField, QuestionValue } from '../../../../shared/conversation/question.ts';
import { type ApprovalMode, approvalModes } from '../../../../shared/permission/permission.ts';
import type { PlanDraft } from './planDrafts.ts';

type PlanField = 'decision' | 'plan' | 'mode' | 'words';

export type PlanDecision = 'go_on' | 'send_back';

export interface Plan {
  title: string;
  text: string;
  /** How one may go on, in the order of all modes. */
  modes: ApprovalMode[];
  mode: ApprovalMode;
}

export function planOf({ message, fields }: PersonQuestion): Plan {
  const field = (name: PlanField): QuestionField | undefined => fields.find((one) => one.name === name);
  const offered = field('mode');
  const modes = approvalModes.filter((mode) => offered?.options?.some(({ value }) => value === mode));
  const given = modes.find((mode) => mode === offered?.default);
  const text = field('plan')?.default;
  return { title: message, text: typeof text === 'string' ? text : '', modes, mode: given ?? modes[0] ?? 'ask' };
}

/** The mode that is chosen: one that is offered. */
export function chosenMode({ modes, mode }: Plan, draft: PlanDraft): ApprovalMode {
  return modes.find((one) => one === draft.mode) ?? mode;
}

/** With only what was asked for. */
export function planValues(
  question: PersonQuestion,
  decision: PlanDecision,
  draft: PlanDraft,
): Record<string, QuestionValue> {
  const plan = planOf(question);
  const words = draft.words.trim();
  const values: [PlanField, string][] = [
    ['decision', decision],
    ['plan', draft.text ?? plan.text],
    ...(plan.modes.length > 0 ? [['mode', chosenMode(plan, draft)] as [PlanField, string]] : []),
    ...(decision === 'send_back' && words !== '' ? [['words', words] as [PlanField, string]] : []),
  ];
  return Object.fromEntries(values.filter(([name]) => question.fields.some((field) => field.name === name)));
}
