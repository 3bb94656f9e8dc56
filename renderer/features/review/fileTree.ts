// Changed files as a tree, and their paths on one line. Folders with a single child are joined with it. Pure.

export interface TreeFolder<T> {
  /** From the root of the tree. */
  path: string;
  name: string;
  folders: TreeFolder<T>[];
  files: T[];
}

export function fileTree<T extends { path: string }>(files: readonly T[]): TreeFolder<T> {
  const root: TreeFolder<T> = { path: '', name: '', folders: [], files: [] };
  for (const file of files) {
    let folder = root;
    const segments = file.path.replace(/\/$/, '').split('/').slice(0, -1);
    for (const name of segments) {
      const path = folder.path === '' ? name : `${folder.path}/${name}`;
      let next = folder.folders.find((each) => each.path === path);
      if (!next) {
        next = { path, name, folders: [], files: [] };
        folder.folders.push(next);
      }
      folder = next;
    }
    folder.files.push(file);
  }
  return { ...root, folders: root.folders.map(joined) };
}

function joined<T>(folder: TreeFolder<T>): TreeFolder<T> {
  const [only] = folder.folders;
  if (only && folder.folders.length === 1 && folder.files.length === 0)
    return joined({ ...only, name: `${folder.name}/${only.name}` });
  return { ...folder, folders: folder.folders.map(joined) };
}

/** Folders before files, in display order. `isOpen` hides the content of folded ones. */
export function* treeRows<T>(
  folder: TreeFolder<T>,
  isOpen: (path: string) => boolean,
  depth = 0,
): Generator<{ depth: number; folder: TreeFolder<T> } | { depth: number; file: T }> {
  for (const each of folder.folders) {
    yield { depth, folder: each };
    if (isOpen(each.path)) yield* treeRows(each, isOpen, depth + 1);
  }
  for (const file of folder.files) yield { depth, file };
}

/** A line break in a name must not look like the end of it. */
export function plainPath(path: string): string {
  return path.replaceAll('\n', '⏎').replaceAll('\t', '⇥');
}
