// A session that was found, and what a look at the ends of its file says of it: a list of thousands is to be there at once.

import type { InPlaceProgram } from '../../../shared/inPlace.ts';

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

/** What the ends of a file say. Null: it is none that a person talked in, such as that of a sub-agent. */
export type SessionFacts = Pick<FoundSession, 'title' | 'folder'> | null;

/** The beginning and the end of a file, each perhaps cut within a line. */
export interface FileEnds {
  path: string;
  head: string;
  tail: string;
}

/** Lines of one end that are whole objects, read as they are asked for. */
export function* objectsIn(text: string): Generator<Record<string, unknown>> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + 1;
    if (!line.startsWith('{')) continue;
    try {
      yield JSON.parse(line) as Record<string, unknown>;
    } catch {
      // Cut, or damaged: whoever reads it whole names it.
    }
  }
}
