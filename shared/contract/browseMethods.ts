// The methods by which a conversation is browsed and steered: pages, branches, chains, attachments, files, and what only
// the system can show.

import { z } from 'zod';
import { attachmentPieceBytes, mostAttachments } from '../attachmentLimits.ts';
import { outcomes } from '../conversation/message.ts';
import {
  type AddedAttachment,
  type ChainAnswer,
  type ChainFacets,
  type ChainPiece,
  exportForms,
  type FilePage,
  type ForkPage,
  type MessagePage,
  type StartedBy,
} from './browseResources.ts';
import { conversationId, id, method, type Nothing, nothing } from './method.ts';

const limit = z.number().int().min(1).max(1000);
const text = z.string().max(2_000_000);

export const attachmentRef = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().min(1).max(300),
  mediaType: z.string().min(1).max(200),
  bytes: z.number().int().min(0),
});
export const attachmentRefs = z.array(attachmentRef).max(mostAttachments);

/** A message says something, or something goes with it. */
export function saysSomething({ text: said, attachments }: { text: string; attachments: readonly unknown[] }): boolean {
  return said !== '' || attachments.length > 0;
}
export const saysNothing = { message: 'There is nothing to send', path: ['text'] };

export const browseMethods = {
  /**
   * A page of the open branch with `messageId` in its middle. MESSAGE_NOT_FOUND with `details.branch` true: it stands on
   * another branch, which `conversation.switchBranch` opens.
   */
  'conversation.around': method<MessagePage>()(
    'none',
    z.object({ conversationId, messageId: id, limit: limit.default(200) }),
  ),
  /** Records of the open branch that stand after `after`, oldest first. */
  'conversation.later': method<{ messages: MessagePage['messages']; hasLater: boolean }>()(
    'none',
    z.object({ conversationId, after: id, limit: limit.default(200) }),
  ),
  /**
   * The call that started the agent whose conversation it is, then the one above that, up to a conversation that a person
   * opened: there what it asks is answered. Empty: it is nobody's work but the person's own.
   */
  'conversation.startedBy': method<{ calls: StartedBy[] }>()('none', z.object({ conversationId })),
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
  /** Pins it in the list, or takes it out of the list. */
  'conversation.organise': method<Nothing>()(
    'conversation',
    z.object({ conversationId, pinned: z.boolean().optional(), archived: z.boolean().optional() }),
  ),
  /** The person has seen its end. */
  'conversation.markRead': method<Nothing>()('conversation', z.object({ conversationId })),
  /** The open branch as one text, in pieces: `cursor` null is the first, an answer's null says that it was the last. */
  'conversation.export': method<{ name: string; text: string; cursor: string | null }>()(
    'none',
    z.object({ conversationId, to: z.enum(exportForms), cursor: z.string().max(200).nullable().default(null) }),
  ),

  /** Sends a message of the person's anew, as a branch beside it. With `files` what its turn changed in files is undone first. */
  'run.resend': method<{ messageId: string }>()(
    'conversation',
    z
      .object({
        conversationId,
        messageId: id,
        text,
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

  /**
   * Every call of the open branch, oldest first, in pieces: `cursor` null is the first, an answer's null says that it was
   * the last. PARAMS_INVALID: the pieces were too long in coming; begin again.
   */
  'chain.read': method<ChainPiece>()(
    'none',
    z.object({ conversationId, cursor: z.string().max(200).nullable().default(null) }),
  ),
  /**
   * Calls of all conversations, newest first. `text` is looked for in arguments, results and errors; PARAMS_INVALID: too short.
   * `from` and `until`: asked for in this time, ISO 8601.
   */
  'chain.query': method<ChainAnswer>()(
    'none',
    z.object({
      text: z.string().max(20_000).default(''),
      tools: z.array(z.string().max(300)).max(200).default([]),
      outcomes: z.array(z.enum(outcomes)).default([]),
      /** Only those that changed files. */
      changed: z.boolean().default(false),
      projectId: id.nullable().default(null),
      /** Only of this one. */
      conversationId: id.nullable().default(null),
      from: z.iso.datetime().nullable().default(null),
      until: z.iso.datetime().nullable().default(null),
      limit: z.number().int().min(1).max(500).default(100),
      cursor: z.string().max(400).nullable().default(null),
    }),
  ),
  'chain.facets': method<ChainFacets>()('none', nothing),

  /**
   * A piece of something that is to go with a message; kept when the `last` piece is here. Pieces of one `uploadId` come from
   * one connection, each with the bytes before it as its `offset`: 0 begins it. PARAMS_INVALID: the piece does not fit behind
   * those before it. CANCELLED: the upload has ended. After both nothing of it is kept; begin again with another `uploadId`.
   */
  'attachment.add': method<{ attachment: AddedAttachment | null }>()(
    'none',
    z.object({
      conversationId,
      uploadId: z.string().min(1).max(100),
      name: z.string().min(1).max(300),
      mediaType: z.string().max(200),
      base64: z.string().max(2_000_000),
      offset: z.number().int().min(0),
      last: z.boolean(),
    }),
  ),
  /** Ends an upload of this connection; nothing of it is kept. */
  'attachment.drop': method<Nothing>()('none', z.object({ uploadId: z.string().min(1).max(100) })),
  /** For each of them why the model would not get it as it is; `model` null: the one of the conversation. */
  'attachment.check': method<{ problems: (string | null)[] }>()(
    'none',
    z.object({
      conversationId: conversationId.nullable(),
      model: z
        .object({ provider: z.string().max(80), model: z.string().min(1).max(300) })
        .nullable()
        .default(null),
      attachments: attachmentRefs,
    }),
  ),
  /** A piece of the bytes of an attachment, as they are kept: for looking at a text and for saving a file. */
  'attachment.readPart': method<{ base64: string; nextOffset: number | null; totalBytes: number }>()(
    'none',
    z.object({
      conversationId,
      hash: attachmentRef.shape.hash,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_500_000).default(attachmentPieceBytes),
    }),
  ),

  /** A page of a file of the conversation's folder. PATH_OUTSIDE_PROJECT for anything else. */
  'file.read': method<FilePage>()(
    'none',
    z.object({
      conversationId,
      path: z.string().min(1).max(4096),
      /** Where to begin: a line, counted from 1, or an offset in bytes. */
      line: z.number().int().min(1).optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_000_000).default(100_000),
    }),
  ),
  /** Shows the file in the system's file manager; false where the host has none. It never opens or runs it. */
  'file.reveal': method<{ shown: boolean }>()('none', z.object({ conversationId, path: z.string().min(1).max(4096) })),

  /** A notification of the system's; a click on it publishes `window.show`. False: the window shows it by its own means. */
  'native.notify': method<{ shown: boolean }>()(
    'none',
    z.object({ title: z.string().max(300), body: z.string().max(1000), conversationId }),
  ),
  /**
   * After CONFIRMATION_NEEDED, with what its details say: `by` a box, it answers when the person chose there; by a code, `code` is
   * the one that stands where the app was started. Ok: the same call again does it, once.
   */
  'confirmation.answer': method<Nothing>()(
    'none',
    z.object({ confirmation: z.string().max(100), code: z.string().max(20).default('') }),
  ),
  /** The number on the app's icon; 0 takes it away. */
  'native.badge': method<{ shown: boolean }>()('none', z.object({ count: z.number().int().min(0).max(100_000) })),
} as const;
