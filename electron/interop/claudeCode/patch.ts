// Converts `structuredPatch`, a list of hunks, to our unified diff with `---` and `+++`.

import type { JsonObject } from '../../../shared/core/json.ts';
import { objectsOf } from '../looseJson.ts';
import { countOrNull } from './values.ts';

interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: string[];
}

/** Null if nothing changed. */
export function diffFromPatch(path: string, patch: unknown, isNew = false): string | null {
  const hunks = objectsOf(patch).map(hunkText);
  if (hunks.length === 0 || hunks.includes(null)) return null;
  return `--- ${isNew ? '/dev/null' : path}\n+++ ${path}\n${hunks.join('')}`;
}

/** Diff of a created file. */
export function diffForNewFile(path: string, content: string): string | null {
  if (content === '') return null;
  const lines = content.split('\n');
  const isEnded = lines.at(-1) === '';
  if (isEnded) lines.pop();
  const addedLines = lines.map((line) => `+${line}\n`).join('');
  const header = `--- /dev/null\n+++ ${path}\n@@ -0,0 +1,${lines.length} @@\n`;
  return `${header}${addedLines}${isEnded ? '' : '\\ No newline at end of file\n'}`;
}

function hunkText(hunk: JsonObject): string | null {
  const [oldStart, oldLines, newStart, newLines] = ['oldStart', 'oldLines', 'newStart', 'newLines'].map((name) =>
    countOrNull(hunk[name]),
  );
  const { lines } = hunk;
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string')) return null;
  const head = `@@ -${oldStart ?? 0},${oldLines ?? 0} +${newStart ?? 0},${newLines ?? 0} @@\n`;
  return head + lines.map((line) => `${line}\n`).join('');
}

const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function patchFromDiff(diff: string): Hunk[] {
  const hunks: Hunk[] = [];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const match = hunkHead.exec(line);
    if (match) {
      const [oldStart, oldLines, newStart, newLines] = match.slice(1).map((n) => Number(n ?? 1)) as [
        number,
        number,
        number,
        number,
      ];
      hunks.push({ oldStart, oldLines, newStart, newLines, lines: [] });
    } else if (/^[ +\\-]/.test(line)) hunks.at(-1)?.lines.push(line);
  }
  return hunks;
}
