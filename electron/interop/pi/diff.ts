// Pi shows changes with line numbers (`-12 old`, `+12 new`, ` 13 same`, `...` for a gap). Ours are unified diffs.

interface Hunk {
  oldStart: number;
  newStart: number;
  lines: string[];
}

const numbered = /^([ +-])\s*(\d+) (.*)$/;

/** Returns unified diffs unchanged, and an empty text for any other form. */
export function unifiedDiff(text: string): string {
  if (/^(?:---|@@|diff --git|Index:) /.test(text)) return text;
  const hunks: Hunk[] = [];
  let open: Hunk | null = null;
  /** How far new line numbers are ahead of the old ones; context lines have the old number. */
  let ahead = 0;
  for (const line of text.split('\n')) {
    const [, sign = '', number, words = ''] = numbered.exec(line) ?? [];
    if (number === undefined) {
      open = null;
      continue;
    }
    const at = Number(number);
    if (!open) {
      open =
        sign === '+'
          ? { oldStart: at - ahead, newStart: at, lines: [] }
          : { oldStart: at, newStart: at + ahead, lines: [] };
      hunks.push(open);
    }
    open.lines.push(sign + words);
    if (sign === '+') ahead++;
    if (sign === '-') ahead--;
  }
  return hunks.map(hunkText).join('\n');
}

function hunkText({ oldStart, newStart, lines }: Hunk): string {
  const size = (sign: string): number => lines.filter((line) => !line.startsWith(sign)).length;
  return [`@@ -${oldStart},${size('+')} +${newStart},${size('-')} @@`, ...lines].join('\n');
}
