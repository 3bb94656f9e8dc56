// What the store gives a new message before it is written: id, place, time, and a result of a size that a log can carry.

import type { Head } from '../../shared/conversation/branch.ts';
import { type Message, messageVersion, type NewMessage } from '../../shared/conversation/message.ts';
import { describeThrown, fail, ok, type Result } from '../../shared/errors.ts';
import { isSafeId } from '../../shared/ids.ts';
import type { IdSource } from '../lib/ids.ts';
import type { Clock } from '../ports/clock.ts';
import { type ConversationPlace, invalidId } from './dataFolder.ts';
import { type Disk, diskReason } from './disk.ts';
import { readMessage } from './logRecords.ts';
import type { MessageFiles } from './messageFile.ts';
import type { OpenLog } from './openLog.ts';
import type { Sidecars } from './sidecars.ts';
import { isLarge, spillResult } from './spill.ts';

export interface AppendDeps {
  disk: Disk;
  messages: MessageFiles;
  sidecars: Sidecars;
  clock: Clock;
  ids: IdSource;
}

/** The caller has the lock of the conversation and appends one message at a time. */
export async function appendMessage(
  { disk, messages, sidecars, clock, ids }: AppendDeps,
  place: ConversationPlace,
  message: NewMessage,
): Promise<Result<Message>> {
  const id = message.id ?? ids.ulid();
  if (!isSafeId(id)) return invalidId('message', id);
  // Before a file is written for a message that may not be stored.
  if (isLarge(message)) {
    const refused = refusal(await messages.read(place), id);
    if (refused) return refused;
  }
  const sized = message.role === 'tool' ? await spillResult(disk, place, id, message) : message;
  const meta = await sidecars.readMeta(place);
  // Last: nothing may come between the look at the file and the write to it.
  const log = await messages.read(place);
  const refused = refusal(log, id);
  if (refused) return refused;
  if (!log.ok) return log;
  const head = await headOf(log.value, meta.value.head);
  if (!head.ok) return head;
  const parentId = head.value;
  const { role, ...rest } = sized;
  const createdAt = sized.createdAt ?? clock.now().toISOString();
  const given = { v: messageVersion, id, parentId, createdAt };
  // Twice: first for the order of the fields, last so that nothing takes their place.
  const written = asRecord({ ...given, role, ...rest, ...given });
  if (!written.ok) return written;
  const stored = await messages.append(place, log.value, written.value.message, written.value.line);
  return stored.ok ? ok(written.value.message) : stored;
}

async function headOf(log: OpenLog, head: Head | null): Promise<Result<string | null>> {
  try {
    return ok(await log.headId(head));
  } catch (thrown) {
    return fail(
      'STORE_READ_FAILED',
      `The message was not saved, because its place could not be read: ${diskReason(thrown)}.`,
    );
  }
}

function refusal(log: Result<OpenLog>, id: string): ReturnType<typeof fail> | null {
  if (!log.ok) return log;
  if (log.value.readOnly !== null) return fail('STORE_READ_ONLY', `${log.value.readOnly} Nothing was written.`);
  if (log.value.holds(id)) return fail('ID_INVALID', `A message with the id ${id} is stored already.`);
  return null;
}

/** The line that is written, and what a reader will make of it: nothing is stored that could not be read again. */
function asRecord(record: Record<string, unknown>): Result<{ line: string; message: Message }> {
  let line: string;
  try {
    line = JSON.stringify(record);
  } catch (thrown) {
    return notWritable(describeThrown(thrown));
  }
  const read = readMessage(JSON.parse(line));
  return read.ok ? ok({ line, message: read.message }) : notWritable(read.reason);
}

function notWritable(reason: string): ReturnType<typeof fail> {
  return fail('STORE_WRITE_FAILED', `The message was not saved, because it could not be read again: ${reason}.`);
}
