// Remembers what was worked out of one object alone. A run builds a request at each of its turns, and nearly all records in
// it were in the one before: their words, their tokens and that they may be sent need not be worked out again. The store
// gives the same record object each time, so that the object itself is the key, and what is remembered goes with it.

export interface Memo {
  /**
   * What `make` gives for this object, worked out once. `make` is a function that is declared once (a closure made for each
   * call would never be found again) and looks at nothing but the object; nobody changes the object or what was made of it.
   */
  of<K extends object, V>(key: K, make: (key: K) => V): V;
}

/** Works everything out each time. What is sent is the same with this one and with one that remembers. */
export const noMemo: Memo = { of: (key, make) => make(key) };

export function createMemo(): Memo {
  const known = new WeakMap<object, WeakMap<object, unknown>>();

  function madeBy(make: object): WeakMap<object, unknown> {
    const found = known.get(make);
    if (found) return found;
    const empty = new WeakMap<object, unknown>();
    known.set(make, empty);
    return empty;
  }

  return {
    of<K extends object, V>(key: K, make: (key: K) => V): V {
      const made = madeBy(make);
      const found = made.get(key) as V | undefined;
      if (found !== undefined) return found;
      const value = make(key);
      made.set(key, value);
      return value;
    },
  };
}
