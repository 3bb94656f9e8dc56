// Ids and names of calls in requests. Ids are unique within a request (Anthropic: "`tool_use` ids must be unique"), at
// most 40 characters long (OpenAI: "Expected a string with maximum length 40"), use only characters that every provider
// accepts (Anthropic: "String should match pattern '^[a-zA-Z0-9_-]+$'"), and never end with `_`. They are assigned in
// log order, so they stay the same as the conversation grows.

const maxIdLength = 40;

export interface CallIds {
  /** Returns the id for the next call, based on its plain id. */
  name(plain: string): string;
  isTaken(id: string): boolean;
  /** The suffix that another call with this plain id would try first. */
  nextOf(plain: string): number | undefined;
}

/** For one request, or continuing after `before`, which stays unchanged. */
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

/** Converts a stored id to the characters and length that every provider accepts; nearly always a no-op. */
export function plainCallId(stored: string): string {
  return (
    stored
      .replace(/[^a-zA-Z0-9_-]/g, '_')
      .slice(0, maxIdLength)
      .replace(/_+$/, '') || 'call'
  );
}

/** OpenAI requires function names to match ^[a-zA-Z0-9_-]{1,64}$, in the history too. */
export function callName(stored: string): string {
  return stored.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}
