// The pages that are loaded, one under the other. Scrolling near an end asks for the next page; a page that goes away
// at the top does not move what is read.

import { useEffect, useLayoutEffect, useRef } from 'react';
import { characterAt } from '../../../files/pages/pageRows.ts';
import { strings } from '../../../strings.ts';
import { AnsiText } from '../results/AnsiText.tsx';
import type { OutputPages, OutputWindow, Page } from './outputPages.ts';
import type { OutputSearchState } from './useOutputSearch.ts';

const near = 600;

export function OutputText({
  pages,
  shown,
  search,
}: {
  pages: OutputPages;
  shown: OutputWindow;
  search: OutputSearchState;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<{ offset: number; top: number } | null>(null);
  const match = search.matches[search.at];
  const first = shown.pages[0];

  const onScroll = (): void => {
    const element = scroller.current;
    if (!element) return;
    anchor.current = anchorOf(element);
    if (element.scrollTop < near) void pages.previous();
    if (element.scrollHeight - element.scrollTop - element.clientHeight < near) void pages.next();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read stays where it is when pages come and go
  useLayoutEffect(() => {
    const element = scroller.current;
    const kept = anchor.current;
    if (!element || !kept) return;
    const page = element.querySelector<HTMLElement>(`[data-page="${kept.offset}"]`);
    if (page) element.scrollTop += page.getBoundingClientRect().top - kept.top;
  }, [shown.pages]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new match or a new first page brings the mark into view
  useEffect(() => {
    const element = scroller.current;
    const mark = element?.querySelector('mark[data-current]');
    if (mark) mark.scrollIntoView({ block: 'center' });
    else if (element && first && !match) element.scrollTop = first.offset === 0 ? 0 : near + 1;
    if (element) anchor.current = anchorOf(element);
  }, [match?.offset, shown.pages.length === 1 ? first?.offset : -1]);

  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      role="document"
      aria-label={strings.calls.viewer.title}
      className="min-h-0 flex-1 overflow-y-auto bg-soft px-5 py-4 [overflow-anchor:none]"
    >
      {shown.pages.map((page) => (
        <pre key={page.offset} data-page={page.offset} className="wrap-anywhere whitespace-pre-wrap text-code">
          <PageText page={page} search={search} />
        </pre>
      ))}
    </div>
  );
}

/** The page that is at the top of what is seen, and where it stands. */
function anchorOf(element: HTMLElement): { offset: number; top: number } | null {
  const top = element.getBoundingClientRect().top;
  for (const page of element.querySelectorAll<HTMLElement>('[data-page]')) {
    const box = page.getBoundingClientRect();
    if (box.bottom > top) return { offset: Number(page.dataset.page), top: box.top };
  }
  return null;
}

function PageText({ page, search }: { page: Page; search: OutputSearchState }) {
  const { matches, at, text, settled } = search;
  const inside = settled ? matches.filter(({ offset }) => offset >= page.offset && offset < page.end) : [];
  if (inside.length === 0) return <AnsiText text={page.text} />;
  const current = matches[at]?.offset;
  const parts: React.ReactNode[] = [];
  let from = 0;
  for (const { offset } of inside) {
    const start = characterAt(page.text, offset - page.offset);
    if (start < from) continue;
    const end = start + text.length;
    parts.push(page.text.slice(from, start));
    parts.push(
      <mark
        key={offset}
        data-current={offset === current || undefined}
        className="rounded-s bg-found text-ink data-current:outline-2 data-current:outline-accent"
      >
        {page.text.slice(start, end)}
      </mark>,
    );
    from = end;
  }
  parts.push(page.text.slice(from));
  return parts;
}
