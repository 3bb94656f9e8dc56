// The conversations that the window shows: one, or two side by side. Each pane has a session of its own for what belongs to
// its conversation; the rest is shared. Keys, commands, panels and the sidebar act on the focused pane. What only two panes
// need is loaded lazily (renderer/features/sideBySide).

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Beside } from '../../../shared/features/sideBySide/beside.ts';
import type { Session } from './session.ts';

declare module './session.ts' {
  interface Session {
    /** The conversations that the window shows; this session belongs to one of them. */
    panes: Panes;
  }
}

interface PanesView {
  /** In the order in which they were made. */
  shown: readonly Session[];
  focused: Session | null;
  /** The first one is on the right. */
  isReversed: boolean;
  /** Only the focused one fits. */
  isStacked: boolean;
  /** The conversation whose row is being dragged. */
  dragged: string | null;
}

export interface Panes {
  store: StoreApi<PanesView>;
  /** At most two. A closed one stays for the next time. */
  made: readonly Session[];
  /** The focused one. */
  current(): Session;
  /** The pane next to the focused one. */
  other(): Session | null;
  isFocused(session: Session): boolean;
  /** Whether it is on the left, or alone. */
  isLeft(session: Session): boolean;
  /** Ignores a closed one. */
  focus(pane: Session): void;
  /** The user has removed its conversation: closes its side. Returns false if it is the only one. */
  leave(pane: Session): boolean;
  /** Set with the second pane. */
  close: ((pane: Session) => void) | null;
  /** The pane in which to show a conversation: the one that shows it already, else this one, unless it is closed. */
  paneFor(session: Session, conversationId: string): Session;
  /** Whether the user can see it on the page of conversations. */
  shows(conversationId: string): boolean;
  /** The conversation next to the current one. */
  beside(): Beside | null;
  /** Makes a pane; it is not shown yet. */
  add(): Session;
  /** Calls the listener when another conversation is shown or focused, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

const idOf = ({ conversation }: Session): string | null => conversation.store.getState().id;

export function createPanes(make: (panes: Panes) => Session): Panes {
  const store = createStore<PanesView>(() => ({
    shown: [],
    focused: null,
    isReversed: false,
    isStacked: false,
    dragged: null,
  }));
  const made: Session[] = [];
  const listeners = new Set<() => void>();
  let last = '';
  const changed = (): void => {
    const now = JSON.stringify([idOf(current()), panes.beside()]);
    if (now === last) return;
    last = now;
    for (const listener of listeners) listener();
  };
  // A session that is limited to a part of a conversation has its pane's view.
  const isSame = (one: Session | null, { view }: Session): boolean => one?.view === view;
  const isShown = (session: Session): boolean => store.getState().shown.some((pane) => isSame(pane, session));

  function current(): Session {
    const { focused } = store.getState();
    if (!focused) throw new Error('No pane is shown yet.');
    return focused;
  }

  function other(): Session | null {
    const { shown, focused } = store.getState();
    return shown.find((pane) => pane !== focused) ?? null;
  }

  const panes: Panes = {
    store,
    made,
    current,
    other,
    isFocused: (session) => isSame(store.getState().focused, session),
    isLeft(session) {
      const { shown, isReversed } = store.getState();
      return isSame(shown.at(isReversed ? -1 : 0) ?? null, session);
    },
    focus(pane) {
      const { shown, focused } = store.getState();
      if (pane !== focused && shown.includes(pane)) store.setState({ focused: pane });
    },
    leave(pane) {
      const hasTwo = isShown(pane) && other() !== null;
      if (hasTwo) panes.close?.(pane);
      return hasTwo;
    },
    close: null,
    paneFor(session, conversationId) {
      const showing = store.getState().shown.find((pane) => idOf(pane) === conversationId);
      return showing ?? (made.length === 0 || isShown(session) ? session : current());
    },
    shows(conversationId) {
      const { shown, focused, isStacked } = store.getState();
      return shown.some((pane) => idOf(pane) === conversationId && (pane === focused || !isStacked));
    },
    beside() {
      const pane = other();
      return pane && { conversationId: idOf(pane), side: panes.isLeft(pane) ? 'left' : 'right' };
    },
    add() {
      const pane = make(panes);
      made.push(pane);
      pane.conversation.store.subscribe(({ id }, before) => {
        if (id !== before.id) changed();
      });
      return pane;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const first = panes.add();
  store.setState({ shown: [first], focused: first });
  changed();
  store.subscribe(changed);
  return panes;
}
