// The transcript: stored rows, then live content. Independent of what the rows contain.

import { Redo2 } from 'lucide-react';
import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { ConversationState } from '../../../../shared/conversation/event.ts';
import type { Message } from '../../../../shared/conversation/message.ts';
import { openCompare } from '../../../../shared/features/compare/compare.ts';
import { lazyPart } from '../../../core/parts/lazyPart.tsx';
import { useConversation, useConversationView, useSession, useView } from '../../../core/state/context.tsx';
import type { ReadingPosition } from '../../../core/state/conversationStore.ts';
import type { View } from '../../../core/state/viewStore.ts';
import { strings } from '../../../core/strings.ts';
import { Boundary } from '../../../ui/Boundary.tsx';
import { Button } from '../../../ui/Button.tsx';
import { PlainRow, plainTextOf } from '../../calls/FallbackRow.tsx';
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

const ComparePart = lazyPart(async () => (await import('./CompareRow.tsx')).CompareRow);

/** Shown after going back to an earlier message, as long as going forward is possible, also after a restart. */
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

/** Spacing below content that is not a row. */
const loose = '-mx-2 px-2 pb-6 compact:pb-4 empty:hidden';

/**
 * Renders long conversations in slices, to keep the window responsive; the transcript stays empty until done. Only when
 * it opens at its end: jumping to a message needs all rows at once.
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
  // Streaming updates would restart the sliced rendering.
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

/** A row that fails to render falls back to text, and so does the whole page if building the rows fails. */
function SafeRows() {
  const messages = useConversationView((view) => view.messageWindow.messages);
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

/** Live content; retried after the reply that failed to render. */
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
  const { messages, hasLater } = useConversationView((now) => now.messageWindow);
  const idle = useConversation((state) => state.run === null && state.reply === null) ?? true;
  const [guard] = useState(() => createFoldGuard(scroller));
  const isWidened = useView((now) => now.isWidened);
  const rows = useRows(messages, hasLater, guard);
  const draw = useCallback((row: Row) => <RowContent row={row} idle={idle} />, [idle]);
  // The reading position before another page replaced the conversation.
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={strings.chat.transcript}
        aria-live="off"
      >
        <div
          ref={content}
          data-widened={isWidened || undefined}
          className="transcript mx-auto max-w-[808px] px-3 pt-6 pb-4 narrow:px-6"
        >
          <div className={loose}>
            <Notices />
          </div>
          <VirtualRows {...{ rows, draw, scroller, list, idle, onPlace }} heldAtEnd={isHeld} />
          {!hasLater && <Foot idle={idle} />}
        </div>
      </div>
      <LoadingPages />
      <JumpPill follow={follow} />
      <ReplyAnnouncement />
    </div>
  );
}

/** Live content, below the stored rows. */
function Foot({ idle }: { idle: boolean }) {
  const runError = useConversationView((view) => view.runError);
  const isCompared =
    useConversation(({ compares, messages }) => openCompare(compares, messages.at(-1)?.id)) !== undefined;
  return (
    <>
      <div className={loose}>
        <SafeLiveRows />
      </div>
      <div className={loose}>{isCompared ? <ComparePart /> : <InterruptedRow />}</div>
      <div className={loose}>
        <RewoundRow />
      </div>
      <div className={loose}>{runError && <ErrorRow error={runError} partial="" canContinue={idle} />}</div>
    </>
  );
}

/** Overlaid, so that nothing moves. */
function LoadingPages() {
  const earlier = useConversationView((view) => view.loadingEarlier);
  if (!earlier) return null;
  return (
    <p className="pointer-events-none absolute inset-x-0 top-2 text-center text-ink-3 text-small">
      <span className="rounded-full bg-page px-2 py-0.5">{strings.chat.earlierLoading}</span>
    </p>
  );
}

/** A row whose key has changed, such as a fold, is found by its message. */
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

/** A request to scroll something into view is pending. */
function isAsked({ reveal, revealed }: View): boolean {
  return reveal !== null && reveal.count !== revealed;
}

function waitsFor({ calls }: ConversationState): WaitsFor | null {
  if (calls.some(({ question }) => question)) return 'question';
  return calls.some(({ approval }) => approval) ? 'approval' : null;
}

/** Changes with each new request that waits for the user. */
function waitingKeyOf({ calls }: ConversationState): string {
  return calls.flatMap(({ question, approval }) => question?.questionId ?? approval?.approvalId ?? []).join(' ');
}

/** Scrolls to the end when something was requested whose row appears there. */
function useEndWish(toEnd: () => void): void {
  const wish = useView((view) => view.endWish);
  const lastWish = useRef(wish);
  useEffect(() => {
    if (lastWish.current === wish) return;
    lastWish.current = wish;
    toEnd();
  }, [wish, toEnd]);
}

/**
 * Announces the end of a reply or a stopped run to screen readers: once per run, politely, and without the text, which
 * is read in place. Loading earlier messages announces nothing.
 */
function ReplyAnnouncement() {
  const running = useConversation((state) => state.run !== null) ?? false;
  const replied = useConversation(({ messages }) => isReply(messages.at(-1))) ?? false;
  const stopped = useConversationView((view) => view.runEnd === 'stopped');
  const before = useRef(running);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (running) setAnnouncement('');
    else if (before.current && stopped) setAnnouncement(strings.chat.runStopped);
    else if (before.current && replied) setAnnouncement(strings.chat.replyCame);
    before.current = running;
  }, [running, replied, stopped]);
  return (
    <p role="status" className="sr-only" data-said>
      {announcement}
    </p>
  );
}

/** Failed replies announce themselves. */
function isReply(last: Message | undefined): boolean {
  return last?.role === 'assistant' && last.partType !== 'error' && last.partType !== 'note';
}
