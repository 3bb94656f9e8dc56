// A matching call among all conversations: what it did, the matching text, its conversation, and when.

import type { CallMatch } from '../../../shared/features/chains/methods.ts';
import { callLine } from '../../core/calls/callLine.ts';
import { toolIcon } from '../../core/calls/toolIcon.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { StateMark } from '../calls/StateMark.tsx';
import { costParts } from './callText.ts';
import { timesOf } from './callTimes.ts';
import { chosenRow } from './chosenRow.ts';
import { chainWords } from './words.ts';

const words = chainWords;

export function CallMatchRow({ call, now, isActive }: { call: CallMatch; now: number; isActive: boolean }) {
  const Icon = toolIcon(call.name);
  const times = timesOf(call, null, now);
  const title = visibleText(call.within ? call.within.title : call.title);
  return (
    <div className={classes('flex gap-2.5 rounded-m px-2 py-1.5 text-ui', isActive && chosenRow)}>
      <Icon className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-ink">{callLine(call, call.live ?? call.outcome)}</span>
        {call.match && <Snippet match={call.match} />}
        <span className="tabular block truncate text-ink-3 text-small">
          {[call.within ? words.inAgent(title) : title, ...costParts(call, times)].join(' · ')}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end">
        <time className="tabular text-ink-3 text-small" title={formatFullTime(call.askedAt, timeLocale)}>
          {formatTime(call.askedAt, now, timeLocale, strings.ui.time)}
        </time>
        <StateMark state={call.live ?? call.outcome} neverStarted={call.neverStarted && !call.live} brief />
      </span>
    </div>
  );
}

function Snippet({ match }: { match: NonNullable<CallMatch['match']> }) {
  const pieces: { text: string; found: boolean; at: number }[] = [];
  let at = 0;
  for (const [start, end] of match.ranges) {
    if (start > at) pieces.push({ text: match.snippet.slice(at, start), found: false, at });
    pieces.push({ text: match.snippet.slice(start, end), found: true, at: start });
    at = end;
  }
  if (at < match.snippet.length) pieces.push({ text: match.snippet.slice(at), found: false, at });
  return (
    <span className="block truncate font-mono text-ink-2 text-small">
      {pieces.map(({ text, found, at: place }) =>
        found ? (
          <mark key={place} className="rounded-s bg-found text-ink">
            {visibleText(text)}
          </mark>
        ) : (
          <span key={place}>{visibleText(text)}</span>
        ),
      )}
    </span>
  );
}
