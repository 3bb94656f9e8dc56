// Opens a match: shows its conversation, scrolls to the message, opens the box and marks the match. Parts of a large result
// that the box does not show open in the viewer. Only the latest match counts: one that is stepped past opens and marks
// nothing.

import type { SearchHit } from '../../../shared/features/search/methods.ts';
import { revealMessage, startNavigation } from '../../core/state/revealMessage.ts';
import type { Session } from '../../core/state/session.ts';
import { focusedPane, transcriptElement } from '../../ui/focus.ts';
import { visibleText } from '../../ui/visibleText.ts';
import type { InViewer, MatchMarks } from './findStore.ts';
import { queryTerms } from './queryTerms.ts';
import { clearMarks, keepMarked, markText, type Which } from './textMarks.ts';

/** Maximum milliseconds to wait for the target to render. */
const drawMs = 2_500;
/** Minimum characters around a match that must be equal when it could be a different one. */
const surely = 24;

export interface OpenHow {
  /** Keeps the focus, for a user who steps through matches while writing. */
  keepsFocus?: boolean;
  /** Which match within the message to open. */
  which?: Which;
}

/** Null: nothing is marked on the page. */
export async function openHit(
  from: Session,
  hit: SearchHit,
  typed: string,
  { keepsFocus = false, which = 'fits' }: OpenHow = {},
): Promise<MatchMarks | InViewer | null> {
  const session = from.panes.paneFor(from, hit.conversationId);
  const { view, actions } = session;
  clearMarks(transcriptElement());
  const isWanted = startNavigation(view);
  view.setState({ page: 'chat', sheet: null, paletteOpen: false });
  if (hit.messageId === null) {
    actions.show(hit.conversationId);
    return null;
  }
  const { conversationId, callIndex, part, place } = hit;
  const target = { conversationId, part, place, text: typed, keepsFocus, ...(callIndex === null ? {} : { callIndex }) };
  const isRevealed = await revealMessage(session, hit.messageId, target, isWanted);
  const marked = isRevealed ? await markHit(session, hit, typed, isWanted, which) : null;
  // A dialog would take the focus from the field.
  if (marked && 'open' in marked && !keepsFocus) marked.open();
  return marked;
}

async function markHit(
  session: Session,
  hit: SearchHit,
  typed: string,
  isWanted: () => boolean,
  which: Which,
): Promise<MatchMarks | InViewer | null> {
  const terms = queryTerms(typed);
  const inCall = hit.part === 'arguments' || hit.part === 'result';
  const around = surroundings(hit);
  const isPart = hit.part === 'result' && isLarge(session, hit);
  const until = performance.now() + drawMs;
  // The header of a box contains the question, not what the box shows.
  const rootNow = (): Element | null => {
    if (!inCall) return rowOf(hit);
    return boxOf(session, hit)?.querySelector('[data-scroll][data-state="active"]') ?? null;
  };
  // A newly shown target renders in steps: row, box, content.
  for (let frames = 0; performance.now() < until; frames++) {
    await nextFrame();
    if (!isWanted() || session.view.getState().page !== 'chat') return null;
    if (session.conversation.store.getState().id !== hit.conversationId) return null;
    if (hit.part === 'arguments') showArguments(boxOf(session, hit));
    const root = rootNow();
    if (!root) continue;
    const { best, fits, of, count, at } = markText(root, terms, around, which);
    if (best && (!isPart || fits >= Math.min(surely, of))) {
      let shownIndex = at;
      const again = (): Range | null => {
        const now = rootNow();
        return now && markText(now, terms, around, shownIndex).best;
      };
      const show = (range: Range): void => {
        showRange(range);
        keepMarked(range, again);
      };
      show(best);
      const go = (to: number): boolean => {
        shownIndex = to;
        const range = again();
        if (range) show(range);
        return range !== null;
      };
      return { count, at, go };
    }
    clearMarks(transcriptElement());
    // A rendered result without the match shows only a part.
    if (hit.part === 'result' && frames > 45) break;
  }
  if (hit.part !== 'result' || hit.messageId === null) return null;
  return { open: () => openViewer(session, hit, typed) };
}

/** The box only shows the beginning, which may contain the same words. */
function isLarge({ conversation }: Session, { messageId }: SearchHit): boolean {
  const record = conversation.store.getState().messageWindow.messages.find((message) => message.id === messageId);
  return record?.role === 'tool' && record.fullOutputPath !== undefined;
}

function openViewer(session: Session, hit: SearchHit, typed: string): void {
  const box = boxOf(session, hit);
  const title = box?.getAttribute('aria-label') ?? visibleText(hit.toolName ?? hit.title);
  session.view.setState({
    dialog: {
      type: 'output',
      messageId: hit.messageId ?? '',
      title,
      place: hit.place,
      find: queryTerms(typed)[0] ?? typed,
    },
  });
}

function boxOf({ view }: Session, { messageId, callIndex }: SearchHit): HTMLElement | null {
  const key = callIndex === null ? view.getState().reveal?.key : `${messageId}:${callIndex}`;
  return key === undefined ? null : focusedPane().querySelector<HTMLElement>(`[data-call="${CSS.escape(key)}"]`);
}

function rowOf({ messageId }: SearchHit): HTMLElement | null {
  return focusedPane().querySelector<HTMLElement>(`[role="log"] [data-message="${CSS.escape(messageId ?? '')}"]`);
}

/** Switches tabs like a pointer press, which keeps the focus. */
function showArguments(box: HTMLElement | null): void {
  const tab = box?.querySelector<HTMLElement>('[role="tab"][id$="-trigger-arguments"]');
  if (tab?.getAttribute('aria-selected') !== 'false') return;
  tab.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0 }));
}

/** Scrolls the box first, then the page. */
function showRange(range: Range): void {
  const element = range.startContainer.parentElement;
  if (!element) return;
  const scroll = element.closest<HTMLElement>('[data-scroll]');
  if (scroll) {
    const [place, frame] = [range.getBoundingClientRect(), scroll.getBoundingClientRect()];
    scroll.scrollTop += place.top - frame.top - frame.height / 3;
    scroll.scrollLeft += place.left > frame.right - 24 || place.left < frame.left ? place.left - frame.left - 24 : 0;
  }
  const log = element.closest<HTMLElement>('[role="log"]');
  if (!log) return;
  const [place, frame] = [range.getBoundingClientRect(), log.getBoundingClientRect()];
  const margin = 72;
  if (place.top < frame.top + margin) log.scrollTop -= frame.top + margin - place.top;
  else if (place.bottom > frame.bottom - margin) log.scrollTop += place.bottom - frame.bottom + margin;
}

function surroundings({ snippet, ranges }: SearchHit): { before: string; after: string } {
  const [start, end] = ranges[0] ?? [0, 0];
  return { before: snippet.slice(0, start).replace(/^…/, ''), after: snippet.slice(end) };
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
