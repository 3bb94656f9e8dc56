// Compares of a conversation: what sending would cost, starting, following, and continuing with one answer.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, defineMethod, id, type Nothing } from '../../protocol/method.ts';
import { attachmentRefs } from '../attachments/methods.ts';
import { messageText } from '../conversations/runMethods.ts';
import { modelOptionsSchema } from '../models/modelOptions.ts';
import { presetRefSchema } from '../presets/schema.ts';
import { maxContestants, minContestants } from './bounds.ts';

/** Whether contestants can edit, and what the message costs at least. */
export interface CompareOffer {
  /** Each can edit in its own worktree; otherwise all only read, for this `reason`. */
  canEdit: boolean;
  reason: UserTextData | null;
  /** Number of uncommitted files in the folder. */
  uncommitted: number;
  /** In the order asked. `usd`: price of the first request's input; null: unknown. */
  costs: { usd: number | null; tokens: number }[];
}

export type ContestantState =
  /** Its conversation or worktree is being created. */
  | 'preparing'
  | 'running'
  /** It waits for the user's approval or answer. */
  | 'waiting'
  /** Its calls or reply were interrupted, or it was stopped: it can continue. */
  | 'interrupted'
  | 'failed'
  | 'done';

export interface ContestantStatus {
  conversationId: string;
  state: ContestantState;
  /** Why it could not be started, or failed. */
  problem: UserTextData | null;
  /** False: it has no conversation to open yet. */
  exists: boolean;
  /** Something of its answer is stored: it can continue, and the conversation can continue with it. */
  hasAnswer: boolean;
  /** It has a worktree. */
  worktree: boolean;
  usd: number | null;
  /** Its cost is not fully known. */
  unknownCost: boolean;
  inputTokens: number;
  outputTokens: number;
  /** From the start of the compare to the last record, in milliseconds. */
  ms: number;
}

const contestant = z.object({
  model: z.object({ provider: z.string().min(1).max(80), model: z.string().min(1).max(300) }),
  modelOptions: modelOptionsSchema.default({}),
  preset: presetRefSchema.optional(),
});
export type NewContestant = z.output<typeof contestant>;

const contestants = z.array(contestant).min(minContestants).max(maxContestants);
const named = z.object({ conversationId, compareId: id });
const oneNamed = z.object({ conversationId, compareId: id, contestantId: id });

export const compareMethods = {
  /** Stores nothing. `conversationId` null: a new chat in the project. */
  'compare.offer': defineMethod<CompareOffer>()(
    'none',
    z.object({
      conversationId: conversationId.nullable(),
      projectId: id.nullable(),
      text: messageText,
      models: z.array(contestant.shape.model).max(maxContestants),
    }),
  ),
  /** Returns once the message and the compare are on disk; the answers continue in the background. */
  'compare.start': defineMethod<{ compareId: string; messageId: string }>()(
    'conversation',
    z
      .object({
        conversationId,
        text: messageText,
        attachments: attachmentRefs.default([]),
        contestants,
        edits: z.boolean(),
        bring: z.boolean().default(false),
        overLimit: z.boolean().default(false),
      })
      .refine(({ text, attachments }) => text !== '' || attachments.length > 0),
  ),
  'compare.look': defineMethod<{ contestants: ContestantStatus[] }>()('none', named),
  /** Starts what a crash left out, or continues an interrupted or failed answer. `overLimit`: ignores spending limits. */
  'compare.resume': defineMethod<Nothing>()('none', oneNamed.extend({ overLimit: z.boolean().default(false) })),
  /** Stops all that run. */
  'compare.stop': defineMethod<Nothing>()('none', named),
  /**
   * Makes the answer the open branch of the conversation and its worktree the conversation's own; the other answers
   * become branches next to it. Others that run are stopped first. Idempotent; another answer can be chosen later.
   */
  'compare.adopt': defineMethod<{ hasChanges: boolean }>()('conversation', oneNamed),
} as const;

/** A contestant's preparation or state changed in a way that its conversation's events do not show. */
export type CompareEvent = { type: 'compare.changed'; conversationId: string; compareId: string };
