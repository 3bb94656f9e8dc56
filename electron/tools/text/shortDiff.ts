// A short diff for a model that already has the old text; used if it is shorter than the new one.

import { createTwoFilesPatch, OMIT_HEADERS } from 'diff';

/** Blocks others; a diff that takes longer is not short anyway. */
const maxSearchMs = 30;

/** A unified diff without headers; null if the whole text is better. */
export function shortDiff(before: string, after: string): string | null {
  const options = { headerOptions: OMIT_HEADERS, context: 2, timeout: maxSearchMs };
  const patch = createTwoFilesPatch('', '', before, after, undefined, undefined, options);
  return patch !== undefined && patch.length < after.length / 2 ? patch : null;
}
