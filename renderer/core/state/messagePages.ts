// The loaded messages of the current branch: the live end, and pages before it while the user reads there. Pure. Drops
// messages far from the view, so that memory is bounded by `maxRecords`, or by the visible ones if there are more (a
// fold of thousands of calls).

import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { Message } from '../../../shared/conversation/message.ts';

/** A stretch of the branch, oldest first, excluding the live end. */
export interface Pages {
  messages: Message[];
  hasEarlier: boolean;
  /** The live end follows directly; otherwise there is a gap, and the end is hidden. */
  joined: boolean;
}

/** The first and last visible message. Null: at the end. */
export type VisibleRange = { first: string; last: string } | null;

export interface MessageWindow {
  messages: Message[];
  hasEarlier: boolean;
  hasLater: boolean;
}

type Tail = Pick<ConversationState, 'messages' | 'hasEarlier'>;

/** Maximum messages in pages and in the live end; together `maxRecords`. */
const maxPaged = 600;
export const maxTail = 400;
/** @internal */
export const maxRecords = maxPaged + maxTail;
/** Kept on each side of the visible range. */
const margin = 200;
/** Kept of the live end when it is cut. */
const keptTail = 200;
/** An active turn is only cut beyond this. */
const maxOfTurn = 2000;

export function visibleWindow(tail: Tail, pages: Pages | null): MessageWindow {
  if (!pages) return { messages: tail.messages, hasEarlier: tail.hasEarlier, hasLater: false };
  const { messages, hasEarlier, joined } = pages;
  return { messages: joined ? [...messages, ...tail.messages] : messages, hasEarlier, hasLater: !joined };
}

/** `page` precedes the visible messages. */
export function withEarlierPage(
  tail: Tail,
  pages: Pages | null,
  page: { messages: readonly Message[]; hasEarlier: boolean },
  visibleRange: VisibleRange,
): Pages {
  const loaded = pages?.messages ?? [];
  const before = withoutKnown(page.messages, [...loaded, ...tail.messages]);
  const grown = { messages: [...before, ...loaded], hasEarlier: page.hasEarlier, joined: pages?.joined ?? true };
  return cutAfter(grown, visibleRange);
}

/** `page` follows the pages, which are not joined to the live end. */
export function withLaterPage(
  tail: Tail,
  pages: Pages,
  page: { messages: readonly Message[]; hasLater: boolean },
  visibleRange: VisibleRange,
): Pages {
  const end = new Set(tail.messages.map(({ id }) => id));
  const meets = page.messages.some(({ id }) => end.has(id)) || !page.hasLater;
  const added = withoutKnown(page.messages, pages.messages).filter(({ id }) => !end.has(id));
  return cutBefore({ ...pages, messages: [...pages.messages, ...added], joined: meets }, visibleRange);
}

/** Initial pages after a jump. */
export function pagesAround(tail: Tail, page: MessageWindow): Pages {
  const end = new Set(tail.messages.map(({ id }) => id));
  const messages = page.messages.filter(({ id }) => !end.has(id));
  const joined = !page.hasLater || messages.length < page.messages.length;
  return { messages, hasEarlier: page.hasEarlier, joined };
}

/** Pages after a new snapshot: keeps those whose position is certain. */
export function pagesAfterLoad(
  tail: Tail,
  before: Tail,
  pages: Pages | null,
  visibleRange: VisibleRange,
): Pages | null {
  if (visibleRange === null && !pages) return null;
  const messageWindow = visibleWindow(before, pages);
  const first = tail.messages[0]?.id;
  const meets = messageWindow.messages.findIndex(({ id }) => id === first);
  if (meets === 0) return null;
  if (meets > 0)
    return { messages: messageWindow.messages.slice(0, meets), hasEarlier: messageWindow.hasEarlier, joined: true };
  if (visibleRange === null) return null;
  return cutBoth(
    { messages: messageWindow.messages, hasEarlier: messageWindow.hasEarlier, joined: false },
    visibleRange,
  );
}

/** Trims the live end, finished turns first. */
export function trimTail<T extends Tail>(tail: T): { tail: T; dropped: Message[] } {
  const at = cutPlace(tail.messages);
  if (at === 0) return { tail, dropped: [] };
  const trimmedTail = { ...tail, messages: tail.messages.slice(at), hasEarlier: true };
  return { tail: trimmedTail, dropped: tail.messages.slice(0, at) };
}

/** Moves messages cut from the live end to the preceding pages while the user reads there. */
export function withTrimmedMessages(
  tail: Tail,
  pages: Pages | null,
  dropped: readonly Message[],
  visibleRange: VisibleRange,
): Pages | null {
  if (dropped.length === 0 || (pages && !pages.joined)) return pages;
  if (visibleRange === null) return null;
  const loaded = pages?.messages ?? [];
  const hasEarlier = pages?.hasEarlier ?? tail.hasEarlier;
  return cutBoth({ messages: [...loaded, ...dropped], hasEarlier, joined: true }, visibleRange);
}

export function withUpdatedMessage(pages: Pages, message: Message): Pages {
  if (!pages.messages.some(({ id }) => id === message.id)) return pages;
  return { ...pages, messages: pages.messages.map((existing) => (existing.id === message.id ? message : existing)) };
}

/**
 * Back at the end, keeps only a short stretch. `above`: the first nearby message; a tall window may show hundreds of
 * one-line calls, which would otherwise be reloaded at once.
 */
export function pagesAtEnd(pages: Pages | null, above?: string): Pages | null {
  if (!pages?.joined || pages.messages.length <= maxPaged) return pages;
  const near = pages.messages.findIndex(({ id }) => id === above);
  const from = Math.min(near < 0 ? pages.messages.length : near, pages.messages.length - margin);
  // In batches instead of with every new row.
  return from <= margin ? pages : { ...pages, messages: pages.messages.slice(from), hasEarlier: true };
}

function withoutKnown(page: readonly Message[], loaded: readonly Message[]): Message[] {
  const ids = new Set(loaded.map(({ id }) => id));
  return page.filter(({ id }) => !ids.has(id));
}

/** Indexes of the visible range in the pages; missing messages come after them. */
function places({ messages }: Pages, visibleRange: NonNullable<VisibleRange>): { first: number; last: number } {
  const end = messages.length - 1;
  const first = messages.findIndex(({ id }) => id === visibleRange.first);
  const last = messages.findIndex(({ id }) => id === visibleRange.last);
  return { first: first < 0 ? end : first, last: last < 0 ? end : last };
}

function cutAfter(pages: Pages, visibleRange: VisibleRange): Pages {
  if (pages.messages.length <= maxPaged || !visibleRange) return pages;
  const to = Math.max(places(pages, visibleRange).last + 1 + margin, maxPaged - margin);
  if (to >= pages.messages.length) return pages;
  return { ...pages, messages: pages.messages.slice(0, to), joined: false };
}

function cutBefore(pages: Pages, visibleRange: VisibleRange): Pages {
  if (pages.messages.length <= maxPaged) return pages;
  const first = visibleRange ? places(pages, visibleRange).first : pages.messages.length;
  const from = Math.min(first - margin, pages.messages.length - (maxPaged - margin));
  return from <= 0 ? pages : { ...pages, messages: pages.messages.slice(from), hasEarlier: true };
}

function cutBoth(pages: Pages, visibleRange: NonNullable<VisibleRange>): Pages {
  const trimmed = cutAfter(pages, visibleRange);
  return cutBefore(trimmed, visibleRange);
}

/** Where to cut the live end; 0: nowhere. Before a turn, or before a reply within a very long active turn. */
function cutPlace(messages: readonly Message[]): number {
  if (messages.length <= maxTail) return 0;
  const latest = messages.length - keptTail;
  const turn = messages.findLastIndex(({ role }, at) => role === 'user' && at <= latest);
  if (turn > 0) return turn;
  if (messages.length <= maxOfTurn) return 0;
  const reply = messages.findLastIndex(({ role }, at) => role === 'assistant' && at <= latest);
  return Math.max(0, reply);
}
