// Types of the review panel: changed files, their diffs by line, undo of a part, and comments on lines.

import type { UserTextData } from '../../core/sentence.ts';
import type { ChangeTarget, FileChange } from '../undo/methods.ts';

/** Changes to review. `commit`: the working tree against a commit, branch or tag. */
export type ReviewTarget = ChangeTarget | { type: 'conversation' } | { type: 'commit'; commit: string };

export interface ReviewFile extends Omit<FileChange, 'diff'> {
  /** Identifies both contents; changes when the file changes again. */
  version: string;
  /** The user has viewed this version. */
  isViewed: boolean;
  /** Why nothing in it can be undone now: the file no longer matches the change's result. */
  conflict?: UserTextData;
}

export interface ChangedPath extends Pick<FileChange, 'path' | 'from'> {
  kind: 'added' | 'modified' | 'deleted';
}

/** An undo in the review that can be reverted. */
export interface PartialUndo {
  /** The message that informs the model. */
  messageId: string;
  paths: string[];
}

export interface ReviewList {
  files: ReviewFile[];
  notCovered: UserTextData[];
  /** Number of files left out. */
  more: number;
  /** The whole change has been undone, so this is how it was. */
  isUndone: boolean;
  /** The latest one, if its result is still in place. */
  lastUndo: PartialUndo | null;
}

export interface ReviewLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Line numbers, from 1. */
  old?: number;
  new?: number;
  /** Characters left out of a very long line. */
  cut?: number;
  /** The file ends without a line break. */
  noEnd?: true;
}

/** A gap between hunks has no lines. */
export interface ReviewHunk {
  lines: ReviewLine[];
  /** It continues in the next part. */
  isCut?: true;
}

/** How a text file is stored. `encoding` null: unknown. */
export interface TextFormat {
  encoding: string | null;
  isMarked: boolean;
  endings: 'lf' | 'crlf' | 'cr' | 'mixed';
}

export type ReviewDiff = {
  version: string;
  /** Absent for unmarked UTF-8 with line feeds. */
  form?: TextFormat;
} & (
  | {
      type: 'text';
      hunks: ReviewHunk[];
      /** Number of lines in all hunks, and the first line of the next part; null: this was the last. */
      total: number;
      next: number | null;
      /** Why single lines cannot be undone. */
      wholeOnly?: UserTextData;
      /** The texts differ too much to compare line by line. */
      isCoarse: boolean;
    }
  | { type: 'binary'; before: number | null; after: number | null; image: string | null }
  /** Too long to compare without being asked. */
  | { type: 'large'; before: number | null; after: number | null }
  | { type: 'link'; before: string | null; after: string | null }
  /** Only permissions or the name changed. */
  | { type: 'same'; modes: [before: number, after: number] | null }
  | { type: 'unreadable' }
);

/** Line ranges, from 1, ends included. */
export interface LineSelection {
  removed: [from: number, to: number][];
  added: [from: number, to: number][];
}

/** Bounds of a comment: its own text, and the text that it is about. */
export const maxCommentLength = 10_000;
export const maxCommentedLength = 4_000;
export const maxComments = 500;

export type CommentSide = 'old' | 'new';

export interface ReviewComment {
  id: string;
  path: string;
  side: CommentSide;
  /** Line numbers, from 1, ends included. */
  start: number;
  end: number;
  /** The lines as they were when the comment was made. */
  lines: string;
  text: string;
}

/**
 * `moved`: the lines are now at `start` to `end`. `changed`: other lines are in their place. `gone`: the file was deleted.
 * `restored`: the deleted lines are in the file again.
 */
export type CommentState = 'current' | 'moved' | 'changed' | 'gone' | 'restored';

export type CommentWithState = ReviewComment & { state: CommentState };
