// Conversations of other programs: in from their files, and out to them.

import { randomUUID } from 'node:crypto';
import { ok, type Result } from '../../shared/errors.ts';
import type { WriterProgram } from '../../shared/programs.ts';
import type { ConversationStore } from '../ports/store.ts';
import { givenHistory } from './export/givenHistory.ts';
import { historyFormats, writerOf } from './formats.ts';
import type { WrittenFile } from './history.ts';
import { type ImportOptions, type ImportReport, importPaths } from './import/importer.ts';

export interface Interop {
  /** From files and folders. CANCELLED when the signal aborts: what came in by then stays. */
  importPaths(paths: readonly string[], options: ImportOptions): Promise<Result<ImportReport>>;
  /** The open branch as the files of another program, under a new id; nothing is written. */
  write(conversationId: string, program: WriterProgram, signal: AbortSignal): Promise<Result<WrittenFile[]>>;
}

export function createInterop({ store, version }: { store: ConversationStore; version: string }): Interop {
  return {
    importPaths: (paths, options) => importPaths(store, historyFormats, paths, options),
    async write(conversationId, program, signal) {
      const given = await givenHistory(store, conversationId, { version, newId: () => randomUUID(), signal });
      return given.ok ? ok(await writerOf(program).write(given.value)) : given;
    },
  };
}
