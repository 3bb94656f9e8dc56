// The conversation as a page: stored rows, then what is going on. It draws rows and knows nothing of what is in them.

import { Redo2 } from 'lucide-react';
import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { ConversationState } from '../../../../shared/conversation/event.ts';
import type { Message } from '../../../../shared/conversation/message.ts';
import { useConversation, useConversationView, useSession, useView } from '../../../core/state/context.tsx';
import type { ReadingPosition } from '../../../core/state/conversationStore.ts';
import type { View } from '../../../core/state/viewStore.ts';
import { strings } from '../../../core/strings.ts';
import { Boundary } from '../../../ui/Boundary.tsx';
import { Button } from '../../../ui/Button.tsx';
import { PlainRow, plainTextOf } from '../../calls/PlainRow.tsx';
import { Notices } from '../../start/Notices.tsx';
import { ErrorRow } from './ErrorRow.tsx';
import { createFoldGuard } from './foldGuard.ts';
import { InterruptedRow } from './InterruptedRow.tsx';
import { JumpPill } from './JumpPill.tsx';
import { LiveRows } from './LiveRows.tsx';
import type { ReadingAnchor } from './list/readingAnchor.ts';
import { type RowAnchor, type VirtualList, VirtualRows } from './list/VirtualRows.tsx';
import { needsChunkedRender } from './needsChunkedRender.ts';
import { type Row, rowIndexOf } from './rows.ts';
import { RowContent } from './TranscriptRow.tsx';
import { useFollow } from './useFollow.ts';
import { useMessageKeys } from './useMessageKeys.ts';
import { usePages } from './usePages.ts';
import { useReveal } from './useReveal.ts';
import { useRows } from './useRows.ts';
import type { WaitsFor } from './waitingBoxes.ts';

/** Where the person went back to: said as long as the way forward is open, also after the window was closed. */
const words = strings.undo.rewind;

function RewoundRow() {
  const { changes } = useSession();
  const rewound = useConversation((state) => state.rewound && state.run === null) ?? false;
  const [busy, setBusy] = useState(false);
  if (!rewound) return null;
  const forward = async (): Promise<void> => {
    setBusy(true);
    await changes.goForward();
    setBusy(false);
  };
  return (
    <div
      data-role="rewound"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-3 text-ink-3 text-ui"
    >
      <p className="min-w-48 flex-1" title={words.hereHint}>
        {words.here}
      </p>
      <Button size="small" disabled={busy} onClick={() => void forward()}>
        <Redo2 className="size-3.5" strokeWidth={1.75} aria-hidden />
        {words.undo}
      </Button>
    </div>
  );
}

/** The room below what is no row of its own. */
const loose = '-mx-2 px-2 pb-6 compact:pb-4 empty:hidden';

/**
 * One with much to draw is drawn in slices, with time for the person between them: until then its place is empty, and all
 * around it is there. Only where it begins at its end: a place that is gone to is found as soon as the rows are there.
 */
export function Transcript() {
  const { conversation, view } = useSession();
  const [inSlices] = useState(
    () =>
      conversation.lastPlace() === null &&
      !isAsked(view.getState()) &&
      needsChunkedRender(conversation.store.getState()),
  );
  const [isDue, setDue] = useState(!inSlices);
  // Each change of what streams would begin the drawing in slices anew.
  const runs = useConversation((state) => state.run !== null) ?? false;
  useEffect(() => {
    if (runs) setDue(true);
    else startTransition(() => setDue(true));
  }, [runs]);
  return isDue || runs ? (
    <SafeRows />
  ) : (
    <div className="min-h-0 flex-1" role="status" aria-label={strings.ui.loading} />
  );
}

/** One row that cannot be drawn is text; so is the whole page when it cannot be made into rows. */
function SafeRows() {
  const messages = useConversationView((view) => view.shown.messages);
  const asText = () => (
    <div className="min-h-0 flex-1 overflow-y-auto p-6">
      <PlainRow text={messages.map((message) => plainTextOf(message.content)).join('\n\n')} />
    </div>
  );
  return (
    <Boundary of={messages} instead={asText}>
      <Rows />
    </Boundary>
  );
}

/** What streams: tried again when the reply that could not be drawn is over. */
function SafeLiveRows() {
  const live = useConversation((state) => state.reply !== null) ?? false;
  return (
    <Boundary of={live} instead={() => <LiveText />}>
      <LiveRows />
    </Boundary>
  );
}

function LiveText() {
  const text = useConversation((state) => state.reply?.text) ?? '';
  return <PlainRow text={text} />;
}

function Rows() {
  const { conversation, view } = useSession();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualList>(null);
  const { messages, hasLater } = useConversationView((now) => now.shown);
  const idle = useConversation((state) => state.run === null && state.reply === null) ?? true;
  const [guard] = useState(() => createFoldGuard(scroller));
  const rows = useRows(messages, hasLater, guard);
  const draw = useCallback((row: Row) => <RowContent row={row} idle={idle} />, [idle]);
  // Where the reader was before something else was shown in the middle of the window.
  const [begin] = useState(() => ({
    place: isAsked(view.getState()) ? null : conversation.lastPlace(),
    asked: isAsked(view.getState()),
  }));
  const follow = useFollow(scroller, content, {
    startAtEnd: begin.place === null && !begin.asked,
    waitingKey: useConversation(waitingKeyOf) ?? '',
    waitsBelow: useConversation((state) => (hasLater ? waitsFor(state) : null)) ?? null,
    hasLater,
    idle,
    showEnd: conversation.goToEnd,
  });
  const { onScroll: onScrollFollow, isHeld, leave, toEnd } = follow;
  guard.heldAtEnd = isHeld;
  useEndWish(toEnd);
  useReveal({ rows, scroller, list, leave });
  useBegin(list, begin.place, rows);
  const onScrollPages = usePages(scroller);
  const onKeyDown = useMessageKeys(scroller, follow);
  const onScroll = useCallback(() => {
    onScrollFollow();
    list.current?.onScroll();
    onScrollPages();
  }, [onScrollFollow, onScrollPages]);
  const onPlace = useCallback(
    (place: ReadingAnchor, at: RowAnchor | null, above: string | null): void => {
      const of = (key: string | null): Row | undefined => rows.find((row) => row.key === key);
      const first = of(place.first)?.first;
      const last = of(place.last)?.last;
      const away = !isHeld() && first !== undefined && last !== undefined;
      conversation.noteSeen(away ? { first, last } : null, at, of(above)?.first);
    },
    [rows, isHeld, conversation],
  );

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        className="transcript-view relative h-full overflow-y-auto overscroll-contain [overflow-anchor:none] [scrollbar-gutter:stable_both-edges]"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={strings.chat.transcript}
        aria-live="off"
      >
        <div ref={content} className="transcript mx-auto max-w-[808px] px-6 pt-6 pb-4">
          <div className={loose}>
            <Notices />
          </div>
          <VirtualRows rows={rows} draw={draw} scroller={scroller} list={list} heldAtEnd={isHeld} onPlace={onPlace} />
          {!hasLater && <Foot idle={idle} />}
        </div>
      </div>
      <LoadingPages />
      <JumpPill follow={follow} />
      <ReplyAnnouncement />
    </div>
  );
}

/** What is going on, below what is stored. */
function Foot({ idle }: { idle: boolean }) {
  const runError = useConversationView((view) => view.runError);
  return (
    <>
      <div className={loose}>
        <SafeLiveRows />
      </div>
      <div className={loose}>
        <InterruptedRow />
      </div>
      <div className={loose}>
        <RewoundRow />
      </div>
      <div className={loose}>{runError && <ErrorRow error={runError} partial="" canContinue={idle} />}</div>
    </>
  );
}

/** Over the page, so that nothing moves for it. */
function LoadingPages() {
  const earlier = useConversationView((view) => view.loadingEarlier);
  if (!earlier) return null;
  return (
    <p className="pointer-events-none absolute inset-x-0 top-2 text-center text-ink-3 text-small">
      <span className="rounded-full bg-page px-2 py-0.5">{strings.chat.earlierLoading}</span>
    </p>
  );
}

/** A row that has another name since, as a fold does, is found by its record. */
function useBegin(list: RefObject<VirtualList | null>, begin: ReadingPosition | null, rows: readonly Row[]): void {
  const place = useRef(begin);
  useEffect(() => {
    const at = place.current;
    place.current = null;
    if (!at) return;
    const row = rows[rowIndexOf(rows, at.record)];
    if (rows.some(({ key }) => key === at.key)) list.current?.show(at.key, -at.inset);
    else if (row) list.current?.show(row.key, 0);
  }, [list, rows]);
}

/** Something is still to be brought into view. */
function isAsked({ reveal, revealed }: View): boolean {
  return reveal !== null && reveal.count !== revealed;
}

function waitsFor({ calls }: ConversationState): WaitsFor | null {
  if (calls.some(({ question }) => question)) return 'question';
  return calls.some(({ approval }) => approval) ? 'approval' : null;
}

/** Another one for each thing that waits for the person. */
function waitingKeyOf({ calls }: ConversationState): string {
  return calls.flatMap(({ question, approval }) => question?.questionId ?? approval?.approvalId ?? []).join(' ');
}

/** Something was asked for whose row comes at the end. */
function useEndWish(toEnd: () => void): void {
  const wish = useView((view) => view.endWish);
  const known = useRef(wish);
  useEffect(() => {
    if (known.current === wish) return;
    known.current = wish;
    toEnd();
  }, [wish, toEnd]);
}

/**
 * Says aloud that a reply is there, or that the run was stopped, for those who do not see it: once for each run, politely,
 * and not its text, which is read where it stands. Earlier messages that are loaded are never read out.
 */
function ReplyAnnouncement() {
  const running = useConversation((state) => state.run !== null) ?? false;
  const replied = useConversation(({ messages }) => isReply(messages.at(-1))) ?? false;
  const stopped = useConversationView((view) => view.runEnd === 'stopped');
  const before = useRef(running);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (running) setSaid('');
    else if (before.current && stopped) setSaid(strings.chat.runStopped);
    else if (before.current && replied) setSaid(strings.chat.replyCame);
    before.current = running;
  }, [running, replied, stopped]);
  return (
    <p role="status" className="sr-only" data-said>
      {said}
    </p>
  );
}

/** What failed says so itself. */
function isReply(last: Message | undefined): boolean {
  return last?.role === 'assistant' && last.partType !== 'error' && last.partType !== 'note';
}
