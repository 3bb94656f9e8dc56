// A numbered stream of events: each gets the next number, without gaps, and reaches every listener in that order.

export interface Feed<E> {
  readonly seq: number;
  publish(event: E): void;
  subscribe(listener: (seq: number, event: E) => void): () => void;
}

export function createFeed<E>(): Feed<E> {
  const listeners = new Set<(seq: number, event: E) => void>();
  let seq = 0;
  return {
    get seq() {
      return seq;
    },
    publish(event) {
      seq += 1;
      for (const listener of listeners) listener(seq, event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
