// Lines of one page: numbers, and text with syntax colors or search matches.

import { memo, type ReactNode, useEffect, useMemo } from 'react';
import { useStore } from 'zustand/react';
import { lateStrings } from '../../../core/lateStrings.ts';
import { classes } from '../../../ui/classes.ts';
import { ansiParts } from '../../results/ansi.ts';
import { ColoredLine } from '../../results/FileView.tsx';
import { LinkedAnsi } from '../../results/LinkedParts.tsx';
import { useFileColors } from '../../results/useFileColors.ts';
import { charIndexAtByte, type PageRow } from './pageRows.ts';
import type { TextPage, TextPages } from './textPages.ts';

export interface PageAppearance {
  wrap: boolean;
  /** The searched text, and the byte offset of the current match. */
  find?: { text: string; at: number | null };
  /** The highlighted line. */
  marked?: number | null;
  /** File name for syntax colors; without it, the text is terminal output. */
  path?: string;
}

const words = lateStrings.results.text;
/** Estimated height of a page in pixels before it is loaded. */
const guessed = 2000;
/** Rows per layout group (a page has about a thousand; groups out of view are skipped), and the height of a row. */
const together = 40;
const lineHeight = 20;

export const PageLines = memo(function PageLines({
  index,
  pages,
  ...look
}: PageAppearance & { index: number; pages: TextPages }) {
  const page = useStore(pages.store, () => pages.page(index));
  const failed = useStore(pages.store, ({ error }) => error !== null);
  useEffect(() => {
    if (!page) void pages.load(index);
  }, [page, pages, index]);
  if (!page) {
    return (
      <div style={{ height: guessed }} className="px-4 py-3 font-sans text-ink-3 text-ui">
        {failed ? words.pageFailed : words.loadingPage}
      </div>
    );
  }
  return <Lines page={page} {...look} />;
});

function Lines({ page, wrap, find, marked = null, path }: PageAppearance & { page: TextPage }) {
  const code = useMemo(() => (path === undefined ? '' : page.rows.map(({ text }) => text).join('\n')), [page, path]);
  const colours = useFileColors(code, path ?? '');
  let line = (page.firstLine ?? 1) - 1 + (page.rows[0]?.goesOn ? 1 : 0);
  const rows = page.rows.map((row, at) => {
    if (!row.goesOn) line++;
    const number = line;
    return (
      <div
        key={row.offset}
        data-offset={row.offset}
        data-line={row.goesOn ? undefined : number}
        className={classes('flex', marked === number && 'bg-accent-soft')}
      >
        <span className="tabular w-16 shrink-0 select-none pr-3 text-right text-ink-3">
          {page.firstLine === null || row.goesOn ? '' : number}
        </span>
        <span
          className={classes(
            'min-w-0 pr-4',
            wrap ? 'wrap-anywhere flex-1 whitespace-pre-wrap' : 'shrink-0 whitespace-pre',
          )}
        >
          {highlightMatches(row, find) ??
            (path === undefined ? (
              row.text === '' ? (
                '\u200b'
              ) : (
                <LinkedAnsi text={row.text} />
              )
            ) : (
              <ColoredLine text={row.text} tokens={colours?.[at]} />
            ))}
        </span>
      </div>
    );
  });
  return groupsOf(rows).map((group) => (
    <div
      key={group[0]?.key}
      // CSS containment clips at the sides, so the group is as wide as its longest line.
      className={wrap ? undefined : 'w-max min-w-full'}
      style={{ contentVisibility: 'auto', containIntrinsicSize: `auto 1px auto ${group.length * lineHeight}px` }}
    >
      {group}
    </div>
  ));
}

function groupsOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / together) }, (_, at) =>
    rows.slice(at * together, (at + 1) * together),
  );
}

/** Null if the row has no match. */
function highlightMatches(row: PageRow, find: PageAppearance['find']): ReactNode[] | null {
  if (!find || find.text === '') return null;
  const text = ansiParts(row.text)
    .map((part) => part.text)
    .join('');
  const places = occurrences(text, find.text);
  if (places.length === 0) return null;
  const isHere = find.at !== null && find.at >= row.offset && find.at < row.offset + row.bytes;
  const before = isHere ? row.text.slice(0, charIndexAtByte(row.text, (find.at as number) - row.offset)) : '';
  const current = isHere ? occurrences(before, find.text).length : -1;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [index, place] of places.entries()) {
    parts.push(text.slice(at, place));
    at = place + find.text.length;
    parts.push(
      <mark
        key={place}
        data-current={index === current || undefined}
        className="rounded-s bg-found text-ink data-current:outline-2 data-current:outline-accent"
      >
        {text.slice(place, at)}
      </mark>,
    );
  }
  parts.push(text.slice(at));
  return parts;
}

function occurrences(text: string, query: string): number[] {
  const places: number[] = [];
  const [inside, sought] = [text.toLowerCase(), query.toLowerCase()];
  // If lowercasing changes the length, offsets no longer match the text.
  if (inside.length !== text.length || sought.length !== query.length) return places;
  for (let at = inside.indexOf(sought); at >= 0; at = inside.indexOf(sought, at + sought.length)) places.push(at);
  return places;
}
