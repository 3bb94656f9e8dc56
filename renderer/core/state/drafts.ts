// Unsent drafts with their attachments. The window's copy overrides the host's, which is saved 400 ms after the last
// key and immediately on blur. Until then, the window keeps it across reloads; it always keeps a new chat's draft. A saved
// draft follows what other windows write; each window has a new chat of its own. The host stores no secrets, so the window
// keeps the text that it saved for as long as the host has that one.

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
  /** The storage of the new chat has been read. */
  restoreNewChat(): void;
  /** Restores what was not saved before the page closed. */
  open(conversationId: string): void;
  /** Another window saved this draft. If both have changed it, neither text is lost. */
  follow(conversationId: string, theirs: StoredDraft): void;
  /** The host's draft of an opened conversation. Used only if the window has none, or another window has changed it. */
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
  /** Storage for a new chat, which belongs to this window. */
  newChat: Memory;
  /** Resolves to the text as stored; null: not saved. Undefined values stay unchanged on the host. */
  save(
    conversationId: string,
    text: string | undefined,
    attachments: AttachmentRef[] | undefined,
  ): Promise<string | null>;
  later(ms: number, callback: () => void): () => void;
}

const pause = 400;
const keptAttachments = 'draft.attachments';

function nameOf(conversationId: string | null): string {
  return conversationId === null ? 'draft' : `draft.${conversationId}`;
}

export function createDrafts({ memory, newChat, save, later }: DraftsDeps): Drafts {
  const store = createStore<DraftsState>(() => ({
    texts: { '': newChat.get('draft') ?? '' },
    attachments: { '': readRefs(newChat.get(keptAttachments)) },
  }));
  /** The host's drafts when last seen; needed when an upload finishes for another conversation. */
  const stored = new Map<string, StoredDraft>();
  /** Conversations whose draft differs from the last one saved. */
  const unsaved = new Set<string>();
  /** Texts of the window that the host has, as it stores them. */
  const savedAs = new Map<string, string>();
  /** As typed; the host may have it although its reply was lost. */
  const lastSent = new Map<string, string>();
  /** Unsaved drafts whose host copy is about to be seen again. */
  const rejoining = new Set<string>();
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
    newChat.set(keptAttachments, list.length === 0 ? null : JSON.stringify(list));
  }

  function keepText(conversationId: string | null, text: string | null): void {
    const saved = conversationId === null && text === '' ? null : text;
    (conversationId === null ? newChat : memory).set(nameOf(conversationId), saved);
  }

  function write(conversationId: string | null, text: string): void {
    set(conversationId, text);
    keepText(conversationId, text);
    if (conversationId === null) return;
    unsaved.add(conversationId);
    if (waiting && waiting.conversationId !== conversationId) flush();
    cancel();
    waiting = { conversationId, cancel: later(pause, flush) };
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
    unsaved.add(conversationId);
    if (text !== undefined) lastSent.set(conversationId, text);
    const saved = await save(conversationId, text, attachments[conversationId]);
    const now = store.getState();
    const same = now.texts[conversationId] === text && now.attachments[conversationId] === attachments[conversationId];
    if (saved === null) return;
    if (same) unsaved.delete(conversationId);
    if (text === undefined) return;
    savedAs.set(conversationId, saved);
    if (memory.get(name) === text) memory.set(name, null);
  }

  /** The host's draft is shown again; the window's own text stays if it is that draft. */
  function drop(conversationId: string, theirText?: string): void {
    const keepsText = (savedAs.get(conversationId) ?? null) === theirText;
    if (!keepsText) savedAs.delete(conversationId);
    store.setState(({ texts, attachments }) => ({
      texts: keepsText ? texts : without(texts, conversationId),
      attachments: without(attachments, conversationId),
    }));
  }

  /** Keeps both texts, each once. */
  function join(conversationId: string, theirs: string): void {
    const mine = textOf(conversationId);
    if (theirs.trim() === '' || mine.includes(theirs)) return;
    write(conversationId, theirs.includes(mine) ? theirs : `${mine}\n\n${theirs}`);
  }

  function flush(): void {
    if (!waiting) return;
    const { conversationId } = waiting;
    cancel();
    void sendToHost(conversationId);
  }

  return {
    store,
    restoreNewChat() {
      if (textOf(null) === '') set(null, newChat.get('draft') ?? '');
      if (attachmentsOf(null).length === 0) setAttachments(null, readRefs(newChat.get(keptAttachments)));
    },
    attachmentsOf,
    textOf,
    note(conversationId, draft) {
      const before = stored.get(conversationId);
      stored.set(conversationId, draft);
      if (rejoining.delete(conversationId) && unsaved.has(conversationId)) {
        const ours = [before?.text, lastSent.get(conversationId), savedAs.get(conversationId)];
        if (before && !ours.includes(draft.text)) join(conversationId, draft.text);
        if (waiting?.conversationId !== conversationId) void sendToHost(conversationId);
        return;
      }
      const isSame = (savedAs.get(conversationId) ?? draft.text) === draft.text;
      if (!isSame && !unsaved.has(conversationId)) drop(conversationId);
    },
    knows: (conversationId) => stored.has(conversationId) || conversationId in store.getState().attachments,
    open(conversationId) {
      // Whether it changed meanwhile is known when the host's is.
      if (unsaved.has(conversationId)) rejoining.add(conversationId);
      else drop(conversationId, savedAs.get(conversationId));
      const saved = memory.get(nameOf(conversationId));
      if (saved === null || conversationId in store.getState().texts) return;
      set(conversationId, saved);
      void sendToHost(conversationId);
    },
    follow(conversationId, theirs) {
      stored.set(conversationId, theirs);
      if (!unsaved.has(conversationId)) return drop(conversationId, theirs.text);
      // Another window has only changed the attachments.
      if (savedAs.get(conversationId) === theirs.text) return;
      join(conversationId, theirs.text);
    },
    write,
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
      keepText(conversationId, text === '' ? null : text);
      if (conversationId === null) return keepAttachments();
      if (waiting?.conversationId === conversationId) cancel();
      void sendToHost(conversationId);
    },
    flush,
    forget(conversationId) {
      if (waiting?.conversationId === conversationId) cancel();
      stored.delete(conversationId);
      unsaved.delete(conversationId);
      lastSent.delete(conversationId);
      rejoining.delete(conversationId);
      memory.set(nameOf(conversationId), null);
      drop(conversationId);
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
