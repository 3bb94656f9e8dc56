// Remembers what was worked out of one object alone. A run builds a request at each of its turns, and nearly all records in
// it were in the one before: their words, their tokens and that they may be sent need not be worked out again. The store
// gives the same record object each time, so that the object itself is the key, and what is remembered goes with it.

export interface Memo {
  /**
   * `make`, which works each object out once. It is a function that is declared once (a closure made for each call would
   * never be found again) and looks at nothing but the object; nobody changes the object or what was made of it.
   */
  by<K extends object, V>(make: (key: K) => V): (key: K) => V;
}

/** Works everything out each time. What is sent is the same with this one and with one that remembers. */
export const noMemo: Memo = { by: (make) => make };

/** Remembers as long as the objects are there. */
export function createMemo(): Memo {
  return memoIn(() => new WeakMap());
}

/** For one piece of work over very many objects: it keeps them, and ends with the work. Many weak keys burden the collector. */
export function createShortMemo(): Memo {
  return memoIn(() => new Map());
}

interface Place<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

function memoIn(createPlace: <K extends object, V>() => Place<K, V>): Memo {
  const remembered = new WeakMap<object, unknown>();
  return {
    by<K extends object, V>(make: (key: K) => V): (key: K) => V {
      const known = remembered.get(make) as ((key: K) => V) | undefined;
      if (known) return known;
      const made = remembering(make, createPlace<K, V>());
      remembered.set(make, made);
      return made;
    },
  };
}

function remembering<K extends object, V>(make: (key: K) => V, made: Place<K, V>): (key: K) => V {
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
