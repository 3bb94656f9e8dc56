// Attachments are stored once per project, by hash, and live as long as some conversation refers to them. References
// are found by scanning raw bytes, so damaged messages and drafts count too.

import { join } from 'node:path';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { type Disk, listEntries } from '../files/disk.ts';
import { scanText } from '../files/textScan.ts';

const namedHash = /"hash"\s{0,8}:\s{0,8}"([0-9a-f]{64})"/g;
const anyHash = /[0-9a-f]{64}/g;
const maxNameLength = 100;

/** Returns the attachment hashes that the files in these conversation folders refer to. */
export async function findReferencedAttachments(disk: Disk, folders: readonly string[]): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (const folder of folders) {
    for (const path of await filesIn(disk, folder)) {
      await scanText(disk, path, maxNameLength, (text) => {
        for (const [, hash] of text.matchAll(namedHash)) hashes.add(hash as string);
        return false;
      });
    }
  }
  return hashes;
}

/** Returns the hashes that a JSON value refers to, in content parts and in tool results. */
export function referencedHashes(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(namedHash)].map(([, hash]) => hash as string);
}

/**
 * Returns the `hashes` whose file exists and that no conversation outside the folders in `without` refers to. Deleted
 * conversations that can still be restored count as referring to theirs.
 */
export async function findUnusedAttachments(
  disk: Disk,
  data: DataFolder,
  place: Pick<ConversationPaths, 'projectId' | 'attachments'>,
  hashes: Iterable<string>,
  without: ReadonlySet<string>,
): Promise<{ hash: string; path: string; bytes: number }[]> {
  const present = await presentFiles(disk, place.attachments, hashes);
  if (present.size === 0) return [];
  const conversations = join(data.projectFolder(place.projectId), 'conversations');
  for (const entry of await listEntries(disk, conversations)) {
    const folder = join(conversations, entry.name);
    if (!entry.isDirectory() || without.has(folder)) continue;
    for (const path of await filesIn(disk, folder)) {
      if (present.size === 0) return [];
      await scanText(disk, path, maxNameLength, (text) => {
        for (const [hash] of text.matchAll(anyHash)) present.delete(hash);
        return present.size === 0;
      });
    }
  }
  return [...present.values()];
}

async function presentFiles(
  disk: Disk,
  folder: string,
  hashes: Iterable<string>,
): Promise<Map<string, { hash: string; path: string; bytes: number }>> {
  const present = new Map<string, { hash: string; path: string; bytes: number }>();
  for (const hash of hashes) {
    const path = join(folder, hash);
    const stats = await disk.stat(path).catch(() => null);
    if (stats?.isFile()) present.set(hash, { hash, path, bytes: stats.size });
  }
  return present;
}

async function filesIn(disk: Disk, folder: string): Promise<string[]> {
  return (await listEntries(disk, folder)).flatMap((entry) =>
    // removed.json lists messages that are being removed.
    entry.isFile() && entry.name !== 'removed.json' ? [join(folder, entry.name)] : [],
  );
}
