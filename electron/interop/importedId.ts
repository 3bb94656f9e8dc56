// Derives stable ids for imported data from the app's ids, so that importing again finds the existing conversation.

import { createHash } from 'node:crypto';
import { encodeRandomId } from '../../shared/core/ids.ts';
import type { ImportProgram } from '../../shared/features/import/otherApps.ts';

/** 26 letters, deterministic and safe as a file name. `name` empty: the conversation itself. */
export function importedId(program: ImportProgram, session: string, name = ''): string {
  const mark = createHash('sha256')
    .update(JSON.stringify([program, session, name]))
    .digest();
  return encodeRandomId(mark.subarray(0, 17));
}
