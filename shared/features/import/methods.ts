// Importing other apps' conversations from the window. The user picks files in a host dialog or uploads them: a window
// never names paths of this machine. The selection belongs to the connection, until it ends or picks again.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, id, type Nothing, nothing } from '../../protocol/method.ts';
import type { ImportProgram } from './otherApps.ts';

/** Bytes per upload chunk: its base64 fits into one contract frame. */
export const importPieceBytes = 1024 * 1024;
/** Total bytes of all uploaded files. */
export const maxImportBytes = 4 * 1024 * 1024 * 1024;
export const maxImportFiles = 20_000;
/** Maximum conversations and problems listed in a response; the rest is only counted. */
export const maxImportRows = 5000;
export const maxImportProblems = 500;

export type ImportState = 'new' | 'grown' | 'known' | 'failed';

/** A conversation, including those of its agents. */
export interface ImportRow {
  conversationId: string;
  program: ImportProgram;
  /** Third-party text. */
  title: string;
  /** The folder it worked in, according to its file; null: none or unspecified. */
  folder: string | null;
  messages: number;
  agents: number;
  /** `new`: imported now; `grown`: already imported, and the source has more; `failed`: a problem says why. */
  state: ImportState;
  /** Messages to import, or imported. */
  added: number;
}

interface ImportProblem {
  /** The file as the user knows it. */
  file: string;
  line: number | null;
  message: UserTextData;
}

export interface ImportFindings {
  rows: ImportRow[];
  /** Over all conversations, listed or not. */
  counts: Record<ImportState, number>;
  problems: ImportProblem[];
  moreProblems: number;
  /** Number of files that contain conversations. */
  files: number;
}

/** Progress so far; `watch`: the caller's name for the operation. */
export type ImportEvent = { type: 'import.progress'; watch: string; files: number; conversations: number };

const watch = z.string().max(100);

export const importMethods = {
  /** Shows the system's file dialog. `supported` false: the host has none; `chosen` false: the user canceled. */
  'import.pick': defineMethod<{ supported: boolean; chosen: boolean }>()(
    'none',
    z.object({ what: z.enum(['files', 'folder']) }),
  ),
  /**
   * Selects files that the user opened with the app, such as by a double click. `key`: from the host, works once.
   * PARAMS_INVALID: unknown.
   */
  'import.opened': defineMethod<Nothing>()('none', z.object({ key: id })),
  /**
   * Uploads a chunk of a file. `first` starts a new selection. `path`: relative, as the user knows it, with `/`;
   * `offset`: bytes of the file before the chunk. PARAMS_INVALID: out of sequence, or an invalid path;
   * REQUEST_TOO_LARGE.
   */
  'import.upload': defineMethod<Nothing>()(
    'none',
    z.object({
      first: z.boolean(),
      path: z.string().min(1).max(1000),
      base64: z.string().max(2_000_000),
      offset: z.number().int().min(0),
    }),
  ),
  /** Returns what would be imported; stores nothing. CANCELLED: by the caller. */
  'import.preview': defineMethod<ImportFindings>()('none', z.object({ watch })),
  /** `only`: ids of the rows to import; null: all. CANCELLED: what was imported stays. */
  'import.run': defineMethod<ImportFindings>()(
    'none',
    z.object({ watch, only: z.array(id).max(maxImportRows).nullable() }),
  ),
  /** Discards the selection and any upload. */
  'import.drop': defineMethod<Nothing>()('none', nothing),
} as const;
