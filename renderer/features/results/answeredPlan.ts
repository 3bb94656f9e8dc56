// Reads a plan and its answer from a result (`details.plan`). Results may come from any source: a malformed one is not shown as
// a plan.

import { type ApprovalMode, approvalModes } from '../../../shared/permission/rule.ts';

export interface AnsweredPlan {
  title: string;
  text: string;
  edited: boolean;
  answer: 'accepted' | 'sent_back' | 'unanswered';
  mode: ApprovalMode | null;
  words: string;
}

const answers = ['accepted', 'sent_back', 'unanswered'] as const;

export function answeredPlan(details: { plan?: unknown } | undefined): AnsweredPlan | null {
  const plan = details?.plan;
  if (typeof plan !== 'object' || plan === null) return null;
  const { title, text, edited, answer, mode, words } = plan as Record<string, unknown>;
  const knownAnswer = answers.find((one) => one === answer);
  if (typeof text !== 'string' || knownAnswer === undefined) return null;
  return {
    title: typeof title === 'string' ? title : '',
    text,
    edited: edited === true,
    answer: knownAnswer,
    mode: approvalModes.find((one) => one === mode) ?? null,
    words: typeof words === 'string' ? words : '',
  };
}
