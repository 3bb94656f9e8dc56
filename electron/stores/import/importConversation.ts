// Records that were made elsewhere become a conversation of ours: with ids of their own, branches and all, secrets hidden, large
// results in files. What they name is durable before them, and they are before the conversation is there.

import { type ContentPart, type Message, messageVersion } from '../../../shared/conversation/message.ts';
import { fail, type Result } from '../../../shared/errors.ts';
import { metaSchema } from '../../../shared/formats.ts';
import { isSafeId } from '../../../shared/ids.ts';
import { say } from '../../../shared/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { ImportedConversation } from '../../ports/store.ts';
import type { AttachmentFiles } from '../attachments/attachmentFiles.ts';
import { type ConversationPaths, invalidId } from '../dataFolder.ts';
import { atomicWrite } from '../files/atomicWrite.ts';
import type { Disk } from '../files/disk.ts';
import { largestRecordBytes } from '../files/fileWindow.ts';
import { makeWhole, Refused } from '../fork/makeWhole.ts';
import type { Leases } from '../locks/leases.ts';
import type { ResultOutputs } from '../results/resultOutputs.ts';
import type { Sidecars } from '../sidecars.ts';

export interface ImportDeps {
  disk: Disk;
  sidecars: Sidecars;
  leases: Pick<Leases, 'lease'>;
  outputs: Pick<ResultOutputs, 'store'>;
  attachments: Pick<AttachmentFiles, 'save'>;
  mask: SecretMask;
}

const pieceCharacters = 1024 * 1024;

/** ID_INVALID: an id is none, or is there twice. STORE_WRITE_FAILED: there is no new conversation. */
export function importConversation(
  deps: ImportDeps,
  to: ConversationPaths,
  given: ImportedConversation,
): Promise<Result<void>> {
  return makeWhole(deps, {
    to,
    doing: say`importing a conversation`,
    unmade: (reason) => say`The conversation could not be imported: ${reason}. Nothing of it was kept.`,
    write: (made) => writeImport(deps, to, made, given),
  });
}

async function writeImport(
  deps: ImportDeps,
  to: ConversationPaths,
  made: ConversationPaths,
  { messages, headId, title, attachments }: ImportedConversation,
): Promise<void> {
  const renamed = new Map<string, string>();
  for (const [hash, bytes] of attachments) {
    const saved = await deps.attachments.save(to, Buffer.from(bytes));
    if (!saved.ok) throw new Refused(saved);
    renamed.set(hash, saved.value.hash);
  }
  await atomicWrite(deps.disk, made.messages, lines(deps, to, messages, renamed));
  const last = messages.at(-1)?.id;
  const head = headId !== null && last !== undefined && headId !== last ? { id: headId, after: last } : null;
  const saved = await deps.sidecars.updateMeta(made, () => ({
    ...metaSchema.parse({}),
    title,
    ...(head ? { head } : {}),
  }));
  if (!saved.ok) throw new Refused(saved);
}

async function* lines(
  deps: ImportDeps,
  to: ConversationPaths,
  messages: readonly Message[],
  renamed: ReadonlyMap<string, string>,
): AsyncGenerator<Uint8Array> {
  const slice = createTimeSlice();
  const known = new Set<string>();
  let waiting = '[\n';
  for (const message of messages) {
    const turn = slice();
    if (turn) await turn;
    if (!isSafeId(message.id)) throw new Refused(invalidId('message', message.id));
    if (known.has(message.id)) throw new Refused(twice(message.id));
    const record = await stored(deps, to, withHashes(maskDeep(deps.mask, message), renamed));
    // A parent stands before its children; one that is not there begins a branch of its own.
    const parentId = message.parentId !== null && known.has(message.parentId) ? message.parentId : null;
    const line = JSON.stringify({ ...record, v: messageVersion, id: message.id, parentId });
    if (Buffer.byteLength(line, 'utf8') > largestRecordBytes) throw new Refused(tooLong(message.id));
    waiting += `${known.size === 0 ? '' : ','}${line}\n`;
    known.add(message.id);
    if (waiting.length < pieceCharacters) continue;
    yield Buffer.from(waiting, 'utf8');
    waiting = '';
  }
  yield Buffer.from(`${waiting}]\n`, 'utf8');
}

async function stored({ outputs }: ImportDeps, to: ConversationPaths, message: Message): Promise<Message> {
  if (message.role !== 'tool') return message;
  // A record from elsewhere names no file of ours, and what it says of changed files cannot be undone here.
  const { fullOutputPath: _named, details = {}, ...rest } = message;
  const { changes, ...others } = details;
  const copied = isObject(changes) ? { changes: { ...changes, copied: true } } : {};
  const own = { ...rest, details: { ...others, ...copied } };
  return { ...own, ...(await outputs.store(to, message.id, own)) } as Message;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Secrets were hidden in what is attached: its name is another then. */
function withHashes(message: Message, renamed: ReadonlyMap<string, string>): Message {
  const now = <T extends { hash?: string }>(part: T): T =>
    part.hash !== undefined && renamed.has(part.hash) ? { ...part, hash: renamed.get(part.hash) } : part;
  if (message.role === 'user' && Array.isArray(message.content)) {
    return { ...message, content: message.content.map((part): ContentPart => ('hash' in part ? now(part) : part)) };
  }
  if (message.role === 'tool' && message.attachments) return { ...message, attachments: message.attachments.map(now) };
  return message;
}

function twice(id: string): ReturnType<typeof fail> {
  return fail('ID_INVALID', say`A message with the ID ${id} is already stored.`);
}

function tooLong(id: string): ReturnType<typeof fail> {
  const most = largestRecordBytes / 1024 / 1024;
  return fail('STORE_WRITE_FAILED', say`The message ${id} is longer than the ${most} MB limit for a record.`);
}
