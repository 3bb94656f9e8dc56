// The changes that calls make in files, kept so that they can be undone and done again. The bytes of both sides lie in the
// data folder; the project's folder is never looked at with git.

import type {
  ChangeDirection,
  ChangeOutcome,
  ChangePreview,
  ChangeTarget,
  FileChange,
} from '../../shared/contract/toolResources.ts';
import type { Result } from '../../shared/errors.ts';

/** What is watched while a call runs: the paths that it names, or the whole folder. */
export type Watched = { type: 'paths'; paths: readonly string[] } | { type: 'tree' } | { type: 'none'; reason: string };

export interface ChangeCall {
  conversationId: string;
  /** The assistant message that asked, and the place of the call in it. */
  messageId: string;
  index: number;
  /** Absolute path of the project's folder. */
  folder: string;
}

/** What a call changed, for its box. */
export interface ChangeSummary {
  files: Pick<FileChange, 'path' | 'from' | 'kind' | 'added' | 'removed'>[];
  /** Set when not everything is known: why. */
  notCovered?: string;
}

export interface ChangeWatch {
  /** The call has ended: what it changed is durable when this resolves. Null: nothing was changed and nothing is unknown. */
  end(): Promise<ChangeSummary | null>;
}

/** The turns of a conversation, for targets that are more than one call: in the order of the log. */
export interface ChangeScope {
  conversationId: string;
  folder: string;
  /** The calls of the target, oldest first. */
  calls: readonly { messageId: string; index: number }[];
}

export interface FileChanges {
  /** What is needed to undo the call is durable when it resolves. It never stops a call: what it cannot keep is said. */
  begin(call: ChangeCall, watched: Watched): Promise<ChangeWatch>;
  preview(scope: ChangeScope, direction: ChangeDirection): Promise<Result<ChangePreview>>;
  /** Done file by file; one that is no longer what the change made of it is left as it is. */
  apply(scope: ChangeScope, direction: ChangeDirection): Promise<Result<ChangeOutcome>>;
  review(scope: ChangeScope): Promise<Result<{ files: FileChange[]; notCovered: string[] }>>;
  /** Calls of the conversation whose changes are undone now, as `callKey`. */
  undone(conversationId: string): Promise<string[]>;
}

export type { ChangeDirection, ChangeOutcome, ChangePreview, ChangeTarget };
