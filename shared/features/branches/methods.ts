// The branches of a conversation: where it parts, moving between them, copying one, and going back.

import { z } from 'zod';
import type { AttachmentRef } from '../../conversation/attachments.ts';
import { conversationId, id, method } from '../../protocol/method.ts';
import { limit } from '../conversations/methods.ts';
import type { ChangeOutcome } from '../undo/methods.ts';

/** A place where a conversation parts: several records follow the same one. */
export interface Fork {
  /** The record that they follow; null: the conversation begins in several ways. */
  parentId: string | null;
  /** In the order in which they were begun. */
  branches: ForkBranch[];
  /** Which of them is open; -1: none, the person went back to where they begin. */
  active: number;
}

export interface ForkBranch {
  /** The first record of it. */
  messageId: string;
  /** The first of them that says something: a message of the person's or a reply, where notes for the model stand before it. */
  saidId: string;
  /** The newest record that follows from it. */
  leafId: string;
  /** ISO 8601, UTC: of the first record. */
  createdAt: string;
  /** Its first words, on one line. */
  label: string;
}

/** Some of the places where a conversation parts. */
export interface ForkPage {
  forks: Fork[];
  /** How many branches part from the open one, at all places together. */
  beside: number;
  /** Whether there are places behind these. */
  more: boolean;
}

export const branchMethods = {
  /**
   * Where the conversation parts along the open branch, in its order. `from`: behind so many places. `limit`: of branches; the
   * place where it is reached is there whole. One scan of the log.
   */
  'conversation.forks': method<ForkPage>()(
    'none',
    z.object({ conversationId, from: z.number().int().min(0).default(0), limit: limit.default(500) }),
  ),
  /** Opens the branch on which the record stands, at its newest end. Answers the head that was open before. */
  'conversation.switchBranch': method<{ before: string | null }>()(
    'conversation',
    z.object({ conversationId, messageId: id }),
  ),
  /** Copies the open branch up to the record into a conversation of its own, with results and attachments. */
  'conversation.fork': method<{ conversationId: string }>()(
    'conversation',
    z.object({ conversationId, messageId: id }),
  ),
  /**
   * Goes back to before a message of the person: the conversation goes on from there, and with `files` the changes since
   * then are undone. Answers the message's text, for the composer. Nothing is removed.
   */
  'conversation.rewind': method<{ text: string; attachments: AttachmentRef[]; files: ChangeOutcome | null }>()(
    'conversation',
    z.object({ conversationId, messageId: id, files: z.boolean() }),
  ),
  /** Undoes the last rewind while nothing was said since. */
  'conversation.unrewind': method<{ files: ChangeOutcome | null }>()('conversation', z.object({ conversationId })),
} as const;
