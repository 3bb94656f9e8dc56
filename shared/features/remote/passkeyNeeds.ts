// The calls for which a device with a passkey has to use it: everything that allows, or is worth as much as allowing.
// Denying, stopping and reading never need it. A test asks for a decision about each new method.

import type { MethodName, ValidParamsOf } from '../../contract.ts';
import type { ApprovalMode } from '../../permission/permission.ts';

/** Facts about the call, besides its parameters. Null: unknown. */
export interface PasskeyFacts {
  /** The mode in which the conversation's calls run. */
  mode: ApprovalMode | null;
  /** An external agent decides on its own when it asks. */
  isAgent: boolean;
  question: { isPlan: boolean; isOfModel: boolean } | null;
}

type Condition<M extends MethodName> = true | ((params: ValidParamsOf<M>, facts: PasskeyFacts) => boolean);

/** In these modes nothing changes and no command runs before an answer, which needs the passkey itself. */
const asking: readonly (ApprovalMode | null)[] = ['ask', 'reads', 'plan'];

/** A run whose calls nobody would be asked about. */
const unasked = (_params: unknown, { mode, isAgent }: PasskeyFacts): boolean => isAgent || !asking.includes(mode);

/** They allow a call, a plan, or a request for more. */
const allowing = {
  'approval.answer': ({ decision }) => decision === 'allow',
  'approval.answerTogether': ({ decision }) => decision === 'allow',
  // A plan sets the mode in which it is carried out. An ordinary question of the model is answered like a message.
  'question.answer': ({ action, values }, facts) => {
    if (action !== 'accept') return false;
    if (facts.question === null) return true;
    if (facts.question.isPlan) return values.decision !== 'send_back';
    return facts.question.isOfModel ? unasked(null, facts) : true;
  },
  'call.resolve': ({ choice }) => choice === 'run_again' || choice === 'get_result',
  'cost.raise': true,
} as const satisfies { [M in MethodName]?: Condition<M> };

/** They decide what later passes without a question. Only the strictest mode is free. */
const loosening = {
  'conversation.configure': ({ approvalMode, preset }) =>
    (approvalMode !== undefined && approvalMode !== 'ask') || (preset !== undefined && preset !== null),
  'preset.choose': ({ preset }) => preset !== null,
  'agent.setOption': true,
  // Texts that every later run obeys.
  'ownText.save': true,
  'ownText.restore': true,
  // Otherwise a thief could add another one. Asked for only if it has a passkey already.
  'remote.addPasskey': true,
} as const satisfies { [M in MethodName]?: Condition<M> };

/** They start work: with commands of their own, or in a mode in which calls run without a question. */
const starting = {
  'tool.run': true,
  'goals.start': true,
  'goals.resume': true,
  'schedules.run': true,
  'schedules.resume': true,
  'run.send': unasked,
  'run.sendQueued': unasked,
  'run.tryNow': unasked,
  'run.resume': (params, facts) => params.overLimit === true || unasked(params, facts),
  'run.resend': (params, facts) => params.files || unasked(params, facts),
  'run.regenerate': (params, facts) => params.files || unasked(params, facts),
  'compare.start': (params, facts) =>
    params.edits ||
    params.overLimit ||
    params.contestants.some(({ preset }) => preset !== undefined) ||
    unasked(params, facts),
  'compare.resume': (params, facts) => params.overLimit || unasked(params, facts),
} as const satisfies { [M in MethodName]?: Condition<M> };

/** They change files or git on the machine, as an allowed call would. */
const changing = {
  'changes.apply': true,
  'conversation.rewind': ({ files }) => files,
  'conversation.unrewind': true,
  'git.abort': true,
  'git.commit': true,
  'git.discard': true,
  'git.discardHunk': true,
  'git.popStash': true,
  'git.resolve': true,
  'git.stage': true,
  'git.stageAll': true,
  'git.stageHunk': true,
  'git.stash': true,
  'git.switch': true,
  'git.undoDiscard': true,
  'git.unstage': true,
  'git.unstageAll': true,
  'git.unstageHunk': true,
  'review.redo': true,
  'review.undo': true,
  'worktree.leave': true,
  'worktree.make': true,
  'worktree.makeAgain': true,
  'worktree.merge': true,
  'worktree.remove': true,
  'worktree.undoMerge': true,
} as const satisfies { [M in MethodName]?: Condition<M> };

/** By method. @internal */
export const passkeyNeeds: { readonly [M in MethodName]?: Condition<M> } = {
  ...allowing,
  ...loosening,
  ...starting,
  ...changing,
};

/** Whether the call needs the passkey of a device that is asked for it. */
export function needsPasskey<M extends MethodName>(method: M, params: ValidParamsOf<M>, facts: PasskeyFacts): boolean {
  const condition = passkeyNeeds[method] as Condition<M> | undefined;
  return typeof condition === 'function' ? condition(params, facts) : condition === true;
}
