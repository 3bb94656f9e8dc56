// The first file that a command names and that a person is asked about each time: such a command is allowed by itself only. It
// is told by the words of the command, so one that is found while it runs (`cat *`) is not seen.

import { pathsOf } from '../../../shared/permission/commandRefusals.ts';
import type { CommandFacts } from '../../../shared/permission.ts';
import { sensitiveBecause } from '../placeNames.ts';

/** Looked through; a command that names more of them is nothing to be allowed among others. */
const mostNames = 2_000;

export function secretIn(command: CommandFacts): { grave?: string } {
  // Where it begins does not matter to a name.
  const paths = pathsOf({ ...command, parts: [...command.parts, ...(command.launched ?? [])] }, '');
  for (const path of paths.slice(0, mostNames)) {
    const why = sensitiveBecause(path, 'read') ?? sensitiveBecause(path, 'write');
    if (why !== null) return { grave: `It names ${path.replace(/^\/+/, '/').slice(0, 200)}: ${why}.` };
  }
  return paths.length > mostNames ? { grave: 'It names more than is looked through.' } : {};
}
