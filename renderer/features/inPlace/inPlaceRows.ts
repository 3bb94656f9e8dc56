// Sidebar rows for other apps' sessions: app, its folders, their sessions. Apps start expanded, folders collapsed.
// Pure.

import type { InPlaceProgram } from '../../../shared/features/inPlace/inPlace.ts';
import type { InPlaceList, InPlaceRow } from '../../../shared/features/inPlace/methods.ts';

export type InPlaceKey = `program:${InPlaceProgram}` | `folder:${InPlaceProgram}:${string}`;

export type InPlaceListRow =
  | { type: 'program'; key: InPlaceKey; program: InPlaceProgram; count: number; open: boolean }
  /** `path` null: its sessions have no folder. */
  | { type: 'folder'; key: InPlaceKey; name: string; path: string | null; count: number; open: boolean }
  | { type: 'session'; key: string; row: InPlaceRow };

export interface InPlaceInput {
  programs: readonly InPlaceProgram[];
  list: Pick<InPlaceList, 'rows'>;
  /** Collapsed apps and expanded folders. */
  toggled: ReadonlySet<string>;
  /** The current session; its ancestors stay expanded. */
  current: string | null;
}

export function inPlaceRows({ programs, list, toggled, current }: InPlaceInput): InPlaceListRow[] {
  const rows: InPlaceListRow[] = [];
  for (const program of programs) {
    const own = list.rows.filter((row) => row.program === program);
    const hasCurrent = own.some(({ conversationId }) => conversationId === current);
    const key: InPlaceKey = `program:${program}`;
    const open = !toggled.has(key) || hasCurrent;
    rows.push({ type: 'program', key, program, count: own.length, open });
    if (open) rows.push(...folderRows(program, own, toggled, current));
  }
  return rows;
}

function folderRows(
  program: InPlaceProgram,
  own: readonly InPlaceRow[],
  toggled: ReadonlySet<string>,
  current: string | null,
): InPlaceListRow[] {
  const folders = new Map<string | null, InPlaceRow[]>();
  for (const row of own) {
    const rows = folders.get(row.folder);
    if (rows) rows.push(row);
    else folders.set(row.folder, [row]);
  }
  const names = shortNames([...folders.keys()].filter((path) => path !== null));
  return [...folders].flatMap(([path, sessions]): InPlaceListRow[] => {
    const key: InPlaceKey = `folder:${program}:${path ?? ''}`;
    const open = toggled.has(key) || sessions.some(({ conversationId }) => conversationId === current);
    const heading: InPlaceListRow = {
      type: 'folder',
      key,
      name: names.get(path) ?? '',
      path,
      count: sessions.length,
      open,
    };
    if (!open) return [heading];
    return [heading, ...sessions.map((row): InPlaceListRow => ({ type: 'session', key: row.conversationId, row }))];
  });
}

/** Shortens each path to its last part, with as many parents as it needs to be unique. */
function shortNames(paths: readonly string[]): Map<string | null, string> {
  const names = new Map<string | null, string>();
  const parts = new Map(paths.map((path) => [path, path.split(/[\\/]+/).filter(Boolean)]));
  const longest = Math.max(0, ...[...parts.values()].map(({ length }) => length));
  for (let count = 1; count <= longest; count++) {
    const left = paths.filter((path) => !names.has(path));
    const short = left.map((path) => parts.get(path)?.slice(-count).join('/') ?? path);
    const times = new Map<string, number>();
    for (const name of short) times.set(name, (times.get(name) ?? 0) + 1);
    for (const [at, path] of left.entries()) {
      const name = short[at] ?? path;
      if (times.get(name) === 1 || count === longest) names.set(path, name || path);
    }
  }
  return names;
}
