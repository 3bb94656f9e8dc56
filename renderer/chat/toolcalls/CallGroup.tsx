// Neighbouring calls. Those that are done fold into one line, which unfolds in place.

import { ChevronRight, Waypoints } from 'lucide-react';
import { memo, useEffect } from 'react';
import { formatDuration } from '../../format/duration.ts';
import { useConversation, useSession, useView } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { classes } from '../../ui/classes.ts';
import type { CallRef } from '../transcript/items.ts';
import { PlainRow, plainTextOfCall } from '../transcript/PlainRow.tsx';
import { Reasoning } from '../transcript/Reasoning.tsx';
import { callStatus } from './callState.ts';
import { type FoldCall, foldedCount, foldSummary } from './folds.ts';
import { ToolCallBox } from './ToolCallBox.tsx';

const noStates = '';

function isLeftOpen(call: CallRef, state: string | undefined): boolean {
  return state === 'interrupted' && call.result === null;
}

/** `atEnd`: nothing follows it, so a run that goes on may still add to it. */
export const CallGroup = memo(function CallGroup({ calls, atEnd }: { calls: CallRef[]; atEnd: boolean }) {
  const { view } = useSession();
  const first = calls[0] as CallRef;
  // One word a call: the group is drawn anew when a state changes, not for every line of output.
  const states = useConversation((state) => calls.map((call) => callStatus(call, state).state).join(' ')) ?? noStates;
  const running = useConversation((state) => state.run !== null) ?? false;
  const openCalls = useView((now) => now.openCalls);
  const unfolded = useView((now) => now.openFolds[first.key] ?? false);
  const list = states.split(' ');
  const folds = calls.map(
    (call, index): FoldCall => ({
      state: (list[index] || call.result?.outcome || 'interrupted') as FoldCall['state'],
      duration: call.result?.duration ?? 0,
      kept: (!unfolded && openCalls[call.key] === true) || isLeftOpen(call, list[index]),
    }),
  );
  const count = foldedCount(folds, running && atEnd);
  useUnfoldForReveal(calls);

  const toggle = (): void =>
    view.setState(({ openFolds }) => ({ openFolds: { ...openFolds, [first.key]: !unfolded } }));
  return (
    <div className="-mx-2">
      {count > 0 && <FoldLine calls={folds.slice(0, count)} open={unfolded} onToggle={toggle} />}
      {calls.map((call, index) =>
        index < count && !unfolded ? null : (
          <div key={call.key} className={index < count ? 'ml-4' : ''}>
            {call.reasoning && (
              <div className="px-2 py-1">
                <Reasoning text={call.reasoning} />
              </div>
            )}
            <Boundary of={call} instead={() => <PlainRow text={plainTextOfCall(call)} />}>
              <ToolCallBox call={call} />
            </Boundary>
          </div>
        ),
      )}
    </div>
  );
});

function FoldLine({ calls, open, onToggle }: { calls: FoldCall[]; open: boolean; onToggle: () => void }) {
  const { fold, failed, denied, stopped } = strings.calls;
  const summary = foldSummary(calls);
  const parts = [
    summary.duration > 0 ? formatDuration(summary.duration) : '',
    summary.denied > 0 ? denied(summary.denied) : '',
    summary.unfinished > 0 ? stopped(summary.unfinished) : '',
  ].filter(Boolean);
  return (
    <button
      type="button"
      data-tool-fold
      aria-expanded={open}
      onClick={onToggle}
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
  );
}

/** A call that is to be brought into view must not be inside a fold. */
function useUnfoldForReveal(calls: CallRef[]): void {
  const { view } = useSession();
  const reveal = useView((now) => now.reveal);
  useEffect(() => {
    if (!reveal || !calls.some((call) => call.key === reveal.key)) return;
    const firstKey = (calls[0] as CallRef).key;
    view.setState(({ openFolds }) => ({ openFolds: { ...openFolds, [firstKey]: true } }));
  }, [reveal, calls, view]);
}
