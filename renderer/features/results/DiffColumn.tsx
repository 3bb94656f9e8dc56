// A diff in one column: what was removed above what was added.

import { useMemo } from 'react';
import { classes } from '../../ui/classes.ts';
import { type DiffLinesProps, DiffText, lineTones } from './DiffText.tsx';
import type { DiffLine } from './diffFiles.ts';
import { diffPairs } from './diffRows.ts';
import { LazyLines } from './LazyLines.tsx';

export function DiffColumn({ lines, colours, showUnseen }: DiffLinesProps) {
  const pairs = useMemo(() => diffPairs(lines), [lines]);
  return (
    <LazyLines
      lines={lines}
      render={(line, index) =>
        index === 0 && line.kind === 'hunk' && line.text === '' ? null : (
          <div key={index} className={classes('flex', lineTones[line.kind])}>
            <Numbers line={line} />
            <DiffText line={line} other={pairs.get(line)} tokens={colours.get(line)} showUnseen={showUnseen} />
          </div>
        )
      }
    />
  );
}

function Numbers({ line }: { line: DiffLine }) {
  if (line.kind === 'hunk') {
    return <span className="w-18 shrink-0 select-none pr-1 text-right text-ink-3">⋯</span>;
  }
  return (
    <>
      <span className="tabular w-9 shrink-0 select-none text-right text-ink-3">{line.oldNumber ?? ''}</span>
      <span className="tabular w-9 shrink-0 select-none pr-1 text-right text-ink-3">{line.newNumber ?? ''}</span>
    </>
  );
}
