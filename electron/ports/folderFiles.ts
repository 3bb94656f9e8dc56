// The port to the project folder's files, for what a person mentions in a message. Read-only, never outside the folder, with
// every symbolic link resolved. Nothing throws: what cannot be read is a sentence.

import type { Result } from '../../shared/core/errors.ts';
import type { PathCompletion } from '../../shared/features/files/mentionMethods.ts';
import type { FilePage } from '../../shared/features/files/methods.ts';

export interface FolderFile {
  kind: 'file' | 'folder';
  /** The bytes of the lines asked for, or the list of a folder, as UTF-8. */
  text: string;
  /** Lines that were read, 1-based and inclusive, where lines were asked for. */
  range: { start: number; end: number } | null;
}

/** The branch may have no commit yet; with a commit alone none is checked out. */
export interface CheckedOut {
  branch?: string;
  commit?: string;
}

export interface FolderFiles {
  /**
   * The characters that begin in the `limit` bytes from `offset`, or from the beginning of `line`, on; of a line that is not
   * there the last one. `path` by the rules of the file tools. Fails with PATH_OUTSIDE_PROJECT, or TOOL_EXEC_FAILED and why:
   * missing (`details.missing`), a folder (`details.folder`), binary (`details.binary`), unreadable.
   */
  page(
    folder: string,
    path: string,
    wish: { line?: number | undefined; offset: number; limit: number },
  ): Promise<Result<FilePage>>;
  /** The absolute path, every link followed, of what is there. Fails as `page` does. */
  place(folder: string, path: string): Promise<Result<string>>;
  /**
   * `path`: relative to `folder`, with `/`. `range`: lines, 1-based; `start` null: from the first, `end` null: to the last;
   * the end is cut at the end of the file. Fails with PATH_OUTSIDE_PROJECT, or TOOL_EXEC_FAILED and why: missing (then with
   * `details.missing`), binary, too large, unreadable, a start behind the end. `namedBy`: where a file names it and no person
   * did, what may hold secrets fails too.
   */
  read(
    folder: string,
    path: string,
    range: { start: number | null; end: number | null } | null,
    namedBy?: 'person' | 'file',
  ): Promise<Result<FolderFile>>;
  /** The first `maxBytes` of a text file, cut between characters; `bytes`: of all of it. Fails as `read` does. */
  beginning(folder: string, path: string, maxBytes: number): Promise<Result<{ text: string; bytes: number }>>;
  /** What git has checked out where the folder is; nothing where that cannot be told. No git is started. */
  checkedOut(folder: string): Promise<CheckedOut>;
  /**
   * Paths that fit what was typed, the best first; what .gitignore leaves out is left out. `complete` false: the folder is
   * still being read, and asking again may give more. `patienceMs`: how long to wait for it; by default only briefly.
   */
  complete(
    folder: string,
    typed: string,
    limit: number,
    patienceMs?: number,
  ): Promise<{ paths: PathCompletion[]; complete: boolean }>;
}
