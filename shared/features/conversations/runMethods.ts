// Runs: sending, going on, stopping, the queue, and calls that a crash left open.

import { z } from 'zod';
import type { AttachmentRef } from '../../conversation/attachments.ts';
import { say } from '../../core/sentence.ts';
import { conversationId, id, method, type Nothing } from '../../protocol/method.ts';
import { attachmentRefs } from '../attachments/methods.ts';

/** A message is bounded here; anything longer belongs in a file. */
export const maxMessageCharacters = 2_000_000;

export const messageText = z.string().max(maxMessageCharacters);

/** A message says something, or something goes with it. */
function saysSomething({ text: said, attachments }: { text: string; attachments: readonly unknown[] }): boolean {
  return said !== '' || attachments.length > 0;
}

const saysNothing = { message: say`There is nothing to send`.text, path: ['text'] };

export const runMethods = {
  /**
   * Answers when the person's message is on disk (or, during a run, in the queue); the run goes on by itself. With `now` the
   * run is stopped, and this message is sent before all others that wait: in the queue until then, it is never lost.
   */
  'run.send': method<{ queued: boolean; messageId: string }>()(
    'conversation',
    z
      .object({
        conversationId,
        text: messageText,
        attachments: attachmentRefs.default([]),
        now: z.boolean().optional(),
      })
      .refine(saysSomething, saysNothing),
  ),
  /** Sends one message of the queue at once; a run is stopped for it. `found` false: it was sent already, or taken back. */
  'run.sendQueued': method<{ found: boolean }>()('conversation', z.object({ conversationId, queueId: id })),
  /**
   * Goes on from the end of the log without a new message: after a failure, a crash, or calls that were resolved. Where a
   * reply was cut, "Continue." is stored as the person's message, because a request may not end with a reply. With `overLimit`
   * this run asks about no spending limit.
   */
  'run.resume': method<Record<string, never>>()(
    'conversation',
    z.object({ conversationId, overLimit: z.boolean().optional() }),
  ),
  /**
   * The person's choice for a call that was interrupted: its one result. `run_again` runs it, asked like any call; what it
   * started and what is still alive is ended first with `endProcess`, else CALL_STILL_RUNNING.
   */
  'call.resolve': method<Record<string, never>>()(
    'conversation',
    z.object({
      conversationId,
      messageId: id,
      index: z.number().int().min(0).max(10_000),
      choice: z.enum(['run_again', 'skip', 'mark_done']),
      endProcess: z.boolean().optional(),
    }),
  ),
  /** Answers when the run has ended: every call has its result. */
  'run.stop': method<Record<string, never>>()('none', z.object({ conversationId })),
  'run.withdraw': method<{ text: string | null; attachments: AttachmentRef[] }>()(
    'conversation',
    z.object({ conversationId, queueId: id }),
  ),
  /** Sends a message of the person's anew, as a branch beside it. With `files` what its turn changed in files is undone first. */
  'run.resend': method<{ messageId: string }>()(
    'conversation',
    z
      .object({
        conversationId,
        messageId: id,
        text: messageText,
        attachments: attachmentRefs.default([]),
        files: z.boolean().default(false),
      })
      .refine(saysSomething, saysNothing),
  ),
  /**
   * Asks for the reply to a message of the person's again, as a branch beside the one that there is. With `files` what was
   * changed in files since the message is undone first; files with a conflict are left as they are.
   */
  'run.regenerate': method<Nothing>()(
    'conversation',
    z.object({ conversationId, messageId: id, files: z.boolean().default(false) }),
  ),
} as const;
