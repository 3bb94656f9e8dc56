// File changes made by calls, stored so they can be undone and redone. Both versions' bytes are in the data folder; git
// is never used to inspect the project folder.

import type { Result } from '../../shared/core/errors.ts';
import type { UserText } from '../../shared/core/sentence.ts';
import type {
  ChangeDirection,
  ChangeOutcome,
  ChangePreview,
  ChangeReview,
  FileChange,
} from '../../shared/features/undo/methods.ts';
import type { EntryChange, ReadContent, RestoreStep } from './folderTree.ts';

/** Scope to watch while a call runs: the paths it names, or the whole folder. */
export type WatchScope =
  | { type: 'paths'; paths: readonly string[] }
  | { type: 'tree' }
  /** Relative to the folder, with `/`; links are not followed. */
  | { type: 'entries'; paths: readonly string[] }
  | { type: 'none'; reason: UserText };

/** Identifies a call by conversation, assistant message, and index. */
export interface ChangeCallRef {
  conversationId: string;
  messageId: string;
  index: number;
}

interface ChangeCall extends ChangeCallRef {
  /** Absolute path of the project's folder. */
  folder: string;
}

/** A call's file changes, for its box. */
export interface ChangeSummary {
  files: Pick<FileChange, 'path' | 'from' | 'kind' | 'added' | 'removed'>[];
  /** Number of files not listed. */
  more?: number;
  /** Why the list is incomplete. */
  notCovered?: UserText;
}

export interface ChangeWatch {
  /** Changes of an earlier run of this call had been undone; they count as not undone from now on. */
  wasUndone?: boolean;
  /**
   * Ends the watch: the call's changes are durable when this resolves. Null: nothing changed, and nothing is unknown.
   */
  end(): Promise<ChangeSummary | null>;
}

export interface ScopedCall extends ChangeCallRef {
  /** The conversation of an agent that the call started; undoing the call undoes the agent's changes. */
  agent?: string;
  /** A partial undo by the user, recorded like a call. */
  isPartialUndo?: true;
}

/** Calls to undo or redo, oldest first; sub-agents' calls follow the call that started them. */
export interface ChangeScope {
  folder: string;
  /** Folders in which the conversation worked earlier: changes there are skipped and reported. */
  elsewhere?: readonly string[] | undefined;
  calls: readonly ScopedCall[];
}

/** An undo or redo in progress, kept until the model was told and the conversation was updated. */
export interface UnfinishedChange extends ChangeScope {
  direction: ChangeDirection;
  /** The record calls it this: a partial undo is recorded as a change of its own, which is repeated, not reverted. */
  toldAs?: ChangeDirection;
  /** Id of the record that tells the model. */
  noteId: string;
}

/** Applied changes, and their consequences. */
export interface AppliedChanges extends ChangeOutcome {
  files: (Pick<FileChange, 'path' | 'from' | 'kind'> & { isPart?: true })[];
  /** Calls whose changes are now undone (true) or redone (false). */
  undone: (ScopedCall & { undone: boolean })[];
}

/** The combined changes of a scope's calls. */
export interface ScopeChanges {
  changes: EntryChange[];
  /** Paths that changed in a former folder, or perhaps by someone else: they are left alone. */
  untouchable: Map<string, UserText>;
  read: ReadContent;
  notCovered: string[];
  isUndone: boolean;
}

export interface FileChanges {
  /**
   * Durable when it resolves. Never blocks a call: what it cannot store, it reports. Waits while files of the folder
   * are being restored.
   */
  start(call: ChangeCall, watched: WatchScope): Promise<ChangeWatch>;
  preview(scope: ChangeScope, direction: ChangeDirection): Promise<Result<ChangePreview>>;
  /**
   * Works file by file; files that no longer match the change are left alone. CONVERSATION_BUSY while a call runs in
   * the folder, in any conversation or process. The caller holds the conversations' leases.
   */
  apply(scope: ChangeScope, direction: ChangeDirection): Promise<Result<AppliedChanges>>;
  review(scope: ChangeScope): Promise<Result<ChangeReview>>;
  /** Returns the combined change of each path, without undone calls unless all are undone. */
  netChanges(scope: ChangeScope): Promise<Result<ScopeChanges>>;
  /** Returns the changes that each call recorded, oldest first. */
  changesOf(call: ChangeCallRef): Promise<Result<{ changes: EntryChange[]; read: ReadContent }>>;
  /**
   * Restores entries and records this like a call's changes, so that it can be reverted. Nothing is changed if an entry
   * does not match its step, or if it cannot be recorded. CONVERSATION_BUSY as for `apply`.
   */
  restorePart(call: ChangeCall, steps: readonly RestoreStep[], read: ReadContent): Promise<Result<AppliedChanges>>;
  /** Runs a task while no call runs and nothing is restored in the folder; CONVERSATION_BUSY as for `apply`. */
  alone<T>(folder: string, task: () => Promise<Result<T>>): Promise<Result<T>>;
  /**
   * Determines what a crashed operation has done; `files` and `undone` describe that part. Leaves the folder's files
   * alone, and with `onlyLook` writes nothing.
   */
  applied(unfinished: UnfinishedChange, how?: { onlyLook: boolean }): Promise<Result<AppliedChanges>>;
  /** Durable when it resolves. Null: finished. */
  setGoing(conversationId: string, unfinished: UnfinishedChange | null): Promise<Result<void>>;
  unfinished(conversationId: string): Promise<UnfinishedChange | null>;
  /**
   * Completes calls that a crash interrupted: changes made until shortly after the app was last alive count as theirs.
   * The caller holds the lease. Never fails; what remains is retried next time.
   */
  settle(conversationId: string): Promise<void>;
  /**
   * Conversations (or just this one) with calls whose end is unknown, including those that another process is running.
   */
  unsettled(conversationId?: string): Promise<string[]>;
  /** Returns the calls of the conversation whose changes are undone, as `callKey`. */
  undone(conversationId: string): Promise<string[]>;
  /** Releases what is kept for the next call only. */
  close(): Promise<void>;
}

export type { ChangeDirection };
