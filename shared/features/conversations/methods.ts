// Conversations: the list, one that is open, its pages, and what a person does with it as a whole.

import { z } from 'zod';
import type { ConversationState } from '../../conversation/event.ts';
import type { Message } from '../../conversation/message.ts';
import { type ExportForm, exportForms, type WireForm, wireForms } from '../../conversation/shownForms.ts';
import type { KeptTodos } from '../../conversation/turnTodos.ts';
import { approvalModes } from '../../permission/permission.ts';
import { conversationId, id, method, type Nothing } from '../../protocol/method.ts';
import { attachmentRefs } from '../attachments/methods.ts';
import { modelOptionsSchema } from '../models/modelOptions.ts';
import { presetRefSchema } from '../presets/schema.ts';
import type { ShownWorktree } from '../worktrees/worktree.ts';
import { maxMessageCharacters, messageText } from './runMethods.ts';

export { type ExportForm, type WireForm, wireForms };

export interface ConversationRow {
  id: string;
  projectId: string;
  title: string;
  createdAt: string;
  updatedAt: string;
  /** Null while a very long one has not been counted. */
  messageCount: number | null;
  /** Known only for conversations that this process runs. */
  activity: 'idle' | 'running' | 'waiting';
  /** What waits is a question to the person: an answer is wanted and not an approval. */
  asks?: true;
  pinned: boolean;
  archived: boolean;
  /** A reply ended while nobody was looking. */
  unread: boolean;
  /** Who gave it its title; absent: it is called by its first words. */
  namedBy?: 'model' | 'person';
  /** It stands still before it was done: the last request failed, or what was asked has no answer. Absent while it runs. */
  ending?: 'failed' | 'interrupted';
  /** It works in a worktree of its own. */
  worktree?: Pick<ShownWorktree, 'path' | 'branch'>;
}

/** What would go if a conversation were deleted, that of its sub-agents counted in. */
export interface DeletionPreview {
  conversationId: string;
  title: string;
  messages: number;
  /** Results in files of their own. */
  results: { count: number; bytes: number };
  /** Attachments that no other conversation of the project names. */
  attachments: { count: number; bytes: number };
  undoBytes: number;
  logBytes: number;
  /** Copies that were kept of files that could not be read whole. */
  copies: number;
  subAgents: { id: string; title: string }[];
}

/** A deleted conversation that the app can still bring back. */
export interface RestorableDeletion {
  conversationId: string;
  title: string;
  /** ISO 8601, UTC. */
  deletedAt: string;
}

/** What removing one message for good has come to. */
export interface ForgottenMessage {
  messageId: string;
  /** Its result had a file of its own, which is gone. */
  resultFile: boolean;
  /** Attachments that nothing else named, and that are gone. */
  attachments: number;
  /** Kept copies of the conversation's files that held it: it was taken out of them, or nothing was left of them. */
  copies: { changed: number; removed: number };
  /** Other messages in which a telling part of the same text stands. They were not changed. */
  alsoIn: string[];
}

/** A stretch of the open branch, oldest first. */
export interface MessagePage {
  messages: Message[];
  hasEarlier: boolean;
  hasLater: boolean;
}

/** A call that started an agent, with the title of its conversation. */
export interface StartedBy {
  conversationId: string;
  messageId: string;
  index: number;
  title: string;
}

/** What a person may want to know of a run that they do not look at. `paused`: it ended before it was done. */
export type Attention = 'approval' | 'question' | 'done' | 'failed' | 'paused';

const modelRef = z.object({ provider: z.string().max(80), model: z.string().min(1).max(300) });

export const limit = z.number().int().min(1).max(1000);

export type ConversationListEvent =
  | { type: 'conversation.listed'; row: ConversationRow }
  | { type: 'conversation.unlisted'; conversationId: string }
  /** A run asks for the person, or has ended; also of conversations that no list shows, as those of agents. */
  | { type: 'conversation.attention'; conversationId: string; what: Attention };

export const conversationMethods = {
  'conversation.create': method<{ conversationId: string }>()('app', z.object({ projectId: id.nullable() })),
  /** A snapshot; the events of this conversation follow on this connection until it is closed. */
  'conversation.open': method<ConversationState>()(
    'none',
    z.object({ conversationId, tail: z.number().int().min(1).max(5000).default(200) }),
  ),
  'conversation.close': method<Record<string, never>>()('none', z.object({ conversationId })),
  /** Records of the active branch that stand before `before`, oldest first. */
  'conversation.earlier': method<{ messages: Message[]; hasEarlier: boolean }>()(
    'none',
    z.object({ conversationId, before: id, limit: z.number().int().min(1).max(1000).default(200) }),
  ),
  'conversation.rename': method<Record<string, never>>()(
    'conversation',
    z.object({
      conversationId,
      title: z.string().trim().min(1).max(300),
      /** `model`: what a model wrote is put back. */
      by: z.enum(['model', 'person']).default('person'),
    }),
  ),
  /** It is called by its first words from now on, and no model names it. */
  'conversation.useFirstWords': method<Nothing>()('conversation', z.object({ conversationId })),
  'conversation.configure': method<Record<string, never>>()(
    'conversation',
    z.object({
      conversationId,
      model: modelRef.nullable().optional(),
      approvalMode: z.enum(approvalModes).optional(),
      /** All of them; they are also what the next conversation with the same model begins with. */
      modelOptions: modelOptionsSchema.optional(),
      requiredServer: z.string().max(100).nullable().optional(),
      /** Only its name, its words and its tools: the rest is what is said beside it. See `preset.choose`. */
      preset: presetRefSchema.nullable().optional(),
    }),
  ),
  /** What is absent stays as it is. */
  'conversation.saveDraft': method<Record<string, never>>()(
    'conversation',
    z.object({
      conversationId,
      draft: z.string().max(maxMessageCharacters).optional(),
      attachments: attachmentRefs.optional(),
    }),
  ),
  /** What would go if it were deleted, to be named before the question. Changes nothing. */
  'conversation.deletion': method<DeletionPreview>()('none', z.object({ conversationId })),
  /** Deletes the conversation with all that belongs to it; it can be undone until the app is closed. A run is stopped. */
  'conversation.delete': method<Record<string, never>>()('conversation', z.object({ conversationId })),
  /** Undoes a deletion of this app since its start. */
  'conversation.restore': method<Record<string, never>>()('conversation', z.object({ conversationId })),
  /** Removes one message or result for good, from every file; it cannot be undone. A run is stopped. */
  'conversation.forgetMessage': method<ForgottenMessage>()('conversation', z.object({ conversationId, messageId: id })),
  /** The exact body that the next turn would send with `text` as its user message; changes nothing. */
  'conversation.request': method<{ body: unknown }>()(
    'none',
    z.object({
      conversationId,
      text: messageText.default('continue'),
      attachments: attachmentRefs.default([]),
      form: z.enum(wireForms).default('provider'),
    }),
  ),
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
   * The to-do list of the turn, among the records before `before`; null: it has none. `since` and `said` as `searchTodos` has
   * them (shared/conversation/turnTodos.ts).
   */
  'conversation.todos': method<{ kept: KeptTodos | null }>()(
    'none',
    z.object({ conversationId, before: id, since: z.string().max(40).nullable(), said: z.boolean().default(false) }),
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
} as const;
