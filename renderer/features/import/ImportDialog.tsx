// Imports conversations of other apps: choose or drop files, review, select, open. Names from files are shown as plain
// text and have no effect.

import { type DragEvent, useRef, useState } from 'react';
import type { ImportRow } from '../../../shared/features/import/methods.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { BusyStep } from './BusyStep.tsx';
import { ChooseStep } from './ChooseStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { droppedFiles, hasFiles } from './droppedFiles.ts';
import { FindingsStep } from './FindingsStep.tsx';
import { useImport } from './useImport.ts';
import { importWords } from './words.ts';

const words = importWords;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { show } = useActions();
  const hasPicker = useApp((snapshot) => snapshot.host === 'desktop');
  const { step, said, take, pick, bring, stop, again } = useImport();
  const [held, setHeld] = useState(false);
  /** Enter and leave events also bubble from every child. */
  const depth = useRef(0);
  const takes = step.name !== 'busy';

  const open = ({ conversationId }: ImportRow): void => {
    show(conversationId);
    onClose();
  };
  const over = (event: DragEvent, by: number): void => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setHeld(takes && depth.current > 0);
    event.dataTransfer.dropEffect = takes ? 'copy' : 'none';
  };
  const drop = (event: DragEvent): void => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    depth.current = 0;
    setHeld(false);
    if (takes) void droppedFiles(event.dataTransfer).then(take);
  };
  return (
    // Closing stops a step in progress first.
    <Modal title={words.title} onClose={takes ? onClose : stop} className="max-w-[720px]">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only a drop target; the buttons do the same */}
      <div
        className="relative flex min-h-0 flex-1 flex-col overflow-y-auto"
        onDragEnter={(event) => over(event, 1)}
        onDragOver={(event) => over(event, 0)}
        onDragLeave={(event) => over(event, -1)}
        onDrop={drop}
      >
        {step.name === 'choose' && <ChooseStep said={said} onPick={hasPicker ? pick : null} onFiles={take} />}
        {step.name === 'busy' && <BusyStep busy={step.busy} onStop={stop} />}
        {step.name === 'found' && <FindingsStep findings={step.findings} said={said} onBring={bring} onAgain={again} />}
        {step.name === 'done' && <DoneStep findings={step.findings} onOpen={open} onClose={onClose} />}
        {held && (
          <div className="layer pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-l border-2 border-accent border-dashed bg-over/90">
            <p className="font-strong text-prose">{words.dropNow}</p>
          </div>
        )}
      </div>
    </Modal>
  );
}
