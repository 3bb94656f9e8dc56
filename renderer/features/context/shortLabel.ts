// The name of a message in a confirmation.

import { strings } from '../../core/strings.ts';
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
  if (text === '') return strings.context.thisMessage;
  if (text.length <= maxLabel) return text;
  const cut = text.slice(0, maxLabel);
  const space = cut.lastIndexOf(' ');
  // A surrogate pair stays whole.
  return `${space > maxLabel / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
}
