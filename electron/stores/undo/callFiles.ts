// Paths of a call's undo files, and which calls of a conversation have any.

import { join } from 'node:path';
import { isSafeId } from '../../../shared/core/ids.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { type Disk, listNames } from '../files/disk.ts';

export interface CallLocation {
  paths: ConversationPaths;
  messageId: string;
  index: number;
}

export function recordPath({ paths, messageId, index }: CallLocation): string {
  return join(paths.undo, `${messageId}.${index}.jsonl`);
}

export function packPath({ paths, messageId, index }: CallLocation): string {
  return join(paths.undo, `${messageId}.${index}.pack`);
}

/** Exists while the call runs, and after a crash. */
export function openMarkPath({ paths, messageId, index }: CallLocation): string {
  return join(paths.undo, `${messageId}.${index}.open`);
}

/** Calls of a conversation with stored undo data. Throws file system errors. */
export function listCalls(disk: Disk, paths: ConversationPaths): Promise<CallLocation[]> {
  return callsWith(disk, paths, /^([0-9A-Za-z][0-9A-Za-z_-]*)\.(\d+)\.jsonl$/);
}

/** Running and interrupted calls. Throws file system errors. */
export function listOpenCalls(disk: Disk, paths: ConversationPaths): Promise<CallLocation[]> {
  return callsWith(disk, paths, /^([0-9A-Za-z][0-9A-Za-z_-]*)\.(\d+)\.open$/);
}

/** IDs of conversations (within `only`, if given) with relevant open calls. */
export async function conversationsWithOpenCalls(
  disk: Disk,
  data: DataFolder,
  only: string | undefined,
  counts: (call: CallLocation) => boolean,
): Promise<string[]> {
  const fileNames: string[] = [];
  for (const projectId of await data.projectIds()) {
    const folder = join(data.projectFolder(projectId), 'state', 'undo');
    const ids = only === undefined ? await disk.readdir(folder).catch(() => []) : [only];
    for (const conversationId of ids) {
      if (!isSafeId(conversationId)) continue;
      const open = await listOpenCalls(disk, data.pathsOf(projectId, conversationId)).catch(() => []);
      if (open.some(counts)) fileNames.push(conversationId);
    }
  }
  return fileNames;
}

async function callsWith(disk: Disk, paths: ConversationPaths, pattern: RegExp): Promise<CallLocation[]> {
  const names = await listNames(disk, paths.undo);
  return names.flatMap((name) => {
    const parts = pattern.exec(name);
    return parts ? [{ paths, messageId: parts[1] as string, index: Number(parts[2]) }] : [];
  });
}
