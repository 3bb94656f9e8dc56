// Spills large tool results: the text goes to a separate file, durable before its message, and the message keeps a
// preview. If the file cannot be written, the message keeps the beginning and the reason.

import { join } from 'node:path';
import type { NewMessage, ToolMessage } from '../../../shared/conversation/message.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import { fullOutputPath, previewCharacters, spillThresholdBytes } from '../../conversation/formats.ts';
import { printsForTerminal, readableOutput } from '../../lib/readableOutput.ts';
import { characterStart, firstCharacters } from '../../lib/text.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { atomicWrite, makeFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import { cappedPieces } from './resultText.ts';

type NewToolMessage = Extract<NewMessage, { role: 'tool' }>;

/** Bytes of a result that a message keeps if the file cannot be written. */
const keptOnFailure = 50_000;

/** A result above the threshold, wherever it is. */
export interface LargeResult {
  /** Everything as a terminal shows it, if small enough for the message to hold. */
  readable?: string;
  /** As much as a message keeps without a file, or all of it. */
  beginning: string;
  /** Follows the beginning if the rest is lost; '' for nothing. */
  lastLine: string;
  bytes: number;
  /** Why it could not be collected completely; there is then no file. */
  failed: string | null;
  isCut(cap: number): boolean;
  /** The file's content, at most `cap` bytes. Each piece is consumed before the next. */
  pieces(cap: number): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export function resultFilePath(paths: ConversationPaths, messageId: string): string {
  return join(paths.results, `${messageId}.json`);
}

/** Whether a message's content goes to a file: only a tool's, above the threshold in UTF-8 bytes. */
export function isLarge(message: NewMessage): message is NewToolMessage {
  return message.role === 'tool' && Buffer.byteLength(message.content, 'utf8') > spillThresholdBytes;
}

/** Returns what the log stores of a tool result. Writes the file if the content is large; the ID must be safe. */
export async function spillContent(
  disk: Disk,
  paths: ConversationPaths,
  messageId: string,
  message: NewToolMessage,
  cap: number,
): Promise<NewToolMessage> {
  // A record that already refers to a file (from a fork or import) gets its size from there.
  if (message.fullOutputPath !== undefined && message.details?.bytes !== undefined) return message;
  const { content } = message;
  const bytes = Buffer.byteLength(content, 'utf8');
  if (bytes <= spillThresholdBytes) return { ...message, details: { ...message.details, bytes } };
  return spillLargeContent(disk, paths, messageId, message, cap, {
    beginning: printsForTerminal(message.toolName) ? readableOutput(content.slice(0, keptOnFailure)) : content,
    lastLine: '',
    bytes,
    failed: null,
    isCut: (max) => bytes > max,
    pieces: (max) => cappedPieces(content, bytes, max),
  });
}

export async function spillLargeContent(
  disk: Disk,
  paths: ConversationPaths,
  messageId: string,
  message: NewToolMessage,
  cap: number,
  result: LargeResult,
): Promise<NewToolMessage> {
  const written = result.failed === null ? await writeResult(disk, paths, messageId, cap, result) : result.failed;
  if (typeof written === 'string') {
    const details = { ...message.details, bytes: result.bytes, truncated: true, spillError: written };
    return { ...message, content: onlyBeginning(result, written), details };
  }
  const details: NonNullable<ToolMessage['details']> = { ...message.details, bytes: written.bytes };
  const path = fullOutputPath(paths.conversationId, messageId);
  return {
    ...message,
    content: spilledContent(result, path),
    details: result.isCut(cap) ? { ...details, truncated: true } : details,
    fullOutputPath: path,
  };
}

/** A message's content for a result that has its own file. */
export function spilledContent({ beginning, readable }: LargeResult, path: string): string {
  return `${readable ?? firstCharacters(beginning, previewCharacters)}\n\n[Full output: ${path}]`;
}

/** Returns the file size, or why it could not be written. */
async function writeResult(
  disk: Disk,
  paths: ConversationPaths,
  messageId: string,
  cap: number,
  result: LargeResult,
): Promise<{ bytes: number } | string> {
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of result.pieces(cap)) {
      bytes += piece.length;
      yield piece;
    }
  }
  try {
    await makeFolder(disk, paths.results, paths.project);
    await atomicWrite(disk, resultFilePath(paths, messageId), counted());
    return { bytes };
  } catch (thrown) {
    return textOf(diskReason(thrown));
  }
}

function onlyBeginning(result: LargeResult, reason: string): string {
  // A character has at least one byte, so this many units are enough.
  const first = Buffer.from(firstCharacters(result.beginning, keptOnFailure), 'utf8');
  const keptBytes = first.subarray(0, characterStart(first, keptOnFailure));
  const notice =
    `[The result has ${result.bytes} bytes. Only the first ${keptBytes.length} could be kept, ` +
    `because its file could not be written: ${reason}.]`;
  const lastLine = result.lastLine === '' ? '' : `\n${result.lastLine}`;
  return `${keptBytes.toString('utf8')}\n\n${notice}${lastLine}`;
}
