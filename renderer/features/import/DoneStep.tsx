// The imported conversations, to open.

import { useMemo } from 'react';
import type { ImportFindings, ImportRow } from '../../../shared/features/import/methods.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ConversationChoices } from './ConversationChoices.tsx';
import { comesIn } from './FindingsStep.tsx';
import { Problems } from './Problems.tsx';
import { importWords } from './words.ts';

const words = importWords;

export interface DoneStepProps {
  findings: ImportFindings;
  onOpen: (row: ImportRow) => void;
  onClose: () => void;
}

export function DoneStep({ findings, onOpen, onClose }: DoneStepProps) {
  const { rows, counts } = findings;
  const came = useMemo(() => rows.filter(comesIn), [rows]);
  const [first] = came;
  return (
    <>
      <div className="shrink-0 px-5 pt-3 pb-2">
        <p role="status" className="tabular font-strong text-ui">
          {words.done(counts.new, counts.grown)}
        </p>
        {came.length > 1 && <p className="text-ink-3 text-small">{words.openHint}</p>}
      </div>
      {came.length > 0 && <ConversationChoices rows={came} onOpen={onOpen} />}
      <Problems findings={findings} open={came.length === 0} />
      <div className="sticky bottom-0 flex shrink-0 flex-wrap items-center justify-end gap-2 border-line border-t bg-over px-5 py-3">
        <Button tone="ghost" autoFocus={came.length === 0} onClick={onClose}>
          {strings.ui.close}
        </Button>
        {first && (
          <Button tone="primary" onClick={() => onOpen(first)}>
            {words.open}
          </Button>
        )}
      </div>
    </>
  );
}
