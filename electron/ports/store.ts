// The port to the conversations on disk. A promise that resolves with `ok` means durable: written and synced. Never
// throws; an error is a sentence for the user, and what was in memory is still there.

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
import type { ConversationMeta, ExecutionEntry, Partial, Pending, ReviewNotes } from '../conversation/formats.ts';
import type { ProjectJoins } from './projectJoins.ts';
import type { ResultPage } from './tool.ts';

/**
 * How much of a branch to read: all of it; what a request needs (from the first record the last summary kept); or the
 * last `tail` records, extended to include a given one. A tail may be longer, so that it does not start with a result.
 */
export type BranchReach = 'whole' | 'context' | { tail: number; including?: string };

/** The active branch as it is on disk. */
export interface StoredBranch {
  conversationId: string;
  projectId: string;
  meta: ConversationMeta;
  /** From the requested start to the head, oldest first. */
  messages: Message[];
  /** True when the branch has earlier records. */
  hasEarlier: boolean;
  /** The parent of the next record; null for an empty conversation. */
  headId: string | null;
  /** The log's last record, on any branch. */
  lastId: string | null;
  /** Parts that could not be read, where, and how that was handled, as sentences. */
  notices: UserText[];
  /** Why it must not be written (a newer schema); null: writable. */
  readOnly: UserText | null;
}

/** Selects forks. */
export interface ForkQuery {
  /** Number of forks to skip. */
  from?: number;
  /** Number of branches; the fork that reaches it is returned whole. */
  limit?: number;
  signal?: AbortSignal;
}

/** A running tool's output, stored as it arrives: a little in memory, the rest in a file. Never throws. */
export interface PrintedOutput {
  /** As for `ToolContext.print`. */
  add(piece: string | Buffer): Promise<void> | null;
  /** Ends the output. `text`: all of it if small, else null. `fingerprint`: the same for the same output. */
  end(): Promise<{ text: string | null; fingerprint: string }>;
  /** Deletes what was stored, except what a message was made of. */
  discard(): Promise<void>;
}

/** A result consisting of a tool's output, text before it and a final line. */
export interface PrintedResult {
  output: PrintedOutput;
  before: string;
  after: string;
}

/** An attachment uploaded in chunks, stored on disk until it is complete. Never throws. */
export interface AttachmentVersion {
  /** Changes with the file. */
  version: string;
  bytes: number;
}

export interface AttachmentUpload {
  /** One chunk at a time. */
  add(piece: Uint8Array): Promise<Result<void>>;
  /** Returns all bytes and releases them. */
  take(): Promise<Result<Buffer>>;
  discard(): Promise<void>;
}

/** The exclusive right to write a conversation. It always ends with the process. */
export interface WriterLease {
  release(): void;
}

/** `withFile`: only records that may be results with a separate file. */
type LaterRecords = 'all' | 'withFile';

/**
 * Options for reading later records. The first page of a long log takes long: it reports progress and can be canceled.
 */
export interface ReadLaterOptions {
  only?: LaterRecords | undefined;
  /** Ends the page after this many bytes, even if more records would fit. */
  enoughBytes?: number | undefined;
  /** Fails with CANCELLED when it aborts. */
  signal?: AbortSignal | undefined;
  /** Bytes of the log scanned before the first page is available. */
  onProgress?: ((done: number, of: number) => void) | undefined;
}

interface ForkOptions {
  /** Its id, if it was chosen before; default: a new one. */
  conversationId?: string;
  /** The type of its origin; default: `fork`. */
  originType?: string;
  /** Metadata that differs from the original's. */
  changes?: { readonly [Field in keyof ConversationMeta]?: ConversationMeta[Field] };
}

/** Records created elsewhere, with their own ids. */
export interface ImportedConversation extends SourceConversation {
  projectId: string;
  title: string;
  tags?: readonly string[];
}

/** One that is not in memory: its records are read as they are stored, once. */
export interface StreamedConversation extends Omit<ImportedConversation, 'messages' | 'attachments'> {
  messages: Iterable<Message> | AsyncIterable<Message>;
  attachments: StreamedAttachments;
}

type AttachmentEntry = readonly [hash: string, bytes: Uint8Array];
export type StreamedAttachments = Iterable<AttachmentEntry> | AsyncIterable<AttachmentEntry>;

export interface SourceConversation {
  /** Safe as a file name; stable for the same source conversation, so that it is imported once. */
  conversationId: string;
  /** Parents before children. */
  messages: readonly Message[];
  /** Null: the last record. */
  headId: string | null;
  /** By the SHA-256 that messages refer to. */
  attachments: ReadonlyMap<string, Uint8Array>;
}

/** The folder in which a conversation works. */
export interface WorkingFolder {
  /** Absolute path of an existing folder; null: none. */
  folder: string | null;
  project: ProjectInfo;
  /** Why its folder is unavailable: the worktree or the project's folder is missing. */
  missing: AppError | null;
}

/** Reads conversations: branches, pages, and single messages. */
export interface ConversationReader {
  /**
   * Reads the whole branch, or as little from disk as `reach` allows. With `context` it fails if the marks cannot be
   * read, because hidden content must not be sent.
   */
  readBranch(conversationId: string, reach?: BranchReach): Promise<Result<StoredBranch>>;
  /** Reads at most `limit` records of the active branch before `before` (null: from the head), oldest first. */
  readPage(
    conversationId: string,
    before: string | null,
    limit: number,
  ): Promise<Result<{ messages: Message[]; hasEarlier: boolean }>>;
  /**
   * Reads at most `limit` records of the active branch around a record. MESSAGE_NOT_FOUND with `details.branch` true:
   * it is on another branch. For a long log the first such page scans the file once; later pages read only their
   * records. CANCELLED when `signal` aborts, also for the next two methods: a shared scan continues while any caller
   * waits.
   */
  readAround(
    conversationId: string,
    messageId: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<Result<MessagePage>>;
  /** Reads records after `after` (null: from the first), oldest first. Empty only at the end. */
  readLater(
    conversationId: string,
    after: string | null,
    limit: number,
    later?: ReadLaterOptions,
  ): Promise<Result<MessagePage>>;
  /** Returns the forks along the active branch in order; all by default. Scans the log once. */
  readForks(conversationId: string, query?: ForkQuery): Promise<Result<ForkPage>>;
  /** Returns the newest descendant of a record on any branch; the record itself if it has none. */
  newestAfter(conversationId: string, messageId: string): Promise<Result<string>>;
  /** Returns every record with its parent, over all branches, parents before children. Scans the log once. */
  readTree(conversationId: string, signal?: AbortSignal): Promise<Result<{ id: string; parentId: string | null }[]>>;
  readMessage(conversationId: string, messageId: string): Promise<Result<Message>>;
  /** Returns the existing ones among `messageIds`, in that order. Scans the log at most once. */
  readMessages(conversationId: string, messageIds: readonly string[]): Promise<Result<Message[]>>;
  /** Ids of permanently removed messages. */
  removedMessages(conversationId: string): Promise<string[]>;
}

/** Writes conversations. One process at a time holds the lease of a conversation. */
export interface ConversationWriter {
  /** Creates the conversation's folder, without messages. */
  createConversation(projectId: string): Promise<Result<{ conversationId: string }>>;
  /**
   * Copies the active branch up to the record, with its calls' results, into a new conversation of the same project.
   * Atomic. MESSAGE_NOT_FOUND as for `readAround`.
   */
  forkConversation(
    conversationId: string,
    messageId: string,
    title: string,
    how?: ForkOptions,
  ): Promise<Result<{ conversationId: string }>>;
  /**
   * Appends what the fork `from` has gained after the record `after`, as a branch next to the active one, which stays
   * active. Ids stay the same, so it is idempotent: a retry after a failure or a crash adds the rest. `lastId`: the
   * branch's last record; null if the fork has gained nothing.
   */
  graftBranch(
    conversationId: string,
    graft: { from: string; after: string },
  ): Promise<Result<{ added: number; lastId: string | null }>>;
  /** Atomic. CONVERSATION_EXISTS: already imported. */
  importConversation(conversation: ImportedConversation): Promise<Result<void>>;
  /**
   * Adds what the source has gained since the import, as a new branch if it does not follow the last record. Then
   * activates the source's end, unless the conversation was continued here. `dryRun` stores nothing. `added`: number of
   * records.
   */
  growConversation(conversation: SourceConversation, options: { dryRun: boolean }): Promise<Result<{ added: number }>>;
  /**
   * The conversation is durable when it resolves. Waits up to five seconds for another process, then fails with
   * CONVERSATION_BUSY and the holder's purpose.
   */
  lease(conversationId: string, purpose: UserText): Promise<Result<WriterLease>>;
  /** True while another process runs something in it or writes to it. Does not wait. */
  isWrittenElsewhere(conversationId: string): boolean;
  /**
   * Appends a record after the head; durable when it resolves. Sets its id (unless given), `parentId`, `v` and time,
   * and first spills a result over the threshold. Takes the lease if this process does not hold it. With `printed`,
   * which must have ended, that output is the content.
   */
  appendConversationMessage(
    conversationId: string,
    message: NewMessage,
    printed?: PrintedResult,
  ): Promise<Result<Message>>;
  /**
   * Returns a message as it would be stored, without storing it: with secrets masked, and with the output of a call
   * that a crash interrupted.
   */
  asStored(conversationId: string, message: NewMessage): Promise<NewMessage>;
  /**
   * Opens the output of a call that is about to run in a leased conversation; `onPrinted` immediately receives what may
   * be shown. `call` null: no message made the call, so a killed app leaves nothing of it.
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
  readReview(conversationId: string): Promise<ReviewNotes>;
  /** Durable when it resolves. */
  updateReview(conversationId: string, change: (notes: ReviewNotes) => ReviewNotes): Promise<Result<void>>;
  readPartial(conversationId: string): Promise<Partial | null>;
  /** Null removes it. Not synced: it is a best-effort copy, at most a second old. */
  savePartial(conversationId: string, partial: Partial | null): Promise<Result<void>>;
  /** Renames the file, so that the user can find its content. */
  setPartialAside(conversationId: string): Promise<Result<void>>;
  /** Returns a text as it would be stored, with secrets masked, and its attachment hash. Stores nothing. */
  asKept(text: string): Promise<{ text: string; hash: string }>;
  moveConversation(conversationId: string, projectId: string): Promise<Result<void>>;
}

/** The files that messages attach, by the hash of their content. */
export interface AttachmentStore {
  /** Stores bytes once under their SHA-256; durable when it resolves. Masks secrets in text. */
  saveAttachment(conversationId: string, bytes: Buffer): Promise<Result<{ hash: string }>>;
  /** Creates nothing on disk before the first chunk. */
  openUpload(conversationId: string): AttachmentUpload;
  /** MESSAGE_NOT_FOUND if missing or not matching the hash. */
  readAttachment(conversationId: string, hash: string): Promise<Result<Buffer>>;
  /** Reads at most `limit` bytes as stored. */
  readAttachmentPart(
    conversationId: string,
    hash: string,
    offset: number,
    limit: number,
  ): Promise<Result<{ bytes: Buffer; nextOffset: number | null; totalBytes: number }>>;
  /** Returns the versions of existing attachments by hash, without reading them. */
  attachmentVersions(conversationId: string, hashes: readonly string[]): Promise<Map<string, AttachmentVersion>>;
}

/** Tool calls: the execution log, and results too long for their message. */
export interface CallStore {
  /** Synced when it resolves. */
  logExecution(conversationId: string, entry: ExecutionEntry): Promise<Result<void>>;
  /** Null if it exists but is unreadable: what was started is then unknown. */
  readExecution(conversationId: string): Promise<ExecutionEntry[] | null>;
  readToolResult(conversationId: string, messageId: string, offset: number, limit: number): Promise<Result<ResultPage>>;
  /**
   * Returns the start of a line (past the end: of the last line), or the line at an offset. Lines count from 1, offsets
   * in bytes.
   */
  placeInToolResult(
    conversationId: string,
    messageId: string,
    position: { line: number } | { offset: number },
  ): Promise<Result<{ offset: number; line: number }>>;
  /** Ends early, with `more`, when the signal aborts. */
  searchToolResult(
    conversationId: string,
    messageId: string,
    text: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<Result<{ matches: { offset: number; line: number; excerpt: string }[]; more: boolean }>>;
}

/** The list of conversations. */
export interface ConversationDirectory {
  /** Newest first, without empty conversations and those of sub-agents. Read from the index, which is updated first. */
  listConversations(): Promise<Result<ConversationRow[]>>;
  /**
   * Returns the pinned conversations, the newest `count`, and those in `also`, newest first, without reading the
   * others. Null if that is all of them, or nothing is indexed yet: read the whole list then.
   */
  newestConversations(count: number, also: readonly string[]): Promise<ConversationRow[] | null>;
  /** Returns the ids of conversations that have all tags with these keys, from the index alone. */
  taggedConversations(keys: readonly string[]): Promise<string[]>;
  /** Returns a conversation's row; null if it is not listed or does not exist. */
  listConversation(conversationId: string): Promise<Result<ConversationRow | null>>;
  /** Rows of conversations whose messages are still on another machine, in no order. Reading one of them fetches it. */
  comingConversations(): Promise<ConversationRow[]>;
  /** Null: none with this id is to come. */
  comingConversation(conversationId: string): Promise<ConversationRow | null>;
  /** Ids of all conversations on disk, including empty ones. */
  conversationIds(): Promise<string[]>;
  /** Returns a conversation's meta.json alone; null if there is no such conversation. */
  readMeta(conversationId: string): Promise<ConversationMeta | null>;
  /** Called with the ids of conversations that another process created, changed or deleted. */
  onOutsideChange(listener: (conversationIds: string[]) => void): () => void;
}

/** Deletes conversations and messages, and frees disk space. */
interface RemovalStore {
  /** Counts what would be deleted. Changes nothing. */
  describeDeletion(conversationId: string): Promise<Result<DeletionPreview>>;
  /** Includes its sub-agents' conversations. Can be undone until `close`, which makes it final. */
  deleteConversation(conversationId: string): Promise<Result<void>>;
  /** Restores what this process deleted; CONVERSATION_NOT_FOUND if it was another process. */
  restoreConversation(conversationId: string): Promise<Result<void>>;
  /** Permanently removes a message or result from every file, and returns the tombstone that replaces its record. */
  forgetMessage(conversationId: string, messageId: string): Promise<Result<ForgottenMessage & { tombstone: Message }>>;
  /** Completes removals of processes that have ended. Run it in the background, once after startup. */
  finishRemovals(): Promise<void>;
  /** Returns each project's disk usage, and what can be freed. */
  space(): Promise<Result<SpaceReport>>;
  freeSpace(projectId: string, what: Freeable): Promise<Result<{ files: number; bytes: number }>>;
}

/** Projects: the folders that conversations work in. */
export interface ProjectStore extends ProjectJoins {
  /** Sets whether the user trusts the folder's own files. Bound to the folder's path on this machine. */
  trustProject(projectId: string, trusted: boolean): Promise<Result<ProjectInfo>>;
  /** Sets the default approval mode of its conversations on this machine; null: none. */
  chooseProjectMode(projectId: string, mode: ApprovalMode | null): Promise<Result<ProjectInfo>>;
  /** Sets whether its memory is sent and models may change it. */
  switchProjectMemory(projectId: string, isOn: boolean): Promise<Result<ProjectInfo>>;
  listProjects(): Promise<ProjectInfo[]>;
  /** Returns a folder's project, creating it if new. The folder must exist. */
  openProject(folder: string): Promise<Result<ProjectInfo>>;
  /** Returns the project for chats without a folder, creating it on first use. */
  openFolderlessProject(): Promise<Result<ProjectInfo>>;
  getProject(projectId: string): Promise<Result<ProjectInfo>>;
  /** Returns a conversation's working folder: its worktree, else its project's folder. */
  workingFolder(of: { projectId: string; meta: Pick<ConversationMeta, 'worktree'> }): Promise<Result<WorkingFolder>>;
}

/** Everything that the store does; callers take the part that they use. */
export interface ConversationStore
  extends ConversationReader,
    ConversationWriter,
    AttachmentStore,
    CallStore,
    ConversationDirectory,
    RemovalStore,
    ProjectStore {
  close(): Promise<void>;
}
