// Parses a command line like run_command, with the files on this disk that its words name.

import { createPathScope } from '../../electron/tools/paths/pathScope.ts';
import { createCommandReader } from '../../electron/tools/shell/commandFacts.ts';
import { withPaths } from '../../electron/tools/shell/commandPaths.ts';
import type { CommandFacts } from '../../shared/permission/permission.ts';

const read = createCommandReader('linux');
const scope = createPathScope({ protectedFolders: [] });

/** `folder`: the working directory. */
export async function placedCommand(text: string, folder: string): Promise<CommandFacts> {
  return withPaths(await read(text), folder, scope);
}
