// The current conversation: its live end as a snapshot with events, and pages of earlier messages as needed. After a
// lost connection, fetches a new snapshot and reloads the visible messages.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { applyEvent } from '../../../shared/conversation/applyEvent.ts';
import type { ConversationEvent, ConversationState, RunEnd } from '../../../shared/conversation/event.ts';
import type { ErrorInfo, Message } from '../../../shared/conversation/message.ts';
import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';
import type { Schedule } from './frames.ts';
import {
  type MessageWindow,
  maxTail,
  type Pages,
  pagesAfterLoad,
  pagesAround,
  pagesAtEnd,
  trimTail,
  type VisibleRange,
  visibleWindow,
  withEarlierPage,
  withLaterPage,
  withTrimmedMessages,
  withUpdatedMessage,
} from './messagePages.ts';
import { createSyncedState, type SyncedState } from './syncedState.ts';

export interface ConversationView {
  /** Null: a new chat not yet known to the host. */
  id: string | null;
  /** The live end: `messages` are the last of the branch, without paged ones. */
  state: ConversationState | null;
  /** Earlier messages, while the user reads there. */
  pages: Pages | null;
  /** The transcript's content: the live end with pages, or pages alone. */
  messageWindow: MessageWindow;
  error: AppError | null;
  loadingEarlier: boolean;
  loadingLater: boolean;
  /** The last run's error, unless a message has it. */
  runError: ErrorInfo | null;
  /** How the last observed run ended; null while one is active. */
  runEnd: RunEnd | null;
}

export interface ConversationStore {
  store: StoreApi<ConversationView>;
  /** `reading`: the position to restore; falls back to the end. */
  show(id: string | null, reading?: ReadingPosition | null): void;
  reload(): Promise<void>;
  /** Loads the page before the first visible message. */
  loadEarlier(): Promise<void>;
  /** Loads the page after the last visible message, unless it is the end. */
  loadLater(): Promise<void>;
  /**
   * Shows the part of the current branch around the message, in one request. MESSAGE_NOT_FOUND from the host; CANCELLED
   * if superseded.
   */
  goTo(messageId: string): Promise<Result<object>>;
  /** Shows the end. */
  goToEnd(): void;
  /** Reports the visible range, so that distant messages can be dropped, but none after `above`. Does not re-render. */
  noteSeen(visibleRange: VisibleRange, place: Pick<ReadingPosition, 'key' | 'inset'> | null, above?: string): void;
  /** The last reading position; null: at the end, or unknown. */
  lastPlace(): ReadingPosition | null;
}

/** The row at the top of the view, its hidden height in pixels, and the first visible message. */
export interface ReadingPosition {
  key: string;
  inset: number;
  record: string;
}

const firstTail = 200;
const noMessages: Message[] = [];
const emptyWindow: MessageWindow = { messages: noMessages, hasEarlier: false, hasLater: false };

/** `isUsed`: whether another part of the window follows the conversation. */
export function createConversationStore(
  connection: Connection,
  schedule: Schedule,
  isUsed: (conversationId: string) => boolean = () => false,
): ConversationStore {
  const empty: ConversationView = {
    id: null,
    state: null,
    pages: null,
    messageWindow: emptyWindow,
    error: null,
    loadingEarlier: false,
    loadingLater: false,
    runError: null,
    runEnd: null,
  };
  const store = createStore<ConversationView>(() => empty);
  let synced: SyncedState<ConversationState, ConversationEvent> | null = null;
  let visibleRange: VisibleRange = null;
  let place: ReadingPosition | null = null;
  /** Messages around the position to restore, if a new conversation's snapshot lacks them. */
  let begun: MessageWindow | null = null;
  /** Cut from the live end since the last publish. */
  let cut: Message[] = [];
  /** Identifies the latest navigation; drops answers to earlier ones. */
  let placeNumber = 0;

  connection.onEvent((event) => {
    if (event.conversationId !== null && event.conversationId === store.getState().id) {
      synced?.receive(event.seq, event.event);
      if (event.event.type === 'branch.changed') void synced?.load();
    }
  });
  // A deleted conversation that reappears was restored: continue with a new snapshot.
  connection.onEvent(({ conversationId, event }) => {
    const { id, state } = store.getState();
    if (conversationId !== null || event.type !== 'conversation.listed') return;
    if (event.row.id === id && state?.removed) void synced?.load();
  });
  connection.onOpen(() => void synced?.load());

  /** The only place that assembles the visible list; keeps the same array while equal. */
  function put(change: Partial<ConversationView>): void {
    const before = store.getState();
    const { state, pages } = { ...before, ...change };
    const same = state?.messages === before.state?.messages && pages === before.pages;
    const shown = state ? visibleWindow(state, pages) : emptyWindow;
    const isSameWindow =
      same && shown.hasEarlier === before.messageWindow.hasEarlier && shown.hasLater === before.messageWindow.hasLater;
    store.setState({ ...change, messageWindow: isSameWindow ? before.messageWindow : shown });
  }

  function follow(conversationId: string): SyncedState<ConversationState, ConversationEvent> {
    /** Set when the next published state is a new snapshot. */
    let fresh = false;
    const mine = createSyncedState<ConversationState, ConversationEvent>({
      load: async () => {
        const messageCount = store.getState().state?.messages.length ?? 0;
        const tail = Math.min(maxTail, Math.max(firstTail, messageCount));
        const answer = await connection.call('conversation.open', { conversationId, tail });
        fresh ||= answer.ok;
        if (answer.ok && place && synced === mine && !store.getState().state)
          await begin(answer.value, place.record, () => synced === mine);
        return answer;
      },
      apply: (state, seq, event) => {
        if (synced === mine && seq > state.seq) note(state, event);
        const next = trimTail(applyEvent(state, seq, event));
        if (synced === mine) cut.push(...next.dropped);
        return next.tail;
      },
      publish: (state) => {
        if (synced !== mine) return;
        const before = store.getState();
        const dropped = cut;
        cut = [];
        if (!fresh || !before.state) {
          fresh = false;
          const opened = begun && pagesAround(state, begun);
          begun = null;
          const pages = before.state ? withTrimmedMessages(before.state, before.pages, dropped, visibleRange) : opened;
          return put({ state, pages, error: null });
        }
        fresh = false;
        put({ state, pages: pagesAfterLoad(state, before.state, before.pages, visibleRange), error: null });
        void readAnew();
      },
      // While disconnected, keeps the old state; reloads on reconnection.
      failed: (error) => {
        if (synced === mine && error.code !== 'CONNECTION_CLOSED') store.setState({ error });
      },
      schedule,
    });
    return mine;
  }

  /** Restores the reading position, even far from the end. */
  async function begin(
    { conversationId, messages }: ConversationState,
    messageId: string,
    isShown: () => boolean,
  ): Promise<void> {
    if (messages.some(({ id }) => id === messageId)) return;
    const answer = await connection.call('conversation.around', { conversationId, messageId });
    if (!isShown()) return;
    if (answer.ok) begun = answer.value;
    else place = null;
  }

  /**
   * A run that could not store its error reports it only in its last event; also removes forgotten messages from the
   * pages.
   */
  function note(state: ConversationState, event: ConversationEvent): void {
    if (event.type === 'message.replaced') {
      const { pages } = store.getState();
      if (pages) put({ pages: withUpdatedMessage(pages, event.message) });
    }
    if (event.type === 'run.started') store.setState({ runError: null, runEnd: null });
    if (event.type === 'run.ended') store.setState({ runEnd: event.end });
    if (event.type !== 'run.ended' || !event.error) return;
    const last = state.messages.at(-1)?.partType;
    if (last !== 'error' && last !== 'note') store.setState({ runError: event.error });
  }

  /** After a new snapshot, pages may belong to another branch or contain forgotten messages. */
  async function readAnew(): Promise<void> {
    const { pages, state } = store.getState();
    if (!pages || !state) return;
    const anchorId = visibleRange?.first ?? pages.messages.at(-1)?.id;
    if (anchorId === undefined) return void put({ pages: null });
    if (state.messages.some(({ id }) => id === anchorId)) return void put({ pages: null });
    const answer = await around(anchorId);
    if (answer && !answer.ok && answer.error.code === 'MESSAGE_NOT_FOUND') put({ pages: null });
  }

  /** Shows the page around a message. Null if superseded. */
  async function around(messageId: string): Promise<Result<object> | null> {
    const { id } = store.getState();
    if (id === null) return null;
    const number = ++placeNumber;
    // Answers that would reset these are dropped from now on.
    store.setState({ loadingEarlier: false, loadingLater: false });
    const answer = await connection.call('conversation.around', { conversationId: id, messageId });
    const { state, id: now } = store.getState();
    if (number !== placeNumber || now !== id || !state) return null;
    if (!answer.ok) return answer;
    put({ pages: pagesAround(state, answer.value), loadingEarlier: false, loadingLater: false });
    return ok({});
  }

  return {
    store,
    show(id, reading = null) {
      const before = store.getState().id;
      if (id === before) return;
      synced?.stop();
      synced = null;
      visibleRange = null;
      place = reading;
      begun = null;
      cut = [];
      placeNumber++;
      store.setState({ ...empty, id });
      if (before !== null && !isUsed(before)) void connection.call('conversation.close', { conversationId: before });
      if (id === null) return;
      synced = follow(id);
      void synced.load();
    },
    async reload() {
      store.setState({ error: null });
      await synced?.load();
    },
    async loadEarlier() {
      const { id, messageWindow, loadingEarlier } = store.getState();
      const before = messageWindow.messages[0]?.id;
      if (id === null || before === undefined || !messageWindow.hasEarlier || loadingEarlier) return;
      store.setState({ loadingEarlier: true });
      const number = placeNumber;
      const answer = await connection.call('conversation.earlier', { conversationId: id, before });
      if (number !== placeNumber) return;
      const { state, pages, messageWindow: now } = store.getState();
      if (!answer.ok || !state || now.messages[0]?.id !== before) return store.setState({ loadingEarlier: false });
      put({ loadingEarlier: false, pages: withEarlierPage(state, pages, answer.value, visibleRange) });
    },
    async loadLater() {
      const { id, messageWindow, loadingLater } = store.getState();
      const after = messageWindow.messages.at(-1)?.id;
      if (id === null || after === undefined || !messageWindow.hasLater || loadingLater) return;
      store.setState({ loadingLater: true });
      const number = placeNumber;
      const answer = await connection.call('conversation.later', { conversationId: id, after });
      if (number !== placeNumber) return;
      const { state, pages } = store.getState();
      if (!answer.ok || !state || pages?.messages.at(-1)?.id !== after) return store.setState({ loadingLater: false });
      put({ loadingLater: false, pages: withLaterPage(state, pages, answer.value, visibleRange) });
    },
    async goTo(messageId) {
      const { messageWindow, state } = store.getState();
      const has = (messages: readonly Message[] | undefined): boolean =>
        messages?.some(({ id }) => id === messageId) ?? false;
      if (has(messageWindow.messages)) return ok({});
      if (has(state?.messages)) {
        placeNumber++;
        put({ pages: null, loadingEarlier: false, loadingLater: false });
        return ok({});
      }
      return (await around(messageId)) ?? fail('CANCELLED', '');
    },
    goToEnd() {
      visibleRange = null;
      const { pages } = store.getState();
      if (!pages || pages.joined) return;
      placeNumber++;
      put({ pages: null, loadingEarlier: false, loadingLater: false });
    },
    lastPlace: () => place,
    noteSeen(now, at, above) {
      visibleRange = now;
      place = now === null || at === null ? null : { ...at, record: now.first };
      const { pages } = store.getState();
      if (now !== null) return;
      const endPages = pagesAtEnd(pages, above);
      if (endPages !== pages) put({ pages: endPages });
    },
  };
}
