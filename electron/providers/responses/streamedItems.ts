// Assembles streamed output items. Servers vary: an item may arrive whole, in pieces, or only when done; its index may
// be missing or always the same. Keeps items verbatim.

import { isTooDeep, objectOrNull, stringOrEmpty } from '../http/replyReader.ts';
import type { Item } from './replayed.ts';

export interface StreamedItem {
  index: number;
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
  let storedLength = 0;
  let more = false;
  let sorted: StreamedItem[] | null = null;

  const open = (index: number): StreamedItem => {
    // Beyond the limit, text is still read, into a single item.
    const isMore = list.length >= maxItems;
    more ||= isMore;
    const lastItem = isMore && list.length > maxItems ? list.at(-1) : undefined;
    const item = lastItem ?? newItem(isMore ? Number.POSITIVE_INFINITY : index);
    if (!lastItem) list.push(item);
    if (!isMore) current.set(index, item);
    sorted = null;
    return item;
  };
  const next = (): number => list.reduce((max, { index: place }) => Math.max(max, place), -1) + 1;
  const placeOf = (event: Item): number | null => {
    const { output_index: at } = event;
    return typeof at === 'number' && Number.isInteger(at) && at >= 0 ? at : null;
  };
  const itemById = (event: Item): StreamedItem | undefined =>
    byId.get(stringOrEmpty(event.item_id) || stringOrEmpty(objectOrNull(event.item)?.id) || '-');

  return {
    of(event) {
      const index = placeOf(event);
      const existing = index === null ? (itemById(event) ?? list.at(-1)) : current.get(index);
      return existing ?? open(index ?? next());
    },
    take(event, item, done) {
      const index = placeOf(event);
      let existing = index === null ? itemById(event) : current.get(index);
      // All items have the same index: a new one starts after one is done.
      if (existing?.done && !done && isOther(existing.item, item)) existing = undefined;
      existing ??= open(index ?? next());
      const deep = isTooDeep(item);
      if (deep) more = true;
      else storedLength += JSON.stringify(item).length;
      existing.item = deep || storedLength > maxKept ? stub(item) : item;
      existing.done ||= done;
      if (stringOrEmpty(item.id) !== '' && !more) byId.set(stringOrEmpty(item.id), existing);
      return existing;
    },
    has: (index) => current.has(index),
    all() {
      sorted ??= [...list].sort((one, other) => one.index - other.index);
      return sorted;
    },
    whole: () => !more && storedLength <= maxKept,
  };
}

function newItem(index: number): StreamedItem {
  return { index, item: null, text: '', thought: '', thoughtIn: null, arguments: '', done: false };
}

function isOther(one: Item | null, other: Item): boolean {
  return one?.type !== other.type || (one?.id !== other.id && one?.call_id !== other.call_id);
}

/** The minimum to keep of an item that is too large. */
function stub({ type, id, call_id, name }: Item): Item {
  return { type, id, call_id, name };
}
