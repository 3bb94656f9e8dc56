// Every format that is read, and every one that is written. A program is added here and in `shared/programs.ts`.

import type { WriterProgram } from '../../shared/programs.ts';
import type { HistoryFormat, HistoryWriter } from './history.ts';

/** In the order in which a file is held against them. */
export const historyFormats: readonly HistoryFormat[] = [];

const writers: Readonly<Partial<Record<WriterProgram, HistoryWriter>>> = {};

export function writerOf(program: WriterProgram): HistoryWriter {
  return writers[program] as HistoryWriter;
}
