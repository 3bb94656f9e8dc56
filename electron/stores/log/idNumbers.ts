// A compact map from ID to number for scanning very large logs: 16 to 24 bytes per ID, whatever its length. IDs collide
// if 64 bits of their hash agree; among ten million that happens in one of 300,000 logs.

/** A Map satisfies this too. */
export interface IdNumbers {
  has(id: string): boolean;
  get(id: string): number | undefined;
  /** Call once per ID; `number` has 32 bits. */
  set(id: string, number: number): unknown;
}

/** Parts grow separately, so little is ever held twice. */
const parts = 64;
const firstPlaces = 32;
/** Load factor at which a part grows. */
const fullness = 0.75;
const growth = 1.5;
/** Two halves of an ID's hash, and its number. */
const width = 3;

export function createIdNumbers(): IdNumbers {
  /** Both halves 0 marks a free slot. The hash's upper bits select the part. */
  const places = Array.from({ length: parts }, (): Uint32Array => new Uint32Array(width * firstPlaces));
  const counts = new Uint32Array(parts);
  let high = 0;
  let low = 0;

  function hash(id: string): void {
    let one = 0x811c9dc5;
    let two = 0x9747b28c;
    for (let at = 0; at < id.length; at++) {
      const unit = id.charCodeAt(at);
      one = Math.imul(one ^ unit, 0x01000193);
      two = Math.imul(two ^ unit, 0x5bd1e995);
      two ^= two >>> 15;
    }
    high = mixed(one);
    low = mixed(two);
    if (high === 0 && low === 0) low = 1;
  }

  /** The hash's slot, or where it would go. */
  function find(part: Uint32Array): number {
    const first = width * (low % (part.length / width));
    for (let place = first; ; place = place + width === part.length ? 0 : place + width) {
      const there = part[place] as number;
      const then = part[place + 1] as number;
      if ((there === high && then === low) || (there === 0 && then === 0)) return place;
    }
  }

  function put(part: Uint32Array, number: number): void {
    const place = find(part);
    part[place] = high;
    part[place + 1] = low;
    part[place + 2] = number;
  }

  function grown(before: Uint32Array): Uint32Array {
    const [one, two] = [high, low];
    const part = new Uint32Array(width * Math.ceil((before.length / width) * growth));
    for (let at = 0; at < before.length; at += width) {
      high = before[at] as number;
      low = before[at + 1] as number;
      if (high !== 0 || low !== 0) put(part, before[at + 2] as number);
    }
    [high, low] = [one, two];
    return part;
  }

  function get(id: string): number | undefined {
    hash(id);
    const part = places[high % parts] as Uint32Array;
    const place = find(part);
    return part[place] === 0 && part[place + 1] === 0 ? undefined : part[place + 2];
  }

  return {
    has: (id) => get(id) !== undefined,
    get,
    set(id, number) {
      hash(id);
      const index = high % parts;
      let part = places[index] as Uint32Array;
      if (width * (counts[index] as number) > part.length * fullness) part = places[index] = grown(part);
      put(part, number);
      counts[index] = (counts[index] as number) + 1;
    },
  };
}

/** Every output bit depends on every input bit. */
function mixed(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
