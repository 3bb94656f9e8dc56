// Reads session facts from the ends of a file, so that a list of thousands is available at once.

/** Facts from the ends of a file. Null: not a user's session, but for example a sub-agent's. `session`: its
 * id, if its name does not have it. */
export type SessionFacts = { title: string; folder: string | null; session?: string } | null;

/** Start and end of a file, each possibly cut within a line. */
export interface FileEnds {
  path: string;
  head: string;
  tail: string;
}

/** Lazily parses complete lines that are objects. */
export function* objectsIn(text: string): Generator<Record<string, unknown>> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + 1;
    if (!line.startsWith('{')) continue;
    try {
      yield JSON.parse(line) as Record<string, unknown>;
    } catch {
      // Truncated or malformed; a full read will report it.
    }
  }
}
