// Scrolls text of any size with line numbers, loading pages when they come into view. Page heights are unknown in
// advance and browsers limit element height, so the list holds a window of pages that shifts when the user nears its
// end.

import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { useStore } from 'zustand/react';
import { classes } from '../../../ui/classes.ts';
import { useRovingFocus } from '../../../ui/useRovingFocus.ts';
import { type PageAppearance, PageLines } from './PageLines.tsx';
import { pageBytes, type TextPages } from './textPages.ts';

export interface PagedTextHandle {
  /** Scrolls the byte into the middle of the view. */
  show(offset: number): Promise<void>;
  focus(): void;
}

export interface PagedTextProps extends PageAppearance {
  ref?: Ref<PagedTextHandle>;
  pages: TextPages;
  label: string;
  className?: string;
  /** Called with the first visible byte when it changes. */
  onPlace?: (offset: number) => void;
}

/** Pages in the list at a time, and the distance to its end at which it shifts. */
const span = 200;
const edge = 8;

export function PagedText({ ref, pages, label, className, onPlace, ...look }: PagedTextProps) {
  const list = useRef<VListHandle>(null);
  const element = useRef<HTMLDivElement>(null);
  const roving = useRovingFocus();
  const target = useRef<{ index: number; pixels: number } | null>(null);
  const [first, setFirst] = useState(0);
  useStore(pages.store, ({ version }) => version);
  const count = pages.count();
  const indexes = useMemo(
    () => Array.from({ length: Math.max(1, Math.min(span, count - first)) }, (_, at) => first + at),
    [count, first],
  );

  // Starts a new window of pages at the reader's position.
  useEffect(() => {
    const at = target.current;
    target.current = null;
    if (at) list.current?.scrollToIndex(at.index - first, { align: 'start', offset: at.pixels });
  }, [first]);

  function onScroll(offset: number): void {
    const handle = list.current;
    if (!handle) return;
    const at = handle.findItemIndex(offset);
    onPlace?.((first + at) * pageBytes);
    const needsLater = at > span - edge && first + span < count;
    const needsEarlier = at < edge && first > 0;
    if (!needsLater && !needsEarlier) return;
    target.current = { index: first + at, pixels: offset - handle.getItemOffset(at) };
    setFirst(Math.max(0, Math.min(count - span, first + at - span / 2)));
  }

  useImperativeHandle(ref, () => ({
    focus: () => element.current?.querySelector<HTMLElement>('[data-pages]')?.focus(),
    async show(offset) {
      const page = await pages.pageOf(offset);
      if (!page) return;
      // Load its neighbors first, which would otherwise push it away.
      await Promise.all([page.index - 1, page.index + 1].filter((at) => at >= 0 && at < pages.count()).map(pages.load));
      const isThere = page.index >= first && page.index < first + span;
      if (isThere) list.current?.scrollToIndex(page.index - first, { align: 'start' });
      else {
        target.current = { index: page.index, pixels: 0 };
        setFirst(Math.max(0, Math.min(pages.count() - span, page.index - span / 2)));
      }
      const row = page.rows.findLast((one) => one.offset <= offset) ?? page.rows[0];
      for (let frame = 0; row && frame < 30; frame++) {
        await new Promise((next) => requestAnimationFrame(next));
        const drawn = element.current?.querySelector(`[data-offset="${row.offset}"]`);
        if (!drawn) continue;
        (drawn.querySelector('mark[data-current]') ?? drawn).scrollIntoView({ block: 'center', inline: 'nearest' });
        // Heights settle over the next frames.
        if (frame > 4) return;
      }
    },
  }));

  return (
    <div ref={element} data-file-links className={classes('min-h-0 min-w-0 flex-1', className)} {...roving}>
      <VList
        key={first}
        ref={list}
        data={indexes}
        bufferSize={400}
        onScroll={onScroll}
        data-pages
        role="document"
        aria-label={label}
        tabIndex={0}
        className="font-mono text-code focus-visible:-outline-offset-2"
        style={{ overflowX: 'auto' }}
      >
        {(index) => <PageLines key={index} index={index} pages={pages} {...look} />}
      </VList>
    </div>
  );
}
