// Parts of a box needed only when it opens or asks; preloaded when the window is idle.

import { type PartOf, part } from '../../core/parts/part.tsx';
import type { Approval } from '../approvals/Approval.tsx';

export const ApprovalPart: PartOf<typeof Approval> = part(
  async () => (await import('../approvals/Approval.tsx')).Approval,
);
export const CallBodyPart = part(async () => (await import('./CallBody.tsx')).CallBody);
export const HooksPart = part(async () => (await import('../hooks/HookRuns.tsx')).RanHooks);
export const PlanPart = part(async () => (await import('./plan/PlanCard.tsx')).PlanCard);
export const QuestionPart = part(async () => (await import('./question/QuestionForm.tsx')).QuestionForm);
