// The folder given with `--project` must exist: a host never creates it.

import { stat } from 'node:fs/promises';
import type { StartConversation } from '../app.ts';

/** The sentence that says why a folder cannot be the project, or null when it can. */
export async function projectFolderProblem(path: string): Promise<string | null> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? null : `${path} is not a folder. Nothing was started; use --project with a folder.`;
  } catch (error) {
    const denied = (error as NodeJS.ErrnoException).code === 'EACCES';
    return denied
      ? `You do not have permission to read the project folder ${path}. Nothing was started.`
      : `The project folder ${path} does not exist. Nothing was started; check --project.`;
  }
}

/** Which conversation a host is asked to open when it starts. */
export function startConversation(options: { resume: string | null; continue: boolean }): StartConversation | null {
  if (options.resume !== null) return { named: options.resume };
  return options.continue ? 'latest' : null;
}
