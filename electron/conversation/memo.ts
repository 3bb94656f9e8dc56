// Memoizes values derived from a single object. Each turn of a run builds a request from nearly the same records, so
// their text, tokens and validity need not be recomputed. The store returns the same record objects each time, so the
// object is the key.

export interface Memo {
  /**
   * Returns `make`, memoized per object. `make` must be a stable function (a closure created per call would never be
   * found again) and depend only on the object; neither the object nor the result may be modified.
   */
  by<K extends object, V>(make: (key: K) => V): (key: K) => V;
}

/** Computes everything each time. Requests are the same with or without memoization. */
export const noMemo: Memo = { by: (make) => make };

/** Keeps values as long as their objects. */
export function createMemo(): Memo {
  return memoIn(() => new WeakMap());
}

/**
 * For one task over very many objects: holds them until the task ends, since many weak keys slow the garbage collector.
 */
export function createShortMemo(): Memo {
  return memoIn(() => new Map());
}

interface MemoMap<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

function memoIn(createPlace: <K extends object, V>() => MemoMap<K, V>): Memo {
  const remembered = new WeakMap<object, unknown>();
  return {
    by<K extends object, V>(make: (key: K) => V): (key: K) => V {
      const memoized = remembered.get(make) as ((key: K) => V) | undefined;
      if (memoized) return memoized;
      const made = memoizing(make, createPlace<K, V>());
      remembered.set(make, made);
      return made;
    },
  };
}

function memoizing<K extends object, V>(make: (key: K) => V, made: MemoMap<K, V>): (key: K) => V {
  return (key) => {
    const cached = made.get(key);
    if (cached !== undefined) return cached;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
