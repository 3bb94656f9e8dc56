// What list_files gives, entry by entry: `src/`, `src/a.ts`, `to -> target`, and notices of the tool.

export interface ListEntry {
  kind: 'file' | 'folder' | 'link' | 'note';
  /** From the folder that was listed on. */
  path: string;
  name: string;
  depth: number;
  target?: string;
}

export function listEntries(content: string): ListEntry[] {
  return content.split('\n').flatMap((line): ListEntry[] => {
    if (line === '') return [];
    if (/^\[.*\]$/s.test(line)) return [{ kind: 'note', path: '', name: line.slice(1, -1), depth: 0 }];
    return [entryOf(plainName(line))];
  });
}

function entryOf(line: string): ListEntry {
  if (line.endsWith('/')) return { kind: 'folder', ...placeOf(line.slice(0, -1)) };
  const arrow = line.indexOf(' -> ');
  if (arrow > 0) return { kind: 'link', ...placeOf(line.slice(0, arrow)), target: line.slice(arrow + 4) };
  return { kind: 'file', ...placeOf(line) };
}

function placeOf(path: string): Pick<ListEntry, 'path' | 'name' | 'depth'> {
  const names = path.split('/');
  return { path, name: names.at(-1) ?? path, depth: names.length - 1 };
}

/** A name with a line break in it is written as JSON. */
function plainName(line: string): string {
  if (!line.startsWith('"')) return line;
  try {
    const name: unknown = JSON.parse(line);
    return typeof name === 'string' ? name : line;
  } catch {
    return line;
  }
}
