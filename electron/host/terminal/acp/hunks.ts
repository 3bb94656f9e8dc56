// The hunks of a stored unified diff as old and new text. A stored diff has no whole files, so a client shows what changed
// with its context lines.

interface Hunk {
  /** Line in the new file, 1-based. */
  line: number;
  oldText: string;
  newText: string;
}

export interface ParsedDiff {
  hunks: Hunk[];
  /** The file did not exist before. */
  isNew: boolean;
}

const header = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Skips lines outside of hunks, such as notes about binary files. */
export function parseDiff(diff: string): ParsedDiff {
  const hunks: Hunk[] = [];
  let isNew = false;
  let left = { old: 0, next: 0 };
  let sign = ' ';
  for (const line of diff.split('\n')) {
    const hunk = hunks.at(-1);
    if (hunk && line.startsWith('\\')) {
      // “\ No newline at end of file” is about the line before it.
      if (sign !== '+') hunk.oldText = hunk.oldText.slice(0, -1);
      if (sign !== '-') hunk.newText = hunk.newText.slice(0, -1);
    } else if (hunk && left.old + left.next > 0) {
      sign = line.charAt(0) || ' ';
      const text = `${line.slice(1)}\n`;
      if (sign !== '+') hunk.oldText += text;
      if (sign !== '-') hunk.newText += text;
      left = { old: left.old - (sign === '+' ? 0 : 1), next: left.next - (sign === '-' ? 0 : 1) };
    } else {
      const match = header.exec(line);
      if (line === '--- /dev/null') isNew = true;
      if (!match) continue;
      left = { old: Number(match[1] ?? 1), next: Number(match[3] ?? 1) };
      hunks.push({ line: Math.max(1, Number(match[2])), oldText: '', newText: '' });
    }
  }
  return { hunks, isNew };
}
