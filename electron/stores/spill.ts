// Large tool results leave their message: the exact bytes go to a file of their own, durable before the message that names
// it; the message keeps a preview. Where the file cannot be written, the message keeps the beginning and the reason.

import { join } from 'node:path';
import type { NewMessage, ToolMessage } from '../../shared/conversation/message.ts';
import { fullOutputPath, previewCharacters, resultCapBytes, spillThresholdBytes } from '../../shared/formats.ts';
import { characterStart, firstCharacters } from '../lib/text.ts';
import { atomicWrite, makeFolder } from './atomicWrite.ts';
import type { ConversationPlace } from './dataFolder.ts';
import { type Disk, diskReason } from './disk.ts';

type NewToolMessage = Extract<NewMessage, { role: 'tool' }>;

/** Bytes that a message keeps of a result whose file could not be written. */
const keptOnFailure = 50_000;

export function resultFile(place: ConversationPlace, messageId: string): string {
  return join(place.results, `${messageId}.json`);
}

/** Whether the content of a message goes to a file: only a tool's, above the threshold in bytes of UTF-8. */
export function isLarge(message: NewMessage): message is NewToolMessage {
  return message.role === 'tool' && Buffer.byteLength(message.content, 'utf8') > spillThresholdBytes;
}

/** What the log stores of a tool result. Writes the file when the content is large; the id is safe. */
export async function spillResult(
  disk: Disk,
  place: ConversationPlace,
  messageId: string,
  message: NewToolMessage,
): Promise<NewToolMessage> {
  // A record that already names a file (of a fork, of an import) has its size from there.
  if (message.fullOutputPath !== undefined && message.details?.bytes !== undefined) return message;
  const bytes = Buffer.byteLength(message.content, 'utf8');
  const details: NonNullable<ToolMessage['details']> = { ...message.details, bytes };
  if (bytes <= spillThresholdBytes) return { ...message, details };
  const whole = Buffer.from(message.content, 'utf8');
  try {
    await makeFolder(disk, place.results);
    await atomicWrite(disk, resultFile(place, messageId), capped(whole));
  } catch (thrown) {
    const reason = diskReason(thrown);
    return {
      ...message,
      content: beginning(whole, reason),
      details: { ...details, truncated: true, spillError: reason },
    };
  }
  const path = fullOutputPath(place.conversationId, messageId);
  return {
    ...message,
    content: `${firstCharacters(message.content, previewCharacters)}\n\n[Full output: ${path}]`,
    details: bytes > resultCapBytes ? { ...details, truncated: true } : details,
    fullOutputPath: path,
  };
}

/** At most `resultCapBytes`: what is more keeps its head and its tail, with a notice between them. */
function capped(whole: Buffer): Buffer {
  if (whole.length <= resultCapBytes) return whole;
  const notice = (left: number): Buffer =>
    Buffer.from(`\n\n[… ${left} bytes were left out: a result is kept up to ${resultCapBytes} bytes …]\n\n`, 'utf8');
  const room = resultCapBytes - notice(whole.length).length;
  const headEnd = characterStart(whole, Math.floor(room / 2));
  let tailStart = whole.length - Math.floor(room / 2);
  while (tailStart < whole.length && ((whole[tailStart] as number) & 0xc0) === 0x80) tailStart++;
  return Buffer.concat([whole.subarray(0, headEnd), notice(tailStart - headEnd), whole.subarray(tailStart)]);
}

function beginning(whole: Buffer, reason: string): string {
  const kept = whole.subarray(0, characterStart(whole, keptOnFailure));
  return (
    `${kept.toString('utf8')}\n\n[The result has ${whole.length} bytes. Only the first ${kept.length} could be kept, ` +
    `because its file could not be written: ${reason}.]`
  );
}
