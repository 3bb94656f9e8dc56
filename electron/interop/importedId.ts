// Derives stable ids for imported data from the app's ids, so that importing again finds the existing conversation.

import type { ImportProgram } from '../../shared/features/import/otherApps.ts';
import { deriveRandomId } from '../lib/ids.ts';

/** `name` empty: the conversation itself. */
export function importedId(program: ImportProgram, session: string, name = ''): string {
  return deriveRandomId([program, session, name]);
}
