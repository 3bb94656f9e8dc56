// Assembles streamed output items. Servers vary: an item may arrive whole, in pieces, or only when done; its index may
// be missing or always the same. Keeps items verbatim.

import { isTooDeep, row, text } from '../http/replyReader.ts';
import type { Item } from './replayedItems.ts';

export interface StreamedItem {
  place: number;
  /** Latest complete version; null so far. */
  item: Item | null;
  text: string;
  thought: string;
  /** Which of the two to display: plain thinking or its summary, never both. */
  thoughtIn: 'open' | 'summary' | null;
  arguments: string;
  done: boolean;
}

export interface StreamedItems {
  /** Returns the item that an event refers to. */
  of(event: Item): StreamedItem;
  /** Stores the item from an event that starts or ends it. */
  take(event: Item, item: Item, done: boolean): StreamedItem;
  has(place: number): boolean;
  /** In order. */
  all(): readonly StreamedItem[];
  /** False if there were too many items, or they were too large, to keep. */
  whole(): boolean;
}

/** Maximum total length: an inline image is one long string. */
const maxKept = 4_000_000;
const maxItems = 1000;

export function createStreamedItems(): StreamedItems {
  const list: StreamedItem[] = [];
  const current = new Map<number, StreamedItem>();
  const byId = new Map<string, StreamedItem>();
  let kept = 0;
  let more = false;
  let sorted: StreamedItem[] | null = null;

  const open = (place: number): StreamedItem => {
    // Beyond the limit, text is still read, into a single item.
    const isMore = list.length >= maxItems;
    more ||= isMore;
    const known = isMore && list.length > maxItems ? list.at(-1) : undefined;
    const item = known ?? newItem(isMore ? Number.POSITIVE_INFINITY : place);
    if (!known) list.push(item);
    if (!isMore) current.set(place, item);
    sorted = null;
    return item;
  };
  const next = (): number => list.reduce((most, { place }) => Math.max(most, place), -1) + 1;
  const placeOf = (event: Item): number | null => {
    const { output_index: at } = event;
    return typeof at === 'number' && Number.isInteger(at) && at >= 0 ? at : null;
  };
  const named = (event: Item): StreamedItem | undefined =>
    byId.get(text(event.item_id) || text(row(event.item)?.id) || '-');

  return {
    of(event) {
      const place = placeOf(event);
      const known = place === null ? (named(event) ?? list.at(-1)) : current.get(place);
      return known ?? open(place ?? next());
    },
    take(event, item, done) {
      const place = placeOf(event);
      let known = place === null ? named(event) : current.get(place);
      // All items have the same index: a new one starts after one is done.
      if (known?.done && !done && isOther(known.item, item)) known = undefined;
      known ??= open(place ?? next());
      const deep = isTooDeep(item);
      if (deep) more = true;
      else kept += JSON.stringify(item).length;
      known.item = deep || kept > maxKept ? stub(item) : item;
      known.done ||= done;
      if (text(item.id) !== '' && !more) byId.set(text(item.id), known);
      return known;
    },
    has: (place) => current.has(place),
    all() {
      sorted ??= [...list].sort((one, other) => one.place - other.place);
      return sorted;
    },
    whole: () => !more && kept <= maxKept,
  };
}

function newItem(place: number): StreamedItem {
  return { place, item: null, text: '', thought: '', thoughtIn: null, arguments: '', done: false };
}

function isOther(one: Item | null, other: Item): boolean {
  return one?.type !== other.type || (one?.id !== other.id && one?.call_id !== other.call_id);
}

/** The minimum to keep of an item that is too large. */
function stub({ type, id, call_id, name }: Item): Item {
  return { type, id, call_id, name };
}
