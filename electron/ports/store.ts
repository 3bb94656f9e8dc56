// The port to the conversations on disk. A promise that resolves with `ok` means durable: written and synced. Nothing
// here throws; an error is a sentence for people, and what was in memory is still there.

import type { ConversationRow, ProjectInfo } from '../../shared/contract/resources.ts';
import type { Message, NewMessage } from '../../shared/conversation/message.ts';
import type { Result } from '../../shared/errors.ts';
import type { ConversationMeta, ExecutionEntry, Partial, Pending } from '../../shared/formats.ts';
import type { ResultPage } from './tool.ts';

/** The active branch of a conversation as it is on disk now. */
export interface StoredBranch {
  conversationId: string;
  projectId: string;
  meta: ConversationMeta;
  /** From the root to the head, oldest first. */
  messages: Message[];
  /** The record that the next one follows; null for an empty conversation. */
  headId: string | null;
  /** What could not be read, where, and what was done about it, as sentences. */
  notices: string[];
  /** Set when it may not be written, with the reason (a newer schema). */
  readOnly: string | null;
}

/** The right to write one conversation. It ends with the process whatever happens. */
export interface WriterLease {
  release(): void;
}

export interface ConversationStore {
  /** Makes the conversation's folder; it has no messages yet. */
  createConversation(projectId: string): Promise<Result<{ conversationId: string }>>;
  readBranch(conversationId: string): Promise<Result<StoredBranch>>;
  /** The records of the active branch before `before` (null: from the head), at most `limit`, oldest first. */
  readPage(
    conversationId: string,
    before: string | null,
    limit: number,
  ): Promise<Result<{ messages: Message[]; hasEarlier: boolean }>>;
  readMessage(conversationId: string, messageId: string): Promise<Result<Message>>;

  /** Waits up to five seconds for another process, then fails with CONVERSATION_BUSY and who holds it. */
  lease(conversationId: string, purpose: string): Promise<Result<WriterLease>>;
  /**
   * Appends one record after the head and resolves once it is durable. Gives it its id (unless set), `parentId`, `v` and
   * time; a tool result over the threshold is spilled first. Takes the lease for itself when nobody here has it.
   */
  appendConversationMessage(conversationId: string, message: NewMessage): Promise<Result<Message>>;
  updateMeta(
    conversationId: string,
    change: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<ConversationMeta>>;

  readPending(conversationId: string): Promise<Pending>;
  savePending(conversationId: string, pending: Pending): Promise<Result<void>>;
  readPartial(conversationId: string): Promise<Partial | null>;
  /** Null removes it. Not synced: it is at most a second old and only ever a help. */
  savePartial(conversationId: string, partial: Partial | null): Promise<Result<void>>;

  /** Synced before it resolves. */
  logExecution(conversationId: string, entry: ExecutionEntry): Promise<Result<void>>;
  readExecution(conversationId: string): Promise<ExecutionEntry[]>;

  readToolResult(conversationId: string, messageId: string, offset: number, limit: number): Promise<Result<ResultPage>>;
  searchToolResult(
    conversationId: string,
    messageId: string,
    text: string,
    limit: number,
  ): Promise<Result<{ matches: { offset: number; line: number; excerpt: string }[]; more: boolean }>>;

  /** Newest first; conversations without any message are left out. Read from the index, which is brought up to date. */
  listConversations(): Promise<Result<ConversationRow[]>>;
  /** Ids of all conversations on disk, also those without messages. */
  conversationIds(): Promise<string[]>;
  deleteConversation(conversationId: string): Promise<Result<void>>;
  moveConversation(conversationId: string, projectId: string): Promise<Result<void>>;

  listProjects(): Promise<ProjectInfo[]>;
  /** The project of a folder, made when it is new. The folder must exist. */
  openProject(folder: string): Promise<Result<ProjectInfo>>;
  /** The project for chats without a folder, made when it is first needed. */
  openFolderlessProject(): Promise<Result<ProjectInfo>>;
  getProject(projectId: string): Promise<Result<ProjectInfo>>;

  /** Called when another process changed the data: with the conversations that are new, changed or gone. */
  onOutsideChange(listener: (conversationIds: string[]) => void): () => void;
  close(): Promise<void>;
}
