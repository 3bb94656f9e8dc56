// What a person adds to messages: taken in piece by piece and kept by its hash, told whether the chosen model gets it, and
// held against what is on disk before a message names it.

import { mostAttachmentBytes } from '../../shared/attachmentLimits.ts';
import type { AddedAttachment, AttachmentRef } from '../../shared/contract/browseResources.ts';
import type { Lanes } from '../../shared/contract/server.ts';
import type { ModelRef } from '../../shared/conversation/event.ts';
import { fail, ok, type Result } from '../../shared/errors.ts';
import { readAttachmentBytes } from '../lib/attachmentBytes.ts';
import type { ProviderRegistry } from '../ports/provider.ts';
import type { AttachmentUpload, ConversationStore } from '../ports/store.ts';
import { attachmentProblems } from './context/attachmentProblems.ts';

export interface AttachmentPiece {
  conversationId: string;
  uploadId: string;
  name: string;
  bytes: Uint8Array;
  last: boolean;
}

export interface AttachmentDoor {
  /** Null until the last piece is here. REQUEST_TOO_LARGE and NOT_SUPPORTED say what is wrong with it. */
  add(piece: AttachmentPiece): Promise<Result<AddedAttachment | null>>;
  isOpen(uploadId: string): boolean;
  /** What came of an upload so far is removed. */
  drop(uploadId: string): Promise<void>;
  /** For each of them a sentence, or null. `model` null: the conversation's own, or the one of new chats. */
  check(
    conversationId: string | null,
    model: ModelRef | null,
    attachments: readonly AttachmentRef[],
  ): Promise<(string | null)[]>;
}

export interface AttachmentDoorDeps {
  store: Pick<ConversationStore, 'openUpload' | 'saveAttachment' | 'readBranch'>;
  providers: Pick<ProviderRegistry, 'get' | 'defaultModel' | 'contextWindow'>;
  lanes: Lanes;
}

/** Uploads that are open at the same time, over all windows. */
const mostOpen = 100;

export function createAttachmentDoor({ store, providers, lanes }: AttachmentDoorDeps): AttachmentDoor {
  const open = new Map<string, { conversationId: string; upload: AttachmentUpload; bytes: number }>();

  async function drop(uploadId: string): Promise<void> {
    const entry = open.get(uploadId);
    open.delete(uploadId);
    await entry?.upload.discard();
  }

  async function take({ conversationId, uploadId, name }: AttachmentPiece): Promise<Result<AddedAttachment>> {
    const entry = open.get(uploadId);
    open.delete(uploadId);
    const taken = entry ? await entry.upload.take() : gone;
    if (!taken.ok) return taken;
    const read = readAttachmentBytes(taken.value);
    if (!read.ok) return fail('NOT_SUPPORTED', `${name} was not attached: it ${read.problem}.`);
    const saved = await store.saveAttachment(conversationId, read.bytes);
    if (!saved.ok) return saved;
    const { mediaType } = read;
    const ref = { hash: saved.value.hash, name: nameOf(name), mediaType, bytes: read.bytes.length };
    const [problem = null] = await check(conversationId, null, [ref]);
    return ok({ ...ref, problem });
  }

  async function check(
    conversationId: string | null,
    model: ModelRef | null,
    attachments: readonly AttachmentRef[],
  ): Promise<(string | null)[]> {
    const branch =
      conversationId === null || model !== null ? null : await store.readBranch(conversationId, { tail: 1 });
    const own = model ?? (branch?.ok ? branch.value.meta.model : null);
    const chosen = own ?? (await providers.defaultModel().then((found) => (found.ok ? found.value : null)));
    const provider = chosen && (await providers.get(chosen.provider));
    if (!chosen || !provider?.ok) return attachments.map(() => null);
    const window = await providers.contextWindow(chosen);
    return attachmentProblems(attachments, provider.value.attachmentLimits ?? null, {
      model: chosen.model,
      tokens: window.tokens,
    });
  }

  return {
    isOpen: (uploadId) => open.has(uploadId),
    drop,
    check,
    async add(piece) {
      const { uploadId, conversationId, name, bytes, last } = piece;
      let entry = open.get(uploadId);
      if (!entry) {
        if (open.size >= mostOpen) return fail('CONVERSATION_BUSY', 'Too many files are being attached at once.');
        entry = { conversationId, upload: store.openUpload(conversationId), bytes: 0 };
        open.set(uploadId, entry);
      }
      if (entry.conversationId !== conversationId) return fail('PARAMS_INVALID', 'That upload is of another chat.');
      entry.bytes += bytes.length;
      if (entry.bytes > mostAttachmentBytes) {
        await drop(uploadId);
        return fail('REQUEST_TOO_LARGE', `${name} was not attached: it has more than ${mostText}.`);
      }
      const added = await entry.upload.add(bytes);
      if (!added.ok) {
        await drop(uploadId);
        return added;
      }
      // One file in memory at a time, however many are attached.
      return last ? lanes.run('attachment', () => take(piece)) : ok(null);
    },
  };
}

const mostText = `${mostAttachmentBytes / 1024 / 1024} MB`;
const gone = fail('CANCELLED', 'The upload was ended before its last piece.');

/** On one line, without a folder before it. */
function nameOf(name: string): string {
  return (
    name
      .replace(/^.*[\\/]/, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toWellFormed()
      .slice(0, 200) || 'attachment'
  );
}
