// Which ids a log has, and a number for each, for a look at all of a very large one: sixteen to twenty-four bytes for each, whatever
// the ids are. Two ids are taken for one when 64 bits of them agree, which among ten million happens once in three hundred
// thousand logs.

/** A Map is one, too. */
export interface IdNumbers {
  has(id: string): boolean;
  get(id: string): number | undefined;
  /** Once for each id; `number` has 32 bits. */
  set(id: string, number: number): unknown;
}

/** Each grows by itself, so that never much is held twice. */
const parts = 64;
const firstPlaces = 32;
/** Of the places, so many in use before there are more. */
const fullness = 0.75;
const growth = 1.5;
/** The two halves of an id's hash, and its number. */
const width = 3;

export function createIdNumbers(): IdNumbers {
  /** Where both halves are 0 is a free place. The upper bits of an id's hash say in which part it stands. */
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

  /** Where the hash stands, or would. */
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

/** Every bit of it depends on every bit of `value`. */
function mixed(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
