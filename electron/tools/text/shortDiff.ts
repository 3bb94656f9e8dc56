// What changed in a text, where that is shorter than the text: told to a model that has the former one before it.

import { createTwoFilesPatch, OMIT_HEADERS } from 'diff';

/** Others wait meanwhile: what is not found by then is not short either. */
const maxSearchMs = 30;

/** A unified diff without its headers; null: the whole text says it better. */
export function shortDiff(before: string, after: string): string | null {
  const options = { headerOptions: OMIT_HEADERS, context: 2, timeout: maxSearchMs };
  const patch = createTwoFilesPatch('', '', before, after, undefined, undefined, options);
  return patch !== undefined && patch.length < after.length / 2 ? patch : null;
}
