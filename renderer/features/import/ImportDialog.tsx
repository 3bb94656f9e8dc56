// Imports conversations of other apps: choose or drop files, review, select, open. Names from files are shown as plain
// text and have no effect.

import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ImportFindings, ImportRow } from '../../../shared/features/import/methods.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { dialogFootClasses, FormActions } from '../../ui/FormActions.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import { ChooseStep } from './ChooseStep.tsx';
import { ConversationChoices } from './ConversationChoices.tsx';
import { hasFiles, readDroppedFiles } from './droppedFiles.ts';
import { FindingsStep, isImportable } from './FindingsStep.tsx';
import { Problems } from './Problems.tsx';
import { type Busy, useImport } from './useImport.ts';
import { importWords } from './words.ts';

const words = importWords;

export function ImportDialog({ opened, onClose }: { opened?: string; onClose: () => void }) {
  const { show } = useActions();
  const hasPicker = useApp((snapshot) => snapshot.host === 'desktop');
  const { step, status, take, pick, bring, stop, again } = useImport(opened);
  const [isDragging, setDragging] = useState(false);
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
    setDragging(takes && depth.current > 0);
    event.dataTransfer.dropEffect = takes ? 'copy' : 'none';
  };
  const drop = (event: DragEvent): void => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    depth.current = 0;
    setDragging(false);
    if (takes) void readDroppedFiles(event.dataTransfer).then(take);
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
        {step.name === 'choose' && <ChooseStep status={status} onPick={hasPicker ? pick : null} onFiles={take} />}
        {step.name === 'busy' && <BusyStep busy={step.busy} onStop={stop} />}
        {step.name === 'found' && (
          <FindingsStep findings={step.findings} status={status} onBring={bring} onAgain={again} />
        )}
        {step.name === 'done' && <DoneStep findings={step.findings} onOpen={open} onClose={onClose} />}
        {isDragging && (
          <div className="layer pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-l border-2 border-accent border-dashed bg-over/90">
            <p className="font-strong text-prose">{words.dropNow}</p>
          </div>
        )}
      </div>
    </Modal>
  );
}

/** The imported conversations, to open. */
interface DoneStepProps {
  findings: ImportFindings;
  onOpen: (row: ImportRow) => void;
  onClose: () => void;
}

function DoneStep({ findings, onOpen, onClose }: DoneStepProps) {
  const { rows, counts } = findings;
  const came = useMemo(() => rows.filter(isImportable), [rows]);
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
      <FormActions
        className={`sticky bottom-0 bg-over ${dialogFootClasses}`}
        cancel={strings.ui.close}
        onCancel={onClose}
        focusCancel={came.length === 0}
      >
        {first && (
          <Button tone="primary" onClick={() => onOpen(first)}>
            {words.open}
          </Button>
        )}
      </FormActions>
    </>
  );
}

/** The current step's progress, with a button to stop it. */
function BusyStep({ busy, onStop }: { busy: Busy; onStop: () => void }) {
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus({ preventScroll: true }), []);
  const part = partOf(busy);
  return (
    <div className="flex flex-col items-center gap-4 px-5 py-14">
      <p role="status" className="tabular text-center text-ui">
        {part === null && (
          <span className="mr-2">
            <Pulse />
          </span>
        )}
        {textOf(busy)}
      </p>
      {part !== null && (
        <div
          role="progressbar"
          aria-label={words.title}
          aria-valuenow={Math.round(part * 100)}
          className="h-1.5 w-full max-w-80 overflow-hidden rounded-full bg-hover"
        >
          <div className="h-full bg-accent" style={{ width: `${part * 100}%` }} />
        </div>
      )}
      <Button ref={stop} onClick={onStop}>
        {words.stop}
      </Button>
    </div>
  );
}

function textOf(busy: Busy): string {
  if (busy.doing === 'sending') return words.sending(formatBytes(busy.done), formatBytes(busy.of));
  if (busy.doing === 'importing' && busy.of !== null) {
    return words.importing(Math.min(busy.conversations, busy.of), busy.of);
  }
  return words.reading(busy.files, busy.conversations);
}

/** From 0 to 1; null: unknown. */
function partOf(busy: Busy): number | null {
  if (busy.doing === 'sending') return busy.of === 0 ? 1 : busy.done / busy.of;
  return busy.of === null ? null : Math.min(1, busy.conversations / Math.max(1, busy.of));
}
