// Validates `--project`: the folder must exist, since hosts never create it.

import { stat } from 'node:fs/promises';
import type { StartConversation } from '../app.ts';

/** Returns why a folder cannot be the project, or null if it can. */
export async function projectFolderProblem(path: string): Promise<string | null> {
  try {
    const stats = await stat(path);
    return stats.isDirectory() ? null : `${path} is not a folder. Nothing was started; use --project with a folder.`;
  } catch (error) {
    const denied = (error as NodeJS.ErrnoException).code === 'EACCES';
    return denied
      ? `You do not have permission to read the project folder ${path}. Nothing was started.`
      : `The project folder ${path} does not exist. Nothing was started; check --project.`;
  }
}

/** Which conversation to open on start. */
export function initialConversation(options: { resume: string | null; continue: boolean }): StartConversation | null {
  if (options.resume !== null) return { named: options.resume };
  return options.continue ? 'latest' : null;
}
