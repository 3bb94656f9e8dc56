// Keeps view state keyed by message (expanded items, edits) with its conversation: a view holds that of the conversation it
// shows, because forks have messages of the same ids. Edits are the user's text: they survive reloads until sent or discarded.

import type { Memory } from '../core/memory.ts';
import type { ConversationStore } from '../core/state/conversationStore.ts';
import type { View, ViewStore } from '../core/state/viewStore.ts';

export interface ConversationUiState {
  /** Keeps the state of this pane's view with the conversation it shows. */
  follow(view: ViewStore, conversation: Pick<ConversationStore, 'store'>): void;
  /** The conversation was deleted. */
  forget(conversationId: string): void;
  /** Shows the edits in storage that are not shown yet. */
  restore(): void;
}

type Parts = Pick<View, 'edits' | 'openCalls' | 'openFolds' | 'openParts'>;

interface Pane {
  view: ViewStore;
  shownId(): string | null;
}

interface KeptEdit {
  conversationId: string;
  messageId: string;
  text: string;
}

const storageKey = 'edits';
const noParts: Parts = { edits: {}, openCalls: {}, openFolds: {}, openParts: {} };

export function createConversationUiState(memory: Memory): ConversationUiState {
  const panes: Pane[] = [];
  /** Of conversations that no pane shows. */
  const parked = new Map<string, Parts>();
  /** The edits in storage as this window knows them: another window may have changed them since. */
  let stored = '';

  const paneOf = (id: string, except?: Pane): Pane | undefined =>
    panes.find((pane) => pane !== except && pane.shownId() === id);

  function restore(): void {
    for (const { conversationId, messageId, text } of readEdits(memory.get(storageKey))) {
      const view = paneOf(conversationId)?.view;
      const parts = view?.getState() ?? parked.get(conversationId) ?? noParts;
      const edits = { [messageId]: text, ...parts.edits };
      if (view) view.setState({ edits });
      else parked.set(conversationId, { ...partsOf(parts), edits });
    }
    stored = listed();
  }

  /** All edits; empty: none. */
  function listed(): string {
    const visible = panes.flatMap(({ view, shownId }): [string, Parts][] => {
      const id = shownId();
      return id === null ? [] : [[id, view.getState()]];
    });
    // Visible parts replace those parked before.
    const list = [...new Map([...parked, ...visible])].flatMap(([conversationId, { edits }]) =>
      Object.entries(edits).map(([messageId, text]): KeptEdit => ({ conversationId, messageId, text })),
    );
    return list.length === 0 ? '' : JSON.stringify(list);
  }

  function keep(): void {
    const list = listed();
    if (list === stored) return;
    stored = list;
    memory.set(storageKey, list || null);
  }

  restore();

  return {
    restore,
    follow(view, { store }) {
      const pane: Pane = { view, shownId: () => store.getState().id };
      panes.push(pane);
      store.subscribe(({ id }, before) => {
        if (id === before.id) return;
        // A new chat becomes the conversation that its first message starts.
        const parts = partsOf(view.getState());
        if (before.id !== null) parked.set(before.id, parts);
        const next = id === null ? undefined : (parked.get(id) ?? paneOf(id, pane)?.view.getState());
        if (id !== null) parked.delete(id);
        view.setState(before.id === null ? merged(parts, next) : partsOf(next ?? noParts));
      });
      view.subscribe((now, before) => {
        if (now.edits !== before.edits) keep();
      });
    },
    forget(conversationId) {
      parked.delete(conversationId);
      const view = paneOf(conversationId)?.view;
      if (view) view.setState(noParts);
      else keep();
    },
  };
}

function partsOf({ edits, openCalls, openFolds, openParts }: Parts): Parts {
  return { edits, openCalls, openFolds, openParts };
}

function merged(one: Parts, other: Parts = noParts): Parts {
  return {
    edits: { ...one.edits, ...other.edits },
    openCalls: { ...one.openCalls, ...other.openCalls },
    openFolds: { ...one.openFolds, ...other.openFolds },
    openParts: { ...one.openParts, ...other.openParts },
  };
}

function readEdits(text: string | null): KeptEdit[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? (list as KeptEdit[]) : [];
  } catch {
    return [];
  }
}
