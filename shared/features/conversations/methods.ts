// Conversations: listing, opening, paging, and actions on a whole conversation.

import { z } from 'zod';
import type { ConversationState } from '../../conversation/event.ts';
import type { Message } from '../../conversation/message.ts';
import {
  type ExportForm,
  exportForms,
  type RequestFormatName,
  requestFormatNames,
} from '../../conversation/requestFormats.ts';
import type { TurnTodos } from '../../conversation/turnTodos.ts';
import { approvalModes } from '../../permission/permission.ts';
import { conversationId, defineMethod, id, type Nothing } from '../../protocol/method.ts';
import { attachmentRefs } from '../attachments/methods.ts';
import { modelOptionsSchema } from '../models/modelOptions.ts';
import { presetRefSchema } from '../presets/schema.ts';
import type { WorktreeInfo } from '../worktrees/worktree.ts';
import { maxMessageCharacters, messageText } from './runMethods.ts';

export { type ExportForm, type RequestFormatName, requestFormatNames };

export interface ConversationRow {
  id: string;
  projectId: string;
  title: string;
  createdAt: string;
  updatedAt: string;
  /** Null until a very long conversation has been counted. */
  messageCount: number | null;
  /** Known only for conversations that run in this process. */
  activity: 'idle' | 'running' | 'waiting';
  /** It waits for an answer rather than an approval. */
  asks?: true;
  pinned: boolean;
  archived: boolean;
  /** A reply ended while the user was not looking. */
  unread: boolean;
  /** Who named it; absent: its first words are the title. */
  namedBy?: 'model' | 'person';
  /** How it stopped: its last request failed, or a request was not answered. Absent while it runs. */
  ending?: 'failed' | 'interrupted';
  /** The user's tags; absent: none. */
  tags?: string[];
  /** It works in its own worktree. */
  worktree?: Pick<WorktreeInfo, 'path' | 'branch'>;
  /** Its messages are on another machine and are fetched when it is opened. */
  coming?: true;
}

/** The data that deleting a conversation would remove, including its sub-agents' conversations. */
export interface DeletionPreview {
  conversationId: string;
  title: string;
  messages: number;
  /** Results in separate files. */
  results: { count: number; bytes: number };
  /** Attachments that no other conversation of the project uses. */
  attachments: { count: number; bytes: number };
  undoBytes: number;
  logBytes: number;
  /** Kept copies of files that could not be read in full. */
  copies: number;
  /** `worktree`: its folder, unless it works in the conversation's. */
  subAgents: { id: string; title: string; worktree?: string }[];
}

/** A deleted conversation that can still be restored. */
export interface RestorableDeletion {
  conversationId: string;
  title: string;
  /** ISO 8601, UTC. */
  deletedAt: string;
}

/** Result of permanently removing a message. */
export interface ForgottenMessage {
  messageId: string;
  /** Its result had a separate file, which is gone. */
  resultFile: boolean;
  /** Removed attachments that nothing else used. */
  attachments: number;
  /** Kept copies of the conversation's files that contained it: `changed` no longer do, `removed` had nothing else. */
  copies: { changed: number; removed: number };
  /** Other messages with a significant part of the same text, left unchanged. */
  alsoIn: string[];
}

/** A range of the active branch, oldest first. */
export interface MessagePage {
  messages: Message[];
  hasEarlier: boolean;
  hasLater: boolean;
}

/** A call that started an agent, with its conversation's title. */
export interface StartedBy {
  conversationId: string;
  messageId: string;
  index: number;
  title: string;
}

/**
 * Events of a run that the user may want to hear about while looking elsewhere. `paused`: it ended before it was done.
 */
export type Attention = 'approval' | 'question' | 'retrying' | 'done' | 'failed' | 'paused';

const modelRef = z.object({ provider: z.string().max(80), model: z.string().min(1).max(300) });

export const limit = z.number().int().min(1).max(1000);

export type ConversationListEvent =
  | { type: 'conversation.listed'; row: ConversationRow }
  | { type: 'conversation.unlisted'; conversationId: string }
  /** Too many rows changed to send each: read the list again. */
  | { type: 'conversations.changed' }
  /** A run needs the user or has ended. Also sent for conversations that no list shows, such as agents'. */
  | { type: 'conversation.attention'; conversationId: string; what: Attention };

export const conversationMethods = {
  'conversation.create': defineMethod<{ conversationId: string }>()('app', z.object({ projectId: id.nullable() })),
  /** Returns a snapshot; the conversation's events follow on this connection until it is closed. */
  'conversation.open': defineMethod<ConversationState>()(
    'none',
    z.object({ conversationId, tail: z.number().int().min(1).max(5000).default(200) }),
  ),
  'conversation.close': defineMethod<Record<string, never>>()('none', z.object({ conversationId })),
  /** Returns records of the active branch before `before`, oldest first. */
  'conversation.earlier': defineMethod<{ messages: Message[]; hasEarlier: boolean }>()(
    'none',
    z.object({ conversationId, before: id, limit: z.number().int().min(1).max(1000).default(200) }),
  ),
  'conversation.rename': defineMethod<Record<string, never>>()(
    'conversation',
    z.object({
      conversationId,
      title: z.string().trim().min(1).max(300),
      /** `model`: restores a title that a model wrote. */
      by: z.enum(['model', 'person']).default('person'),
    }),
  ),
  /** Titles the conversation by its first words; no model renames it. */
  'conversation.useFirstWords': defineMethod<Nothing>()('conversation', z.object({ conversationId })),
  'conversation.configure': defineMethod<Record<string, never>>()(
    'conversation',
    z.object({
      conversationId,
      model: modelRef.nullable().optional(),
      approvalMode: z.enum(approvalModes).optional(),
      /** The complete options; also the defaults for the next conversation with the same model. */
      modelOptions: modelOptionsSchema.optional(),
      requiredServer: z.string().max(100).nullable().optional(),
      /** Sets only the preset's name, instructions and tools; the rest is in the other fields. See `preset.choose`. */
      preset: presetRefSchema.nullable().optional(),
    }),
  ),
  /** Absent fields stay unchanged. Returns the text as it is stored: without secrets. */
  'conversation.saveDraft': defineMethod<{ draft: string }>()(
    'conversation',
    z.object({
      conversationId,
      draft: z.string().max(maxMessageCharacters).optional(),
      attachments: attachmentRefs.optional(),
      /** Returned in `draft.changed`, by which a window recognizes its own. */
      writer: z.string().max(40).optional(),
    }),
  ),
  /** Returns what deleting it would remove, for the confirmation. Changes nothing. */
  'conversation.deletion': defineMethod<DeletionPreview>()('none', z.object({ conversationId })),
  /** Deletes the conversation and everything that belongs to it; can be undone until the app quits. Stops a run. */
  'conversation.delete': defineMethod<Record<string, never>>()('conversation', z.object({ conversationId })),
  /** Undoes a deletion made since the app started. */
  'conversation.restore': defineMethod<Record<string, never>>()('conversation', z.object({ conversationId })),
  /** Permanently removes one message or result from every file; cannot be undone. Stops a run. */
  'conversation.forgetMessage': defineMethod<ForgottenMessage>()(
    'conversation',
    z.object({ conversationId, messageId: id }),
  ),
  /** Returns the exact body that the next turn would send with `text` as its user message; changes nothing. */
  'conversation.request': defineMethod<{ body: unknown }>()(
    'none',
    z.object({
      conversationId,
      text: messageText.default('continue'),
      attachments: attachmentRefs.default([]),
      form: z.enum(requestFormatNames).default('provider'),
    }),
  ),
  /**
   * Returns a page of the active branch centered on `messageId`. MESSAGE_NOT_FOUND with `details.branch` true: it is on
   * another branch; open it with `conversation.switchBranch`.
   */
  'conversation.around': defineMethod<MessagePage>()(
    'none',
    z.object({ conversationId, messageId: id, limit: limit.default(200) }),
  ),
  /** Returns records of the active branch after `after`, oldest first. */
  'conversation.later': defineMethod<{ messages: MessagePage['messages']; hasLater: boolean }>()(
    'none',
    z.object({ conversationId, after: id, limit: limit.default(200) }),
  ),
  /**
   * Returns the call that started this agent's conversation, then the one above it, up to a conversation the user
   * opened, which shows its prompts. Empty: not an agent's.
   */
  'conversation.startedBy': defineMethod<{ calls: StartedBy[] }>()('none', z.object({ conversationId })),
  /**
   * Returns the turn's to-do list from the records before `before`; null: none. `since` and `said` as in `searchTodos`
   * (shared/conversation/turnTodos.ts).
   */
  'conversation.todos': defineMethod<{ kept: TurnTodos | null }>()(
    'none',
    z.object({ conversationId, before: id, since: z.string().max(40).nullable(), said: z.boolean().default(false) }),
  ),
  /** Pins or archives it. */
  'conversation.organise': defineMethod<Nothing>()(
    'conversation',
    z.object({ conversationId, pinned: z.boolean().optional(), archived: z.boolean().optional() }),
  ),
  /** Marks it as seen to the end. */
  'conversation.markRead': defineMethod<Nothing>()('conversation', z.object({ conversationId })),
  /**
   * Returns the active branch as text, page by page: `cursor` is null for the first page, and null in the response to
   * the last.
   */
  'conversation.export': defineMethod<{ name: string; text: string; cursor: string | null }>()(
    'none',
    z.object({ conversationId, to: z.enum(exportForms), cursor: z.string().max(200).nullable().default(null) }),
  ),
} as const;
