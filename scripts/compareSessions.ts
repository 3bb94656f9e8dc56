// `npm run compare -- claude-code|codex|opencode FILE FILE`: compares two sessions of another app key by key, in both
// directions. Ids, times and folders may differ. Exit code 0: equal, 1: different, 2: error.

import { readFileSync } from 'node:fs';
import { type Comparison, compareSessions, isSame } from './compareSessions/compare.ts';
import { type Program, programs } from './compareSessions/rows.ts';

const maxVisible = 100;
const maxValueLength = 120;
/** Characters of context before the first difference. */
const sameShown = 30;

/** Returns both values; long ones from the first difference on. */
function shownPair(one: unknown, other: unknown): [string, string] {
  const [text, otherText] = [one, other].map((value) =>
    value === undefined ? '(missing)' : JSON.stringify(value),
  ) as [string, string];
  let same = 0;
  while (same < text.length && text[same] === otherText[same]) same++;
  const from = Math.max(0, same - sameShown);
  return [shownFrom(text, from), shownFrom(otherText, from)];
}

function shownFrom(text: string, from: number): string {
  if (text.length <= maxValueLength) return text;
  const part = text.slice(from, from + maxValueLength);
  const [before, behind] = [from > 0 ? '…' : '', from + maxValueLength < text.length ? '…' : ''];
  return `${before}${part}${behind} (${text.length} characters)`;
}

function linesOf({ counts, order, differences }: Comparison): string[] {
  const hidden = differences.length - maxVisible;
  return [
    ...counts.map(({ type, one, other }) => `${type}: ${one} in the first file, ${other} in the second`),
    ...(order
      ? [`row ${order.row}: ${order.one ?? '(end)'} in the first file, ${order.other ?? '(end)'} in the second`]
      : []),
    ...differences.slice(0, maxVisible).flatMap(({ type, number, path, one, other }) => {
      const [left, right] = shownPair(one, other);
      return [`${type} ${number}: ${path}`, `  - ${left}`, `  + ${right}`];
    }),
    ...(hidden > 0 ? [`… and ${hidden} more differences`] : []),
  ];
}

function main([program, one, other, ...more]: readonly string[]): number {
  const isKnown = (programs as readonly string[]).includes(program ?? '');
  if (!isKnown || one === undefined || other === undefined || more.length > 0) {
    process.stderr.write(`Usage: npm run compare -- ${programs.join('|')} FILE FILE\n`);
    return 2;
  }
  try {
    const comparison = compareSessions(program as Program, readFileSync(one, 'utf8'), readFileSync(other, 'utf8'));
    process.stdout.write(`${(isSame(comparison) ? ['The sessions are the same.'] : linesOf(comparison)).join('\n')}\n`);
    return isSame(comparison) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

process.exitCode = main(process.argv.slice(2));
