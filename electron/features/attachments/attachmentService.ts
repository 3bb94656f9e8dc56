// Attachments that the user adds to messages: received in pieces, stored by hash, checked against the chosen model, and
// checked again on disk before a message refers to them.

import { maxAttachmentBytes } from '../../../shared/conversation/attachmentLimits.ts';
import type { AddedAttachment, AttachmentRef } from '../../../shared/conversation/attachments.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, toUserTextData } from '../../../shared/core/sentence.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { attachmentProblems } from '../../chat/context/attachmentProblems.ts';
import { readAttachmentBytes } from '../../lib/attachmentBytes.ts';
import type { KeyedQueue } from '../../lib/protocolServer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ProviderRegistry } from '../../ports/provider.ts';
import type { AttachmentStore, AttachmentUpload, ConversationReader } from '../../ports/store.ts';

/** An upload belongs to its connection; no other can write to it or end it. */
interface UploadKey {
  connectionId: string;
  uploadId: string;
}

interface AttachmentPiece extends UploadKey {
  conversationId: string;
  name: string;
  bytes: Uint8Array;
  offset: number;
  last: boolean;
}

export interface AttachmentService {
  /** Null until the last piece arrives. REQUEST_TOO_LARGE and NOT_SUPPORTED explain a rejection. */
  add(piece: AttachmentPiece): Promise<Result<AddedAttachment | null>>;
  isOpen(upload: UploadKey): boolean;
  drop(upload: UploadKey): Promise<void>;
  /** A sentence or null per attachment. `model` null means the conversation's model, or the default of new chats. */
  check(
    conversationId: string | null,
    model: ModelRef | null,
    attachments: readonly AttachmentRef[],
  ): Promise<(Sentence | null)[]>;
}

export interface AttachmentServiceDeps {
  store: Pick<ConversationReader, 'readBranch'> & Pick<AttachmentStore, 'openUpload' | 'saveAttachment'>;
  providers: Pick<ProviderRegistry, 'get' | 'defaultModel' | 'contextWindow'>;
  tasks: KeyedQueue;
  clock: Pick<Clock, 'now'>;
}

/** Maximum concurrent uploads per connection. */
const maxOpen = 20;
/** Milliseconds until an idle upload is dropped. */
const idleMs = 10 * 60_000;

interface OpenUpload extends UploadKey {
  conversationId: string;
  upload: AttachmentUpload;
  bytes: number;
  /** When the last piece arrived, in milliseconds. */
  touched: number;
}

export function createAttachmentService({ store, providers, tasks, clock }: AttachmentServiceDeps): AttachmentService {
  const open = new Map<string, OpenUpload>();

  async function discard(upload: UploadKey): Promise<void> {
    const entry = open.get(uploadKeyText(upload));
    open.delete(uploadKeyText(upload));
    await entry?.upload.discard();
  }

  /** Runs after the piece being written. */
  function drop(upload: UploadKey): Promise<void> {
    return tasks.run(`upload:${uploadKeyText(upload)}`, () => discard(upload));
  }

  function begin({ connectionId, uploadId, conversationId }: AttachmentPiece): Result<OpenUpload> {
    const now = clock.now().getTime();
    const idle = [...open.values()].filter(({ touched }) => now - touched > idleMs);
    for (const upload of idle) void drop(upload);
    const connectionUploads = [...open.values()].filter(
      (entry) => entry.connectionId === connectionId && !idle.includes(entry),
    );
    if (connectionUploads.length >= maxOpen)
      return fail('CONVERSATION_BUSY', say`Too many files are being attached at once.`);
    const upload = store.openUpload(conversationId);
    const entry = { connectionId, uploadId, conversationId, upload, bytes: 0, touched: now };
    open.set(uploadKeyText(entry), entry);
    return ok(entry);
  }

  async function addPiece(piece: AttachmentPiece): Promise<Result<AddedAttachment | null>> {
    const { conversationId, name, bytes, offset, last } = piece;
    const openUpload = open.get(uploadKeyText(piece));
    if (openUpload && openUpload.conversationId !== conversationId) {
      return fail('PARAMS_INVALID', say`This upload belongs to another conversation.`);
    }
    // Without the earlier pieces, the rest would be stored as if it were the whole.
    if (!openUpload && offset !== 0) return uploadEnded;
    if (openUpload && offset !== openUpload.bytes) {
      await discard(piece);
      return fail('PARAMS_INVALID', say`${name} was not attached: its parts arrived out of order. Add it again.`);
    }
    const entry = openUpload ? ok(openUpload) : begin(piece);
    if (!entry.ok) return entry;
    entry.value.bytes += bytes.length;
    entry.value.touched = clock.now().getTime();
    if (entry.value.bytes > maxAttachmentBytes) {
      await discard(piece);
      return fail('REQUEST_TOO_LARGE', say`${name} was not attached: it is larger than ${maxSizeText}.`);
    }
    const added = await entry.value.upload.add(bytes);
    if (!added.ok) {
      await discard(piece);
      return added;
    }
    // Holds one file in memory at a time, however many are attached.
    return last ? tasks.run('attachment', () => take(piece)) : ok(null);
  }

  async function take(piece: AttachmentPiece): Promise<Result<AddedAttachment>> {
    const { conversationId, name } = piece;
    const entry = open.get(uploadKeyText(piece));
    open.delete(uploadKeyText(piece));
    const uploadResult = entry ? await entry.upload.take() : uploadEnded;
    if (!uploadResult.ok) return uploadResult;
    const read = await readAttachmentBytes(uploadResult.value);
    if (!read.ok) return fail('NOT_SUPPORTED', say`${name} was not attached: it ${read.problem}.`);
    const saved = await store.saveAttachment(conversationId, read.bytes);
    if (!saved.ok) return saved;
    const { mediaType } = read;
    const ref = { hash: saved.value.hash, name: nameOf(name), mediaType, bytes: read.bytes.length };
    const [problem = null] = await check(conversationId, null, [ref]);
    return ok({ ...ref, problem: problem && toUserTextData(problem) });
  }

  async function check(
    conversationId: string | null,
    model: ModelRef | null,
    attachments: readonly AttachmentRef[],
  ): Promise<(Sentence | null)[]> {
    const branch =
      conversationId === null || model !== null ? null : await store.readBranch(conversationId, { tail: 1 });
    const configuredModel = model ?? (branch?.ok ? branch.value.meta.model : null);
    const chosen =
      configuredModel ??
      (await providers.defaultModel().then((defaultModel) => (defaultModel.ok ? defaultModel.value : null)));
    const provider = chosen && (await providers.get(chosen.provider));
    if (!chosen || !provider?.ok) return attachments.map(() => null);
    const window = await providers.contextWindow(chosen);
    return attachmentProblems(attachments, provider.value.attachmentLimits ?? null, {
      model: chosen.model,
      tokens: window.tokens,
      takesImages: provider.value.takesImages?.(chosen.model) !== false,
    });
  }

  return {
    isOpen: (upload) => open.has(uploadKeyText(upload)),
    drop,
    check,
    // Serializes pieces of one upload, even if sent concurrently.
    add: (piece) => tasks.run(`upload:${uploadKeyText(piece)}`, () => addPiece(piece)),
  };
}

function uploadKeyText({ connectionId, uploadId }: UploadKey): string {
  return `${connectionId} ${uploadId}`;
}

const maxSizeText = `${maxAttachmentBytes / 1024 / 1024} MB`;
const uploadEnded = fail('CANCELLED', say`The upload ended before its last part.`);

/** A single line without a folder. */
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
