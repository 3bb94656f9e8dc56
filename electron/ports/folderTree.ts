// The port to a person's folder, for file changes made by calls: its content, what differs now, and restoring it. Links are
// not followed, `.git` and the app's own data are never touched, and nothing here throws unless it says so.

import type { Sentence, UserText } from '../../shared/core/sentence.ts';
import type { FileChange } from '../../shared/features/undo/methods.ts';

/** What stands at a path. `mode`: the permission bits. Owner, times and extended attributes are not part of it. */
export type EntryState =
  | { kind: 'file'; hash: string; bytes: number; mode: number }
  /** `target`: what the link says. */
  | { kind: 'link'; target: string }
  | { kind: 'folder'; mode: number };

export function sameState(one: EntryState | null, other: EntryState | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target;
  if (one.kind === 'folder') return other.kind === 'folder' && sameMode(one.mode, other.mode);
  return other.kind === 'file' && one.hash === other.hash && sameMode(one.mode, other.mode);
}

/** Windows knows no more of a mode than whether a file may be written. */
function sameMode(one: number, other: number): boolean {
  return process.platform === 'win32' ? (one & 0o200) === (other & 0o200) : one === other;
}

/** Paths are relative to the folder, with `/` between names; null: nothing is there. */
export interface EntryChange {
  path: string;
  before: EntryState | null;
  after: EntryState | null;
}

/** Keeps the bytes of files by their SHA-256. Both may throw what the disk throws; `keep` also `ContentChanged`. */
export interface ContentKeeper {
  has(hash: string): boolean;
  /** A function gives the content anew each time that it is called. */
  keep(hash: string, content: Buffer | (() => AsyncIterable<Buffer>)): Promise<void>;
}

/** Thrown by `keep` when what came is not what its hash says: the file was written meanwhile. */
export class ContentChangedError extends Error {
  override name = 'ContentChanged';
}

/** Thrown by `keep` for what is never stored: bytes that hold a secret of the app's. */
export class SecretContentError extends Error {
  override name = 'NotKept';
}

/** Of a kept content; throws when it is gone or damaged, at its end at the latest. */
export type ReadContent = (hash: string) => AsyncIterable<Buffer>;

/** What is not covered, and why. */
export type LeftOut =
  | { path: string; why: 'ignored' }
  | { path: string; why: 'large' | 'special' | 'unreadable' | 'secret'; signature: string };

/** What a folder held at a moment. */
export interface TreeSnapshot {
  /** The folder without links. */
  root: string;
  entries: ReadonlyMap<string, EntryState>;
  /** What git ignores was left out, because all of it would have been too much. */
  ignoring: boolean;
  leftOut: readonly LeftOut[];
}

export interface ChangeScan {
  changes: EntryChange[];
  /** Sentences. */
  notCovered: UserText[];
}

export interface RestoreStep {
  path: string;
  /** What has to be there now; anything else is a conflict. */
  from: EntryState | null;
  to: EntryState | null;
}

export interface FolderTree {
  /** The folder without links; null: it is not there. */
  rootOf(folder: string): Promise<string | null>;
  /** The content of every file is given to `keeper`. A sentence: why there is none, as a sentence. Throws what `keeper` throws. */
  snapshot(folder: string, keeper: ContentKeeper): Promise<TreeSnapshot | Sentence>;
  /** What is different now. The content of what changed is given to `keeper`. Throws what `keeper` throws. */
  compare(before: TreeSnapshot, keeper: ContentKeeper): Promise<ChangeScan>;
  /**
   * The path that a call names, and the folders that would be made for it, relative to the folder. A sentence: why it is not
   * covered. `root` is the folder without links.
   */
  resolve(folder: string, path: string): Promise<{ root: string; paths: string[] } | Sentence>;
  /** What stands at each of the paths; undefined: it cannot be known. Throws what `keeper` throws. */
  look(
    root: string,
    paths: readonly string[],
    keeper: ContentKeeper,
  ): Promise<Map<string, EntryState | undefined | null>>;
  /**
   * Those of the paths at which something was changed after `moment` (milliseconds since 1970), by the times that the system
   * keeps; of a path where nothing stands by those of the folder above it. What cannot be looked at is among them.
   */
  changedAfter(root: string, paths: readonly string[], moment: number): Promise<Set<string>>;
  /** Why steps could not be done now, by path. Those that are done already are in `done`. Changes nothing. */
  check(
    folder: string,
    steps: readonly RestoreStep[],
  ): Promise<{ conflicts: Map<string, UserText>; done: Set<string> }>;
  /** Each file is old or new at every moment, never a mix. Done again after a crash, it goes on. */
  restore(
    folder: string,
    steps: readonly RestoreStep[],
    read: ReadContent,
  ): Promise<{ done: string[]; already: string[]; skipped: { path: string; reason: UserText }[] }>;
  /** A change as people see it. `before` and `after` are of one path, or `from` is where it was. */
  describe(change: EntryChange & { from?: string }, read: ReadContent, options: { diff: boolean }): Promise<FileChange>;
}
