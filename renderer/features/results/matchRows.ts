// What search_files gives, gathered by file: `path:line: text`, and notices of the tool around it.

export interface FileMatches {
  path: string;
  matches: { line: number; text: string }[];
}

export interface Matches {
  files: FileMatches[];
  notes: string[];
}

export function matchRows(content: string): Matches {
  const files: FileMatches[] = [];
  const notes: string[] = [];
  for (const line of content.split('\n')) {
    const match = /^(.+?):(\d+): (.*)$/s.exec(line);
    if (!match) {
      if (line !== '') notes.push(line.replace(/^\[(.*)\]$/s, '$1'));
      continue;
    }
    const [, path = '', number = '', text = ''] = match;
    const last = files.at(-1);
    const file = last?.path === path ? last : { path, matches: [] };
    if (file !== last) files.push(file);
    file.matches.push({ line: Number(number), text });
  }
  return { files, notes };
}
