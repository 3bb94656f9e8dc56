// Imports of other apps' conversations from a window. An owner (a connection) has one selection at a time: paths that
// the user picked in the host's dialog, or uploaded files.

import type { Result } from '../../../shared/core/errors.ts';
import type { ImportFindings } from '../../../shared/features/import/methods.ts';

interface ImportPiece {
  /** Starts a new selection. */
  first: boolean;
  path: string;
  bytes: Uint8Array;
  offset: number;
}

export interface ImportWatch {
  signal: AbortSignal;
  onProgress(done: { files: number; conversations: number }): void;
  onStored?(conversationId: string): void;
}

export interface HistoryImports {
  pick(owner: string, what: 'files' | 'folder'): Promise<{ supported: boolean; chosen: boolean }>;
  /** Files that the user opened with the app, by the host's key. */
  takeOpened(owner: string, key: string): Promise<Result<void>>;
  upload(owner: string, piece: ImportPiece): Promise<Result<void>>;
  preview(owner: string, watch: ImportWatch): Promise<Result<ImportFindings>>;
  /** `only` null means all. CANCELLED: finished ones stay. */
  run(owner: string, only: readonly string[] | null, watch: ImportWatch): Promise<Result<ImportFindings>>;
  drop(owner: string): Promise<void>;
}

/** A folder for uploaded files; removed by `discard`, or at the next start after a crash. */
export interface UploadFolder {
  add(piece: Pick<ImportPiece, 'path' | 'bytes' | 'offset'>): Promise<Result<void>>;
  /** Its top-level entries. */
  paths(): Promise<string[]>;
  nameOf(path: string): string;
  discard(): Promise<void>;
}
