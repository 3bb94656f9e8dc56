// The files that a turn changed, one entry each, in the order of their first change. Pure.

import { callKey } from '../../../shared/conversation/event.ts';
import { type ChangedFile, changesOf } from '../../core/calls/callChanges.ts';
import type { ChangingCall } from '../../core/calls/items.ts';

export interface TurnFile {
  /** Its first change; the lines of all. */
  file: ChangedFile;
  /** The call that changed this file and no other, if it is the only one and not undone: it can be undone alone. */
  call: ChangingCall | null;
}

export function turnFiles(calls: readonly ChangingCall[], undone: readonly string[]): TurnFile[] {
  const files = new Map<string, TurnFile>();
  for (const call of calls) {
    const changes = changesOf(call);
    for (const file of changes?.files ?? []) {
      const earlier = files.get(file.path) ?? (file.from === undefined ? undefined : files.get(file.from));
      const isAlone = changes?.files.length === 1 && !changes.copied && !undone.includes(callKey(call));
      if (file.from !== undefined) files.delete(file.from);
      files.set(file.path, {
        file: earlier ? merged(earlier.file, file) : file,
        call: earlier || !isAlone ? null : call,
      });
    }
  }
  return [...files.values()];
}

/** A new file that is edited afterwards is still new; one that is deleted in the end is deleted. */
function merged(before: ChangedFile, now: ChangedFile): ChangedFile {
  const added = (before.added ?? 0) + (now.added ?? 0);
  const removed = (before.removed ?? 0) + (now.removed ?? 0);
  return { ...now, kind: now.kind === 'deleted' ? now.kind : before.kind, added, removed };
}
