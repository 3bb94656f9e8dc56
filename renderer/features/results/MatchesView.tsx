// Matches of a search, gathered by file, with what was found marked. A match opens its file at its line.

import { useMemo } from 'react';
import { useSession } from '../../core/state/context.tsx';
import { openFile } from '../../core/state/openFile.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { LazyLines } from './LazyLines.tsx';
import { type FindParts, findParts } from './matchParts.ts';
import { matchRows } from './matchRows.ts';
import { useRoving } from './useRoving.ts';

const words = strings.boxes.matches;
/** More of a line than this is cut: it is one line of many. */
const longest = 1000;

export interface MatchesViewProps {
  content: string;
  pattern: string;
  ignoreCase: boolean;
}

type Row = { path: string; line: number | null; text: string };

export function MatchesView({ content, pattern, ignoreCase }: MatchesViewProps) {
  const { view } = useSession();
  const roving = useRoving();
  const { files, notes } = useMemo(() => matchRows(content), [content]);
  const find = useMemo(() => findParts(pattern, ignoreCase), [pattern, ignoreCase]);
  const rows = useMemo(
    () =>
      files.flatMap(({ path, matches }): Row[] => [
        { path, line: null, text: '' },
        ...matches.map(({ line, text }) => ({ path, line, text })),
      ]),
    [files],
  );
  return (
    <div className="py-1.5">
      <section aria-label={words.label} {...roving}>
        <LazyLines
          lines={rows}
          render={(row, index) => (
            <button
              key={index}
              type="button"
              data-item
              tabIndex={index === 0 ? 0 : -1}
              aria-label={
                row.line === null
                  ? undefined
                  : strings.sentences.pair(words.openAt(row.path, row.line), row.text.trim())
              }
              onClick={() => openFile(view, row.path, row.line ?? undefined)}
              className={classes(
                'flex w-full text-left hover:bg-hover focus-visible:-outline-offset-2',
                row.line === null ? 'gap-2 px-3 pt-1.5 pb-0.5 font-strong text-ui' : 'font-mono text-code',
              )}
            >
              {row.line === null ? (
                <span className="wrap-anywhere min-w-0">{visibleText(row.path)}</span>
              ) : (
                <>
                  <span className="tabular w-13 shrink-0 select-none pr-3 text-right text-ink-3">{row.line}</span>
                  <span className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap pr-3">
                    <Found text={row.text} find={find} />
                  </span>
                </>
              )}
            </button>
          )}
        />
      </section>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes have no other name
        <p key={index} className="wrap-anywhere px-3 pt-1 text-ink-3 text-small">
          {note}
        </p>
      ))}
    </div>
  );
}

function Found({ text, find }: { text: string; find: FindParts }) {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return find(shown).map(({ text: part, found }, index) =>
    found ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
      <mark key={index} className="rounded-s bg-found text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
