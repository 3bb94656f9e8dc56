// The port to the conversations on disk. A promise that resolves with `ok` means durable: written and synced. Nothing
// here throws; an error is a sentence for people, and what was in memory is still there.

import type { Message, NewMessage } from '../../shared/conversation/message.ts';
import type { AppError, Result } from '../../shared/core/errors.ts';
import type { UserText } from '../../shared/core/sentence.ts';
import type { ForkPage } from '../../shared/features/branches/methods.ts';
import type {
  ConversationRow,
  DeletionPreview,
  ForgottenMessage,
  MessagePage,
} from '../../shared/features/conversations/methods.ts';
import type { Freeable, SpaceReport } from '../../shared/features/data/methods.ts';
import type { ProjectInfo } from '../../shared/features/projects/methods.ts';
import type { ApprovalMode } from '../../shared/permission/permission.ts';
import type { ConversationMeta, ExecutionEntry, Partial, Pending } from '../conversation/formats.ts';
import type { ResultPage } from './tool.ts';

/**
 * How much of a branch is read: all of it, what a request is built from (from the record that the last summary kept), or the
 * last `tail` records (and on to one that must be among them). A tail may have some more, so as not to begin with a result.
 */
export type BranchReach = 'whole' | 'context' | { tail: number; including?: string };

/** The active branch of a conversation as it is on disk now. */
export interface StoredBranch {
  conversationId: string;
  projectId: string;
  meta: ConversationMeta;
  /** Up to the head, oldest first, from as far back as was asked for. */
  messages: Message[];
  /** True when the branch begins before them. */
  hasEarlier: boolean;
  /** The record that the next one follows; null for an empty conversation. */
  headId: string | null;
  /** The last record of the log, on this branch or not. */
  lastId: string | null;
  /** What could not be read, where, and what was done about it, as sentences. */
  notices: UserText[];
  /** Set when it may not be written, with the reason (a newer schema). */
  readOnly: UserText | null;
}

/** Which places where a branch parts. */
export interface ForkQuery {
  /** Behind so many. */
  from?: number;
  /** Of branches; the place where it is reached is there whole. */
  limit?: number;
  signal?: AbortSignal;
}

/** What a running tool prints, kept as it comes: a little of it in memory, the rest in a file. It never throws. */
export interface PrintedOutput {
  /** As a tool prints it (`ToolContext.print`). */
  add(piece: string | Buffer): Promise<void> | null;
  /** No more comes. `text`: all of it while it is small, else null. `fingerprint` is the same for the same output. */
  end(): Promise<{ text: string | null; fingerprint: string }>;
  /** Removes what was kept of it. What a message was made of stays. */
  discard(): Promise<void>;
}

/** A result that is what a tool printed, with words before it and a last line. */
export interface PrintedResult {
  output: PrintedOutput;
  before: string;
  after: string;
}

/** Something that comes in pieces and is to become an attachment; on disk until then. It never throws. */
export interface AttachmentVersion {
  /** Another one when the file is. */
  version: string;
  bytes: number;
}

export interface AttachmentUpload {
  /** One after the other. */
  add(piece: Uint8Array): Promise<Result<void>>;
  /** All that came; it is no longer kept here. */
  take(): Promise<Result<Buffer>>;
  discard(): Promise<void>;
}

/** The right to write one conversation. It ends with the process whatever happens. */
export interface WriterLease {
  release(): void;
}

/** `withFile`: those that may be results with a file of their own; the others are not read. */
type LaterRecords = 'all' | 'withFile';

/** How later records are read. Of a long log the first page takes long: it can be followed, and given up. */
export interface Later {
  only?: LaterRecords | undefined;
  /** Bytes of records after which the page ends: it has fewer then than it might. */
  enoughBytes?: number | undefined;
  /** Fails with CANCELLED when it aborts. */
  signal?: AbortSignal | undefined;
  /** Bytes of the log that were gone over before the first page can be given. */
  onProgress?: ((done: number, of: number) => void) | undefined;
}

/** Records that were made elsewhere, with ids of their own. */
export interface ImportedConversation extends SourceConversation {
  projectId: string;
  title: string;
}

export interface SourceConversation {
  /** Safe as a name of a file; the same for the same conversation, so that it comes in once. */
  conversationId: string;
  /** Parents before children. */
  messages: readonly Message[];
  /** Null: the last record. */
  headId: string | null;
  /** By the SHA-256 that the messages name. */
  attachments: ReadonlyMap<string, Uint8Array>;
}

/** Where a conversation works. */
export interface WorkingFolder {
  /** Absolute, and it is there; null: none. */
  folder: string | null;
  project: ProjectInfo;
  /** Why it has none although it should: its worktree, or the project's folder, is gone. */
  missing: AppError | null;
}

export interface ConversationStore {
  /** Makes the conversation's folder; it has no messages yet. */
  createConversation(projectId: string): Promise<Result<{ conversationId: string }>>;
  /**
   * Copies the active branch up to the record, with the results of its calls, into a conversation of its own in the same
   * project. It is there whole or not at all. MESSAGE_NOT_FOUND as `readAround` has it.
   */
  forkConversation(
    conversationId: string,
    messageId: string,
    title: string,
  ): Promise<Result<{ conversationId: string }>>;
  /** It is there whole or not at all. CONVERSATION_EXISTS: it came in before. */
  importConversation(given: ImportedConversation): Promise<Result<void>>;
  /**
   * To one that came in before, what its source has more by now, as a branch where it does not follow the last record. The
   * source's end is open then, unless the conversation was gone on with here. With `dryRun` nothing is stored. `added`: records.
   */
  growConversation(given: SourceConversation, options: { dryRun: boolean }): Promise<Result<{ added: number }>>;
  /**
   * All of it unless `reach` says less; what was not asked for is not read from the disk. With the reach `context` it fails
   * when the marks cannot be read just now: what is hidden must not be sent.
   */
  readBranch(conversationId: string, reach?: BranchReach): Promise<Result<StoredBranch>>;
  /** The records of the active branch before `before` (null: from the head), at most `limit`, oldest first. */
  readPage(
    conversationId: string,
    before: string | null,
    limit: number,
  ): Promise<Result<{ messages: Message[]; hasEarlier: boolean }>>;
  /**
   * A page of the active branch with the record in its middle, at most `limit` records. MESSAGE_NOT_FOUND with
   * `details.branch` true: it stands on another branch. Of a long log the first such page goes over the file once; then only
   * the records of the page are read. CANCELLED when `signal` aborts, as it is with the two below: what is gone over for
   * several callers goes on while one of them still waits.
   */
  readAround(
    conversationId: string,
    messageId: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<Result<MessagePage>>;
  /** The same of those that stand after `after` (null: from the first on), oldest first. Empty only where there are no more. */
  readLater(conversationId: string, after: string | null, limit: number, later?: Later): Promise<Result<MessagePage>>;
  /** Where the active branch parts, in its order; all of it, where nothing else is wanted. Goes over the log once. */
  readForks(conversationId: string, wanted?: ForkQuery): Promise<Result<ForkPage>>;
  /** The newest record that follows from this one, on whichever branch; itself when none does. */
  newestAfter(conversationId: string, messageId: string): Promise<Result<string>>;
  /** Every record with the one that it follows, on all branches, parents before children. Goes over the log once. */
  readTree(conversationId: string, signal?: AbortSignal): Promise<Result<{ id: string; parentId: string | null }[]>>;
  readMessage(conversationId: string, messageId: string): Promise<Result<Message>>;
  /** Those of them that are there, in the order of `messageIds`. The log is gone through once for all of them, at most. */
  readMessages(conversationId: string, messageIds: readonly string[]): Promise<Result<Message[]>>;

  /** What is on disk is durable when it resolves. Waits up to five seconds for another process, then fails with CONVERSATION_BUSY and who holds it. */
  lease(conversationId: string, purpose: UserText): Promise<Result<WriterLease>>;
  /** True while another process runs something in it, or writes. Does not wait. */
  isWrittenElsewhere(conversationId: string): boolean;
  /**
   * Appends one record after the head and resolves once it is durable. Gives it its id (unless set), `parentId`, `v` and
   * time; a tool result over the threshold is spilled first. Takes the lease for itself when nobody here has it.
   * With `printed` the content is what was printed, which has been ended.
   */
  appendConversationMessage(
    conversationId: string,
    message: NewMessage,
    printed?: PrintedResult,
  ): Promise<Result<Message>>;
  /**
   * A message as it would be stored, with nothing stored: secrets hidden, and a result that a crash cut off with what its
   * call had printed.
   */
  asStored(conversationId: string, message: NewMessage): Promise<NewMessage>;
  /**
   * For one call that begins to run in a conversation that is leased; `onPrinted` is told what may be shown, at once.
   * `call` null: no message asks for the call, so nothing is kept of it when the app is killed.
   */
  openOutput(
    conversationId: string,
    call: { toolCallId: string; place?: { messageId: string; index: number } } | null,
    onPrinted: (bytes: Buffer) => void,
  ): PrintedOutput;
  updateMeta(
    conversationId: string,
    change: (meta: ConversationMeta) => ConversationMeta,
  ): Promise<Result<ConversationMeta>>;

  readPending(conversationId: string): Promise<Pending>;
  savePending(conversationId: string, pending: Pending): Promise<Result<void>>;
  readPartial(conversationId: string): Promise<Partial | null>;
  /** Null removes it. Not synced: it is at most a second old and only ever a help. */
  savePartial(conversationId: string, partial: Partial | null): Promise<Result<void>>;
  /** What is there stays under another name beside it, for a person to find. */
  setPartialAside(conversationId: string): Promise<Result<void>>;

  /** A text as it would be kept, secrets hidden, with the hash that it would have as an attachment. Stores nothing. */
  asKept(text: string): Promise<{ text: string; hash: string }>;
  /** Keeps bytes once by their SHA-256, durable when it resolves. Secrets are hidden in text. */
  saveAttachment(conversationId: string, bytes: Buffer): Promise<Result<{ hash: string }>>;
  /** Nothing is made on disk before the first piece. */
  openUpload(conversationId: string): AttachmentUpload;
  /** MESSAGE_NOT_FOUND when they are not there or are no longer what their name says. */
  readAttachment(conversationId: string, hash: string): Promise<Result<Buffer>>;
  /** A part of them, as they are on disk, at most `limit` bytes. */
  readAttachmentPart(
    conversationId: string,
    hash: string,
    offset: number,
    limit: number,
  ): Promise<Result<{ bytes: Buffer; nextOffset: number | null; totalBytes: number }>>;
  /** Of those that are there, by hash. Reads none of them. */
  attachmentVersions(conversationId: string, hashes: readonly string[]): Promise<Map<string, AttachmentVersion>>;
  /** Whether a person trusts what the folder's own files say. Bound to the folder's path on this machine. */
  trustProject(projectId: string, trusted: boolean): Promise<Result<ProjectInfo>>;
  /** What runs without asking in its conversations without a choice of their own, on this machine; null: none of its own. */
  chooseProjectMode(projectId: string, mode: ApprovalMode | null): Promise<Result<ProjectInfo>>;

  /** Whether its memory is told, and may be changed by models. */
  switchProjectMemory(projectId: string, isOn: boolean): Promise<Result<ProjectInfo>>;

  /** Synced before it resolves. */
  logExecution(conversationId: string, entry: ExecutionEntry): Promise<Result<void>>;
  /** Null when it is there and cannot be read: then nothing is known of what was started. */
  readExecution(conversationId: string): Promise<ExecutionEntry[] | null>;

  readToolResult(conversationId: string, messageId: string, offset: number, limit: number): Promise<Result<ResultPage>>;
  /** Where a line begins, the last where there are fewer; or the line at an offset. Lines from 1, offsets in bytes. */
  placeInToolResult(
    conversationId: string,
    messageId: string,
    wanted: { line: number } | { offset: number },
  ): Promise<Result<{ offset: number; line: number }>>;
  /** Ends early, with `more`, when the signal aborts. */
  searchToolResult(
    conversationId: string,
    messageId: string,
    text: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<Result<{ matches: { offset: number; line: number; excerpt: string }[]; more: boolean }>>;

  /** Newest first; conversations without any message and those of sub-agents are left out. Read from the index, which is brought up to date. */
  listConversations(): Promise<Result<ConversationRow[]>>;
  /**
   * The pinned and the newest `count` of many, newest first, and those of `also`, without a look at the others. Null where
   * there are no more, or none are known yet: the whole list is read then.
   */
  newestConversations(count: number, also: readonly string[]): Promise<ConversationRow[] | null>;
  /** What the list says of one; null when it leaves it out or it is not there. */
  listConversation(conversationId: string): Promise<Result<ConversationRow | null>>;
  /** Ids of all conversations on disk, also those without messages. */
  conversationIds(): Promise<string[]>;
  /** What would go, counted. Changes nothing. */
  describeDeletion(conversationId: string): Promise<Result<DeletionPreview>>;
  /** With the conversations of its sub-agents. Can be undone until `close`, and is final after it. */
  deleteConversation(conversationId: string): Promise<Result<void>>;
  /** Brings back what this process deleted, as it was; CONVERSATION_NOT_FOUND when it was not this one. */
  restoreConversation(conversationId: string): Promise<Result<void>>;
  /** Removes one message or result for good, from every file; its record stays as a tombstone, which is answered. */
  forgetMessage(conversationId: string, messageId: string): Promise<Result<ForgottenMessage & { tombstone: Message }>>;
  /** Ids of the messages that were removed for good. */
  removedMessages(conversationId: string): Promise<string[]>;
  /** Brings to its end what processes that have ended were removing. For the background, once after a start. */
  finishRemovals(): Promise<void>;
  /** How much every project takes, and what of it nobody needs. */
  space(): Promise<Result<SpaceReport>>;
  freeSpace(projectId: string, what: Freeable): Promise<Result<{ files: number; bytes: number }>>;
  moveConversation(conversationId: string, projectId: string): Promise<Result<void>>;

  listProjects(): Promise<ProjectInfo[]>;
  /** The project of a folder, made when it is new. The folder must exist. */
  openProject(folder: string): Promise<Result<ProjectInfo>>;
  /** The project for chats without a folder, made when it is first needed. */
  openFolderlessProject(): Promise<Result<ProjectInfo>>;
  getProject(projectId: string): Promise<Result<ProjectInfo>>;
  /** Where a conversation works: its worktree, else its project's folder. */
  workingFolder(of: { projectId: string; meta: Pick<ConversationMeta, 'worktree'> }): Promise<Result<WorkingFolder>>;

  /** Called when another process changed the data: with the conversations that are new, changed or gone. */
  onOutsideChange(listener: (conversationIds: string[]) => void): () => void;
  close(): Promise<void>;
}
