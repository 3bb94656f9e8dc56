// Open approval questions. Each is answered once: a stale, repeated or unknown answer is refused and changes nothing. With no
// person to ask, the answer is no.

import type { ApprovalRequest } from '../../shared/conversation/event.ts';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';

export interface ApprovalAnswer {
  decision: 'allow' | 'deny';
  /** One of the offers of the question, made a rule of that scope; null: only this once. */
  remember: { offer: number; scope: 'conversation' | 'project' | 'always' } | null;
  /** Reaches the model with a refusal. */
  reason: string;
  /** The run ends with a refusal. */
  stop: boolean;
  /** There was no person to ask. */
  nobody?: true;
}

export interface Approvals {
  /** Resolves with the answer; null when the signal aborted first. */
  ask(conversationId: string, request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer | null>;
  /** A question that is still open. */
  asked(conversationId: string, approvalId: string): ApprovalRequest | null;
  answer(conversationId: string, approvalId: string, answer: ApprovalAnswer): Result<Record<string, never>>;
  /**
   * One answer to several questions, this once and without a rule: to exactly those that are named, and of them to those
   * that are still open. PARAMS_INVALID, and nothing is answered, when one that must be answered by itself would be allowed;
   * TOOL_DENIED when none is open any more.
   */
  answerTogether(
    conversationId: string,
    approvalIds: readonly string[],
    answer: Pick<ApprovalAnswer, 'decision' | 'reason'>,
  ): Result<AnsweredTogether>;
}

interface AnsweredTogether {
  /** Those that it answered, and those that were no longer open. */
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
    asked: (conversationId, approvalId) => open.get(key(conversationId, approvalId))?.request ?? null,
    answer(conversationId, approvalId, answer) {
      const asked = open.get(key(conversationId, approvalId));
      if (!asked) return fail('TOOL_DENIED', say`This question has already been answered or is no longer open.`);
      const offer = answer.remember && asked.request.offers[answer.remember.offer];
      if (answer.remember && (!offer || (offer.onlyRefused && answer.decision === 'allow'))) {
        return fail('PARAMS_INVALID', say`This answer cannot be turned into that rule. The question is still open.`);
      }
      if (offer?.outside && answer.decision === 'allow' && answer.remember?.scope === 'always') {
        return fail(
          'PARAMS_INVALID',
          say`Files outside the project folder cannot be allowed everywhere, only in this conversation or project. The question is still open.`,
        );
      }
      asked.settle(answer);
      return ok({});
    },
    answerTogether(conversationId, approvalIds, { decision, reason }) {
      const named = [...new Set(approvalIds)].map((id) => ({ id, asked: open.get(key(conversationId, id)) }));
      const standing = named.flatMap(({ id, asked }) => (asked ? [{ id, ...asked }] : []));
      if (standing.length === 0) {
        return fail('TOOL_DENIED', say`These questions have already been answered or are no longer open.`);
      }
      const grave = standing.filter(({ request }) => request.byItself);
      if (decision === 'allow' && grave.length > 0) {
        const which = grave.map(({ request }) => request.toolName).join(', ');
        return fail('PARAMS_INVALID', say`This must be allowed on its own: ${which}. Nothing was answered.`);
      }
      for (const { settle } of standing) settle({ decision, reason, remember: null, stop: false });
      const gone = named.flatMap(({ id, asked }) => (asked ? [] : [id]));
      return ok({ answered: standing.map(({ id }) => id), gone });
    },
  };
}

/** Refuses every question: for runs without a person (APPROVE-6). */
export const nobody: Approvals = {
  ask: async () => ({
    decision: 'deny',
    remember: null,
    reason: 'No one was there to approve it.',
    stop: false,
    nobody: true,
  }),
  asked: () => null,
  answer: () => fail('NOT_SUPPORTED', say`No one is available to answer in this run.`),
  answerTogether: () => fail('NOT_SUPPORTED', say`No one is available to answer in this run.`),
};
