// What a call asks a person: whether it may run, or a form's values.

import { z } from 'zod';
import type { QuestionValue } from '../../conversation/question.ts';
import { conversationId, id, method, type Nothing } from '../../protocol/method.ts';

export const approvalMethods = {
  /**
   * Accepted once for each question; a stale or repeated answer is refused. `remember` makes a rule of one of the offers of
   * the question; `stop` also ends the run.
   */
  'approval.answer': method<Nothing>()(
    'none',
    z.object({
      conversationId,
      approvalId: id,
      decision: z.enum(['allow', 'deny']),
      remember: z
        .object({ offer: z.number().int().min(0).max(100), scope: z.enum(['conversation', 'project', 'always']) })
        .nullable()
        .default(null),
      reason: z.string().max(10_000).default(''),
      stop: z.boolean().default(false),
    }),
  ),
  /**
   * One answer to several questions, this once: to exactly those that are named and still open, never to one that came later.
   * A question that is asked by itself (`byItself`) is refused among those to allow, and then nothing is answered.
   */
  'approval.answerTogether': method<{ answered: string[]; gone: string[] }>()(
    'none',
    z.object({
      conversationId,
      approvalIds: z.array(id).min(1).max(200),
      decision: z.enum(['allow', 'deny']),
      reason: z.string().max(10_000).default(''),
    }),
  ),
  /** The form of a call that waits for the person. Accepted once; values are checked against the fields. */
  'question.answer': method<Nothing>()(
    'none',
    z.object({
      conversationId,
      questionId: id,
      action: z.enum(['accept', 'decline', 'cancel']),
      values: z
        .record(
          z.string().max(200),
          z.union([z.string().max(100_000), z.number(), z.boolean(), z.array(z.string().max(10_000)).max(1000)]),
        )
        .default({} as Record<string, QuestionValue>),
    }),
  ),
} as const;
