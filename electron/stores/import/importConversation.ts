// Imports messages made elsewhere as a new conversation with its own IDs and all branches, secrets hidden, large
// results in files. Referenced files are durable before the messages, and the messages before the conversation appears.

import type { Message } from '../../../shared/conversation/message.ts';
import { fail, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { metaSchema } from '../../conversation/formats.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ImportedConversation, StreamedConversation } from '../../ports/store.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { atomicWrite } from '../files/atomicWrite.ts';
import { type Disk, statOrNull } from '../files/disk.ts';
import { buildConversation, WriteFailure } from '../fork/buildConversation.ts';
import type { Leases } from '../locks/leases.ts';
import type { Sidecars } from '../sidecars.ts';
import { prepareImportedLine, type RecordDeps, saveAttachments } from './importedMessage.ts';

export interface ImportDeps extends RecordDeps {
  disk: Disk;
  sidecars: Sidecars;
  leases: Pick<Leases, 'lease'>;
}

const pieceCharacters = 1024 * 1024;

/** ID_INVALID for an invalid or duplicate ID. On STORE_WRITE_FAILED there is no new conversation. */
export function importConversation(
  deps: ImportDeps,
  to: ConversationPaths,
  conversation: ImportedConversation,
): Promise<Result<void>> {
  return buildConversation(deps, {
    to,
    doing: say`importing a conversation`,
    unmade: (reason) => say`The conversation could not be imported: ${reason}. Nothing was saved.`,
    write: (buildPlace) => writeImport(deps, to, buildPlace, conversation),
  });
}

/** `buildPlace` is where its files are written. They replace existing ones, the log first. */
export async function writeImport(
  deps: ImportDeps,
  to: ConversationPaths,
  buildPlace: ConversationPaths,
  { messages, headId, title, tags = [], attachments }: StreamedConversation,
  about: (bytes: number, hashes: Iterable<string>) => Record<string, unknown> = () => ({}),
): Promise<void> {
  const renamed = await saveAttachments(deps, to, attachments);
  let last: Pick<Message, 'id' | 'createdAt'> | null = null as Pick<Message, 'id' | 'createdAt'> | null;
  const noteLast = ({ id, createdAt }: Message): void => {
    last = { id, createdAt };
  };
  await atomicWrite(deps.disk, buildPlace.messages, lines(deps, to, messages, renamed, noteLast));
  const bytes = statOrNull(deps.disk, buildPlace.messages)?.size ?? 0;
  const head = headId !== null && last && headId !== last.id ? { id: headId, after: last.id } : null;
  const saved = await deps.sidecars.updateMeta(buildPlace, () => ({
    ...metaSchema.parse({}),
    ...about(bytes, renamed.values()),
    title,
    ...(tags.length === 0 ? {} : { tags: tags.map((name) => ({ name, at: last?.createdAt ?? '' })) }),
    ...(head ? { head } : {}),
  }));
  if (!saved.ok) throw new WriteFailure(saved);
}

async function* lines(
  deps: ImportDeps,
  to: ConversationPaths,
  messages: StreamedConversation['messages'],
  renamed: ReadonlyMap<string, string>,
  noteLast: (message: Message) => void,
): AsyncGenerator<Uint8Array> {
  const slice = createTimeSlice();
  const knownIds = new Set<string>();
  let waiting = '[\n';
  for await (const message of messages) {
    const turn = slice();
    if (turn) await turn;
    if (knownIds.has(message.id)) throw new WriteFailure(twice(message.id));
    // Parents come before their children; a message whose parent is missing starts its own branch.
    const parentId = message.parentId !== null && knownIds.has(message.parentId) ? message.parentId : null;
    const line = await prepareImportedLine(deps, to, message, parentId, renamed);
    waiting += `${knownIds.size === 0 ? '' : ','}${line}\n`;
    knownIds.add(message.id);
    noteLast(message);
    if (waiting.length < pieceCharacters) continue;
    yield Buffer.from(waiting, 'utf8');
    waiting = '';
  }
  yield Buffer.from(`${waiting}]\n`, 'utf8');
}

function twice(id: string): ReturnType<typeof fail> {
  return fail('ID_INVALID', say`A message with the ID ${id} already exists.`);
}
