// What is written and not sent yet, and what is to go with it. The window's own copy wins over the host's; the host's is
// brought up to date 400 ms after the last key and at once when the window loses the person. Until the host has it, the
// window keeps it through a reload; a new chat's draft it keeps always.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AttachmentRef } from '../../shared/contract/browseResources.ts';
import type { Memory } from './memory.ts';

export interface DraftsState {
  texts: Record<string, string>;
  attachments: Record<string, AttachmentRef[]>;
}

export interface Drafts {
  /** By conversation; the new chat's under the empty string. What is absent is as the host has it. */
  store: StoreApi<DraftsState>;
  /** Brings back what the host did not get before the page was closed. */
  open(conversationId: string): void;
  write(conversationId: string | null, text: string): void;
  /** What goes with the draft, whoever has it. */
  attachmentsOf(conversationId: string | null): readonly AttachmentRef[];
  /** Saved at once. */
  attach(conversationId: string | null, attachments: readonly AttachmentRef[]): void;
  /** Empties the composer while the draft is on its way, of attachments only when they go too; nothing is forgotten yet. */
  take(conversationId: string | null, withAttachments?: boolean): void;
  /** The draft has arrived: the stored one is brought up to date. */
  sent(conversationId: string | null): void;
  /** Saves now what is waiting to be saved. */
  flush(): void;
}

export interface DraftsDeps {
  memory: Memory;
  /** The draft as the host has it. */
  stored?(conversationId: string): { text: string; attachments: readonly AttachmentRef[] };
  /** True once the host has it. `attachments` undefined: they stay as they are. */
  save(conversationId: string, text: string, attachments: AttachmentRef[] | undefined): Promise<boolean>;
  later(ms: number, callback: () => void): () => void;
}

const pause = 400;
const keptAttachments = 'draft.attachments';

function nameOf(conversationId: string | null): string {
  return conversationId === null ? 'draft' : `draft.${conversationId}`;
}

export function createDrafts({ memory, save, later, stored }: DraftsDeps): Drafts {
  const store = createStore<DraftsState>(() => ({
    texts: { '': memory.get('draft') ?? '' },
    attachments: { '': readRefs(memory.get(keptAttachments)) },
  }));
  let waiting: { conversationId: string; cancel: () => void } | null = null;

  const textOf = (conversationId: string): string =>
    store.getState().texts[conversationId] ?? stored?.(conversationId).text ?? '';

  function attachmentsOf(conversationId: string | null): readonly AttachmentRef[] {
    const own = store.getState().attachments[conversationId ?? ''];
    return own ?? (conversationId === null ? [] : (stored?.(conversationId).attachments ?? []));
  }

  function set(conversationId: string | null, text: string): void {
    store.setState(({ texts }) => ({ texts: { ...texts, [conversationId ?? '']: text } }));
  }

  function setAttachments(conversationId: string | null, list: readonly AttachmentRef[]): void {
    store.setState(({ attachments }) => ({ attachments: { ...attachments, [conversationId ?? '']: [...list] } }));
  }

  function keepAttachments(): void {
    const list = attachmentsOf(null);
    memory.set(keptAttachments, list.length === 0 ? null : JSON.stringify(list));
  }

  function cancel(): void {
    waiting?.cancel();
    waiting = null;
  }

  async function sendToHost(conversationId: string): Promise<void> {
    const text = textOf(conversationId);
    const name = nameOf(conversationId);
    const saved = await save(conversationId, text, store.getState().attachments[conversationId]);
    if (saved && memory.get(name) === text) memory.set(name, null);
  }

  function flush(): void {
    if (!waiting) return;
    const { conversationId } = waiting;
    cancel();
    void sendToHost(conversationId);
  }

  return {
    store,
    attachmentsOf,
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
    attach(conversationId, list) {
      setAttachments(conversationId, list);
      if (conversationId === null) return keepAttachments();
      if (waiting?.conversationId === conversationId) cancel();
      void sendToHost(conversationId);
    },
    take(conversationId, withAttachments = false) {
      if (waiting?.conversationId === conversationId) cancel();
      set(conversationId, '');
      if (withAttachments) setAttachments(conversationId, []);
    },
    sent(conversationId) {
      const text = textOf(conversationId ?? '');
      memory.set(nameOf(conversationId), text === '' ? null : text);
      if (conversationId === null) return keepAttachments();
      cancel();
      void sendToHost(conversationId);
    },
    flush,
  };
}

function readRefs(text: string | null): AttachmentRef[] {
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? (list as AttachmentRef[]) : [];
  } catch {
    return [];
  }
}
