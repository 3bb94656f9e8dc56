// Files on their way to the host, to go with a draft: one after the other, in pieces, each with its progress and its own error.
// What has arrived becomes an attachment of the draft. A new chat has no place on disk yet: the first file makes one, which
// is listed nowhere until it is sent from, and which goes again when nothing is attached any more.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { attachmentPieceBytes, mostAttachmentBytes, mostAttachments } from '../../shared/attachmentLimits.ts';
import type { AttachmentRef } from '../../shared/contract/browseResources.ts';
import { fail, ok, type Result } from '../../shared/errors.ts';
import type { Connection } from '../connection/connection.ts';
import { strings } from '../strings.ts';
import { toBase64 } from './base64.ts';
import type { Drafts } from './drafts.ts';
import type { Memory } from './memory.ts';
import { readAttachment } from './readAttachment.ts';

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
  /** The new chat was sent from its place. */
  sent(): void;
}

export interface UploadsDeps {
  call: Connection['call'];
  drafts: Drafts;
  memory: Memory;
  /** The project that the new chat is for. */
  newChatProject(): string | null;
}

interface Staged {
  conversationId: string;
  projectId: string | null;
}

const kept = 'draft.staged';

export function createUploads({ call, drafts, memory, newChatProject }: UploadsDeps): Uploads {
  const store = createStore<{ uploads: Record<string, Upload[]> }>(() => ({ uploads: {} }));
  const files = new Map<string, { file: File; controller: AbortController }>();
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

  function staged(): Staged | null {
    try {
      return JSON.parse(memory.get(kept) ?? 'null') as Staged | null;
    } catch {
      return null;
    }
  }

  async function stage(): Promise<Result<string>> {
    const known = staged();
    if (known) return ok(known.conversationId);
    const projectId = newChatProject();
    const made = await call('conversation.create', { projectId });
    if (!made.ok) return made;
    const { conversationId } = made.value;
    memory.set(kept, JSON.stringify({ conversationId, projectId }));
    return ok(conversationId);
  }

  /** Nothing of it is wanted any more. */
  function clear(): void {
    const known = staged();
    memory.set(kept, null);
    if (known) void call('conversation.delete', { conversationId: known.conversationId });
  }

  async function upload(home: string, file: File, signal: AbortSignal, told: (done: number) => void) {
    const uploadId = crypto.randomUUID();
    for (let at = 0; ; at += attachmentPieceBytes) {
      const end = Math.min(file.size, at + attachmentPieceBytes);
      const read = await file
        .slice(at, end)
        .arrayBuffer()
        .catch(() => null);
      if (read === null) return fail('STORE_READ_FAILED', strings.attach.unreadable);
      const answer = await call(
        'attachment.add',
        {
          conversationId: home,
          uploadId,
          name: file.name || strings.attach.unnamed,
          mediaType: file.type,
          base64: toBase64(new Uint8Array(read)),
          last: end >= file.size,
        },
        signal,
      );
      if (signal.aborted) return fail('CANCELLED', '');
      if (!answer.ok || answer.value.attachment) return answer;
      told(end);
    }
  }

  async function run(conversationId: string | null, id: string): Promise<void> {
    const entry = files.get(id);
    if (!entry) return;
    const { file, controller } = entry;
    let home = conversationId === null ? await stage() : ok(conversationId);
    const told = (done: number): void => patch(conversationId, id, { done });
    let answer = home.ok ? await upload(home.value, file, controller.signal, told) : home;
    if (conversationId === null && !answer.ok && answer.error.code === 'CONVERSATION_NOT_FOUND') {
      // What was kept for the new chat is gone.
      memory.set(kept, null);
      home = await stage();
      answer = home.ok ? await upload(home.value, file, controller.signal, told) : home;
    }
    if (controller.signal.aborted) return;
    if (!answer.ok) {
      const canRetry = !['NOT_SUPPORTED', 'REQUEST_TOO_LARGE'].includes(answer.error.code);
      return patch(conversationId, id, {
        error: strings.sentences.error(answer.error.code, answer.error.message),
        canRetry,
        done: 0,
      });
    }
    const added = answer.value.attachment;
    files.delete(id);
    change(conversationId, (list) => list.filter((one) => one.id !== id));
    const before = drafts.attachmentsOf(conversationId);
    if (!added || before.some(({ hash }) => hash === added.hash)) return;
    const { problem: _told, ...ref } = added;
    drafts.attach(conversationId, [...before, ref]);
  }

  function start(conversationId: string | null, id: string): void {
    queue = queue.then(() => run(conversationId, id));
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
      const room = mostAttachments - drafts.attachmentsOf(conversationId).length - listOf(conversationId).length;
      for (const [index, file] of given.entries()) {
        const id = `upload-${++count}`;
        const error =
          index >= room ? strings.attach.tooMany(mostAttachments) : file.size > mostAttachmentBytes ? tooLarge() : null;
        const name = file.name || strings.attach.unnamed;
        change(conversationId, (list) => [...list, { id, name, bytes: file.size, done: 0, error, canRetry: false }]);
        if (error !== null) continue;
        files.set(id, { file, controller: new AbortController() });
        start(conversationId, id);
      }
    },
    retry(conversationId, id) {
      patch(conversationId, id, { error: null, canRetry: false });
      start(conversationId, id);
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
    home: (conversationId) => conversationId ?? staged()?.conversationId ?? null,
    async settle(projectId, refs) {
      const known = staged();
      if (!known || refs.length === 0) return null;
      if (known.projectId === projectId) return ok(known.conversationId);
      const made = await call('conversation.create', { projectId });
      if (!made.ok) return made;
      const { conversationId } = made.value;
      const copied = await copy(known.conversationId, conversationId, refs);
      if (!copied.ok) return copied;
      clear();
      memory.set(kept, JSON.stringify({ conversationId, projectId }));
      return ok(conversationId);
    },
    sent: () => memory.set(kept, null),
  };
}

function tooLarge(): string {
  return strings.attach.tooLarge(mostAttachmentBytes / 1024 / 1024);
}
