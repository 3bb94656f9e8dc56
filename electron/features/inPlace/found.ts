// A session that was found, and what a look at the ends of its file says of it: a list of thousands is to be there at once.

import type { InPlaceProgram } from '../../../shared/features/inPlace/inPlace.ts';

export interface FoundSession {
  /** Made of the program and the place, so that a file is one conversation whatever stands in it. */
  conversationId: string;
  program: InPlaceProgram;
  /** Its file, or the database that it stands in. */
  path: string;
  /** Its id in the database; null: it is a file. */
  session: string | null;
  title: string;
  /** Where it worked; null: it does not say. */
  folder: string | null;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** Of its file; null: it stands in a database. */
  bytes: number | null;
  /** Another one when it has changed. */
  stamp: string;
}

export function newestFirst(a: FoundSession, b: FoundSession): number {
  return b.updatedAt.localeCompare(a.updatedAt);
}

/** Of a longer one the end is read first. */
const longBytes = 8 * 1024 * 1024;

export function isLong({ bytes }: FoundSession): boolean {
  return bytes !== null && bytes > longBytes;
}
