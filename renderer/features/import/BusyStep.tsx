// The current step's progress, with a button to stop it.

import { useEffect, useRef } from 'react';
import { formatBytes } from '../../core/format/bytes.ts';
import { Button } from '../../ui/Button.tsx';
import { Pulse } from '../../ui/Pulse.tsx';
import type { Busy } from './useImport.ts';
import { importWords } from './words.ts';

const words = importWords;

export function BusyStep({ busy, onStop }: { busy: Busy; onStop: () => void }) {
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
