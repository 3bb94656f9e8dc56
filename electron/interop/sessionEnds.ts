// What a look at the ends of a session's file is for: a list of thousands is to be there at once.

/** What the ends of a file say. Null: it is none that a person talked in, such as that of a sub-agent. */
export type SessionFacts = { title: string; folder: string | null } | null;

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
