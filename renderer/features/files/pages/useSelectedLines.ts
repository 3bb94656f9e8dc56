// The lines that the user has selected in the text viewer.

import { type RefObject, useEffect, useState } from 'react';

export interface LineRange {
  start: number;
  end: number;
}

/** Null without a selection in `element`. */
export function useSelectedLines(element: RefObject<HTMLElement | null>): LineRange | null {
  const [lines, setLines] = useState<LineRange | null>(null);
  useEffect(() => {
    const onChange = (): void => setLines((before) => same(before, selectedLines(element.current)));
    document.addEventListener('selectionchange', onChange);
    return () => document.removeEventListener('selectionchange', onChange);
  }, [element]);
  return lines;
}

function same(before: LineRange | null, now: LineRange | null): LineRange | null {
  return before?.start === now?.start && before?.end === now?.end ? before : now;
}

function selectedLines(element: HTMLElement | null): LineRange | null {
  const selection = document.getSelection();
  if (!element || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return null;
  const start = lineOf(range.startContainer);
  // A selection of whole lines ends before the first character of the next one.
  const end = lineOf(range.endContainer);
  if (start === null || end === null) return null;
  const endsBefore = end > start && range.endOffset === 0;
  return { start, end: endsBefore ? end - 1 : end };
}

function lineOf(node: Node): number | null {
  const row = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-offset]');
  for (let at: Element | null | undefined = row; at; at = at.previousElementSibling) {
    if (at instanceof HTMLElement && at.dataset.line !== undefined) return Number(at.dataset.line);
  }
  return null;
}
