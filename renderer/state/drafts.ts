// What is written and not sent yet. The window's own copy wins over the host's; the host's is brought up to date 400 ms
// after the last key and at once when the window loses the person. Until the host has it, the window keeps it through a
// reload; a new chat's draft it keeps always.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Memory } from './memory.ts';

export interface Drafts {
  /** By conversation; the new chat's under the empty string. What is absent is as the host has it. */
  store: StoreApi<{ texts: Record<string, string> }>;
  /** Brings back what the host did not get before the page was closed. */
  open(conversationId: string): void;
  write(conversationId: string | null, text: string): void;
  /** Empties the composer while the text is on its way; nothing is forgotten yet. Gives back the text. */
  take(conversationId: string | null): void;
  /** The text has arrived: the stored draft is brought up to date. */
  sent(conversationId: string | null): void;
  /** Saves now what is waiting to be saved. */
  flush(): void;
}

export interface DraftsDeps {
  memory: Memory;
  /** True once the host has it. */
  save(conversationId: string, text: string): Promise<boolean>;
  later(ms: number, callback: () => void): () => void;
}

const pause = 400;

function nameOf(conversationId: string | null): string {
  return conversationId === null ? 'draft' : `draft.${conversationId}`;
}

export function createDrafts({ memory, save, later }: DraftsDeps): Drafts {
  const store = createStore<{ texts: Record<string, string> }>(() => ({ texts: { '': memory.get('draft') ?? '' } }));
  let waiting: { conversationId: string; cancel: () => void } | null = null;

  const textOf = (conversationId: string): string => store.getState().texts[conversationId] ?? '';

  function set(conversationId: string | null, text: string): void {
    store.setState(({ texts }) => ({ texts: { ...texts, [conversationId ?? '']: text } }));
  }

  function cancel(): void {
    waiting?.cancel();
    waiting = null;
  }

  async function sendToHost(conversationId: string): Promise<void> {
    const text = textOf(conversationId);
    const name = nameOf(conversationId);
    if ((await save(conversationId, text)) && memory.get(name) === text) memory.set(name, null);
  }

  function flush(): void {
    if (!waiting) return;
    const { conversationId } = waiting;
    cancel();
    void sendToHost(conversationId);
  }

  return {
    store,
    open(conversationId) {
      const kept = memory.get(nameOf(conversationId));
      if (kept === null || conversationId in store.getState().texts) return;
      set(conversationId, kept);
      void sendToHost(conversationId);
    },
    write(conversationId, text) {
      set(conversationId, text);
      memory.set(nameOf(conversationId), conversationId === null && text === '' ? null : text);
      if (conversationId === null) return;
      if (waiting && waiting.conversationId !== conversationId) flush();
      cancel();
      waiting = { conversationId, cancel: later(pause, flush) };
    },
    take(conversationId) {
      if (waiting?.conversationId === conversationId) cancel();
      set(conversationId, '');
    },
    sent(conversationId) {
      const text = textOf(conversationId ?? '');
      memory.set(nameOf(conversationId), text === '' ? null : text);
      if (conversationId === null) return;
      cancel();
      void sendToHost(conversationId);
    },
    flush,
  };
}
