// Open forms for the user to fill in. Each is answered once, with valid values; stale, repeated or unknown answers are
// rejected and change nothing. Without a user, forms stay unfilled.

import type { QuestionAnswer, UserQuestion } from '../../shared/conversation/question.ts';
import { checkQuestionValues } from '../../shared/conversation/questionValues.ts';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';

export interface Questions {
  /** Resolves with the answer; `cancel` when the signal aborted first. */
  ask(conversationId: string, question: UserQuestion, signal: AbortSignal): Promise<QuestionAnswer>;
  answer(conversationId: string, questionId: string, answer: QuestionAnswer): Result<Record<string, never>>;
  /** Null: not open. */
  find(conversationId: string, questionId: string): UserQuestion | null;
}

export function createQuestions(): Questions {
  const open = new Map<string, { question: UserQuestion; settle(answer: QuestionAnswer): void }>();
  const key = (conversationId: string, questionId: string): string => `${conversationId}/${questionId}`;

  return {
    ask(conversationId, question, signal) {
      return new Promise((resolve) => {
        if (signal.aborted) return resolve({ action: 'cancel' });
        const name = key(conversationId, question.questionId);
        const settle = (answer: QuestionAnswer): void => {
          open.delete(name);
          signal.removeEventListener('abort', abandon);
          resolve(answer);
        };
        const abandon = (): void => settle({ action: 'cancel' });
        signal.addEventListener('abort', abandon, { once: true });
        open.set(name, { question, settle });
      });
    },
    find: (conversationId, questionId) => open.get(key(conversationId, questionId))?.question ?? null,
    answer(conversationId, questionId, answer) {
      const request = open.get(key(conversationId, questionId));
      if (!request) return fail('TOOL_DENIED', say`This question has already been answered or is no longer open.`);
      if (answer.action !== 'accept') {
        request.settle({ action: answer.action });
        return ok({});
      }
      const values = checkQuestionValues(request.question.fields, answer.values);
      // It stays open, so that the user can correct the values.
      if (!values.ok) return values;
      request.settle({ action: 'accept', values: values.value });
      return ok({});
    },
  };
}

/** For runs without a user. */
export const declineAllQuestions: Questions = {
  ask: async () => ({ action: 'decline', nobody: true }),
  find: () => null,
  answer: () => fail('NOT_SUPPORTED', say`No one is available to answer during this run.`),
};
