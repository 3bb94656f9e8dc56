// A diff in two columns: old on the left, new on the right.

import { useMemo } from 'react';
import { classes } from '../../ui/classes.ts';
import { type DiffLinesProps, DiffText, lineTones } from './DiffText.tsx';
import type { DiffLine } from './diffFiles.ts';
import { diffPairs, diffRows } from './diffRows.ts';
import { LazyLines } from './LazyLines.tsx';

export function DiffSides({ lines, colours, showUnseen }: DiffLinesProps) {
  const rows = useMemo(() => diffRows(lines), [lines]);
  const pairs = useMemo(() => diffPairs(lines), [lines]);
  const side = (line: DiffLine | null, number: number | undefined) => (
    <div className={classes('flex min-w-0', line ? lineTones[line.kind] : 'bg-soft')}>
      <span className="tabular w-9 shrink-0 select-none pr-1 text-right text-ink-3">{number ?? ''}</span>
      {line && <DiffText line={line} other={pairs.get(line)} tokens={colours.get(line)} showUnseen={showUnseen} />}
    </div>
  );
  return (
    <LazyLines
      lines={rows}
      render={({ left, right }, index) => {
        if (left && (left.kind === 'hunk' || left.kind === 'note')) {
          if (index === 0 && left.text === '') return null;
          return (
            <div key={index} className={classes('flex', lineTones[left.kind])}>
              <span className="w-9 shrink-0 select-none pr-1 text-right text-ink-3">
                {left.kind === 'hunk' ? '⋯' : ''}
              </span>
              <DiffText line={left} other={undefined} tokens={undefined} showUnseen={showUnseen} />
            </div>
          );
        }
        return (
          <div key={index} className="grid grid-cols-2 divide-x divide-line">
            {side(left, left?.oldNumber)}
            {side(right, right?.newNumber)}
          </div>
        );
      }}
    />
  );
}
