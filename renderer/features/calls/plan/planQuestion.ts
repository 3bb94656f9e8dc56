// Reads the fields of a plan question by name. Missing or invalid fields fall back to the stricter option.

import type { QuestionField, QuestionValue, UserQuestion } from '../../../../shared/conversation/question.ts';
import { type ApprovalMode, approvalModes } from '../../../../shared/permission/rule.ts';
import type { PlanDraft } from './planDrafts.ts';

type PlanField = 'decision' | 'plan' | 'mode' | 'words';

export type PlanDecision = 'go_on' | 'send_back';

export interface Plan {
  title: string;
  text: string;
  /** The available modes, in standard order. */
  modes: ApprovalMode[];
  mode: ApprovalMode;
}

export function planOf({ message, fields }: UserQuestion): Plan {
  const field = (name: PlanField): QuestionField | undefined => fields.find((one) => one.name === name);
  const offered = field('mode');
  const modes = approvalModes.filter((mode) => offered?.options?.some(({ value }) => value === mode));
  const defaultMode = modes.find((mode) => mode === offered?.default);
  const text = field('plan')?.default;
  return { title: message, text: typeof text === 'string' ? text : '', modes, mode: defaultMode ?? modes[0] ?? 'ask' };
}

/** The selected mode, which is always an available one. */
export function chosenMode({ modes, mode }: Plan, draft: PlanDraft): ApprovalMode {
  return modes.find((one) => one === draft.mode) ?? mode;
}

/** Includes only the requested fields. */
export function planValues(
  question: UserQuestion,
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
