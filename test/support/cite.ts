// Names the requirement that a test proves: `test(cite('STORE-1', 'a sentence'), …)`. A rule test reads these.

import type { RowId } from '../requirements.ts';

export function cite(rows: RowId | readonly RowId[], sentence: string): string {
  return `${[rows].flat().join(' ')}: ${sentence}`;
}
