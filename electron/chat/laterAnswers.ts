// Approvals and questions of runs that no user watches, but that a user will continue: nothing is answered, the call keeps no result,
// and the run ends. The conversation then waits, like one that a crash interrupted, until the user runs the call or skips it.

import { fail } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { Approvals } from './approvals.ts';
import type { Questions } from './questions.ts';

export interface LaterAnswers {
  approvals: Approvals;
  questions: Questions;
  /** The call asked something, so it keeps no result. */
  isPostponed(conversationId: string, call: { messageId: string; index: number }): boolean;
  /** Whether any call of the conversation asked. Forgets it. */
  takePostponed(conversationId: string): boolean;
}

export function createLaterAnswers(): LaterAnswers {
  const postponed = new Map<string, Set<string>>();
  const keyOf = ({ messageId, index }: { messageId: string; index: number }): string => `${messageId}/${index}`;
  const add = (conversationId: string, call: { messageId: string; index: number }): void => {
    const calls = postponed.get(conversationId) ?? new Set();
    postponed.set(conversationId, calls.add(keyOf(call)));
  };
  const noAnswer = () => fail('NOT_SUPPORTED', say`No one is available to answer during this run.`);

  return {
    approvals: {
      async ask(conversationId, request) {
        add(conversationId, request);
        return null;
      },
      find: () => null,
      answer: noAnswer,
      answerTogether: noAnswer,
    },
    questions: {
      async ask(conversationId, question) {
        add(conversationId, question);
        return { action: 'cancel' };
      },
      find: () => null,
      answer: noAnswer,
    },
    isPostponed: (conversationId, call) => postponed.get(conversationId)?.has(keyOf(call)) ?? false,
    takePostponed: (conversationId) => postponed.delete(conversationId),
  };
}
