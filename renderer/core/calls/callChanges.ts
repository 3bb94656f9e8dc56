// Reads the file changes of calls from their results. Messages come from disk, so malformed data is ignored.

import { callKey } from '../../../shared/conversation/event.ts';
import { readSentenceData, textOf, type UserTextData } from '../../../shared/core/sentence.ts';
import type { FileChange } from '../../../shared/features/undo/methods.ts';
import type { ChangingCall } from './items.ts';

export type ChangedFile = Pick<FileChange, 'path' | 'from' | 'kind' | 'added' | 'removed'>;

export interface CallChanges {
  files: ChangedFile[];
  /** Why the changes are incomplete. */
  notCovered: UserTextData | null;
  /** A copied call: only the conversation that made it can undo it. */
  copied: boolean;
}

const kinds: readonly unknown[] = ['added', 'modified', 'deleted', 'renamed', 'mode', 'link'];

/** Returns null if the call changed nothing and nothing is unknown. */
export function changesOf({ result }: Pick<ChangingCall, 'result'>): CallChanges | null {
  const changes = result?.details?.changes;
  if (typeof changes !== 'object' || changes === null) return null;
  const { files: list, notCovered, said, copied } = changes as Record<string, unknown>;
  const files = Array.isArray(list) ? list.flatMap((file: unknown) => changedFile(file) ?? []) : [];
  const unknown = typeof notCovered === 'string' && notCovered !== '' ? (readSentenceData(said) ?? notCovered) : null;
  return files.length === 0 && unknown === null ? null : { files, notCovered: unknown, copied: copied === true };
}

function changedFile(value: unknown): ChangedFile | null {
  if (typeof value !== 'object' || value === null) return null;
  const { path, from, kind, added, removed } = value as Record<string, unknown>;
  if (typeof path !== 'string' || !kinds.includes(kind)) return null;
  return {
    path,
    ...(typeof from === 'string' ? { from } : {}),
    kind: kind as ChangedFile['kind'],
    ...(typeof added === 'number' ? { added } : {}),
    ...(typeof removed === 'number' ? { removed } : {}),
  };
}

export interface TurnTotals {
  files: number;
  added: number;
  removed: number;
  /** This conversation's calls that changed files, and how many of them are undone. */
  calls: number;
  undone: number;
  /** Calls that changed files before they were copied into this conversation. */
  copied: number;
}

/** Counts a file once even if several calls changed it, but sums all its lines. */
export function turnTotals(calls: readonly ChangingCall[], undone: readonly string[]): TurnTotals {
  const paths = new Set<string>();
  const totals = { files: 0, added: 0, removed: 0, calls: 0, undone: 0, copied: 0 };
  for (const call of calls) {
    const { files, copied } = changesOf(call) ?? { files: [], copied: false };
    if (files.length === 0) continue;
    if (copied) totals.copied++;
    else totals.calls++;
    if (!copied && undone.includes(callKey(call))) totals.undone++;
    for (const { path, from, added = 0, removed = 0 } of files) {
      if (from !== undefined) paths.delete(from);
      paths.add(path);
      totals.added += added;
      totals.removed += removed;
    }
  }
  return { ...totals, files: paths.size };
}

/** Changes that undo does not cover, as unique sentences. */
export function uncoveredChangesOf(calls: readonly Pick<ChangingCall, 'result'>[]): UserTextData[] {
  const all = calls.flatMap((call) => changesOf(call)?.notCovered ?? []);
  return [...new Map(all.map((text) => [textOf(text), text])).values()];
}
