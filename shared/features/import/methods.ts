// Conversations of other programs, brought in from the window. What is brought in was chosen by the person in a dialog of the host
// or came as bytes: a window names no paths of this machine. What was chosen belongs to the connection, until it ends or chooses
// again.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { id, method, type Nothing, nothing } from '../../protocol/method.ts';
import type { ImportProgram } from './otherApps.ts';

/** Bytes of one piece of an upload: as base64 it fits into a frame of the contract. */
export const importPieceBytes = 1024 * 1024;
/** Of all files that are uploaded together. */
export const maxImportBytes = 4 * 1024 * 1024 * 1024;
export const maxImportFiles = 20_000;
/** Conversations and problems that an answer has; of the others only how many there are. */
export const maxImportRows = 5000;
export const maxImportProblems = 500;

export type ImportState = 'new' | 'grown' | 'known' | 'failed';

/** One conversation, with those that its agents had. */
export interface ImportRow {
  conversationId: string;
  program: ImportProgram;
  /** Of somebody else. */
  title: string;
  /** Where it worked, as its file says; null: nowhere, or it does not say. */
  folder: string | null;
  messages: number;
  agents: number;
  /** `new`: it comes in, or came; `grown`: it was here, and its source has more; `failed`: a problem says why. */
  state: ImportState;
  /** Messages that come in, or came. */
  added: number;
}

interface ImportProblem {
  /** As the person knows the file. */
  file: string;
  line: number | null;
  message: UserTextData;
}

export interface ImportFindings {
  rows: ImportRow[];
  /** Of all conversations, also those that have no row. */
  counts: Record<ImportState, number>;
  problems: ImportProblem[];
  moreProblems: number;
  /** Files in which there were conversations. */
  files: number;
}

/** So far; `watch`: as the caller named it. */
export type ImportEvent = { type: 'import.progress'; watch: string; files: number; conversations: number };

const watch = z.string().max(100);

export const importMethods = {
  /** Asks the person with the system's dialog. `supported` false: this host has none; `chosen` false: they chose nothing. */
  'import.pick': method<{ supported: boolean; chosen: boolean }>()(
    'none',
    z.object({ what: z.enum(['files', 'folder']) }),
  ),
  /**
   * A piece of a file. `first` begins a new choice with it. `path`: relative, as the person knows it, with `/`; `offset`: bytes of
   * the file before it. PARAMS_INVALID: it does not fit behind those before it, or is no path; REQUEST_TOO_LARGE.
   */
  'import.upload': method<Nothing>()(
    'none',
    z.object({
      first: z.boolean(),
      path: z.string().min(1).max(1000),
      base64: z.string().max(2_000_000),
      offset: z.number().int().min(0),
    }),
  ),
  /** What would come in; nothing is stored. CANCELLED: the caller gave it up. */
  'import.preview': method<ImportFindings>()('none', z.object({ watch })),
  /** `only`: of the rows, by their ids; null: all. CANCELLED: what had come in stays. */
  'import.run': method<ImportFindings>()('none', z.object({ watch, only: z.array(id).max(maxImportRows).nullable() })),
  /** What was chosen is let go of; nothing of an upload stays. */
  'import.drop': method<Nothing>()('none', nothing),
} as const;
