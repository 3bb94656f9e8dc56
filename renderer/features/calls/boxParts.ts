// What a box shows only when it is open, or asks: code that is loaded when the window has nothing else to do.

import { part } from '../../core/parts/part.tsx';

export const ApprovalPart = part(async () => (await import('./Approval.tsx')).Approval);
export const CallBodyPart = part(async () => (await import('./CallBody.tsx')).CallBody);
export const HooksPart = part(async () => (await import('../hooks/RanHooks.tsx')).RanHooks);
export const PlanPart = part(async () => (await import('./plan/PlanCard.tsx')).PlanCard);
export const QuestionPart = part(async () => (await import('./question/QuestionForm.tsx')).QuestionForm);
