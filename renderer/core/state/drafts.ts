// What is written and not sent yet, and what is to go with it. The window's own copy wins over the host's; the host's is
// brought up to date 400 ms after the last key and at once when the window loses the person. Until the host has it, the
// window keeps it through a reload; a new chat's draft it keeps always.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { Memory } from '../memory.ts';

interface DraftsState {
  texts: Record<string, string>;
  attachments: Record<string, AttachmentRef[]>;
}

export interface Drafts {
  /** By conversation; the new chat's under the empty string. What is absent is as the host has it. */
  store: StoreApi<DraftsState>;
  /** Brings back what the host did not get before the page was closed. */
  open(conversationId: string): void;
  /** What the host has for a conversation that was opened. It shows where the window has nothing of its own. */
  note(conversationId: string, stored: StoredDraft): void;
  /** False: nothing is known of what goes with its draft, neither here nor from the host. */
  knows(conversationId: string): boolean;
  /** What is written, whoever has it, also of a conversation that is not the one shown. */
  textOf(conversationId: string | null): string;
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
  /** The conversation was deleted. */
  forget(conversationId: string): void;
}

interface StoredDraft {
  text: string;
  attachments: readonly AttachmentRef[];
}

export interface DraftsDeps {
  memory: Memory;
  /** True once the host has it. What is undefined stays as the host has it. */
  save(conversationId: string, text: string | undefined, attachments: AttachmentRef[] | undefined): Promise<boolean>;
  later(ms: number, callback: () => void): () => void;
}

const pause = 400;
const keptAttachments = 'draft.attachments';

function nameOf(conversationId: string | null): string {
  return conversationId === null ? 'draft' : `draft.${conversationId}`;
}

export function createDrafts({ memory, save, later }: DraftsDeps): Drafts {
  const store = createStore<DraftsState>(() => ({
    texts: { '': memory.get('draft') ?? '' },
    attachments: { '': readRefs(memory.get(keptAttachments)) },
  }));
  /** As the host had it when the conversation was last seen: kept, since a file may arrive when another one is shown. */
  const stored = new Map<string, StoredDraft>();
  let waiting: { conversationId: string; cancel: () => void } | null = null;

  const textOf = (conversationId: string | null): string =>
    store.getState().texts[conversationId ?? ''] ?? stored.get(conversationId ?? '')?.text ?? '';

  function attachmentsOf(conversationId: string | null): readonly AttachmentRef[] {
    const own = store.getState().attachments[conversationId ?? ''];
    return own ?? stored.get(conversationId ?? '')?.attachments ?? [];
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
    const { texts, attachments } = store.getState();
    // What the window has no copy of is not its own to replace.
    const text = texts[conversationId];
    const name = nameOf(conversationId);
    const saved = await save(conversationId, text, attachments[conversationId]);
    if (saved && text !== undefined && memory.get(name) === text) memory.set(name, null);
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
    textOf,
    note: (conversationId, draft) => void stored.set(conversationId, draft),
    knows: (conversationId) => stored.has(conversationId) || conversationId in store.getState().attachments,
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
      const text = textOf(conversationId);
      memory.set(nameOf(conversationId), text === '' ? null : text);
      if (conversationId === null) return keepAttachments();
      if (waiting?.conversationId === conversationId) cancel();
      void sendToHost(conversationId);
    },
    flush,
    forget(conversationId) {
      if (waiting?.conversationId === conversationId) cancel();
      stored.delete(conversationId);
      memory.set(nameOf(conversationId), null);
      store.setState(({ texts, attachments }) => ({
        texts: without(texts, conversationId),
        attachments: without(attachments, conversationId),
      }));
    },
  };
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _gone, ...rest } = record;
  return rest;
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
