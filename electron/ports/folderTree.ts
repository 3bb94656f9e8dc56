// The port to a user's folder for file changes made by calls: snapshots, comparison and restoring. Does not follow
// links, never touches `.git` or the app's own data, and does not throw unless stated.

import type { Sentence, UserText } from '../../shared/core/sentence.ts';
import type { FileChange } from '../../shared/features/undo/methods.ts';

/** What is at a path. `mode`: the permission bits. Owner, times and extended attributes are not included. */
export type EntryState =
  | { kind: 'file'; hash: string; bytes: number; mode: number }
  /** `target`: the link's text. */
  | { kind: 'link'; target: string }
  | { kind: 'folder'; mode: number };

export function isSameState(one: EntryState | null, other: EntryState | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target;
  if (one.kind === 'folder') return other.kind === 'folder' && sameMode(one.mode, other.mode);
  return other.kind === 'file' && one.hash === other.hash && sameMode(one.mode, other.mode);
}

/** On Windows the mode only says whether a file is writable. */
function sameMode(one: number, other: number): boolean {
  return process.platform === 'win32' ? (one & 0o200) === (other & 0o200) : one === other;
}

/** Paths are relative to the folder, with `/`; null: nothing is there. */
export interface EntryChange {
  path: string;
  before: EntryState | null;
  after: EntryState | null;
}

/** Stores file contents by SHA-256. Both methods may throw disk errors; `keep` also `ContentChanged`. */
export interface ContentKeeper {
  has(hash: string): boolean;
  /** A function must return the content from the start on each call. */
  keep(hash: string, content: Buffer | (() => AsyncIterable<Buffer>)): Promise<void>;
}

/** Thrown by `keep` when the content does not match its hash: the file was written meanwhile. */
export class ContentChangedError extends Error {
  override name = 'ContentChanged';
}

/** Thrown by `keep` for content that is never stored: bytes with one of the app's secrets. */
export class SecretContentError extends Error {
  override name = 'NotKept';
}

/** Reads stored content; throws, at the latest at the end, when it is missing or damaged. */
export type ReadContent = (hash: string) => AsyncIterable<Buffer>;

/** A part that is not covered, and why. */
export type CoverageGap =
  | { path: string; why: 'ignored' }
  | { path: string; why: 'large' | 'special' | 'unreadable' | 'secret'; signature: string };

/** A folder's content at a moment. */
export interface TreeSnapshot {
  /** The folder with links resolved. */
  root: string;
  entries: ReadonlyMap<string, EntryState>;
  /** Git-ignored files were left out because the whole would be too large. */
  ignoring: boolean;
  leftOut: readonly CoverageGap[];
}

export interface ChangeScan {
  changes: EntryChange[];
  /** Sentences. */
  notCovered: UserText[];
}

export interface RestoreStep {
  path: string;
  /** The expected current state; anything else is a conflict. */
  from: EntryState | null;
  to: EntryState | null;
}

export interface FolderTree {
  /** Returns the folder with links resolved; null: it does not exist. */
  rootOf(folder: string): Promise<string | null>;
  /**
   * Passes the content of every file to `keeper`. A returned sentence says why there is no snapshot. Throws what
   * `keeper` throws.
   */
  snapshot(folder: string, keeper: ContentKeeper): Promise<TreeSnapshot | Sentence>;
  /** Returns the differences, passing changed contents to `keeper`. Throws what `keeper` throws. */
  compare(before: TreeSnapshot, keeper: ContentKeeper): Promise<ChangeScan>;
  /**
   * Returns the path that a call names, and the folders that would be created for it, relative to the folder. A
   * returned sentence says why it is not covered. `root` is the folder with links resolved.
   */
  resolve(folder: string, path: string): Promise<{ root: string; paths: string[] } | Sentence>;
  /** Returns the state of each path; undefined: unknown. Throws what `keeper` throws. */
  entriesAt(
    root: string,
    paths: readonly string[],
    keeper: ContentKeeper,
  ): Promise<Map<string, EntryState | undefined | null>>;
  /**
   * Returns the paths changed after `moment` (milliseconds since 1970), by the system's timestamps; for missing paths,
   * by the parent folder's. Includes paths that cannot be checked.
   */
  changedAfter(root: string, paths: readonly string[], moment: number): Promise<Set<string>>;
  /** Returns why steps cannot be done now, by path. Completed ones are in `done`. Changes nothing. */
  check(
    folder: string,
    steps: readonly RestoreStep[],
  ): Promise<{ conflicts: Map<string, UserText>; done: Set<string> }>;
  /** Each file is old or new at any moment, never a mix. Repeating it after a crash continues. */
  restore(
    folder: string,
    steps: readonly RestoreStep[],
    read: ReadContent,
  ): Promise<{ done: string[]; already: string[]; skipped: { path: string; reason: UserText }[] }>;
  /** Describes a change for display. `before` and `after` are of one path, or `from` is the previous one. */
  describe(change: EntryChange & { from?: string }, read: ReadContent, options: { diff: boolean }): Promise<FileChange>;
}
