// Reads a command line as run_command does, with what its words name on this disk.

import { createPathScope } from '../../electron/tools/paths/pathScope.ts';
import { createCommandReader } from '../../electron/tools/shell/commandFacts.ts';
import { withPlaces } from '../../electron/tools/shell/commandPaths.ts';
import type { CommandFacts } from '../../shared/permission/permission.ts';

const read = createCommandReader('linux');
const scope = createPathScope({ protectedFolders: [] });

/** `folder`: where it would run. */
export async function placedCommand(text: string, folder: string): Promise<CommandFacts> {
  return withPlaces(await read(text), folder, scope);
}
