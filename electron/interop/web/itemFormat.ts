// Base for formats whose file is a JSON array of conversations, or a single one.

import type { Sentence } from '../../../shared/core/sentence.ts';
import type { ImportProgram } from '../../../shared/features/import/otherApps.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { History, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { type JsonItem, readJsonItems } from './jsonItems.ts';
import type { Slice } from './readJson.ts';
import { scanTopKeys, type TopKeys } from './topKeys.ts';

export interface ItemContext {
  file: HistoryFile;
  item: JsonItem;
  slice: Slice;
  /** Creates a problem at the line where this conversation starts. */
  problem(message: Sentence): HistoryProblem;
}

export interface ItemFormat {
  program: ImportProgram;
  recognises(head: TopKeys): boolean;
  /** Null for empty conversations. */
  toHistory(value: unknown, context: ItemContext): Promise<History | HistoryProblem | null>;
}

export function createItemFormat({ program, recognises, toHistory }: ItemFormat): HistoryFormat {
  return {
    program,
    recognises: (head) => recognises(scanTopKeys(head)),
    async *read(file, signal) {
      const slice = createTimeSlice(undefined, signal);
      for await (const { item, problem } of readJsonItems(file, signal)) {
        if (problem) {
          yield problem;
          continue;
        }
        const result = await toHistory(item.value, {
          file,
          item,
          slice,
          problem: (message) => ({ file: file.name, line: item.line, message }),
        });
        if (result) yield result;
      }
    },
  };
}
