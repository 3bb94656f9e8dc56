// Ties view state keyed by message (expanded items, edits) to its conversation, to delete both together. Edits are the
// user's text: they survive reloads until sent or discarded.

import type { Memory } from '../core/memory.ts';
import type { ConversationStore } from '../core/state/conversationStore.ts';
import type { View, ViewStore } from '../core/state/viewStore.ts';

export interface ConversationUiState {
  /** The conversation was deleted. */
  forget(conversationId: string): void;
}

export interface ConversationUiStateDeps {
  view: ViewStore;
  memory: Memory;
  conversation: Pick<ConversationStore, 'store'>;
}

interface KeptEdit {
  conversationId: string;
  messageId: string;
  text: string;
}

const storageKey = 'edits';
const marks = ['openCalls', 'openFolds', 'openParts'] as const;

export function createConversationUiState({
  view,
  memory,
  conversation,
}: ConversationUiStateDeps): ConversationUiState {
  const owners = {
    edits: new Map<string, string>(),
    openCalls: new Map<string, string>(),
    openFolds: new Map<string, string>(),
    openParts: new Map<string, string>(),
  };
  const edits = readEdits(memory.get(storageKey));
  for (const { messageId, conversationId } of edits) owners.edits.set(messageId, conversationId);
  if (edits.length > 0) {
    view.setState({ edits: Object.fromEntries(edits.map(({ messageId, text }) => [messageId, text])) });
  }

  function own(of: Map<string, string>, now: Record<string, unknown>): void {
    const { id } = conversation.store.getState();
    if (id === null) return;
    for (const key of Object.keys(now)) if (!of.has(key)) of.set(key, id);
  }

  view.subscribe((now, before) => {
    for (const mark of marks) if (now[mark] !== before[mark]) own(owners[mark], now[mark]);
    if (now.edits === before.edits) return;
    own(owners.edits, now.edits);
    const list = Object.entries(now.edits).flatMap(([messageId, text]): KeptEdit[] => {
      const conversationId = owners.edits.get(messageId);
      return conversationId === undefined ? [] : [{ conversationId, messageId, text }];
    });
    memory.set(storageKey, list.length === 0 ? null : JSON.stringify(list));
  });

  return {
    forget(conversationId) {
      const change: Partial<View> = {};
      for (const name of ['edits', ...marks] as const) {
        const of = owners[name];
        const closedKeys = new Set([...of].flatMap(([key, owner]) => (owner === conversationId ? key : [])));
        if (closedKeys.size === 0) continue;
        for (const key of closedKeys) of.delete(key);
        const left = Object.entries(view.getState()[name]).filter(([key]) => !closedKeys.has(key));
        Object.assign(change, { [name]: Object.fromEntries(left) });
      }
      if (Object.keys(change).length > 0) view.setState(change);
    },
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
