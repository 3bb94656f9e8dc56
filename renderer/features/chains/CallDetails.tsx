// Details of the hovered or focused call: timestamps, waiting and running time, and the beginning of its result.

import { withoutControls } from '../../../shared/terminal/output.ts';
import { callLine } from '../../core/calls/callLine.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { formatDuration } from '../../core/format/duration.ts';
import { strings } from '../../core/strings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { endOf, formatMoment, stallText } from './callText.ts';
import { runningMs, waitingMs } from './callTimes.ts';
import type { ChainCallRow } from './chainRows.ts';
import { chainWords } from './words.ts';

const words = chainWords;

export function CallDetails({ id, row }: { id: string; row: ChainCallRow | null }) {
  if (!row) {
    return (
      <p id={id} className="sr-only">
        {words.keys}
      </p>
    );
  }
  return (
    <div id={id} className="shrink-0 overflow-hidden border-line border-t px-3 py-2 text-small" data-call-details>
      <Details row={row} />
    </div>
  );
}

function Details({ row: { call, times, stall } }: { row: ChainCallRow }) {
  const { ran, whole } = times;
  const waited = waitingMs(times);
  const facts: [string, string][] = [
    [ran ? words.started : words.asked, formatMoment(ran?.from ?? whole.from)],
    ...(times.waited || waited > 0 ? [[words.waitedFor, formatDuration(waited)] as [string, string]] : []),
    ...(ran ? [[words.took, formatDuration(runningMs(times))] as [string, string]] : []),
    ...(call.bytes === null ? [] : [[words.size, formatBytes(call.bytes)] as [string, string]]),
  ];
  const { neverStarted, label } = endOf(call, times.state);
  const state = neverStarted ? strings.calls.neverStarted : (label ?? strings.calls.states[times.state]);
  return (
    <>
      <p className="wrap-anywhere line-clamp-2 text-ink">{callLine(call, times.state)}</p>
      <p className="tabular flex flex-wrap gap-x-3 text-ink-2">
        <span className={times.state === 'error' ? 'text-fail' : ''}>{state}</span>
        <span className="wrap-anywhere text-ink-3">{visibleText(call.name)}</span>
        {facts.map(([name, value]) => (
          <span key={name} className="whitespace-nowrap">
            <span className="text-ink-3">{name}</span> {value}
          </span>
        ))}
      </p>
      {stall && (
        <p className={`truncate ${times.state === 'waiting' ? 'text-wait' : 'text-ink-3'}`}>{stallText(stall)}</p>
      )}
      <p className="wrap-anywhere mt-0.5 line-clamp-2 font-mono text-ink-2">
        {visibleText(beginningOf(call.resultHead) || words.noResult)}
      </p>
    </>
  );
}

function beginningOf(text: string): string {
  return withoutControls(text.slice(0, 300)).trim();
}
