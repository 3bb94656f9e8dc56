// Prompts from calls: approvals and question forms.

import { z } from 'zod';
import type { QuestionValue } from '../../conversation/question.ts';
import { conversationId, defineMethod, id, type Nothing } from '../../protocol/method.ts';

export const approvalMethods = {
  /**
   * Answers a prompt once; stale or repeated answers are rejected. `remember` creates a rule from one of the prompt's
   * offers; `lengths` are the numbers of first words that the user chose. `stop` also ends the run. `option`: of an
   * external agent's prompt; it must fit the decision. `viewed`: a paired device allows a dangerous call only with the
   * digest of the whole call (viewedCall.ts).
   */
  'approval.answer': defineMethod<Nothing>()(
    'none',
    z.object({
      conversationId,
      approvalId: id,
      decision: z.enum(['allow', 'deny']),
      remember: z
        .object({
          offer: z.number().int().min(0).max(100),
          scope: z.enum(['conversation', 'project', 'always']),
          lengths: z.array(z.number().int().min(1).max(50)).max(20).exactOptional(),
        })
        .nullable()
        .default(null),
      reason: z.string().max(10_000).default(''),
      option: z.string().max(200).exactOptional(),
      stop: z.boolean().default(false),
      viewed: z.string().max(64).exactOptional(),
    }),
  ),
  /**
   * Answers several prompts at once, without a rule: exactly those named that are still open, never a newer one. If
   * allowing one of them requires an individual answer (`byItself`), the call fails and nothing is answered.
   */
  'approval.answerTogether': defineMethod<{ answered: string[]; gone: string[] }>()(
    'none',
    z.object({
      conversationId,
      approvalIds: z.array(id).min(1).max(200),
      decision: z.enum(['allow', 'deny']),
      reason: z.string().max(10_000).default(''),
    }),
  ),
  /** Answers the form of a waiting call, once; values are validated against the fields. */
  'question.answer': defineMethod<Nothing>()(
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
