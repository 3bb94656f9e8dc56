// A unified diff as lines with their numbers on both sides. Lines that it does not know are kept as they are.

export interface DiffLine {
  kind: 'added' | 'removed' | 'same' | 'hunk' | 'note';
  text: string;
  oldNumber?: number;
  newNumber?: number;
}

export function diffLines(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let oldNumber = 0;
  let newNumber = 0;
  // Lines of the present hunk that are still to come; a line that looks like a header inside of one is content.
  let oldLeft = 0;
  let newLeft = 0;
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    if (oldLeft > 0 || newLeft > 0) {
      const sign = line[0];
      if (sign === '\\') {
        lines.push({ kind: 'note', text: line.slice(2) });
        continue;
      }
      if (sign === '+') {
        newLeft--;
        lines.push({ kind: 'added', text: line.slice(1), newNumber: newNumber++ });
        continue;
      }
      if (sign === '-') {
        oldLeft--;
        lines.push({ kind: 'removed', text: line.slice(1), oldNumber: oldNumber++ });
        continue;
      }
      if (sign === ' ' || sign === undefined) {
        oldLeft--;
        newLeft--;
        lines.push({ kind: 'same', text: line.slice(1), oldNumber: oldNumber++, newNumber: newNumber++ });
        continue;
      }
    }
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/.exec(line);
    if (hunk) {
      oldNumber = Number(hunk[1]);
      newNumber = Number(hunk[3]);
      oldLeft = hunk[2] === undefined ? 1 : Number(hunk[2]);
      newLeft = hunk[4] === undefined ? 1 : Number(hunk[4]);
      lines.push({ kind: 'hunk', text: hunk[5]?.trim() ?? '' });
    } else if (line.startsWith('\\')) {
      lines.push({ kind: 'note', text: line.slice(2) });
    } else if (!/^(?:--- |\+\+\+ |===+$|Index: |diff )/.test(line) && line !== '') {
      lines.push({ kind: 'note', text: line });
    }
  }
  return lines;
}
