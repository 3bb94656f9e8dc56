// The text of a line of a diff, with the words marked that differ from the line in whose place it stands.

import { memo } from 'react';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import type { DiffLine, DiffLineKind } from './diffFiles.ts';
import { wordMarks } from './wordMarks.ts';

const words = strings.boxes.diff;

export const lineTones: Record<DiffLineKind, string> = {
  added: 'bg-added-soft',
  removed: 'bg-removed-soft',
  same: '',
  hunk: 'text-ink-3',
  note: 'text-ink-3',
};
const signs: Record<DiffLineKind, string> = { added: '+', removed: '−', same: '', hunk: '', note: '' };
const signTones: Partial<Record<DiffLineKind, string>> = { added: 'text-added', removed: 'text-removed' };
const markTones: Partial<Record<DiffLineKind, string>> = { added: 'bg-added/25', removed: 'bg-removed/20' };

export interface DiffLinesProps {
  lines: readonly DiffLine[];
  showUnseen: boolean;
}

export const DiffText = memo(function DiffText({
  line,
  other,
  showUnseen,
}: {
  line: DiffLine;
  other: DiffLine | undefined;
  showUnseen: boolean;
}) {
  const marks = other ? wordMarks(line.text, other.text) : null;
  return (
    <>
      <span className={classes('w-4 shrink-0 select-none text-center', signTones[line.kind])} aria-hidden>
        {signs[line.kind]}
      </span>
      <span className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap pr-3">
        {(line.kind === 'added' || line.kind === 'removed') && (
          <span className="sr-only select-none">{words[line.kind]} </span>
        )}
        {marks ? (
          marks.map((part, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
              key={index}
              className={part.changed ? classes('rounded-[2px]', markTones[line.kind]) : undefined}
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
