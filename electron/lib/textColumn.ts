// Many short texts, mainly IDs, mapped to numbers and back: each takes its bytes plus twenty, where a string and a map entry
// take five times that.

export interface TextColumn {
  readonly size: number;
  /** Gives its number: they go up from 0. A text that is there already gets another one. */
  push(text: string): number;
  at(number: number): string;
  /** From now on `find` gives this number for its text. Gives the one that it gave before; -1: none. */
  index(number: number): number;
  /** So many will be indexed: room is made for them once, not again and again. */
  expect(texts: number): void;
  /** -1: there is none. */
  find(text: string): number;
  /** The last one gets the number 0, and so on. Before any is indexed. */
  reverse(): void;
}

/** Twice as long, with the same beginning. What was is gone at once, not when memory is collected: no part of it may be in use. */
export function longer<T extends Float64Array | Uint32Array | Int32Array | Uint8Array>(column: T): T {
  const memory = (column.buffer as ArrayBuffer).transfer(2 * column.byteLength);
  return new (column.constructor as new (memory: ArrayBuffer) => T)(memory);
}

const firstTexts = 64;
/** Of the index; each grows by itself, so that of very many texts not all are gone over at once. */
const parts = 64;
const partShift = 32 - Math.log2(parts);
const firstPlaces = 4;
/** UTF-8 takes no more bytes for a unit of a string. */
const maxBytesOfUnit = 3;
/** What UTF-8 cannot say stands behind it as JSON. */
const escaped = '\u0000';

export function createTextColumn(): TextColumn {
  let bytes: Uint8Array = new Uint8Array(32 * firstTexts);
  let used = 0;
  /** Where each text begins, and how long it is. */
  let starts = new Uint32Array(firstTexts);
  let lengths = new Uint32Array(firstTexts);
  let size = 0;
  /** Numbers + 1 by the hash of their texts, each in the first free place; 0 is free. Its upper bits say in which part. */
  const places = Array.from({ length: parts }, () => new Uint32Array(firstPlaces));
  const taken = new Uint32Array(parts);
  const encoder = new TextEncoder();

  /** Behind what is used; gives how long it is. */
  function write(text: string): number {
    // Half a character would become another one.
    const exact = text.isWellFormed() && !text.startsWith(escaped) ? text : `${escaped}${JSON.stringify(text)}`;
    while (used + exact.length * maxBytesOfUnit > bytes.length) bytes = longer(bytes);
    return encoder.encodeInto(exact, bytes.subarray(used)).written;
  }

  function hashOf(start: number, length: number): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < start + length; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    return (hash ^ (hash >>> 13)) >>> 0;
  }

  function isAt(number: number, start: number, length: number): boolean {
    if (lengths[number] !== length) return false;
    const other = starts[number] as number;
    for (let at = 0; at < length; at++) if (bytes[other + at] !== bytes[start + at]) return false;
    return true;
  }

  /** Where the text with this hash stands in its part, or would. */
  function placeOf(part: Uint32Array, hash: number, start: number, length: number): number {
    const last = part.length - 1;
    for (let place = hash & last; ; place = (place + 1) & last) {
      const there = part[place] as number;
      if (there === 0 || isAt(there - 1, start, length)) return place;
    }
  }

  function grown(before: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
    const part = new Uint32Array(length);
    const last = length - 1;
    for (const there of before) {
      if (there === 0) continue;
      // No two of them are the same text.
      let place = hashOf(starts[there - 1] as number, lengths[there - 1] as number) & last;
      while (part[place] !== 0) place = (place + 1) & last;
      part[place] = there;
    }
    return part;
  }

  return {
    get size() {
      return size;
    },
    push(text) {
      if (size === starts.length) [starts, lengths] = [longer(starts), longer(lengths)];
      const length = write(text);
      starts[size] = used;
      lengths[size] = length;
      used += length;
      return size++;
    },
    expect(texts) {
      let length = firstPlaces;
      while (2 * texts > parts * length) length *= 2;
      for (const [index, part] of places.entries()) if (length > part.length) places[index] = grown(part, length);
    },
    index(number) {
      const [start, length] = [starts[number] as number, lengths[number] as number];
      const hash = hashOf(start, length);
      const index = hash >>> partShift;
      let part = places[index] as Uint32Array<ArrayBuffer>;
      if (4 * ((taken[index] as number) + 1) > 3 * part.length) part = places[index] = grown(part, 2 * part.length);
      const place = placeOf(part, hash, start, length);
      const before = (part[place] as number) - 1;
      if (before < 0) taken[index] = (taken[index] as number) + 1;
      part[place] = number + 1;
      return before;
    },
    at(number) {
      const start = starts[number] as number;
      const exact = Buffer.from(bytes.buffer, start, lengths[number]).toString('utf8');
      return exact.startsWith(escaped) ? (JSON.parse(exact.slice(1)) as string) : exact;
    },
    find(text) {
      const length = write(text);
      const hash = hashOf(used, length);
      const part = places[hash >>> partShift] as Uint32Array;
      return (part[placeOf(part, hash, used, length)] as number) - 1;
    },
    reverse() {
      starts.subarray(0, size).reverse();
      lengths.subarray(0, size).reverse();
    },
  };
}
