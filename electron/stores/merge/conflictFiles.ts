// Finds copies of a conversation's files that a sync or copy program left next to them because two machines wrote the
// same file. Matches by name; never changes the disk.
// Each program names such copies differently, often in its user's language, so the rule is broad: one of our file names
// with anything added before or after `.json`. The test of this file lists the names by program.

import { join } from 'node:path';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { isAsideName, isTemporaryName } from '../files/atomicWrite.ts';
import { type Disk, statOrNull } from '../files/disk.ts';
import type { ConversationReads } from '../log/conversationReads.ts';

/** Files whose copies are merged. The others (draft, partial reply) have nothing to merge. */
export type SyncedFile = 'messages' | 'meta' | 'removed';

export interface ConflictFile {
  kind: SyncedFile;
  name: string;
  path: string;
}

/** `messages (1).json`, `messages-LAPTOP.json`, `messages.sync-conflict-….json`, `messages_conflict-….json` … */
const addedBeforeExtension = /^(messages|meta|removed)[ ._\-([（【].*\.json$/iu;
/** `messages.json~` and `messages.json.~1~` (rsync --backup), `messages.json (…)`, `messages.json.conflict` … */
const addedAfterExtension = /^(messages|meta|removed)\.json(?:~|\.~\d+~|[ _(].*|[.-](?:sync-)?conflict.*)$/iu;
/** The file that this name is a copy of, or null. */
export function conflictedFileOf(name: string): SyncedFile | null {
  if (/^(?:messages|meta|removed)\.json$/.test(name) || isAsideName(name) || isTemporaryName(name)) return null;
  const match = addedBeforeExtension.exec(name) ?? addedAfterExtension.exec(name);
  return match ? ((match[1] as string).toLowerCase() as SyncedFile) : null;
}

export interface ConflictFinder {
  /** Sorted by name, so that every machine merges in the same order. An unreadable folder has none. */
  find(paths: ConversationPaths): Promise<ConflictFile[]>;
}

/** Some disks keep times in whole seconds, so a recently changed folder may change again without a new time. */
const settledMs = 2_500;
/** Reuse the last listing of such a folder for this long, since listing costs half an append. */
const lookAgainMs = 250;

/** Lists a folder again only when it has changed, because it is checked with each message. */
export function createConflictFinder(disk: Disk, now: () => Date): ConflictFinder {
  const listings = new Map<string, { changed: bigint | null; files: ConflictFile[]; until: number }>();

  return {
    async find(paths) {
      const changed = statOrNull(disk, paths.folder)?.mtime ?? null;
      const before = listings.get(paths.folder);
      const at = now().getTime();
      if (before && before.changed === changed && at < before.until) return before.files;
      const names = await disk.readdir(paths.folder).catch((): string[] => []);
      const conflictFiles = names.sort().flatMap((name): ConflictFile[] => {
        const kind = conflictedFileOf(name);
        return kind ? [{ kind, name, path: join(paths.folder, name) }] : [];
      });
      const isSettled = changed !== null && at - Number(changed / 1_000_000n) > settledMs;
      listings.set(paths.folder, {
        changed,
        files: conflictFiles,
        until: isSettled ? Number.POSITIVE_INFINITY : at + lookAgainMs,
      });
      return conflictFiles;
    },
  };
}

/** @internal */
export function conflictNotice({ name, kind }: ConflictFile): Sentence {
  const what = kind === 'messages' ? say`messages of this conversation` : say`${kind}.json of this conversation`;
  return say`“${name}” is a second copy of the ${what}, left by an app that syncs or copies files. It is merged with the next message, and kept.`;
}

/** Reports conflict copies when a conversation is opened. */
export function withConflictReports(
  reads: ConversationReads,
  data: DataFolder,
  finder: ConflictFinder,
): ConversationReads {
  return {
    ...reads,
    async readBranch(conversationId, reach) {
      const branch = await reads.readBranch(conversationId, reach);
      const place = await data.recall(conversationId);
      if (!branch.ok || !place.ok) return branch;
      const conflictNotices = (await finder.find(place.value)).map(conflictNotice);
      if (conflictNotices.length === 0) return branch;
      return { ok: true, value: { ...branch.value, notices: [...branch.value.notices, ...conflictNotices] } };
    },
  };
}
