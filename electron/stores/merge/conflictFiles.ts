// Copies of a conversation's files that a program which syncs or copies folders has left beside them, because two machines
// wrote the same file. Known by their names; nothing here changes anything on disk.
//
// Each program has its own name for such a copy, often in the language of its user, so the rule is wide: the name of one of
// our files with anything added before or after `.json`. The table of names, by program, is in the test of this file.

import { join } from 'node:path';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { isAsideName, isTemporaryName } from '../files/atomicWrite.ts';
import { type Disk, look } from '../files/disk.ts';
import type { ConversationReads } from '../log/conversationReads.ts';

/** The files of which a copy is merged. Of the others (draft, partial reply) there is nothing to unite. */
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
/** Of which file a name is the copy; null for every other name. */
export function conflictOf(name: string): SyncedFile | null {
  if (/^(?:messages|meta|removed)\.json$/.test(name) || isAsideName(name) || isTemporaryName(name)) return null;
  const found = addedBeforeExtension.exec(name) ?? addedAfterExtension.exec(name);
  return found ? ((found[1] as string).toLowerCase() as SyncedFile) : null;
}

export interface ConflictFinder {
  /** Sorted by name, so that every machine takes them in the same order. A folder that cannot be read has none. */
  find(place: ConversationPaths): Promise<ConflictFile[]>;
}

/** A folder that has just changed may change once more without its time telling: times of some disks are whole seconds. */
const settledMs = 2_500;
/** So long the last look is good enough for a folder of that kind: a look costs as much as half an append. */
const lookAgainMs = 250;

/** Looks into a folder again only when it has changed since: it is asked for with each message. */
export function createConflictFinder(disk: Disk, now: () => Date): ConflictFinder {
  const known = new Map<string, { changed: bigint | null; found: ConflictFile[]; until: number }>();

  return {
    async find(place) {
      const changed = look(disk, place.folder)?.mtime ?? null;
      const before = known.get(place.folder);
      const at = now().getTime();
      if (before && before.changed === changed && at < before.until) return before.found;
      const names = await disk.readdir(place.folder).catch((): string[] => []);
      const found = names.sort().flatMap((name): ConflictFile[] => {
        const kind = conflictOf(name);
        return kind ? [{ kind, name, path: join(place.folder, name) }] : [];
      });
      const isSettled = changed !== null && at - Number(changed / 1_000_000n) > settledMs;
      known.set(place.folder, { changed, found, until: isSettled ? Number.POSITIVE_INFINITY : at + lookAgainMs });
      return found;
    },
  };
}

/** @internal */
export function conflictNotice({ name, kind }: ConflictFile): Sentence {
  const what = kind === 'messages' ? say`messages of this conversation` : say`${kind}.json of this conversation`;
  return say`“${name}” is a second copy of the ${what}, left by a program that syncs or copies files. It is merged with the next message, and kept.`;
}

/** Opening a conversation names the copies beside it. */
export function tellConflicts(reads: ConversationReads, data: DataFolder, finder: ConflictFinder): ConversationReads {
  return {
    ...reads,
    async readBranch(conversationId, reach) {
      const branch = await reads.readBranch(conversationId, reach);
      const place = await data.recall(conversationId);
      if (!branch.ok || !place.ok) return branch;
      const found = (await finder.find(place.value)).map(conflictNotice);
      if (found.length === 0) return branch;
      return { ok: true, value: { ...branch.value, notices: [...branch.value.notices, ...found] } };
    },
  };
}
