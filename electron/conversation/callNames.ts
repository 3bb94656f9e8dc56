// Ids and names of calls as they are sent. Ids are unique over the request (Anthropic: "`tool_use` ids must be unique"), at
// most 40 characters (OpenAI: "Expected a string with maximum length 40") of those that every provider takes (Anthropic:
// "String should match pattern '^[a-zA-Z0-9_-]+$'"), and do not end with `_`. They are given in the order of the log, so that
// an id never changes when the conversation grows.

const maxIdLength = 40;

export interface CallIds {
  /** The id of the next call, from its plain one. */
  name(plain: string): string;
  isTaken(id: string): boolean;
  /** The number that a further call of this plain id would try first. */
  nextOf(plain: string): number | undefined;
}

/** For one request, or for what goes on behind `before`, which stays as it is. */
export function createCallIds(before?: CallIds): CallIds {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  const isTaken = (id: string): boolean => taken.has(id) || before?.isTaken(id) === true;
  const nextOf = (plain: string): number | undefined => next.get(plain) ?? before?.nextOf(plain);
  return {
    isTaken,
    nextOf,
    name(plain) {
      let name = plain;
      if (isTaken(plain)) {
        let n = nextOf(plain) ?? 2;
        for (; isTaken(name); n++) name = `${plain.slice(0, maxIdLength - 1 - String(n).length)}_${n}`;
        next.set(plain, n);
      }
      taken.add(name);
      return name;
    },
  };
}

/** A stored id in the letters and the length that every provider takes; nearly always it is one already. */
export function plainCallId(stored: string): string {
  return (
    stored
      .replace(/[^a-zA-Z0-9_-]/g, '_')
      .slice(0, maxIdLength)
      .replace(/_+$/, '') || 'call'
  );
}

/** OpenAI: a function's name matches ^[a-zA-Z0-9_-]{1,64}$, in the history too. */
export function callName(stored: string): string {
  return stored.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}
