// Copies from replies as their Markdown source and as HTML. Selections elsewhere are copied by the browser.

import { asHtml } from './asHtml.ts';
import { asMarkdown } from './asMarkdown.ts';
import { chosenIn } from './chosen.ts';

/** A document listener, since a selection may span several replies. */
export function copyAsWritten(event: ClipboardEvent): void {
  const selection = getSelection();
  const { clipboardData, target } = event;
  if (event.defaultPrevented || !clipboardData || !selection || selection.rangeCount === 0 || selection.isCollapsed)
    return;
  if (target instanceof Element && target.closest('input, textarea')) return;
  const range = selection.getRangeAt(0);
  if (![...document.querySelectorAll('.markdown')].some((page) => range.intersectsNode(page))) return;
  const chosen = chosenIn(range);
  if (!chosen) return;
  clipboardData.setData('text/plain', asMarkdown(chosen));
  clipboardData.setData('text/html', asHtml(chosen));
  event.preventDefault();
}
