// The text of a diff line. Marks the words that differ from the line it replaces or is replaced by.

import { memo, useMemo } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import type { Token } from '../../core/state/textTools.ts';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { changedWordSpans } from './changedWordSpans.ts';
import type { DiffLine, DiffLineKind } from './diffFiles.ts';
import { lineSpans } from './lineSpans.ts';
import type { LineColors } from './useDiffColors.ts';

const words = lateStrings.results.diff;

export const lineTones: Record<DiffLineKind, string> = {
  added: 'bg-added-soft',
  removed: 'bg-removed-soft',
  same: '',
  hunk: 'text-ink-3',
  note: 'text-ink-3',
};
const signs: Record<DiffLineKind, string> = { added: '+', removed: '−', same: '', hunk: '', note: '' };
const signTones: Partial<Record<DiffLineKind, string>> = { added: 'text-added', removed: 'text-removed' };
/** The default comment color is too pale on the tint of a changed word. */
const mark = 'rounded-[2px] [--shiki-token-comment:var(--ink-2)]';
const markTones: Partial<Record<DiffLineKind, string>> = { added: 'bg-added/15', removed: 'bg-removed/12' };

export interface DiffLinesProps {
  lines: readonly DiffLine[];
  colours: LineColors;
  showUnseen: boolean;
}

export const DiffText = memo(function DiffText({
  line,
  other,
  tokens,
  showUnseen,
}: {
  line: DiffLine;
  other: DiffLine | undefined;
  tokens: readonly Token[] | undefined;
  showUnseen: boolean;
}) {
  const marks = useMemo(() => (other ? changedWordSpans(line.text, other.text) : null), [line, other]);
  return (
    <>
      <span className={classes('w-4 shrink-0 select-none text-center', signTones[line.kind])} aria-hidden>
        {signs[line.kind]}
      </span>
      <span className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap pr-3">
        {(line.kind === 'added' || line.kind === 'removed') && (
          <span className="sr-only select-none">{words[line.kind]} </span>
        )}
        {marks || tokens ? (
          lineSpans(line.text, marks, tokens).map((part, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no stable id
              key={index}
              className={part.changed ? classes(mark, markTones[line.kind]) : undefined}
              style={part.color === undefined ? undefined : { color: part.color }}
              data-changed={part.changed || undefined}
            >
              {showUnseen ? <VisibleText text={part.text} /> : part.text}
            </span>
          ))
        ) : showUnseen ? (
          <VisibleText text={line.text} />
        ) : (
          line.text
        )}
        {line.text === '' && '\u200b'}
      </span>
    </>
  );
});
