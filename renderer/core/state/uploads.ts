// Files on their way to the host, to go with a draft: one after the other, in pieces, each with its progress and its own error.
// What has arrived becomes an attachment of the draft. A new chat has no place on disk yet: the first file makes one, which
// is listed nowhere until it is sent from, and which goes again when nothing is attached any more.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { maxAttachmentBytes, maxAttachments } from '../../../shared/conversation/attachmentLimits.ts';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';
import type { Memory } from '../memory.ts';
import { strings } from '../strings.ts';
import type { Drafts } from './drafts.ts';
import { createNewChatPlace } from './newChatTarget.ts';
import { readAttachment } from './readAttachment.ts';
import { sendFile } from './sendFile.ts';

export interface Upload {
  id: string;
  name: string;
  bytes: number;
  /** Bytes that the host has. */
  done: number;
  /** Why it was not attached. */
  error: string | null;
  /** Trying again may succeed. */
  canRetry: boolean;
}

export interface Uploads {
  /** By conversation; the new chat's under the empty string. */
  store: StoreApi<{ uploads: Record<string, Upload[]> }>;
  add(conversationId: string | null, files: readonly File[]): void;
  retry(conversationId: string | null, uploadId: string): void;
  /** Ends it, or takes what was said of it away. */
  drop(conversationId: string | null, uploadId: string): void;
  /** Takes an attachment of the draft away. */
  detach(conversationId: string | null, hash: string): void;
  /** The conversation that has the bytes of what goes with the draft; null: there is none yet. */
  home(conversationId: string | null): string | null;
  /** The place of the new chat's attachments in this project, to be sent from; they are brought there. Null: there are none. */
  settle(projectId: string | null, attachments: readonly AttachmentRef[]): Promise<Result<string> | null>;
  /** The new chat is being sent: what comes meanwhile goes to the conversation that is made, which is no place to be deleted. */
  begin(made: Promise<string | null>, attachments: readonly AttachmentRef[]): void;
  /** Another chat is shown while it is being sent: what comes now has nothing to do with it. */
  leave(): void;
  /** It was sent: the files that came meanwhile are the conversation's, with `all` those also that are not there yet. */
  adopt(conversationId: string, all: boolean): void;
  /** It could not be sent: the conversation that was made stays the new chat's place. */
  failed(made: Promise<string | null>, conversationId: string | null, projectId: string | null): void;
  /** The conversation was deleted. */
  forget(conversationId: string): void;
}

export interface UploadsDeps {
  call: Connection['call'];
  drafts: Drafts;
  memory: Memory;
  /** The project that the new chat is for. */
  newChatProject(): string | null;
  /** Brings to the drafts what the host has for a conversation that the window did not see. */
  learn(conversationId: string): Promise<Result<void>>;
}

interface Entry {
  file: File;
  controller: AbortController;
  /** Whose draft it goes with; the new chat may have become a conversation meanwhile. */
  owner: string | null;
  /** The conversation that gets the bytes, once that is known. */
  home: string | null;
}

export function createUploads({ call, drafts, memory, newChatProject, learn }: UploadsDeps): Uploads {
  const place = createNewChatPlace(memory);
  const store = createStore<{ uploads: Record<string, Upload[]> }>(() => ({ uploads: {} }));
  const files = new Map<string, Entry>();
  /** Where the bytes of the new chat's files are, by hash. */
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
    const known = place.get();
    if (known) return ok(known.conversationId);
    const projectId = newChatProject();
    const made = await call('conversation.create', { projectId });
    if (!made.ok) return made;
    const { conversationId } = made.value;
    place.set({ conversationId, projectId });
    return ok(conversationId);
  }

  /** Nothing of it is wanted any more. */
  function clear(): void {
    if (sending) return;
    const known = place.get();
    place.set(null);
    if (known) void call('conversation.delete', { conversationId: known.conversationId });
  }

  const upload = (home: string, file: File, signal: AbortSignal, told: (done: number) => void) =>
    sendFile({ call, conversationId: home, file, signal, told });

  async function run(id: string): Promise<void> {
    const entry = files.get(id);
    if (!entry) return;
    const { file, controller } = entry;
    const isNew = entry.owner === null;
    const told = (done: number): void => patch(entry.owner, id, { done });
    const bring = async (home: Result<string>): ReturnType<typeof upload> => {
      if (!home.ok) return home;
      entry.home = home.value;
      return upload(home.value, file, controller.signal, told);
    };
    let answer = await bring(entry.owner === null ? await stage() : ok(entry.owner));
    if (isNew && !answer.ok && answer.error.code === 'CONVERSATION_NOT_FOUND') {
      // What was kept for the new chat is gone.
      place.set(null);
      answer = await bring(await stage());
    }
    // Its draft may have files that the window never saw: they stay.
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

  /** The new chat's files whose bytes this conversation has. */
  function filesIn(conversationId: string): AttachmentRef[] {
    const usual = place.get()?.conversationId;
    return drafts.attachmentsOf(null).filter(({ hash }) => (homes.get(hash) ?? usual) === conversationId);
  }

  /** Brings what was attached in one conversation to another one. */
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
    add(conversationId, given) {
      const room = maxAttachments - drafts.attachmentsOf(conversationId).length - listOf(conversationId).length;
      for (const [index, file] of given.entries()) {
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
      const known = place.get();
      if (!known || refs.length === 0) return null;
      if (known.projectId === projectId) return ok(known.conversationId);
      const made = await call('conversation.create', { projectId });
      if (!made.ok) return made;
      const { conversationId } = made.value;
      const copied = await copy(known.conversationId, conversationId, refs);
      if (!copied.ok) return copied;
      for (const { hash } of refs) homes.set(hash, conversationId);
      void call('conversation.delete', { conversationId: known.conversationId });
      if (place.get()?.conversationId === known.conversationId) {
        place.set({ conversationId, projectId });
      }
      return ok(conversationId);
    },
    begin(made, refs) {
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
      const known = place.get();
      if (!known) return place.set({ conversationId, projectId });
      const came = filesIn(conversationId);
      if (known.conversationId === conversationId || came.length === 0) return;
      queue = queue.then(async () => void (await copy(conversationId, known.conversationId, came)));
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
