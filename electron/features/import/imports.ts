// Other programs' conversations on their way in from a window. Whoever brings them (`owner`: a connection) has one choice at a time:
// paths that the person picked in the host's own dialog, or files that were uploaded.

import type { Result } from '../../../shared/core/errors.ts';
import type { ImportFindings } from '../../../shared/features/import/methods.ts';

interface ImportPiece {
  /** It begins a new choice. */
  first: boolean;
  path: string;
  bytes: Uint8Array;
  offset: number;
}

export interface ImportWatch {
  signal: AbortSignal;
  onProgress(done: { files: number; conversations: number }): void;
  /** One came in, or got what its source has more. */
  onStored?(conversationId: string): void;
}

export interface HistoryImports {
  pick(owner: string, what: 'files' | 'folder'): Promise<{ supported: boolean; chosen: boolean }>;
  upload(owner: string, piece: ImportPiece): Promise<Result<void>>;
  preview(owner: string, watch: ImportWatch): Promise<Result<ImportFindings>>;
  /** `only` null: all. CANCELLED: what had come in stays. */
  run(owner: string, only: readonly string[] | null, watch: ImportWatch): Promise<Result<ImportFindings>>;
  /** What was chosen, and nothing of an upload stays. */
  drop(owner: string): Promise<void>;
}

/** A folder of files that came as bytes; it goes with `discard`, or with the next start after a crash. */
export interface UploadFolder {
  add(piece: Pick<ImportPiece, 'path' | 'bytes' | 'offset'>): Promise<Result<void>>;
  /** What lies at the top of it. */
  paths(): Promise<string[]>;
  /** The path that a file was uploaded with. */
  nameOf(path: string): string;
  discard(): Promise<void>;
}
