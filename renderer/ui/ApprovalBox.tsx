// Asks whether something from a folder may run: its exact command, what else the approval covers, and what it means.

import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useAnswerGuard } from './useAnswerGuard.ts';
import { VisibleText } from './VisibleText.tsx';

interface ApprovalBoxProps {
  title: string;
  /** The exact command or address. */
  runs: string;
  isCommand: boolean;
  danger: string;
  button: string;
  busy: boolean;
  onApprove: () => void;
  /** Everything else that the approval covers. */
  children: ReactNode;
}

export function ApprovalBox(props: ApprovalBoxProps) {
  const { title, runs, isCommand, danger, button, busy, onApprove, children } = props;
  const guard = useAnswerGuard();
  return (
    <section aria-label={title} className="mt-2 rounded-l border border-wait-line">
      <p className="px-3 pt-2.5 font-strong text-ui">{title}</p>
      <pre className="wrap-anywhere mt-2 max-h-64 overflow-y-auto whitespace-pre-wrap border-line border-y bg-page px-3 py-2.5 text-code">
        {isCommand && <span className="select-none text-ink-3">$ </span>}
        <VisibleText text={runs} />
      </pre>
      {children}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
        <p className="flex min-w-56 flex-1 gap-2 text-ui text-wait">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden />
          <span>{danger}</span>
        </p>
        <Button
          tone="primary"
          disabled={!guard.ready || busy}
          className="disabled:opacity-100"
          onClick={() => guard.accepts() && onApprove()}
        >
          {button}
        </Button>
      </div>
    </section>
  );
}
