// The port to the project folder's files, for mentions in messages. Read-only, never outside the folder, with every
// symbolic link resolved. Never throws: what cannot be read becomes a sentence.

import type { Result } from '../../shared/core/errors.ts';
import type { PathCompletion } from '../../shared/features/files/mentionMethods.ts';
import type { FilePage, FolderListing, TextMatches } from '../../shared/features/files/methods.ts';

export interface FolderFile {
  kind: 'file' | 'folder';
  /** The requested lines, or a folder's listing, as UTF-8. */
  text: string;
  /** The lines that were read, 1-based and inclusive, if lines were requested. */
  range: { start: number; end: number } | null;
}

/** The branch may have no commit yet; a commit without a branch is a detached head. */
export interface GitCheckout {
  branch?: string;
  commit?: string;
}

export interface FolderFiles {
  /**
   * Returns the characters that start within `limit` bytes from `offset`, or from the start of `line` (past the end:
   * the last line). `path` follows the rules of the file tools. Fails with PATH_OUTSIDE_PROJECT, or TOOL_EXEC_FAILED
   * and why: missing (`details.missing`), a folder (`details.folder`), binary (`details.binary`), unreadable.
   */
  page(
    folder: string,
    path: string,
    wish: { line?: number | undefined; offset: number; limit: number },
  ): Promise<Result<FilePage>>;
  /** Returns the entries of a folder, relative to `folder`; empty: the folder itself. Fails as `page` does. */
  list(folder: string, path: string): Promise<Result<FolderListing>>;
  /** Returns lines that contain the text. CANCELLED when `signal` aborts. */
  search(folder: string, wish: { text: string; limit: number; signal: AbortSignal }): Promise<Result<TextMatches>>;
  /** Returns the path of an existing file relative to the folder, by the rules of the file tools; null for anything else. */
  find(folder: string, path: string): Promise<string | null>;
  /** Returns the absolute path of an existing file, as `realPath` does; fails for a folder. */
  realFile(folder: string, path: string): Promise<Result<string>>;
  /** Returns the absolute path with all links resolved. Fails as `page` does. */
  realPath(folder: string, path: string): Promise<Result<string>>;
  /**
   * `path`: relative to `folder`, with `/`. `range`: lines, 1-based; `start` null: from the first, `end` null: to the
   * last; cut at the end of the file. Fails with PATH_OUTSIDE_PROJECT, or TOOL_EXEC_FAILED and why: missing (with
   * `details.missing`), binary, too large, unreadable, or a start past the end. `namedBy`: named by a file rather than
   * the user, so files that may hold secrets fail too.
   */
  read(
    folder: string,
    path: string,
    range: { start: number | null; end: number | null } | null,
    namedBy?: 'person' | 'file',
  ): Promise<Result<FolderFile>>;
  /** Returns the first `maxBytes` of a text file, cut between characters; `bytes`: total size. Fails as `read` does. */
  beginning(folder: string, path: string, maxBytes: number): Promise<Result<{ text: string; bytes: number }>>;
  /** Returns what git has checked out in the folder; empty if unknown. Does not run git. */
  checkedOut(folder: string): Promise<GitCheckout>;
  /**
   * Returns paths that match the typed text, best first, without those excluded by .gitignore. `complete` false: the
   * folder is still being read, and another call may find more. `patienceMs`: how long to wait for it; default:
   * briefly.
   */
  complete(
    folder: string,
    typed: string,
    limit: number,
    patienceMs?: number,
  ): Promise<{ paths: PathCompletion[]; complete: boolean }>;
}
