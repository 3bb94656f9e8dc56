// Virtualized list of matching calls, navigated with arrow keys; loads more near its end.

import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { CallMatch } from '../../../shared/features/chains/methods.ts';
import { callLine } from '../../core/calls/callLine.ts';
import { toolIcon } from '../../core/calls/toolIcon.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { useNow } from '../../ui/useNow.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { StateMark } from '../calls/StateMark.tsx';
import { chosenRow } from './ChainRowView.tsx';
import { costParts, endOf } from './callText.ts';
import { timesOf } from './callTimes.ts';
import { chainWords } from './words.ts';

const words = chainWords;
const page = 10;
/** Rows before the end at which more are loaded. */
const ahead = 30;

export interface CallMatchListProps {
  calls: readonly CallMatch[];
  chosen: number;
  /** Initial scroll position; changes are reported back. */
  scroll: number;
  list: RefObject<HTMLDivElement | null>;
  onScroll: (offset: number) => void;
  onChoose: (index: number) => void;
  onOpen: (index: number) => void;
  onMore: () => void;
  onFilter: () => void;
  onLeave: () => void;
}

export function CallMatchList(props: CallMatchListProps) {
  const { calls, chosen, scroll, list, onScroll, onChoose, onOpen, onMore } = props;
  const id = useId();
  const rows = useRef<VirtualizerHandle>(null);
  const now = useNow(60_000);
  const began = useRef(scroll);
  useEffect(() => {
    rows.current?.scrollTo(began.current);
  }, []);
  useEffect(() => {
    if (chosen >= 0) rows.current?.scrollToIndex(chosen, { align: 'nearest' });
    if (chosen > calls.length - ahead) onMore();
  }, [chosen, calls.length, onMore]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = (index: number): void => onChoose(Math.max(0, Math.min(calls.length - 1, index)));
    const actions: Record<string, () => void> = {
      ArrowDown: () => to(chosen + 1),
      ArrowUp: () => to(chosen - 1),
      PageDown: () => to(chosen + page),
      PageUp: () => to(chosen - page),
      Home: () => to(0),
      End: () => to(calls.length - 1),
      Enter: () => chosen >= 0 && onOpen(chosen),
      '/': props.onFilter,
      Escape: props.onLeave,
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={words.found}
      aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={() => chosen < 0 && calls.length > 0 && onChoose(0)}
      className="group/rows h-full overflow-y-auto px-3 py-2 focus-visible:outline-none"
    >
      <Virtualizer
        ref={rows}
        data={calls}
        scrollRef={list}
        startMargin={8}
        onScroll={(offset) => {
          onScroll(offset);
          if ((rows.current?.findItemIndex(offset) ?? 0) > calls.length - ahead) onMore();
        }}
      >
        {(call, index) => (
          <div
            key={`${call.conversationId}/${call.messageId}/${call.index}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            data-found={`${call.messageId}:${call.index}`}
            onClick={() => (index === chosen ? onOpen(index) : onChoose(index))}
            onDoubleClick={() => onOpen(index)}
            onKeyDown={() => {}}
          >
            <CallMatchRow call={call} now={now} isActive={index === chosen} />
          </div>
        )}
      </Virtualizer>
    </div>
  );
}

/** A matching call among all conversations: what it did, the matching text, its conversation, and when. */
function CallMatchRow({ call, now, isActive }: { call: CallMatch; now: number; isActive: boolean }) {
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
        <StateMark {...endOf(call, call.live ?? call.outcome)} brief />
      </span>
    </div>
  );
}

function Snippet({ match }: { match: NonNullable<CallMatch['match']> }) {
  const pieces: { text: string; isMatch: boolean; at: number }[] = [];
  let at = 0;
  for (const [start, end] of match.ranges) {
    if (start > at) pieces.push({ text: match.snippet.slice(at, start), isMatch: false, at });
    pieces.push({ text: match.snippet.slice(start, end), isMatch: true, at: start });
    at = end;
  }
  if (at < match.snippet.length) pieces.push({ text: match.snippet.slice(at), isMatch: false, at });
  return (
    <span className="block truncate font-mono text-ink-2 text-small">
      {pieces.map(({ text, isMatch, at: place }) =>
        isMatch ? (
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
