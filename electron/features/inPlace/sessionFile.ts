// A session and the facts from the ends of its file, so that thousands can be listed quickly.

import type { InPlaceProgram } from '../../../shared/features/inPlace/inPlace.ts';

export interface SessionFile {
  /** Derived from app and path, so that a file is one conversation whatever it contains. */
  conversationId: string;
  program: InPlaceProgram;
  /** Its file or database. */
  path: string;
  /** Its ID in the database; null for a file. */
  session: string | null;
  /** The app's own ID of it; null if unknown. */
  sessionId: string | null;
  title: string;
  /** Where it worked; null if unknown. */
  folder: string | null;
  updatedAt: string;
  /** File size; null in a database. */
  bytes: number | null;
  /** Changes with the session. */
  stamp: string;
}

/** For longer files, the end is read first. */
const longBytes = 8 * 1024 * 1024;

export function isLongSession({ bytes }: SessionFile): boolean {
  return bytes !== null && bytes > longBytes;
}
