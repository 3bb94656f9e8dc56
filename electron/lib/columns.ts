// Compact columns for many values: short texts and numbers, without an object for each.

/**
 * Maps many short texts, mainly ids, to numbers and back. Each takes its bytes plus twenty, a fifth of a string in a
 * map.
 */
export interface TextColumn {
  readonly size: number;
  /** Returns its number, counting from 0. A duplicate gets a new number. */
  push(text: string): number;
  at(number: number): string;
  /** Makes `find` return this number for its text. Returns the previous one, or -1. */
  index(number: number): number;
  /** Reserves space for this many indexed texts. */
  expect(texts: number): void;
  /** -1: not found. */
  find(text: string): number;
  /** Reverses the numbering: the last text becomes 0. Only before any is indexed. */
  reverse(): void;
}

/**
 * Doubles the length and keeps the content. The old array is freed immediately rather than by the garbage collector, so
 * no view of it may be in use.
 */
export function doubleCapacity<T extends Float64Array | Uint32Array | Int32Array | Uint8Array>(column: T): T {
  const memory = (column.buffer as ArrayBuffer).transfer(2 * column.byteLength);
  return new (column.constructor as new (memory: ArrayBuffer) => T)(memory);
}

const firstTexts = 64;
/** Parts of the index; each grows separately, to avoid rehashing very many texts at once. */
const parts = 64;
const partShift = 32 - Math.log2(parts);
const firstPlaces = 4;
/** UTF-8 needs at most this many bytes per UTF-16 unit. */
const maxBytesOfUnit = 3;
/** Prefix of texts that UTF-8 cannot represent, stored as JSON. */
const escaped = '\u0000';

export function createTextColumn(): TextColumn {
  let bytes: Uint8Array = new Uint8Array(32 * firstTexts);
  let used = 0;
  /** Start and length of each text. */
  let starts = new Uint32Array(firstTexts);
  let lengths = new Uint32Array(firstTexts);
  let size = 0;
  /** Numbers + 1 by hash of their text, in the first free slot; 0 is free. The hash's upper bits select the part. */
  const places = Array.from({ length: parts }, () => new Uint32Array(firstPlaces));
  const taken = new Uint32Array(parts);
  const encoder = new TextEncoder();

  /** Appends to the used space; returns the length. */
  function write(text: string): number {
    // A lone surrogate would turn into another character.
    const exact = text.isWellFormed() && !text.startsWith(escaped) ? text : `${escaped}${JSON.stringify(text)}`;
    while (used + exact.length * maxBytesOfUnit > bytes.length) bytes = doubleCapacity(bytes);
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

  /** Returns the slot of the text with this hash in its part, used or free. */
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
      // All texts are distinct.
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
      if (size === starts.length) [starts, lengths] = [doubleCapacity(starts), doubleCapacity(lengths)];
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

/** A growing list of numbers in chunks: growing copies nothing and reserves no extra space. */
export interface NumberColumn {
  /** 0 if never set. */
  at(index: number): number;
  set(index: number, value: number): void;
}

type Piece = Float64Array | Uint32Array | Int32Array | Uint8Array;
const bits = 13;
const inPiece = (1 << bits) - 1;

export function createNumberColumn(kind: new (length: number) => Piece): NumberColumn {
  const pieces: Piece[] = [];
  return {
    at: (index) => pieces[index >> bits]?.[index & inPiece] ?? 0,
    set(index, value) {
      while (pieces.length <= index >> bits) pieces.push(new kind(inPiece + 1));
      (pieces[index >> bits] as Piece)[index & inPiece] = value;
    },
  };
}
