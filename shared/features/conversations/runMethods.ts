// Runs: sending, resuming, stopping, the queue, and calls left open by a crash.

import { z } from 'zod';
import type { AttachmentRef } from '../../conversation/attachments.ts';
import { say } from '../../core/sentence.ts';
import { conversationId, defineMethod, id, type Nothing } from '../../protocol/method.ts';
import { attachmentRefs } from '../attachments/methods.ts';

/** Longer texts belong in a file. */
export const maxMessageCharacters = 2_000_000;

export const messageText = z.string().max(maxMessageCharacters);

/** A message needs text or an attachment. */
function saysSomething({ text: content, attachments }: { text: string; attachments: readonly unknown[] }): boolean {
  return content !== '' || attachments.length > 0;
}

const saysNothing = { message: say`There is nothing to send`.text, path: ['text'] };

export const runMethods = {
  /**
   * Returns once the message is on disk (or, during a run, in the queue); the run continues in the background. With
   * `now` the run is stopped and this message is sent before the other queued ones; it stays in the queue until then,
   * so it is never lost.
   */
  'run.send': defineMethod<{ queued: boolean; messageId: string }>()(
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
  /** Sends a queued message immediately, stopping a run. `found` false: already sent or withdrawn. */
  'run.sendQueued': defineMethod<{ found: boolean }>()('conversation', z.object({ conversationId, queueId: id })),
  /**
   * Continues from the end of the log without a new message: after a failure, a crash, or resolved calls. After a reply
   * that was cut short, it stores a user message "Continue.", because a request may not end with a reply. With
   * `overLimit` the run ignores spending limits.
   */
  'run.resume': defineMethod<Record<string, never>>()(
    'conversation',
    z.object({ conversationId, overLimit: z.boolean().optional() }),
  ),
  /**
   * Resolves an interrupted call, which gets its only result. `run_again` runs it with the usual approval; a process it
   * started that is still alive is ended first with `endProcess`, otherwise the call fails with CALL_STILL_RUNNING. `get_result` fetches what its MCP server
   * continued as a task.
   */
  'call.resolve': defineMethod<Record<string, never>>()(
    'conversation',
    z.object({
      conversationId,
      messageId: id,
      index: z.number().int().min(0).max(10_000),
      choice: z.enum(['run_again', 'get_result', 'skip', 'mark_done']),
      endProcess: z.boolean().optional(),
    }),
  ),
  /** Returns when the run has ended and every call has its result. */
  'run.stop': defineMethod<Record<string, never>>()('none', z.object({ conversationId })),
  /** Ends the wait before a retry: the model is asked now. Does nothing if none waits. */
  'run.tryNow': defineMethod<Nothing>()('none', z.object({ conversationId })),
  'run.withdraw': defineMethod<{ text: string | null; attachments: AttachmentRef[] }>()(
    'conversation',
    z.object({ conversationId, queueId: id }),
  ),
  /** Sends a user message again, as a sibling branch. With `files` the file changes of its turn are undone first. */
  'run.resend': defineMethod<{ messageId: string }>()(
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
   * Requests the reply to a user message again, as a sibling branch. With `files` file changes since the message are
   * undone first; files with a conflict are left unchanged.
   */
  'run.regenerate': defineMethod<Nothing>()(
    'conversation',
    z.object({ conversationId, messageId: id, files: z.boolean().default(false) }),
  ),
} as const;
