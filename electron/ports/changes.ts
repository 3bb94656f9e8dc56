// File changes made by calls, stored so they can be undone and redone. The bytes of both sides are in the data folder; git is
// never used to inspect the project folder.

import type { Result } from '../../shared/core/errors.ts';
import type { UserText } from '../../shared/core/sentence.ts';
import type {
  ChangeDirection,
  ChangeOutcome,
  ChangePreview,
  ChangeReview,
  FileChange,
} from '../../shared/features/undo/methods.ts';

/** What is watched while a call runs: the paths that it names, or the whole folder. */
export type WatchScope =
  | { type: 'paths'; paths: readonly string[] }
  | { type: 'tree' }
  | { type: 'none'; reason: UserText };

/** A call by its conversation, the assistant message that asked, and its place in it. */
export interface ChangeCallRef {
  conversationId: string;
  messageId: string;
  index: number;
}

interface ChangeCall extends ChangeCallRef {
  /** Absolute path of the project's folder. */
  folder: string;
}

/** What a call changed, for its box. */
export interface ChangeSummary {
  files: Pick<FileChange, 'path' | 'from' | 'kind' | 'added' | 'removed'>[];
  /** How many more there are than `files` names. */
  more?: number;
  /** Set when not everything is known: why. */
  notCovered?: UserText;
}

export interface ChangeWatch {
  /** What an earlier run of the same call had done was undone; it counts as not undone from now on. */
  wasUndone?: boolean;
  /** The call has ended: what it changed is durable when this resolves. Null: nothing was changed and nothing is unknown. */
  end(): Promise<ChangeSummary | null>;
}

export interface ScopedCall extends ChangeCallRef {
  /** The conversation of the agent that the call started; the call is undone when what that did is. */
  agent?: string;
}

/** The calls of a target, oldest first; those of sub-agents stand behind the call that started them. */
export interface ChangeScope {
  folder: string;
  /** Folders in which the conversation worked before: what its calls changed there is left out, and that is said. */
  elsewhere?: readonly string[] | undefined;
  calls: readonly ScopedCall[];
}

/** An undoing or redoing that was begun, kept until the model was told of it and the conversation has gone along. */
export interface GoingChange extends ChangeScope {
  direction: ChangeDirection;
  /** Id of the record that tells the model. */
  noteId: string;
}

/** What was done, and what follows from it. */
export interface AppliedChanges extends ChangeOutcome {
  files: Pick<FileChange, 'path' | 'from' | 'kind'>[];
  /** The calls whose changes are undone (true) or done again (false) now. */
  undone: (ScopedCall & { undone: boolean })[];
}

export interface FileChanges {
  /**
   * What is needed to undo the call is durable when it resolves. It never stops a call: what it cannot keep is said. While
   * files of the folder are put back it waits.
   */
  begin(call: ChangeCall, watched: WatchScope): Promise<ChangeWatch>;
  preview(scope: ChangeScope, direction: ChangeDirection): Promise<Result<ChangePreview>>;
  /**
   * Done file by file; one that is no longer what the change made of it is left as it is. CONVERSATION_BUSY while a call runs
   * in the folder, of whichever conversation and process. The caller has the leases of the conversations.
   */
  apply(scope: ChangeScope, direction: ChangeDirection): Promise<Result<AppliedChanges>>;
  review(scope: ChangeScope): Promise<Result<ChangeReview>>;
  /** No call runs in the folder and nothing is put back there meanwhile; CONVERSATION_BUSY as `apply` has it. */
  alone<T>(folder: string, task: () => Promise<Result<T>>): Promise<Result<T>>;
  /**
   * What of it is done, for one that a crash cut off; `files` and `undone` are of what is. Touches no file of the folder, and
   * where it only looks notes nothing.
   */
  applied(going: GoingChange, how?: { onlyLook: boolean }): Promise<Result<AppliedChanges>>;
  /** Durable when it resolves. Null: it has come to its end. */
  setGoing(conversationId: string, going: GoingChange | null): Promise<Result<void>>;
  going(conversationId: string): Promise<GoingChange | null>;
  /**
   * Brings the calls to their end that a crash cut off: what was changed until shortly after the app was there last counts as
   * theirs. The caller has the lease. It never fails; what could not be done is done the next time.
   */
  settle(conversationId: string): Promise<void>;
  /** Conversations (or this one) with calls whose end is not known, those that another process runs now among them. */
  unsettled(conversationId?: string): Promise<string[]>;
  /** Calls of the conversation whose changes are undone now, as `callKey`. */
  undone(conversationId: string): Promise<string[]>;
  /** Removes what was kept for the next call only. */
  close(): Promise<void>;
}

export type { ChangeDirection };
