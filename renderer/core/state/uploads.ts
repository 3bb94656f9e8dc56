// Uploads for drafts: sequential and chunked, each with its own progress and error. Finished files become attachments
// of the draft. A new chat has no storage, so its first file creates a hidden conversation, which is deleted again if
// nothing stays attached.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { maxAttachmentBytes, maxAttachments } from '../../../shared/conversation/attachmentLimits.ts';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';
import type { Memory } from '../memory.ts';
import { strings } from '../strings.ts';
import type { Drafts } from './drafts.ts';
import { createNewChatTarget } from './newChatTarget.ts';
import { readAttachment } from './readAttachment.ts';
import { sendFile } from './sendFile.ts';

export interface Upload {
  id: string;
  name: string;
  bytes: number;
  /** Bytes uploaded. */
  done: number;
  /** Why it was not attached. */
  error: string | null;
  /** Retrying may succeed. */
  canRetry: boolean;
}

export interface Uploads {
  /** By conversation; the new chat under the empty string. */
  store: StoreApi<{ uploads: Record<string, Upload[]> }>;
  add(conversationId: string | null, files: readonly File[]): void;
  retry(conversationId: string | null, uploadId: string): void;
  /** Cancels the upload, or dismisses its error. */
  drop(conversationId: string | null, uploadId: string): void;
  /** Removes an attachment from the draft. */
  detach(conversationId: string | null, hash: string): void;
  /** The conversation that stores the draft's files; null: none yet. */
  home(conversationId: string | null): string | null;
  /** Collects the new chat's attachments in one conversation of this project, to send from. Null: there are none. */
  settle(projectId: string | null, attachments: readonly AttachmentRef[]): Promise<Result<string> | null>;
  /** The new chat is being sent: further files go to the conversation being created, which must not be deleted. */
  start(made: Promise<string | null>, attachments: readonly AttachmentRef[]): void;
  /** Another chat is shown while it is being sent: further files are unrelated. */
  leave(): void;
  /** It was sent: files added meanwhile belong to the conversation; with `all`, also pending ones. */
  adopt(conversationId: string, all: boolean): void;
  /** Sending failed: the created conversation remains the new chat's storage. */
  failed(made: Promise<string | null>, conversationId: string | null, projectId: string | null): void;
  /** The conversation was deleted. */
  forget(conversationId: string): void;
}

export interface UploadsDeps {
  call: Connection['call'];
  drafts: Drafts;
  memory: Memory;
  /** The new chat's project. */
  newChatProject(): string | null;
  /** Loads the host's draft of a conversation that the window has not seen. */
  learn(conversationId: string): Promise<Result<void>>;
}

interface Entry {
  file: File;
  controller: AbortController;
  /** Whose draft it belongs to; a new chat may have become a conversation meanwhile. */
  owner: string | null;
  /** The conversation that stores the bytes, once known. */
  home: string | null;
}

export function createUploads({ call, drafts, memory, newChatProject, learn }: UploadsDeps): Uploads {
  const place = createNewChatTarget(memory);
  const store = createStore<{ uploads: Record<string, Upload[]> }>(() => ({ uploads: {} }));
  const files = new Map<string, Entry>();
  /** Where the new chat's files are stored, by hash. */
  const homes = new Map<string, string>();
  let sending: { made: Promise<string | null>; to: string | null; from: string | null } | null = null;
  let queue: Promise<void> = Promise.resolve();
  let count = 0;

  const listOf = (conversationId: string | null): Upload[] => store.getState().uploads[conversationId ?? ''] ?? [];

  function change(conversationId: string | null, make: (list: Upload[]) => Upload[]): void {
    const list = make(listOf(conversationId));
    store.setState(({ uploads }) => ({ uploads: { ...uploads, [conversationId ?? '']: list } }));
  }

  function patch(conversationId: string | null, id: string, fields: Partial<Upload>): void {
    change(conversationId, (list) => list.map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)));
  }

  async function stage(): Promise<Result<string>> {
    const born = await sending?.made;
    if (born) return ok(born);
    const target = place.get();
    if (target) return ok(target.conversationId);
    const projectId = newChatProject();
    const made = await call('conversation.create', { projectId });
    if (!made.ok) return made;
    const { conversationId } = made.value;
    place.set({ conversationId, projectId });
    return ok(conversationId);
  }

  /** Discards everything. */
  function clear(): void {
    if (sending) return;
    const target = place.get();
    place.set(null);
    if (target) void call('conversation.delete', { conversationId: target.conversationId });
  }

  const upload = (home: string, file: File, signal: AbortSignal, onProgress: (done: number) => void) =>
    sendFile({ call, conversationId: home, file, signal, onProgress });

  async function run(id: string): Promise<void> {
    const entry = files.get(id);
    if (!entry) return;
    const { file, controller } = entry;
    const isNew = entry.owner === null;
    const onProgress = (done: number): void => patch(entry.owner, id, { done });
    const bring = async (home: Result<string>): ReturnType<typeof upload> => {
      if (!home.ok) return home;
      entry.home = home.value;
      return upload(home.value, file, controller.signal, onProgress);
    };
    let answer = await bring(entry.owner === null ? await stage() : ok(entry.owner));
    if (isNew && !answer.ok && answer.error.code === 'CONVERSATION_NOT_FOUND') {
      // The new chat's storage is gone.
      place.set(null);
      answer = await bring(await stage());
    }
    // Its draft may have files that the window never saw; keep them.
    if (answer.ok && entry.owner !== null && !drafts.knows(entry.owner)) {
      const learned = await learn(entry.owner);
      if (!learned.ok) answer = learned;
    }
    if (controller.signal.aborted) return;
    if (!answer.ok) {
      const canRetry = !['NOT_SUPPORTED', 'REQUEST_TOO_LARGE'].includes(answer.error.code);
      return patch(entry.owner, id, {
        error: answer.error.message,
        canRetry,
        done: 0,
      });
    }
    const added = answer.value.attachment;
    files.delete(id);
    change(entry.owner, (list) => list.filter((one) => one.id !== id));
    const before = drafts.attachmentsOf(entry.owner);
    if (!added || before.some(({ hash }) => hash === added.hash)) return;
    const { problem: _told, ...ref } = added;
    if (entry.owner === null && entry.home !== null) homes.set(ref.hash, entry.home);
    drafts.attach(entry.owner, [...before, ref]);
  }

  function start(id: string): void {
    queue = queue.then(() => run(id));
  }

  /** The new chat's files stored in this conversation. */
  function filesIn(conversationId: string): AttachmentRef[] {
    const usual = place.get()?.conversationId;
    return drafts.attachmentsOf(null).filter(({ hash }) => (homes.get(hash) ?? usual) === conversationId);
  }

  /** Copies attachments from one conversation to another. */
  async function copy(from: string, to: string, refs: readonly AttachmentRef[]): Promise<Result<void>> {
    for (const { hash, name } of refs) {
      const read = await readAttachment(call, { conversationId: from, hash });
      if (!read.ok) return read;
      const answer = await upload(to, new File([read.value.bytes], name), new AbortController().signal, () => {});
      if (!answer.ok) return answer;
    }
    return ok(undefined);
  }

  return {
    store,
    add(conversationId, newFiles) {
      const room = maxAttachments - drafts.attachmentsOf(conversationId).length - listOf(conversationId).length;
      for (const [index, file] of newFiles.entries()) {
        const id = `upload-${++count}`;
        const error =
          index >= room
            ? strings.attachments.tooMany(maxAttachments)
            : file.size > maxAttachmentBytes
              ? tooLarge()
              : null;
        const name = file.name || strings.attachments.unnamed;
        change(conversationId, (list) => [...list, { id, name, bytes: file.size, done: 0, error, canRetry: false }]);
        if (error !== null) continue;
        files.set(id, { file, controller: new AbortController(), owner: conversationId, home: null });
        start(id);
      }
    },
    retry(conversationId, id) {
      patch(conversationId, id, { error: null, canRetry: false });
      start(id);
    },
    drop(conversationId, id) {
      files.get(id)?.controller.abort();
      files.delete(id);
      change(conversationId, (list) => list.filter((one) => one.id !== id));
    },
    detach(conversationId, hash) {
      const left = drafts.attachmentsOf(conversationId).filter((ref) => ref.hash !== hash);
      drafts.attach(conversationId, left);
      if (conversationId === null && left.length === 0 && listOf(null).length === 0) clear();
    },
    home: (conversationId) => conversationId ?? sending?.to ?? place.get()?.conversationId ?? null,
    async settle(projectId, refs) {
      const target = place.get();
      if (!target || refs.length === 0) return null;
      if (target.projectId === projectId) return ok(target.conversationId);
      const made = await call('conversation.create', { projectId });
      if (!made.ok) return made;
      const { conversationId } = made.value;
      const copied = await copy(target.conversationId, conversationId, refs);
      if (!copied.ok) return copied;
      for (const { hash } of refs) homes.set(hash, conversationId);
      void call('conversation.delete', { conversationId: target.conversationId });
      if (place.get()?.conversationId === target.conversationId) {
        place.set({ conversationId, projectId });
      }
      return ok(conversationId);
    },
    start(made, refs) {
      const mine = {
        made,
        to: null as string | null,
        from: refs.length > 0 ? (place.get()?.conversationId ?? null) : null,
      };
      sending = mine;
      void made.then((conversationId) => {
        mine.to = conversationId;
      });
    },
    leave() {
      if (sending && sending.from === place.get()?.conversationId) place.set(null);
      sending = null;
    },
    adopt(conversationId, all) {
      if (all) sending = null;
      const came = filesIn(conversationId);
      if (place.get()?.conversationId === conversationId) place.set(null);
      if (came.length > 0) {
        drafts.attach(conversationId, [...drafts.attachmentsOf(conversationId), ...came]);
        drafts.attach(
          null,
          drafts.attachmentsOf(null).filter((ref) => !came.includes(ref)),
        );
      }
      const goes = ({ id }: Upload): boolean => {
        const home = files.get(id)?.home;
        return home === conversationId || (all && (home ?? null) === null);
      };
      const going = listOf(null).filter(goes);
      for (const { id } of going) {
        const entry = files.get(id);
        if (entry) entry.owner = conversationId;
      }
      if (going.length === 0) return;
      change(conversationId, (list) => [...list, ...going]);
      change(null, (list) => list.filter((one) => !going.includes(one)));
    },
    failed(made, conversationId, projectId) {
      if (sending?.made === made) sending = null;
      if (conversationId === null) return;
      const target = place.get();
      if (!target) return place.set({ conversationId, projectId });
      const came = filesIn(conversationId);
      if (target.conversationId === conversationId || came.length === 0) return;
      queue = queue.then(async () => void (await copy(conversationId, target.conversationId, came)));
    },
    forget(conversationId) {
      for (const [id, { owner, controller }] of files) {
        if (owner !== conversationId) continue;
        controller.abort();
        files.delete(id);
      }
      store.setState(({ uploads: { [conversationId]: _gone, ...uploads } }) => ({ uploads }));
    },
  };
}

function tooLarge(): string {
  return strings.attachments.tooLarge(maxAttachmentBytes / 1024 / 1024);
}
