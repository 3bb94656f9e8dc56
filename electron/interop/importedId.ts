// Ids of what is imported: made of what the program calls it, so that a second import finds the first.

import { createHash } from 'node:crypto';
import { encodeRandomId } from '../../shared/core/ids.ts';
import type { ImportProgram } from '../../shared/features/import/otherApps.ts';

/** For the same names the same 26 letters, safe as a name of a file. `name` empty: the conversation itself. */
export function importedId(program: ImportProgram, session: string, name = ''): string {
  const mark = createHash('sha256')
    .update(JSON.stringify([program, session, name]))
    .digest();
  return encodeRandomId(mark.subarray(0, 17));
}
