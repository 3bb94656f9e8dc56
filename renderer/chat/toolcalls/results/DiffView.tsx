// A change as added and removed lines, with their numbers. The sign stands beside the colour.

import { useMemo } from 'react';
import { classes } from '../../../ui/classes.ts';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { type DiffLine, diffLines } from './diffLines.ts';
import { LineChunks } from './LineChunks.tsx';

const tones: Record<DiffLine['kind'], string> = {
  added: 'bg-added-soft',
  removed: 'bg-removed-soft',
  same: '',
  hunk: 'text-ink-3',
  note: 'text-ink-3',
};
const signs: Record<DiffLine['kind'], string> = { added: '+', removed: '−', same: '', hunk: '', note: '' };
const signTones: Partial<Record<DiffLine['kind'], string>> = { added: 'text-added', removed: 'text-removed' };

/** `showUnseen`: characters that would not be seen are shown by their codes. */
export function DiffView({ diff, showUnseen = false }: { diff: string; showUnseen?: boolean }) {
  const lines = useMemo(() => diffLines(diff), [diff]);
  return (
    <div className="py-1 font-mono text-code">
      <LineChunks
        lines={lines}
        render={(line, index) =>
          index === 0 && line.kind === 'hunk' && line.text === '' ? null : (
            <div key={index} className={classes('flex', tones[line.kind])}>
              <Numbers line={line} />
              <span className={classes('w-4 shrink-0 select-none text-center', signTones[line.kind])} aria-hidden>
                {signs[line.kind]}
              </span>
              <span className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap pr-3">
                {showUnseen ? <VisibleText text={line.text} /> : line.text}
                {line.text === '' && '\u200b'}
              </span>
            </div>
          )
        }
      />
    </div>
  );
}

function Numbers({ line }: { line: DiffLine }) {
  if (line.kind === 'hunk') {
    return <span className="w-18 shrink-0 select-none pr-1 text-right text-ink-3">⋯</span>;
  }
  return (
    <>
      <span className="w-9 shrink-0 select-none text-right text-ink-3 tabular">{line.oldNumber ?? ''}</span>
      <span className="w-9 shrink-0 select-none pr-1 text-right text-ink-3 tabular">{line.newNumber ?? ''}</span>
    </>
  );
}
