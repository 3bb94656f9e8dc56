// Base for formats whose file is a JSON array of conversations, or a single one.

import type { Sentence } from '../../../shared/core/sentence.ts';
import type { ImportProgram } from '../../../shared/features/import/otherApps.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { History, HistoryFile, HistoryFormat, HistoryProblem } from '../history.ts';
import { type JsonItem, jsonItems } from './jsonItems.ts';
import type { Slice } from './readJson.ts';
import { type TopKeys, topKeys } from './topKeys.ts';

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

export function itemFormat({ program, recognises, toHistory }: ItemFormat): HistoryFormat {
  return {
    program,
    recognises: (head) => recognises(topKeys(head)),
    async *read(file, signal) {
      const slice = createTimeSlice(undefined, signal);
      for await (const { item, problem } of jsonItems(file, signal)) {
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
