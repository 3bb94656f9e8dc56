// Fetches all attachments and full results in the background, where the user chose to keep them: a little at a time, so that what the user
// writes is uploaded meanwhile.

import { errorSentence, type Result } from '../../../../shared/core/errors.ts';
import type { UserText } from '../../../../shared/core/sentence.ts';
import type { SyncFiles } from '../../../../shared/features/sync/sync.ts';
import { amountOf, fetchFiles, type MissingFile, missingFiles } from './missingFiles.ts';
import type { SyncContext } from './syncContext.ts';

/** Files that are fetched before other work has its turn: so many, or so many bytes and one file. */
const maxTogether = 20;
const bytesTogether = 1_000_000;

interface KeepFilesDeps {
  alone<T>(piece: (context: SyncContext) => Promise<T>): Promise<Result<T>>;
  /** Asked before each part: the choice, and whether anything may be transferred now. */
  mayFetch(): Promise<boolean>;
  /** Null: nothing is being fetched. */
  progress(toFetch: SyncFiles | null): void;
  problem(text: UserText): void;
}

export function createKeepFiles({ alone, mayFetch, progress, problem }: KeepFilesDeps) {
  let isBusy = false;
  let news = 0;
  /** `news` when everything had been fetched, or tried. */
  let doneAt = -1;

  async function fetchAll(): Promise<void> {
    const start = news;
    const missing = await alone(missingFiles);
    if (!missing.ok) return;
    const all = missing.value;
    let { files, bytes } = amountOf(all);
    for (let at = 0; at < all.length; ) {
      if (!(await mayFetch())) return;
      const part = partOf(all, at);
      progress({ files, bytes });
      const done = await alone((context) => fetchFiles(context, part, () => {}));
      if (!done.ok) {
        if (done.error.code !== 'CANCELLED') problem(errorSentence(done.error));
        return;
      }
      if (done.value.reason?.ok === false) problem(errorSentence(done.value.reason.error));
      at += part.length;
      files -= part.length;
      bytes -= amountOf(part).bytes;
    }
    doneAt = start;
  }

  return {
    /** There may be files that were not there before. */
    noteNews(): void {
      news++;
    },
    /** Does nothing while it is in progress, or if there was nothing new since. Never fails: it reports problems, and tries again. */
    async fetch(): Promise<void> {
      if (isBusy || doneAt === news) return;
      isBusy = true;
      try {
        if (await mayFetch()) await fetchAll();
      } finally {
        isBusy = false;
        progress(null);
      }
    },
  };
}

function partOf(files: readonly MissingFile[], from: number): readonly MissingFile[] {
  let bytes = 0;
  let count = 0;
  for (const file of files.slice(from, from + maxTogether)) {
    bytes += file.bytes;
    if (count > 0 && bytes > bytesTogether) break;
    count++;
  }
  return files.slice(from, from + count);
}
