// Reads the full text of a tool result, from its file or message: pages and searches, without loading a large file.
// Offsets are UTF-8 bytes; pages begin and end between characters.

import type { FileHandle } from 'node:fs/promises';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { LineIndex } from '../../lib/lineIndex.ts';
import { characterStart } from '../../lib/text.ts';
import type { ResultPage } from '../../ports/tool.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { type Disk, diskReason, isNotFoundError, readFlags } from '../files/disk.ts';
import type { LogSource } from '../files/fileWindow.ts';
import { sourceOfBytes } from '../files/logSources.ts';
import { type ResultMatch, searchText } from './resultSearch.ts';
import { resultFilePath } from './spill.ts';

export async function readResultPage(
  disk: Disk,
  data: DataFolder,
  paths: ConversationPaths,
  message: ToolMessage,
  offset: number,
  limit: number,
): Promise<Result<ResultPage>> {
  return withResult(disk, data, paths, message, (source) => pageOf(source, offset, limit));
}

export async function searchResult(
  disk: Disk,
  data: DataFolder,
  paths: ConversationPaths,
  message: ToolMessage,
  text: string,
  limit: number,
  signal?: AbortSignal,
): Promise<Result<{ matches: ResultMatch[]; more: boolean }>> {
  return withResult(disk, data, paths, message, (source) => searchText(source, text, limit, signal));
}

export async function locateInResult(
  disk: Disk,
  data: DataFolder,
  paths: ConversationPaths,
  message: ToolMessage,
  index: LineIndex,
  position: { line: number } | { offset: number },
): Promise<Result<{ offset: number; line: number }>> {
  return withResult(disk, data, paths, message, async (source) => {
    const key = `${paths.conversationId}\0${message.id}\0${source.size}`;
    if ('line' in position) return index.lineStart(key, source, position.line);
    return { offset: position.offset, line: await index.lineAt(key, source, position.offset) };
  });
}

async function pageOf(source: LogSource, offset: number, limit: number): Promise<ResultPage> {
  const totalBytes = source.size;
  const startOffset = Math.min(Math.max(0, Math.floor(offset)), totalBytes);
  // A character has at most four bytes: read three before to find its start, and four after to find the last one's end.
  const from = Math.max(0, startOffset - 3);
  const bytes = await source.read(from, startOffset - from + Math.max(1, Math.floor(limit)) + 4);
  const begin = characterStart(bytes, startOffset - from);
  let end = characterStart(bytes, Math.min(bytes.length, begin + Math.max(1, Math.floor(limit))));
  // Return at least one character, so that paging always terminates.
  if (end <= begin) end = Math.min(bytes.length, begin + characterLength(bytes[begin]));
  const start = from + begin;
  const next = from + end;
  return {
    text: bytes.toString('utf8', begin, end),
    offset: start,
    nextOffset: next < totalBytes && end > begin ? next : null,
    totalBytes,
  };
}

function characterLength(first: number | undefined): number {
  if (first === undefined || first < 0x80) return 1;
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

/** The file that a message refers to; restricted to this project's results. */
export function spillPath(
  data: DataFolder,
  paths: ConversationPaths,
  message: Pick<ToolMessage, 'fullOutputPath'>,
): string | null {
  if (message.fullOutputPath === undefined) return null;
  const named = /^@state\/logs\/tool-results\/([^/]+)\/([^/]+)\.json$/.exec(message.fullOutputPath);
  const [conversationId, messageId] = [named?.[1], named?.[2]];
  if (!isSafeId(conversationId) || !isSafeId(messageId)) return null;
  return resultFilePath(data.pathsOf(paths.projectId, conversationId), messageId);
}

async function withResult<T>(
  disk: Disk,
  data: DataFolder,
  paths: ConversationPaths,
  message: ToolMessage,
  use: (source: LogSource) => Promise<T>,
): Promise<Result<T>> {
  const path = spillPath(data, paths, message);
  if (path === null)
    return ok(await use(sourceOfBytes(Buffer.from(message.details?.printed ?? message.content, 'utf8'))));
  let handle: FileHandle | undefined;
  try {
    handle = await disk.open(path, readFlags);
    const stats = await handle.stat();
    if (!stats.isFile()) return unreadable(path, say`it is not a file`);
    return ok(await use(sourceOfFile(handle, stats.size)));
  } catch (thrown) {
    return unreadable(path, isNotFoundError(thrown) ? say`the file no longer exists` : diskReason(thrown));
  } finally {
    await handle?.close().catch(() => {});
  }
}

/** Reuses one buffer, so consume each piece before the next read. */
function sourceOfFile(handle: FileHandle, size: number): LogSource {
  let buffer = Buffer.alloc(0);
  return {
    size,
    async read(position, length) {
      const readLength = Math.max(0, Math.min(length, size - position));
      if (buffer.length < readLength) buffer = Buffer.allocUnsafeSlow(readLength);
      let done = 0;
      while (done < readLength) {
        const { bytesRead } = await handle.read(buffer, done, readLength - done, position + done);
        if (bytesRead <= 0) break;
        done += bytesRead;
      }
      return buffer.subarray(0, done);
    },
  };
}

function unreadable(path: string, reason: UserText): ReturnType<typeof fail> {
  return fail(
    'STORE_READ_FAILED',
    say`The full output could not be read: ${reason} (${path}). The message still shows its beginning.`,
  );
}
