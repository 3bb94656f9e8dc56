// The forms that wait for a person to fill them in. Each is answered once, with values that fit its fields; a stale, repeated
// or unknown answer is refused and changes nothing. Without a person nothing is filled in.

import type { PersonQuestion, QuestionAnswer } from '../../shared/conversation/question.ts';
import { fail, ok, type Result } from '../../shared/errors.ts';

export interface Questions {
  /** Resolves with the answer; `cancel` when the signal aborted first. */
  ask(conversationId: string, question: PersonQuestion, signal: AbortSignal): Promise<QuestionAnswer>;
  answer(conversationId: string, questionId: string, answer: QuestionAnswer): Result<Record<string, never>>;
}

export function createQuestions(): Questions {
  const open = new Map<string, (answer: QuestionAnswer) => void>();
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
        open.set(name, settle);
      });
    },
    answer(conversationId, questionId, answer) {
      const settle = open.get(key(conversationId, questionId));
      if (!settle) return fail('TOOL_DENIED', 'This question has already been answered or is no longer open.');
      settle(answer);
      return ok({});
    },
  };
}

/** For runs without a person. */
export const nobodyToAsk: Questions = {
  ask: async () => ({ action: 'decline' }),
  answer: () => fail('NOT_SUPPORTED', 'This run has nobody to ask.'),
};
