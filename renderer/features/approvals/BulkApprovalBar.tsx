// Several waiting calls: a list of rows with one answer for all. Short ones are shown in full; of longer ones, one is
// expanded at a time. The answer covers exactly the visible requests; a new request restarts the delay in which clicks
// are ignored, so that it is not answered by accident. Nothing is preselected. Dangerous calls are excluded from
// allowing all, and allowing is disabled until the list was scrolled to its end. With the bar focused, shortcuts
// answer. Starts collapsed if nothing can be allowed together.

import { ChevronUp, Hand } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { type ApprovalRequest, callKey } from '../../../shared/conversation/event.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useConversation, useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { focusAfter, focusComposer, focusedPane } from '../../ui/focus.ts';
import { useAnswerGuard } from '../../ui/useAnswerGuard.ts';
import { bulkApprovalRequests, canAllowAll } from './bulkApprovals.ts';
import { isLong, TogetherItem } from './TogetherItem.tsx';
import { AnswerKeys, AnswersHere, type Decision, decisionOf, useAnswerKeys } from './useAnswerKeys.tsx';

// Tracks whether a scrolling list was seen to its end, before its calls can be allowed together.

/** Tolerance in pixels for rounded sizes. */
const nearly = 4;

/** `of`: identifies the content; a change resets it. `next`: scrolls by one page. */
function useSeenToEnd(list: RefObject<HTMLElement | null>, of: string): { seen: boolean; next: () => void } {
  const [seenIds, setSeenIds] = useState('');
  useEffect(() => {
    const element = list.current;
    if (!element || seenIds === of) return;
    const look = (): void => {
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - nearly) setSeenIds(of);
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [list, of, seenIds]);
  return {
    seen: seenIds === of,
    next: () => list.current?.scrollBy({ top: list.current.clientHeight * 0.85 }),
  };
}

/** Tracks which of the longer rows is expanded, and whether each was seen to its end. */
function useRows(requests: readonly ApprovalRequest[], list: RefObject<HTMLElement | null>, shownIds: string) {
  const long = requests.filter(isLong).map(({ approvalId }) => approvalId);
  const [first = null] = long;
  const [chosen, setChosen] = useState<string | null>(first);
  const [done, setDone] = useState<readonly string[]>([]);
  const open = chosen !== null && !long.includes(chosen) ? first : chosen;
  const view = useSeenToEnd(list, `${shownIds} ${open ?? ''}`);
  if (view.seen && open !== null && !done.includes(open)) setDone([...done, open]);
  const left = long.find((id) => !done.includes(id)) ?? null;
  return {
    open,
    seen: view.seen && left === null,
    toggle: useCallback((id: string) => setChosen((now) => (now === id ? null : id)), []),
    /** Scrolls the expanded row, or expands the next unseen one. */
    next(): void {
      if (!view.seen || left === null) {
        view.next();
      } else {
        setChosen(left);
        list.current?.querySelector(`[data-together="${CSS.escape(left)}"]`)?.scrollIntoView({ block: 'start' });
      }
    },
  };
}

const words = lateStrings.approvals.together;
const frame = 'mb-2 rounded-l border border-wait-line bg-over text-ui focus-visible:-outline-offset-2';

/** `isInset`: the container already has margins. */
export function BulkApprovalBar({ isInset = false }: { isInset?: boolean }) {
  const { view } = useSession();
  const calls = useConversation((state) => state.calls) ?? [];
  const conversationId = useConversation((state) => state.conversationId);
  const requests = bulkApprovalRequests(calls, conversationId);
  const canAllow = canAllowAll(requests);
  // Null until something can be allowed together or the user decides: lists that can only be denied start collapsed.
  const [folded, setFolded] = useState<boolean | null>(null);
  if (canAllow && folded === null) setFolded(false);
  // While the list is collapsed, each box in the transcript asks.
  const fold = (isFolded: boolean) => () => {
    setFolded(isFolded);
    const boxes = Object.fromEntries(requests.map(({ approvalId }) => [approvalId, isFolded]));
    view.setState(({ openCalls }) => ({ openCalls: { ...openCalls, ...boxes } }));
  };
  return (
    <div className={isInset ? '' : 'mx-auto w-full max-w-[808px] px-6'}>
      {(folded ?? !canAllow) ? (
        <section
          aria-label={words.title(requests.length)}
          className={`${frame} flex items-center gap-2 py-1 pr-1 pl-3`}
        >
          <Title count={requests.length} alone={canAllow ? 0 : requests.filter(({ byItself }) => byItself).length} />
          <Button size="small" tone="ghost" onClick={fold(false)}>
            {canAllow ? words.open : words.openAlone}
            <ChevronUp className="size-3.5" strokeWidth={2} aria-hidden />
          </Button>
        </section>
      ) : (
        <Together requests={requests} isInset={isInset} onFold={fold(true)} />
      )}
    </div>
  );
}

interface TogetherProps {
  requests: readonly ApprovalRequest[];
  isInset: boolean;
  onFold: () => void;
}

function Together({ requests, isInset, onFold }: TogetherProps) {
  const actions = useActions();
  const { view } = useSession();
  const shownIds = requests.map(({ approvalId }) => approvalId).join(' ');
  const [answered, setAnswered] = useState('');
  const bar = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const isPerView = useContext(AnswersHere) !== null;
  const rows = useRows(requests, list, shownIds);
  const { seen, next } = rows;
  // The key that showed the rest must not also allow it.
  const guard = useAnswerGuard(`${shownIds} ${seen}`);
  const allowed = requests.filter(({ byItself }) => !byItself);
  const canAllow = canAllowAll(requests);
  const reads = requests.filter(({ readsPass, byItself }) => readsPass === true && !byItself);

  async function answer(decision: Decision): Promise<void> {
    if (decision === 'allow' && !seen) return next();
    const meant = decision === 'allow' ? allowed : requests;
    if (answered === shownIds || !guard.accepts() || (decision === 'allow' && !canAllow)) return;
    setAnswered(shownIds);
    // The bar disappears with its requests.
    if (bar.current?.contains(document.activeElement)) focusComposer();
    if (!(await actions.answerTogether(meant, decision))) setAnswered('');
  }
  async function answerOne(request: ApprovalRequest, decision: Decision): Promise<void> {
    if (answered === shownIds || !guard.accepts()) return;
    setAnswered(shownIds);
    // Its buttons disappear with it.
    bar.current?.focus({ preventScroll: true });
    if (!(await actions.answer(request, decision))) setAnswered('');
  }
  /** Opens its box in the transcript, which has every way to answer. */
  function reveal({ approvalId, messageId, index }: ApprovalRequest): void {
    // At once, since the box may be in a closed one, which opens with it.
    const open = (): void => view.setState(({ openCalls }) => ({ openCalls: { ...openCalls, [approvalId]: true } }));
    const box = focusedPane().querySelector<HTMLElement>(`[data-call="${CSS.escape(callKey({ messageId, index }))}"]`);
    focusAfter(open, () => box);
    box?.scrollIntoView({ block: 'nearest' });
  }
  /** Allows these reads, and all later ones in this conversation. */
  async function readFreely(): Promise<void> {
    if (answered === shownIds || !guard.accepts()) return;
    setAnswered(shownIds);
    if (!(await actions.chooseApprovalMode('reads'))) return setAnswered('');
    if (!(await actions.answerTogether(reads, 'allow'))) setAnswered('');
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const decision = event.target === bar.current ? decisionOf(event.nativeEvent) : null;
    if (decision === null) return;
    event.preventDefault();
    void answer(decision);
  };
  useAnswerKeys(bar, ['allow', 'deny'], (decision) => void answer(decision));
  const toFirst = (): void => {
    const place = bar.current?.closest('[data-asks]') ?? document;
    onFold();
    // The individual boxes render once it is collapsed.
    requestAnimationFrame(() => {
      const box = place.querySelector<HTMLElement>('[data-waits-for]');
      box?.focus({ preventScroll: true });
      box?.scrollIntoView({ block: 'nearest' });
    });
  };
  // Not clickable yet, but focusable.
  const state = { disabled: answered === shownIds, 'aria-disabled': !guard.ready };
  const allow = allowed.length === requests.length ? words.allowAll : words.allowSome;
  return (
    <section
      ref={bar}
      data-waiting-together
      aria-label={words.title(requests.length)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus on it the keyboard answers
      tabIndex={0}
      onKeyDown={onKeyDown}
      className={`group/bar ${frame}`}
    >
      <div className="flex items-center gap-2 px-3 pt-2">
        <Title count={requests.length} alone={requests.length - allowed.length} />
      </div>
      <ol
        ref={list}
        data-together-list
        aria-label={words.list}
        className="mt-1.5 max-h-[min(40dvh,360px)] divide-y divide-line overflow-y-auto border-line border-y bg-page focus-visible:-outline-offset-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {requests.map((request) => (
          <TogetherItem
            key={request.approvalId}
            request={request}
            open={isLong(request) ? rows.open === request.approvalId : null}
            onToggle={rows.toggle}
            state={state}
            onAnswer={answerOne}
            onReveal={isInset ? null : reveal}
          />
        ))}
      </ol>
      <div data-answers className="flex flex-wrap items-center gap-2 px-3 py-2">
        <Button tone="ghost" onClick={toFirst} className="-ml-2.5 mr-auto px-2.5">
          {words.oneByOne}
        </Button>
        {reads.length > 0 && (
          <Button tone="ghost" {...state} onClick={() => void readFreely()}>
            {words.readFreely}
          </Button>
        )}
        <Button {...state} onClick={() => void answer('deny')}>
          {words.denyAll(requests.length)}
          <AnswerKeys decision="deny" whenFocused={isInset && !isPerView} />
        </Button>
        {canAllow && (
          <Button tone="primary" {...state} onClick={() => void answer('allow')}>
            {seen ? allow(allowed.length) : words.rest}
            <AnswerKeys decision="allow" whenFocused={isInset && !isPerView} tone="text-current" />
          </Button>
        )}
      </div>
    </section>
  );
}

/** `alone`: how many are excluded from allowing all. */
function Title({ count, alone = 0 }: { count: number; alone?: number }) {
  return (
    <p className="flex min-w-0 flex-1 items-center gap-2">
      <Hand className="size-4 shrink-0 text-wait" strokeWidth={1.75} aria-hidden />
      <span className="min-w-0">
        <span className="font-strong">{words.title(count)}</span>
        {alone > 0 && <span className="text-wait"> · {words.alone(alone)}</span>}
      </span>
    </p>
  );
}
