// Loads long results: the line has the beginning, a file next to the session the rest.

import { say } from '../../../shared/core/sentence.ts';
import type { HistoryFile, HistoryProblem } from '../history.ts';
import type { Builder } from './builder.ts';
import { originalDataOf } from './originalData.ts';

const maxBytes = 16 * 1024 * 1024;
const maxTotal = 128 * 1024 * 1024;

interface TruncatedResultOptions {
  builder: Builder;
  file: HistoryFile;
  /** Possible names of the session's folder. */
  folders: readonly string[];
  problems: HistoryProblem[];
}

/** Replaces the beginning with the whole text and keeps the former. */
export async function readTruncatedResults({
  builder,
  file,
  folders,
  problems,
}: TruncatedResultOptions): Promise<void> {
  let remaining = maxTotal;
  for (const { record, path, line } of builder.spilled) {
    const name = path.split(/[\\/]/).at(-1) ?? '';
    const fullText = await textOf(file, folders, name, Math.min(maxBytes, remaining));
    if (fullText === null) {
      const message = say`The full output is missing or too large; only its beginning was imported.`;
      problems.push({ file: file.name, line, message });
      continue;
    }
    remaining -= fullText.length;
    const originalData = originalDataOf(record);
    if (originalData)
      record.origin = { ...record.origin, kept: { ...originalData, content: originalData.content ?? record.content } };
    record.content = fullText;
  }
}

async function textOf(
  file: HistoryFile,
  folders: readonly string[],
  name: string,
  max: number,
): Promise<string | null> {
  if (name === '' || name === '.' || name === '..') return null;
  for (const folder of folders) {
    const resultFile = await file.resolve(`${folder}/tool-results/${name}`);
    if (resultFile) return resultFile.text(max);
  }
  return null;
}
