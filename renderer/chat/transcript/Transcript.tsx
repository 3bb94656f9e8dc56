// The conversation as a page: stored rows, then what is going on. It draws rows and knows nothing of what is in them.

import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { useConversation, useConversationView, useView } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorRow } from './ErrorRow.tsx';
import { InterruptedRow } from './InterruptedRow.tsx';
import { keepItems, type TranscriptItem, transcriptItems } from './items.ts';
import { JumpPill } from './JumpPill.tsx';
import { LiveRows } from './LiveRows.tsx';
import { Notices } from './Notices.tsx';
import { PlainRow, plainTextOf, plainTextOfItem } from './PlainRow.tsx';
import { RewoundRow } from './RewoundRow.tsx';
import { TranscriptRow } from './TranscriptRow.tsx';
import { useEarlier } from './useEarlier.ts';
import { useFollow } from './useFollow.ts';

const none: never[] = [];

/** Calls stand close to the text that they were asked for with. */
function belongs(before: TranscriptItem | undefined, item: TranscriptItem): boolean {
  if (item.type === 'changes') return before?.type === 'calls';
  return before?.type === 'assistant' && item.type === 'calls';
}

/** A group of calls also keeps its calls as they were, so that a box is drawn only when its own call changes. */
function useItems(messages: readonly Message[]): TranscriptItem[] {
  const before = useRef<TranscriptItem[]>([]);
  return useMemo(() => {
    before.current = keepItems(before.current, transcriptItems(messages));
    return before.current;
  }, [messages]);
}

/** One row that cannot be drawn is text; so is the whole page when it cannot be made into rows. */
export function Transcript() {
  const messages = useConversation((state) => state.messages) ?? none;
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
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const messages = useConversation((state) => state.messages) ?? none;
  const idle = useConversation((state) => state.run === null && state.reply === null) ?? true;
  const runError = useConversationView((view) => view.runError);
  const loadingEarlier = useConversationView((view) => view.loadingEarlier);
  const items = useItems(messages);
  // What a turn changed is said after its last row, and is none.
  const last = items.findLastIndex(({ type }) => type !== 'changes');
  const waitingKey = useConversation(waitingKeyOf) ?? '';
  const follow = useFollow(scroller, content, waitingKey);
  useEndWish(follow.toEnd);
  const onScrollEarlier = useEarlier(scroller);
  const { onScroll: onScrollFollow } = follow;
  const onScroll = useCallback(() => {
    onScrollFollow();
    onScrollEarlier();
  }, [onScrollFollow, onScrollEarlier]);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        onScroll={onScroll}
        className="relative h-full overflow-y-auto overscroll-contain"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={strings.chat.transcript}
        aria-live="off"
      >
        <div ref={content} className="transcript mx-auto max-w-[808px] px-6 pt-6 pb-4">
          <Notices />
          {loadingEarlier && <p className="text-center text-ink-3 text-small">{strings.chat.earlierLoading}</p>}
          {items.map((item, index) => (
            <div
              key={item.key}
              data-row={item.type}
              className={classes('empty:hidden', belongs(items[index - 1], item) && '-mt-4')}
            >
              <Boundary of={item} instead={() => <PlainRow text={plainTextOfItem(item)} />}>
                <TranscriptRow item={item} isLast={index === last} canContinue={idle && index === last} />
              </Boundary>
            </div>
          ))}
          <SafeLiveRows />
          <InterruptedRow />
          <RewoundRow />
          {runError && <ErrorRow error={runError} partial="" canContinue={idle} />}
        </div>
      </div>
      <JumpPill follow={follow} />
    </div>
  );
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
