// What calls changed in files: looking at it, undoing and redoing it.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, id, method } from '../../protocol/method.ts';

/** Which changes of files are meant: those of one call, of a turn (named by the person's message), or all since a message. */
export type ChangeTarget =
  | { type: 'call'; messageId: string; index: number }
  | { type: 'turn'; messageId: string }
  | { type: 'since'; messageId: string };

export type ChangeDirection = 'undo' | 'redo';

export interface FileChange {
  /** Relative to the project's folder, with `/`. */
  path: string;
  /** Where a renamed file was. */
  from?: string;
  kind: 'added' | 'modified' | 'deleted' | 'renamed' | 'mode' | 'link';
  /** Unified diff; absent for what is no text or is too large, and after the first files where there are many. */
  diff?: string;
  /** Lines. Both are absent when they were not counted: it is no text, or too large, or there were too many files. */
  added?: number;
  removed?: number;
  /** Bytes after it; null for what is not there. */
  bytes: number | null;
}

/** What undoing or redoing would do to the files. */
export interface ChangePreview {
  direction: ChangeDirection;
  files: (FileChange & {
    /** Why it cannot be done: the file is no longer what the change made of it. Such a file is left as it is. */
    conflict?: UserTextData;
  })[];
  /** Changes that are not known, as sentences: a command in a folder that is too large, for example. */
  notCovered: UserTextData[];
  /** Set when there is more than can be shown: what is left out, as a sentence. Nothing is left out when it is done. */
  shortened?: UserTextData;
}

/** Everything that a turn or a call changed in files, as one diff from before to after. */
export type ChangeReview = Pick<ChangePreview, 'notCovered' | 'shortened'> & { files: FileChange[] };

export interface ChangeOutcome {
  done: number;
  /** Paths that were left as they are, and why. */
  skipped: { path: string; reason: UserTextData }[];
}

const changeTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), messageId: id, index: z.number().int().min(0).max(10_000) }),
  z.object({ type: z.literal('turn'), messageId: id }),
  z.object({ type: z.literal('since'), messageId: id }),
]);

const changeDirection = z.enum(['undo', 'redo']);

export const changesMethods = {
  /** What undoing or redoing would do now. Changes nothing. */
  'changes.preview': method<ChangePreview>()(
    'none',
    z.object({ conversationId, target: changeTarget, direction: changeDirection }),
  ),
  /** Does it; files with a conflict are left as they are. */
  'changes.apply': method<ChangeOutcome>()(
    'conversation',
    z.object({ conversationId, target: changeTarget, direction: changeDirection }),
  ),
  /** Everything that a turn or a call changed in files, as one diff from before to after. */
  'changes.review': method<ChangeReview>()('none', z.object({ conversationId, target: changeTarget })),
} as const;
