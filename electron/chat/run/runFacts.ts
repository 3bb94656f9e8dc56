// What each reply of a run keeps about what it was made with: the app's version, and what git has checked out where the project's
// folder is. It is read once, beside the run's first request, and holds no record back for long: a folder that does not answer
// tells nothing.

import type { RunFacts } from '../../../shared/conversation/message.ts';
import type { ChatDeps } from '../chatDeps.ts';

/** Milliseconds: a folder on a network may not answer at all. */
const longestWait = 1000;

export async function runFacts(
  { files, clock, version }: Pick<ChatDeps, 'files' | 'clock' | 'version'>,
  folder: string | null,
): Promise<RunFacts> {
  if (folder === null) return { version };
  const answered = new AbortController();
  const late = clock.wait(longestWait, answered.signal).then(() => ({}));
  const found = await Promise.race([files.checkedOut(folder), late]);
  answered.abort();
  return { version, ...found };
}
