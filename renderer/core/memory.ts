// Small key-value storage of the window across starts. Without browser storage, lasts as long as the page.

export interface Memory {
  get(name: string): string | null;
  /** Null removes it. */
  set(name: string, value: string | null): void;
  /** The names of all values. */
  names?(): string[];
  /** Whether a value belongs to this tab all the same. */
  isOfTab?(name: string): boolean;
}

export function createMemory(storage: () => Storage): Memory {
  const values = new Map<string, string>();
  const prefix = 'throughline.';
  const key = (name: string): string => prefix + name;
  return {
    get(name) {
      try {
        return storage().getItem(key(name)) ?? values.get(name) ?? null;
      } catch {
        return values.get(name) ?? null;
      }
    },
    set(name, value) {
      if (value === null) values.delete(name);
      else values.set(name, value);
      try {
        if (value === null) storage().removeItem(key(name));
        else storage().setItem(key(name), value);
      } catch {
        // Storage is full or blocked: use the in-memory copy until the page closes.
      }
    },
    names() {
      try {
        return Object.keys(storage()).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
      } catch {
        return [];
      }
    },
  };
}
