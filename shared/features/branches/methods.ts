// Branches of a conversation: listing forks, switching, copying a branch, and rewinding.

import { z } from 'zod';
import type { AttachmentRef } from '../../conversation/attachments.ts';
import { conversationId, defineMethod, id } from '../../protocol/method.ts';
import { limit } from '../conversations/methods.ts';
import type { ChangeOutcome } from '../undo/methods.ts';

/** A fork: several records follow the same one. */
export interface Fork {
  /** The record before the fork; null: the conversation has several first records. */
  parentId: string | null;
  /** Oldest first. */
  branches: ForkBranch[];
  /** Index of the active branch; -1: none, the user rewound to the fork. */
  active: number;
}

export interface ForkBranch {
  /** Its first record. */
  messageId: string;
  /** Its first user message or reply; notes for the model may precede it. */
  saidId: string;
  /** Its newest leaf. */
  leafId: string;
  /** ISO 8601, UTC: creation of its first record. */
  createdAt: string;
  /** Its first words on one line. */
  label: string;
}

/** A page of forks. */
export interface ForkPage {
  forks: Fork[];
  /** Total number of branches that leave the active one, over all forks. */
  beside: number;
  /** Whether more forks follow. */
  more: boolean;
}

export const branchMethods = {
  /**
   * Returns the forks along the active branch, in order. `from`: number of forks to skip. `limit`: number of branches;
   * the fork that reaches it is returned whole. Scans the log once.
   */
  'conversation.forks': defineMethod<ForkPage>()(
    'none',
    z.object({ conversationId, from: z.number().int().min(0).default(0), limit: limit.default(500) }),
  ),
  /** Activates the branch that contains the record, at its newest leaf. Returns the previous head. */
  'conversation.switchBranch': defineMethod<{ before: string | null }>()(
    'conversation',
    z.object({ conversationId, messageId: id }),
  ),
  /** Copies the active branch up to the record into a new conversation, with results and attachments. */
  'conversation.fork': defineMethod<{ conversationId: string }>()(
    'conversation',
    z.object({ conversationId, messageId: id }),
  ),
  /**
   * Rewinds to before a user message: the conversation continues there, and with `files` later file changes are undone.
   * Returns the message's text for the composer. Nothing is deleted.
   */
  'conversation.rewind': defineMethod<{ text: string; attachments: AttachmentRef[]; files: ChangeOutcome | null }>()(
    'conversation',
    z.object({ conversationId, messageId: id, files: z.boolean() }),
  ),
  /** Undoes the last rewind, as long as nothing has been sent since. */
  'conversation.unrewind': defineMethod<{ files: ChangeOutcome | null }>()(
    'conversation',
    z.object({ conversationId }),
  ),
} as const;
