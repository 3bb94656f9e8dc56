// Copies of a conversation's files that a program which syncs or copies folders has left beside them, because two machines
// wrote the same file. Known by their names; nothing here changes anything on disk.
//
// Each program has its own name for such a copy, often in the language of its user, so the rule is wide: the name of one of
// our files with anything added before or after `.json`. The table of names, by program, is in the test of this file.

import { join } from 'node:path';
import type { ConversationPlace } from './dataFolder.ts';
import type { Disk } from './disk.ts';

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
/** What the store itself leaves beside a file: see asideName and temporaryName. */
const ownLeftover = /\.json\.(?:tmp|torn|original|unreadable|deleted|merged)-/;

/** Of which file a name is the copy; null for every other name. */
export function conflictOf(name: string): SyncedFile | null {
  if (/^(?:messages|meta|removed)\.json$/.test(name) || ownLeftover.test(name)) return null;
  const found = addedBeforeExtension.exec(name) ?? addedAfterExtension.exec(name);
  return found ? ((found[1] as string).toLowerCase() as SyncedFile) : null;
}

/** Sorted by name, so that every machine takes them in the same order. Throws what the file system throws. */
export async function findConflicts(disk: Disk, place: ConversationPlace): Promise<ConflictFile[]> {
  const names = await disk.readdir(place.folder);
  return names.sort().flatMap((name) => {
    const kind = conflictOf(name);
    return kind ? [{ kind, name, path: join(place.folder, name) }] : [];
  });
}

export function conflictNotice({ name, kind }: ConflictFile): string {
  const what = kind === 'messages' ? 'messages of this conversation' : `${kind}.json of this conversation`;
  return (
    `“${name}” is a second copy of the ${what}, left by a program that syncs or copies files. ` +
    'It is taken in with the next message, and kept.'
  );
}
