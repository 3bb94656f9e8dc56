// The rights that a call needs with its parameters, and what a device with a right is refused.

import type { MethodName, ValidParamsOf } from '../../contract.ts';
import { methodRights } from './methodRights.ts';
import { includesRight, type NeededRight, type Right } from './rights.ts';

/** Uses of a method that need more than the method itself; the higher right counts. */
const variantRights = {
  // A permission outlasts the answer, and so may an option of an external agent.
  'approval.answer:remember': 'all',
  'compare.start:edits': 'all',
  'conversation.configure:approvalMode': 'all',
  'conversation.configure:preset': 'all',
  'run:files': 'all',
  'run:overLimit': 'all',
} as const satisfies Record<string, Right>;

type Variant = keyof typeof variantRights;

/** A method, or such a use of one, that a control of the window leads to. */
export type Need = MethodName | Variant;

const variantsOf: { [M in MethodName]?: (params: ValidParamsOf<M>) => (Variant | false)[] } = {
  'approval.answer': ({ remember, option, decision }) => [
    decision === 'allow' && (remember !== null || option !== undefined) && 'approval.answer:remember',
  ],
  'conversation.configure': ({ approvalMode, preset }) => [
    approvalMode !== undefined && 'conversation.configure:approvalMode',
    preset !== undefined && 'conversation.configure:preset',
  ],
  'run.resume': ({ overLimit }) => [overLimit === true && 'run:overLimit'],
  'compare.start': ({ overLimit, edits, contestants }) => [
    overLimit === true && 'run:overLimit',
    (edits || contestants.some(({ preset }) => preset !== undefined)) && 'compare.start:edits',
  ],
  'compare.resume': ({ overLimit }) => [overLimit === true && 'run:overLimit'],
  'run.resend': ({ files }) => [files === true && 'run:files'],
  'run.regenerate': ({ files }) => [files === true && 'run:files'],
};

/** Every right that the call needs. */
export function rightsFor<M extends MethodName>(method: M, params: ValidParamsOf<M>): NeededRight[] {
  const more = variantsOf[method]?.(params) ?? [];
  return [methodRights[method], ...more.flatMap((variant) => (variant === false ? [] : [variantRights[variant]]))];
}

/** Lists what a device with this right is refused, for its window to leave out. */
export function refusedTo(right: Right): Need[] {
  const needs = Object.entries({ ...methodRights, ...variantRights }) as [Need, NeededRight][];
  return needs.flatMap(([need, needed]) => (includesRight(right, needed) ? [] : [need]));
}
