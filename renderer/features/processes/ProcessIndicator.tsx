// Button in the panel switches that counts background commands; visible while one runs or the panel is open.

import { SquareTerminal } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { useSession } from '../../core/state/context.tsx';
import { togglePanel } from '../../core/state/panels.ts';
import { strings } from '../../core/strings.ts';
import { Tip } from '../../ui/Tip.tsx';

const words = strings.processes;

export function ProcessIndicator({ open }: { open: boolean }) {
  const { processes, view } = useSession();
  const count = useStore(processes.store, ({ commands }) => commands.filter(({ state }) => state === 'running').length);
  useEffect(() => processes.watch(), [processes]);
  if (count === 0 && !open) return null;
  return (
    <Tip label={words.running(count)}>
      <button
        type="button"
        data-processes={count}
        aria-label={words.running(count)}
        aria-pressed={open}
        onClick={() => togglePanel(view, 'processes')}
        className="tabular flex h-7 shrink-0 items-center gap-1.5 rounded-m px-1.5 text-ink-2 text-small hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink"
      >
        <SquareTerminal className="size-4" strokeWidth={1.75} aria-hidden />
        {count}
      </button>
    </Tip>
  );
}
