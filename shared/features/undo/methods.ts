// File changes of calls: reviewing, undoing and redoing.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, defineMethod, id } from '../../protocol/method.ts';

/** Selects file changes: of one call, of a turn (named by the user's message), or all since a message. */
export type ChangeTarget =
  | { type: 'call'; messageId: string; index: number }
  | { type: 'turn'; messageId: string }
  | { type: 'since'; messageId: string };

export type ChangeDirection = 'undo' | 'redo';

export interface FileChange {
  /** Relative to the project's folder, with `/`. */
  path: string;
  /** The previous path of a renamed file. */
  from?: string;
  kind: 'added' | 'modified' | 'deleted' | 'renamed' | 'mode' | 'link';
  /** Unified diff; absent for binary or very large files, and after the first files when there are many. */
  diff?: string;
  /** In lines. Both absent if not counted: binary, too large, or too many files. */
  added?: number;
  removed?: number;
  /** Size after the change; null if deleted. */
  bytes: number | null;
}

/** The effect that undoing or redoing would have on the files. */
export interface ChangePreview {
  direction: ChangeDirection;
  files: (FileChange & {
    /** Why it is impossible: the file no longer matches the change's result. Such files are left unchanged. */
    conflict?: UserTextData;
  })[];
  /** Changes that were not recorded, as sentences: for example a command in a very large folder. */
  notCovered: UserTextData[];
  /** Set when the preview is incomplete: what it omits, as a sentence. Applying omits nothing. */
  shortened?: UserTextData;
}

/** All file changes of a turn or call as one diff. */
export type ChangeReview = Pick<ChangePreview, 'notCovered' | 'shortened'> & { files: FileChange[] };

export interface ChangeOutcome {
  done: number;
  /** Paths that were left unchanged, and why. */
  skipped: { path: string; reason: UserTextData }[];
}

export const changeTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), messageId: id, index: z.number().int().min(0).max(10_000) }),
  z.object({ type: z.literal('turn'), messageId: id }),
  z.object({ type: z.literal('since'), messageId: id }),
]);

const changeDirection = z.enum(['undo', 'redo']);

export const changesMethods = {
  /** Returns what undoing or redoing would do now. Changes nothing. */
  'changes.preview': defineMethod<ChangePreview>()(
    'none',
    z.object({ conversationId, target: changeTarget, direction: changeDirection }),
  ),
  /** Undoes or redoes; files with a conflict are left unchanged. */
  'changes.apply': defineMethod<ChangeOutcome>()(
    'conversation',
    z.object({ conversationId, target: changeTarget, direction: changeDirection }),
  ),
  /** Returns all file changes of a turn or call as one diff. */
  'changes.review': defineMethod<ChangeReview>()('none', z.object({ conversationId, target: changeTarget })),
} as const;
