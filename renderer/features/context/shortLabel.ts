// The name of a message in a confirmation.

import { shorten } from '../../../shared/core/shorten.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { plainSnippet } from '../search/plainSnippet.ts';

const maxLabel = 80;

/** The beginning of a message on one line, without Markdown syntax, cut between words. */
export function shortLabel(label: string): string {
  const line = label
    .trim()
    .slice(0, 8 * maxLabel)
    .replace(/\s+/g, ' ');
  const text = visibleText(plainSnippet(line, []).text);
  return text === '' ? lateStrings.context.thisMessage : shorten(text, maxLabel);
}
