// Unsent drafts with their attachments. The window's copy overrides the host's, which is saved 400 ms after the last
// key and immediately on blur. Until then, the window keeps it across reloads; it always keeps a new chat's draft.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import type { Memory } from '../memory.ts';

interface DraftsState {
  texts: Record<string, string>;
  attachments: Record<string, AttachmentRef[]>;
}

export interface Drafts {
  /** By conversation; the new chat under the empty string. Absent: as on the host. */
  store: StoreApi<DraftsState>;
  /** Restores what was not saved before the page closed. */
  open(conversationId: string): void;
  /** The host's draft of an opened conversation. Used only if the window has none. */
  note(conversationId: string, stored: StoredDraft): void;
  /** False if the attachments of its draft are unknown, here and from the host. */
  knows(conversationId: string): boolean;
  /** The draft text of any conversation, local or from the host. */
  textOf(conversationId: string | null): string;
  write(conversationId: string | null, text: string): void;
  /** The draft's attachments, local or from the host. */
  attachmentsOf(conversationId: string | null): readonly AttachmentRef[];
  /** Saved immediately. */
  attach(conversationId: string | null, attachments: readonly AttachmentRef[]): void;
  /** Clears the composer while the draft is being sent, including attachments if they are sent, too; keeps a copy. */
  take(conversationId: string | null, withAttachments?: boolean): void;
  /** The draft was sent: updates the stored one. */
  sent(conversationId: string | null): void;
  /** Saves pending changes now. */
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
  /** Resolves to true once saved. Undefined values stay unchanged on the host. */
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
  /** The host's drafts when last seen; needed when an upload finishes for another conversation. */
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
    // Do not overwrite what the window has no copy of.
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
      const saved = memory.get(nameOf(conversationId));
      if (saved === null || conversationId in store.getState().texts) return;
      set(conversationId, saved);
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
