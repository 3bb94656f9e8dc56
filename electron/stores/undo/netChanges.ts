// Combines several changes to the same files into their net effect for display. Pure.

import { type EntryChange, isSameState } from '../../ports/folderTree.ts';

/** Oldest first. Per path, the state before the first and after the last change; unchanged paths are dropped. */
export function netChanges(changes: readonly EntryChange[]): EntryChange[] {
  const net = new Map<string, EntryChange>();
  for (const { path, before, after } of changes) {
    const earlier = net.get(path);
    net.set(path, earlier ? { ...earlier, after } : { path, before, after });
  }
  return [...net.values()].filter(({ before, after }) => !isSameState(before, after));
}

export type NetChange = EntryChange & { from?: string };

/**
 * As users see it: a file that vanished and reappeared under another name was renamed; folders that come or go with
 * their contents are implied. Sorted by path.
 */
export function toVisibleChanges(changes: readonly EntryChange[]): NetChange[] {
  const renamed = renames(changes);
  const renamedFrom = new Set(renamed.map(({ from }) => from));
  const came = new Set(renamed.map(({ path }) => path));
  const rest = changes.filter(
    ({ path, before, after }) => !(came.has(path) && before === null) && !(renamedFrom.has(path) && after === null),
  );
  const busy = new Set(
    [...changes].flatMap(({ path, before, after }) => ((before ?? after)?.kind === 'folder' ? [] : aboveOf(path))),
  );
  const visibleChanges = rest.filter(({ path, before, after }) => {
    const comesOrGoes = before === null || after === null;
    return !((before ?? after)?.kind === 'folder' && comesOrGoes && busy.has(path));
  });
  return [...renamed, ...visibleChanges].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function renames(changes: readonly EntryChange[]): (EntryChange & { from: string })[] {
  const removedByContent = new Map<string, string[]>();
  for (const { path, before, after } of changes) {
    if (before?.kind !== 'file' || after !== null || before.bytes === 0) continue;
    const key = `${before.hash} ${before.mode}`;
    removedByContent.set(key, [...(removedByContent.get(key) ?? []), path]);
  }
  return changes.flatMap(({ path, before, after }) => {
    if (before !== null || after?.kind !== 'file') return [];
    const from = removedByContent.get(`${after.hash} ${after.mode}`)?.shift();
    return from === undefined ? [] : [{ path, from, before: after, after }];
  });
}

function aboveOf(path: string): string[] {
  const above: string[] = [];
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) above.push(path.slice(0, at));
  return above;
}

/** The reverse change. */
export function reverseChange({ path, before, after }: EntryChange): EntryChange {
  return { path, before: after, after: before };
}
