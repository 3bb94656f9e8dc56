// Open approval prompts. Each is answered once: stale, repeated or unknown answers are rejected and change nothing.
// Without a user the answer is no.

import type { ApprovalRequest } from '../../shared/conversation/event.ts';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { AgentPermissionOption } from '../../shared/features/externalAgents/externalAgent.ts';
import { arePrefixLengths } from '../../shared/permission/permission.ts';

export interface ApprovalAnswer {
  decision: 'allow' | 'deny';
  /** Creates a rule from one of the prompt's offers, with this scope; null: only this once. */
  remember: { offer: number; scope: 'conversation' | 'project' | 'always'; lengths?: number[] } | null;
  /** Sent to the model with a refusal. */
  reason: string;
  /** The chosen option of an external agent's prompt; absent: the one for this once. */
  option?: string;
  /** A refusal also ends the run. */
  stop: boolean;
  /** There was no user to ask. */
  nobody?: true;
  /** A rule that was created meanwhile answered in place of the user. */
  byRule?: true;
}

export interface Approvals {
  /** Resolves with the answer; null when the signal aborted first. */
  ask(conversationId: string, request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer | null>;
  /** Returns the prompt if it is still open. */
  find(conversationId: string, approvalId: string): ApprovalRequest | null;
  answer(conversationId: string, approvalId: string, answer: ApprovalAnswer): Result<Record<string, never>>;
  /**
   * Answers several prompts at once, without a rule: those named that are still open. PARAMS_INVALID, answering
   * nothing, if one that requires an individual answer would be allowed; TOOL_DENIED if none is open.
   */
  answerTogether(
    conversationId: string,
    approvalIds: readonly string[],
    answer: Pick<ApprovalAnswer, 'decision' | 'reason'>,
  ): Result<AnsweredTogether>;
}

interface AnsweredTogether {
  /** The prompts it answered, and those no longer open. */
  answered: string[];
  gone: string[];
}

export function createApprovals(): Approvals {
  const open = new Map<string, { request: ApprovalRequest; settle: (answer: ApprovalAnswer | null) => void }>();
  const key = (conversationId: string, approvalId: string): string => `${conversationId}/${approvalId}`;

  return {
    ask(conversationId, request, signal) {
      return new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const name = key(conversationId, request.approvalId);
        const settle = (answer: ApprovalAnswer | null): void => {
          open.delete(name);
          signal.removeEventListener('abort', abandon);
          resolve(answer);
        };
        const abandon = (): void => settle(null);
        signal.addEventListener('abort', abandon, { once: true });
        open.set(name, { request, settle });
      });
    },
    find: (conversationId, approvalId) => open.get(key(conversationId, approvalId))?.request ?? null,
    answer(conversationId, approvalId, answer) {
      const prompt = open.get(key(conversationId, approvalId));
      if (!prompt) return fail('TOOL_DENIED', say`This question has already been answered or is no longer open.`);
      const offer = answer.remember && prompt.request.offers[answer.remember.offer];
      const lengths = answer.remember?.lengths;
      const isKnown = offer && (lengths === undefined || arePrefixLengths(offer, lengths));
      if (answer.remember && (!isKnown || (offer.onlyRefused && answer.decision === 'allow'))) {
        return fail('PARAMS_INVALID', say`This answer cannot be saved as that rule. The question is still open.`);
      }
      if (offer?.outside && answer.decision === 'allow' && answer.remember?.scope === 'always') {
        return fail(
          'PARAMS_INVALID',
          say`Files outside the project folder can only be allowed in this conversation or project, not everywhere. The question is still open.`,
        );
      }
      const { external } = prompt.request;
      if (external && !optionFor(external.options, answer)) {
        return fail('PARAMS_INVALID', say`The agent does not offer this answer. The question is still open.`);
      }
      prompt.settle(answer);
      return ok({});
    },
    answerTogether(conversationId, approvalIds, { decision, reason }) {
      const named = [...new Set(approvalIds)].map((id) => ({ id, request: open.get(key(conversationId, id)) }));
      const standing = named.flatMap(({ id, request }) => (request ? [{ id, ...request }] : []));
      if (standing.length === 0) {
        return fail('TOOL_DENIED', say`These questions have already been answered or are no longer open.`);
      }
      const grave = standing.filter(({ request }) => request.byItself);
      if (decision === 'allow' && grave.length > 0) {
        const which = grave.map(({ request }) => request.toolName).join(', ');
        return fail('PARAMS_INVALID', say`This must be allowed on its own: ${which}. No answer was recorded.`);
      }
      for (const { settle } of standing) settle({ decision, reason, remember: null, stop: false });
      const closedIds = named.flatMap(({ id, request }) => (request ? [] : [id]));
      return ok({ answered: standing.map(({ id }) => id), gone: closedIds });
    },
  };
}

/**
 * Returns the option of an external agent's prompt that an answer chooses; null if it offers none. An option for always
 * is never chosen unless the answer names it. A denial withdraws the prompt if there is no option for it, or if the
 * option's ID is also that of one that allows: the agent could take it for a yes.
 */
export function optionFor(
  options: readonly AgentPermissionOption[],
  { decision, option }: Pick<ApprovalAnswer, 'decision' | 'option'>,
): AgentPermissionOption | 'withdraw' | null {
  const fitting = options.filter(({ kind }) => kind.startsWith(decision === 'allow' ? 'allow' : 'reject'));
  const chosen =
    option === undefined ? fitting.find(({ kind }) => kind.endsWith('_once')) : fitting.find(({ id }) => id === option);
  if (decision === 'allow') return chosen ?? null;
  if (chosen === undefined) return option === undefined ? 'withdraw' : null;
  return options.some(({ id, kind }) => id === chosen.id && kind.startsWith('allow')) ? 'withdraw' : chosen;
}

/** Refuses every prompt: for runs without a user (APPROVE-6). */
export const denyAllApprovals: Approvals = {
  ask: async () => ({
    decision: 'deny',
    remember: null,
    reason: 'No one was there to approve it.',
    stop: false,
    nobody: true,
  }),
  find: () => null,
  answer: () => fail('NOT_SUPPORTED', say`No one is available to answer during this run.`),
  answerTogether: () => fail('NOT_SUPPORTED', say`No one is available to answer during this run.`),
};
