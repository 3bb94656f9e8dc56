// The window's parser for unified diffs: files with lines, numbered on both sides. Header-like lines within a hunk are content;
// unknown lines become notes, so that nothing is lost.

export type DiffLineKind = 'added' | 'removed' | 'same' | 'hunk' | 'note';

export interface DiffLine {
  kind: DiffLineKind;
  text: string;
  oldNumber?: number;
  newNumber?: number;
}

type DiffFileKind = 'added' | 'deleted' | 'renamed' | 'modified';

export interface DiffFile {
  /** Empty if the diff does not name it. */
  path: string;
  /** The old path of a renamed file. */
  from: string | null;
  kind: DiffFileKind;
  /** Not a text file. */
  binary: boolean;
  added: number;
  removed: number;
  lines: DiffLine[];
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/;
/** Git headers that the file's status already covers. */
const metadataLine = /^(?:index |similarity index |dissimilarity index |===+$|Index: )/;

export function diffFiles(diff: string): DiffFile[] {
  const files: DiffFile[] = [];
  let file: DiffFile | null = null;
  /** Within a header, before its hunks. */
  let inHeader = false;
  let oldNumber = 0;
  let newNumber = 0;
  // Remaining lines of the current hunk.
  let oldLeft = 0;
  let newLeft = 0;

  const begin = (): DiffFile => {
    file = { path: '', from: null, kind: 'modified', binary: false, added: 0, removed: 0, lines: [] };
    files.push(file);
    inHeader = true;
    return file;
  };
  const currentFile = (): DiffFile => file ?? begin();
  const header = (): DiffFile => (inHeader && file ? file : begin());

  for (const line of diff.replace(/\n$/, '').split('\n')) {
    if (oldLeft > 0 || newLeft > 0) {
      const into: DiffFile = currentFile();
      const sign = line[0];
      const text = line.slice(1);
      if (sign === '\\') {
        into.lines.push({ kind: 'note', text: text.trimStart() });
        continue;
      }
      if (sign === '+' && newLeft > 0) {
        newLeft--;
        into.added++;
        into.lines.push({ kind: 'added', text, newNumber: newNumber++ });
        continue;
      }
      if (sign === '-' && oldLeft > 0) {
        oldLeft--;
        into.removed++;
        into.lines.push({ kind: 'removed', text, oldNumber: oldNumber++ });
        continue;
      }
      if (sign === ' ' || sign === undefined) {
        oldLeft--;
        newLeft--;
        into.lines.push({ kind: 'same', text, oldNumber: oldNumber++, newNumber: newNumber++ });
        continue;
      }
    }
    const hunk = hunkHeader.exec(line);
    if (hunk) {
      oldNumber = Number(hunk[1]);
      newNumber = Number(hunk[3]);
      oldLeft = hunk[2] === undefined ? 1 : Number(hunk[2]);
      newLeft = hunk[4] === undefined ? 1 : Number(hunk[4]);
      currentFile().lines.push({ kind: 'hunk', text: hunk[5]?.trim() ?? '' });
      inHeader = false;
    } else if (line.startsWith('diff ')) {
      const into = begin();
      const names = /^diff --git a\/(.+) b\/(.+)$/.exec(line);
      if (names) into.path = names[2] ?? '';
    } else if (line.startsWith('--- ')) {
      const into = header();
      const name = nameOf(line);
      if (name === null) into.kind = 'added';
      else if (into.path === '') into.path = name;
    } else if (line.startsWith('+++ ')) {
      const into = header();
      const name = nameOf(line);
      if (name === null) into.kind = 'deleted';
      else into.path = name;
    } else if (line.startsWith('rename from ')) {
      const into = header();
      into.kind = 'renamed';
      into.from = line.slice('rename from '.length);
    } else if (line.startsWith('rename to ')) header().path = line.slice('rename to '.length);
    else if (line.startsWith('new file mode')) header().kind = 'added';
    else if (line.startsWith('deleted file mode')) header().kind = 'deleted';
    else if (/^(?:Binary files .* differ|GIT binary patch)$/.test(line)) currentFile().binary = true;
    else if (line.startsWith('\\')) currentFile().lines.push({ kind: 'note', text: line.slice(1).trimStart() });
    else if (line !== '' && !metadataLine.test(line)) currentFile().lines.push({ kind: 'note', text: line });
  }
  return files;
}

/** Null: the file does not exist on this side. */
function nameOf(line: string): string | null {
  const name = line.slice(4).split('\t', 1)[0] ?? '';
  if (name === '/dev/null') return null;
  return name.replace(/^[ab]\//, '');
}
