// Copies the files that a record of another copy refers to before the record: its full result, and the project's images
// and files. Existing files stay unchanged.

import { join } from 'node:path';
import type { Message } from '../../../shared/conversation/message.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { fullOutputPath } from '../../conversation/formats.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import { referencedHashes } from '../attachments/removedAttachments.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { atomicWrite, makeFolder } from '../files/atomicWrite.ts';
import { type Disk, isNotFoundError, readFlags } from '../files/disk.ts';
import { sourceOf } from '../files/logSources.ts';
import { resultFilePath } from '../results/spill.ts';
import { RefusedInCopy } from './copyDisk.ts';

/** Folders of the other copy's project; null if it has none or shares ours. */
export interface CopyState {
  disk: Disk;
  /** Has a folder of results per conversation. */
  results: string;
  attachments: string;
  /** Treat a refused file as missing; otherwise nothing that belongs to it is merged. */
  skipsRefused: boolean;
}

const pieceBytes = 256 * 1024;

/**
 * Returns the record as stored here, with the name and size of its result updated. Throws file system errors. Skips
 * files that the other copy lacks; the record keeps its reference.
 */
export async function copyRecordFiles(
  disk: Disk,
  paths: ConversationPaths,
  state: CopyState,
  message: Message,
  mask: SecretMask,
): Promise<Message> {
  const bring = async (
    from: string,
    folder: string,
    to: string,
    containsSecret: SecretMask | null,
  ): Promise<number | null> => {
    try {
      return await copyResultFile(disk, state.disk, from, folder, to, paths, containsSecret);
    } catch (thrown) {
      // Already reported by the copy.
      if (state.skipsRefused && thrown instanceof RefusedInCopy) return null;
      throw thrown;
    }
  };
  for (const hash of referencedHashes(message)) {
    const [from, to] = [join(state.attachments, hash), join(paths.attachments, hash)];
    await bring(from, paths.attachments, to, null);
  }
  if (message.role !== 'tool' || message.fullOutputPath === undefined) return message;
  const named = /^@state\/logs\/tool-results\/([^/]+)\/([^/]+)\.json$/.exec(message.fullOutputPath);
  const [conversationId, messageId] = [named?.[1], named?.[2]];
  if (!isSafeId(conversationId) || !isSafeId(messageId)) return message;
  // Under the record's ID here, because its own ID may belong to another result.
  const from = join(state.results, conversationId, `${messageId}.json`);
  const to = resultFilePath(paths, message.id);
  const bytes = await bring(from, paths.results, to, mask);
  if (bytes === null) return message;
  const path = fullOutputPath(paths.conversationId, message.id);
  if (message.fullOutputPath === path && message.details?.bytes === bytes) return message;
  return {
    ...message,
    content: message.content.replace(message.fullOutputPath, () => path),
    details: { ...message.details, bytes },
    fullOutputPath: path,
  };
}

/** `other` reads the other copy. Returns the file's size here; null if the other copy has none. */
export async function copyResultFile(
  disk: Disk,
  other: Disk,
  from: string,
  folder: string,
  to: string,
  paths: ConversationPaths,
  mask: SecretMask | null,
): Promise<number | null> {
  const existingSize = await sizeOf(disk, to);
  if (existingSize !== null) return existingSize;
  if ((await sizeOf(other, from)) === null) return null;
  await makeFolder(disk, folder, paths.project);
  await atomicWrite(disk, to, pieces(other, from, mask));
  return sizeOf(disk, to);
}

async function sizeOf(disk: Disk, path: string): Promise<number | null> {
  try {
    const stats = await disk.stat(path);
    return stats.isFile() ? stats.size : null;
  } catch (thrown) {
    if (isNotFoundError(thrown)) return null;
    throw thrown;
  }
}

async function* pieces(disk: Disk, path: string, mask: SecretMask | null): AsyncGenerator<Uint8Array> {
  const handle = await disk.open(path, readFlags);
  const hidden = mask?.stream();
  const text = new TextDecoder();
  try {
    const { size } = await handle.stat();
    const source = sourceOf(handle, size);
    for (let at = 0; at < size; at += pieceBytes) {
      const bytes = await source.read(at, pieceBytes);
      yield hidden ? Buffer.from(hidden.add(text.decode(bytes, { stream: true })), 'utf8') : bytes;
    }
    if (hidden) yield Buffer.from(hidden.add(text.decode()) + hidden.end(), 'utf8');
  } finally {
    await handle.close();
  }
}
