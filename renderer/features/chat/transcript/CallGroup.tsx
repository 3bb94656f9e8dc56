// Neighbouring calls, one row each, and the line that those which are done fold into. It unfolds in place.

import { ChevronRight, Waypoints } from 'lucide-react';
import { memo } from 'react';
import type { CallRef } from '../../../core/calls/items.ts';
import { formatDuration } from '../../../core/format/duration.ts';
import { useSession } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Boundary } from '../../../ui/Boundary.tsx';
import { classes } from '../../../ui/classes.ts';
import { foldSummary } from '../../calls/folds.ts';
import { PlainRow, plainTextOfCall } from '../../calls/PlainRow.tsx';
import { ToolCallBox } from '../../calls/ToolCallBox.tsx';
import { Reasoning } from './Reasoning.tsx';
import type { FoldRow } from './rows.ts';

/** `inFold`: it stands under the line of its fold. */
export const CallEntry = memo(function CallRow({ call, inFold }: { call: CallRef; inFold: boolean }) {
  return (
    <div className={classes('-mx-2', inFold && 'pl-4')}>
      {call.reasoning && (
        <div className="px-2 py-1">
          <Reasoning id={call.messageId} text={call.reasoning} ms={call.reasoningMs} />
        </div>
      )}
      <Boundary of={call} instead={() => <PlainRow text={plainTextOfCall(call)} />}>
        <ToolCallBox call={call} />
      </Boundary>
    </div>
  );
});

export const FoldLine = memo(function FoldLine({ row }: { row: FoldRow }) {
  const { view } = useSession();
  const { open, keys } = row;
  const { fold, failed, denied, stopped } = strings.calls;
  const summary = foldSummary(row.calls);
  const parts = [
    summary.duration > 0 ? formatDuration(summary.duration) : '',
    summary.denied > 0 ? denied(summary.denied) : '',
    summary.unfinished > 0 ? stopped(summary.unfinished) : '',
  ].filter(Boolean);
  const toggle = (): void => {
    const marks = Object.fromEntries(keys.map((key) => [key, !open]));
    view.setState(({ openFolds }) => ({ openFolds: { ...openFolds, ...marks } }));
  };
  return (
    <div className="-mx-2">
      <button
        type="button"
        data-tool-fold
        aria-expanded={open}
        onClick={toggle}
        className="flex min-h-8.5 w-full items-center gap-2 rounded-l px-2 text-left text-ink-2 text-ui hover:bg-soft focus-visible:-outline-offset-2"
      >
        <Waypoints className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        <span className="tabular min-w-0 truncate">
          {[fold(summary.count), ...parts].join(' · ')}
          {summary.failed > 0 && <span className="text-fail"> · {failed(summary.failed)}</span>}
        </span>
        <ChevronRight
          className={classes('size-3.5 shrink-0 text-ink-3 transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
      </button>
    </div>
  );
});
