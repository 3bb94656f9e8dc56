// Prepares a new message for the log: assigns its ID, parent and time, and spills large results. The write and sync are
// in messageFile.ts.

import { type Message, messageVersion, type NewMessage } from '../../../shared/conversation/message.ts';
import { describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { Head } from '../../conversation/formats.ts';
import type { IdSource } from '../../lib/ids.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PrintedResult } from '../../ports/store.ts';
import { type ConversationPaths, invalidId } from '../dataFolder.ts';
import { diskReason } from '../files/disk.ts';
import { maxRecordBytes } from '../files/fileWindow.ts';
import { ReplacedFile } from '../files/logSources.ts';
import type { ResultOutputs } from '../results/resultOutputs.ts';
import { isLarge } from '../results/spill.ts';
import type { Sidecars } from '../sidecars.ts';
import { readMessage } from './logRecords.ts';
import type { MessageFiles } from './messageFile.ts';
import type { OpenLog } from './openLog.ts';

export interface AppendDeps {
  outputs: ResultOutputs;
  messages: MessageFiles;
  sidecars: Sidecars;
  clock: Clock;
  ids: IdSource;
  mask: SecretMask;
}

/** The caller holds the conversation's lock and appends one message at a time. */
export async function appendMessage(
  { outputs, messages, sidecars, clock, ids, mask }: AppendDeps,
  paths: ConversationPaths,
  newMessage: NewMessage,
  output?: PrintedResult,
): Promise<Result<Message>> {
  const message = maskDeep(mask, newMessage);
  // Printed output was masked as it arrived; mask the text around it here.
  const printed = output && { ...output, before: mask.text(output.before), after: mask.text(output.after) };
  const id = message.id ?? ids.ulid();
  if (!isSafeId(id)) return invalidId('message', id);
  // Check before writing a file for a message that may be rejected.
  if (printed || isLarge(message)) {
    const opened = await openLogFor(messages, paths, id, null);
    if (!opened.ok) return opened;
  }
  const sized = message.role === 'tool' ? await outputs.store(paths, id, message, printed) : message;
  const meta = await sidecars.readMeta(paths);
  const opened = await openLogFor(messages, paths, id, meta.value.head);
  if (!opened.ok) return opened;
  const { log, parentId } = opened.value;
  const { role, ...rest } = sized;
  const createdAt = sized.createdAt ?? clock.now().toISOString();
  const fixed = { v: messageVersion, id, parentId, createdAt };
  // Twice: first to fix the field order, last so that nothing overrides them.
  const written = asRecord({ ...fixed, role, ...rest, ...fixed });
  if (!written.ok) return written;
  const stored = await messages.append(paths, log, written.value.message, written.value.line);
  return stored.ok ? ok(written.value.message) : stored;
}

/** Opens the log and finds the new message's parent. */
async function openLogFor(
  messages: MessageFiles,
  paths: ConversationPaths,
  id: string,
  head: Head | null,
): Promise<Result<{ log: OpenLog; parentId: string | null }>> {
  for (;;) {
    const cachedLog = messages.recall(paths.conversationId);
    const log = cachedLog ? ok(cachedLog) : await messages.read(paths);
    if (!log.ok) return log;
    try {
      const refused = await refusal(log.value, id);
      const parentId = refused ? null : await log.value.headId(head);
      // Read last: nothing may happen between looking at the file and writing it.
      const now = await messages.read(paths);
      if (!now.ok) return now;
      const isSame = now.value === log.value || (now.value.identity === null && log.value.identity === null);
      if (isSame) return refused ?? ok({ log: log.value, parentId });
    } catch (thrown) {
      await messages.forget(paths.conversationId);
      if (thrown instanceof ReplacedFile) continue;
      return fail(
        'STORE_READ_FAILED',
        say`The message was not saved: its position could not be read (${diskReason(thrown)}).`,
      );
    }
  }
}

async function refusal(log: OpenLog, id: string): Promise<ReturnType<typeof fail> | null> {
  if (log.readOnly !== null) return fail('STORE_READ_ONLY', say`${log.readOnly} Nothing was written.`);
  return (await log.holds(id)) ? fail('ID_INVALID', say`A message with the ID ${id} already exists.`) : null;
}

/** Builds the line to write and parses it back, so that nothing unreadable is ever stored. */
function asRecord(record: Record<string, unknown>): Result<{ line: string; message: Message }> {
  let line: string;
  try {
    line = JSON.stringify(record);
  } catch (thrown) {
    return notWritable(describeThrown(thrown));
  }
  if (Buffer.byteLength(line, 'utf8') > maxRecordBytes) {
    return notWritable(say`it exceeds the ${maxRecordBytes / 1024 / 1024} MB limit for a message`);
  }
  const read = readMessage(JSON.parse(line));
  return read.ok ? ok({ line, message: read.message }) : notWritable(read.reason);
}

function notWritable(reason: UserText): ReturnType<typeof fail> {
  return fail('STORE_WRITE_FAILED', say`The message was not saved because it could not be read back: ${reason}.`);
}
