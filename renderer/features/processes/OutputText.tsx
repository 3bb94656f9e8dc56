// The loaded pages of output. Scrolling near an end loads the next page; unloading a page at the top keeps the scroll position.

import { useEffect, useLayoutEffect, useRef } from 'react';
import { strings } from '../../core/strings.ts';
import { AnsiText } from '../results/AnsiText.tsx';
import type { OutputPages, OutputWindow } from './outputPages.ts';

const near = 600;

export function OutputText({ pages, shown }: { pages: OutputPages; shown: OutputWindow }) {
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<{ offset: number; top: number } | null>(null);
  const first = shown.pages[0];

  const onScroll = (): void => {
    const element = scroller.current;
    if (!element) return;
    anchor.current = anchorOf(element);
    if (element.scrollTop < near) void pages.previous();
    if (element.scrollHeight - element.scrollTop - element.clientHeight < near) void pages.next();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the scroll position when pages load and unload
  useLayoutEffect(() => {
    const element = scroller.current;
    const kept = anchor.current;
    if (!element || !kept) return;
    const page = element.querySelector<HTMLElement>(`[data-page="${kept.offset}"]`);
    if (page) element.scrollTop += page.getBoundingClientRect().top - kept.top;
  }, [shown.pages]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: leaves room to scroll up to earlier pages
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (first) element.scrollTop = first.offset === 0 ? 0 : near + 1;
    anchor.current = anchorOf(element);
  }, [shown.pages.length === 1 ? first?.offset : -1]);

  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      role="document"
      aria-label={strings.calls.viewer.title}
      className="min-h-0 flex-1 overflow-y-auto bg-soft px-5 py-4 [overflow-anchor:none]"
    >
      {shown.pages.map(({ offset, text }) => (
        <pre key={offset} data-page={offset} className="wrap-anywhere whitespace-pre-wrap text-code">
          <AnsiText text={text} />
        </pre>
      ))}
    </div>
  );
}

/** The page at the top of the viewport, and its offset. */
function anchorOf(element: HTMLElement): { offset: number; top: number } | null {
  const top = element.getBoundingClientRect().top;
  for (const page of element.querySelectorAll<HTMLElement>('[data-page]')) {
    const box = page.getBoundingClientRect();
    if (box.bottom > top) return { offset: Number(page.dataset.page), top: box.top };
  }
  return null;
}
