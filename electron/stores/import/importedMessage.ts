// Builds the stored line for an imported message: secrets hidden, a large result in a file, and no reference to our own files.

import {
  type ContentPart,
  type Message,
  messageVersion,
  type ToolDetails,
} from '../../../shared/conversation/message.ts';
import { fail } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { StreamedAttachments } from '../../ports/store.ts';
import type { AttachmentFiles } from '../attachments/attachmentFiles.ts';
import { type ConversationPaths, invalidId } from '../dataFolder.ts';
import { maxRecordBytes } from '../files/fileWindow.ts';
import { WriteFailure } from '../fork/buildConversation.ts';
import type { ResultOutputs } from '../results/resultOutputs.ts';

export interface RecordDeps {
  outputs: Pick<ResultOutputs, 'store'>;
  attachments: Pick<AttachmentFiles, 'save'>;
  mask: SecretMask;
}

/** Writes the attachments to disk; returns the local hash for each hash in the messages. Throws `WriteFailure`. */
export async function saveAttachments(
  deps: RecordDeps,
  to: ConversationPaths,
  attachments: StreamedAttachments,
): Promise<Map<string, string>> {
  const renamed = new Map<string, string>();
  for await (const [hash, bytes] of attachments) {
    const saved = await deps.attachments.save(to, Buffer.from(bytes));
    if (!saved.ok) throw new WriteFailure(saved);
    renamed.set(hash, saved.value.hash);
  }
  return renamed;
}

/** `parentId` must exist. The message's result is on disk afterwards. Throws `WriteFailure`. */
export async function prepareImportedLine(
  deps: RecordDeps,
  to: ConversationPaths,
  message: Message,
  parentId: string | null,
  renamed: ReadonlyMap<string, string>,
): Promise<string> {
  if (!isSafeId(message.id)) throw new WriteFailure(invalidId('message', message.id));
  const record = await stored(deps, to, withHashes(maskDeep(deps.mask, message), renamed));
  const line = JSON.stringify({ ...record, v: messageVersion, id: message.id, parentId });
  if (Buffer.byteLength(line, 'utf8') > maxRecordBytes) throw new WriteFailure(tooLong(message.id));
  return line;
}

async function stored({ outputs }: RecordDeps, to: ConversationPaths, message: Message): Promise<Message> {
  if (message.role === 'system' && message.details) return { ...message, details: withoutUndo(message.details) };
  if (message.role !== 'tool') return message;
  // An imported message may not refer to our files.
  const { fullOutputPath: _named, details = {}, ...rest } = message;
  const stripped = { ...rest, details: withoutUndo(details) };
  return { ...stripped, ...(await outputs.store(to, message.id, stripped)) } as Message;
}

/** Its file changes cannot be undone here. */
function withoutUndo({ changes, ...others }: ToolDetails): ToolDetails {
  return { ...others, ...(isObject(changes) ? { changes: { ...changes, copied: true } } : {}) };
}

function isObject(value: unknown): value is object {
  return isJsonObject(value);
}

/** Hiding secrets in an attachment changes its hash. */
function withHashes(message: Message, renamed: ReadonlyMap<string, string>): Message {
  const now = <T extends { hash?: string }>(part: T): T =>
    part.hash !== undefined && renamed.has(part.hash) ? { ...part, hash: renamed.get(part.hash) } : part;
  if (message.role === 'user' && Array.isArray(message.content)) {
    return { ...message, content: message.content.map((part): ContentPart => ('hash' in part ? now(part) : part)) };
  }
  if (message.role === 'tool' && message.attachments) return { ...message, attachments: message.attachments.map(now) };
  return message;
}

function tooLong(id: string): ReturnType<typeof fail> {
  const max = maxRecordBytes / 1024 / 1024;
  return fail('STORE_WRITE_FAILED', say`The message ${id} exceeds the ${max} MB limit.`);
}
