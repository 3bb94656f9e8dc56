// Finds the conversations of sub-agents: their first record has `origin` `{type: "sub-agent", conversationId,
// messageId, index}`. Contestants of a compare, with `compare` as the type, count as well: they, too, exist only for their
// parent. First records never change, so each is read once.

import { join } from 'node:path';
import { isSafeId } from '../../../shared/core/ids.ts';
import { compareOrigin, parentInOrigin } from '../../../shared/features/compare/compare.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { type Disk, listEntries, readFlags, statOrNull } from '../files/disk.ts';
import { maxRecordBytes } from '../files/fileWindow.ts';
import { sourceOf, sourceOfBytes } from '../files/logSources.ts';
import { scanLeniently } from '../log/lenientScan.ts';

export interface SubAgents {
  /** Descendants of this conversation in its project, nearest first. Throws file system errors. */
  of(paths: ConversationPaths): Promise<ConversationPaths[]>;
}

const firstBytes = 16 * 1024;
const lineFeed = 0x0a;
const closeBrace = 0x7d;

export function createSubAgents(disk: Disk, data: DataFolder): SubAgents {
  /** Path of messages.json → its inode and parent conversation. */
  const parents = new Map<string, { ino: bigint; parent: string | null }>();

  async function parentOf(paths: ConversationPaths): Promise<string | null> {
    const now = statOrNull(disk, paths.messages);
    if (!now) return null;
    const before = parents.get(paths.messages);
    if (before?.ino === now.ino) return before.parent;
    const parent = await readParent(disk, paths.messages).catch(() => null);
    parents.set(paths.messages, { ino: now.ino, parent });
    return parent;
  }

  return {
    async of(paths) {
      const slice = createTimeSlice();
      const children = new Map<string, ConversationPaths[]>();
      for (const conversationId of await conversationsOf(paths.projectId)) {
        const candidate = data.pathsOf(paths.projectId, conversationId);
        const parent = await parentOf(candidate);
        if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), candidate]);
        const pause = slice();
        if (pause) await pause;
      }
      const descendants = new Map<string, ConversationPaths>();
      for (let level = [paths.conversationId]; level.length > 0; ) {
        const next = level.flatMap((id) => children.get(id) ?? []);
        level = [];
        for (const child of next) {
          if (child.conversationId === paths.conversationId || descendants.has(child.conversationId)) continue;
          descendants.set(child.conversationId, child);
          level.push(child.conversationId);
        }
      }
      return [...descendants.values()];
    },
  };

  async function conversationsOf(projectId: string): Promise<string[]> {
    const folder = join(data.projectFolder(projectId), 'conversations');
    const entries = await listEntries(disk, folder);
    return entries.flatMap((entry) => (entry.isDirectory() && isSafeId(entry.name) ? [entry.name] : []));
  }
}

/** The parent conversation named in a file's first record. */
async function readParent(disk: Disk, path: string): Promise<string | null> {
  const handle = await disk.open(path, readFlags);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return null;
    const source = sourceOf(handle, stats.size);
    for (let length = firstBytes; length <= maxRecordBytes; length *= 4) {
      const bytes = await source.read(0, length);
      const end = bytes.indexOf(lineFeed, bytes[0] === 0x5b ? 2 : 0);
      // JSON text has no zero bytes, so it is damaged, possibly for gigabytes.
      if (end < 0 && bytes.includes(0)) return null;
      if (end < 0 && bytes.length < stats.size) continue;
      const whole = end > 0 && bytes[end - 1] === closeBrace;
      // In a foreign layout the record spans lines.
      const line = whole ? bytes.subarray(0, end) : bytes;
      if (!line.includes('"sub-agent"') && !line.includes(`"${compareOrigin}"`)) return null;
      let parent: string | null | undefined;
      await scanLeniently(sourceOfBytes(line), 0, 1, ({ value }) => {
        if (parent === undefined) parent = parentIn(value);
      });
      return parent ?? null;
    }
    return null;
  } finally {
    await handle.close();
  }
}

function parentIn(value: unknown): string | null {
  return parentInOrigin((value as { origin?: unknown } | null)?.origin);
}
