// The shortcuts on the answer buttons work where the user is: in an empty message field, or with nothing focused, they
// answer the list of pending calls, or the card if only one waits. A message that the user is writing keeps these keys for
// itself. In a view of several conversations they answer the one that the view chose. The buttons show them only where
// they work.

import { createContext, type RefObject, useContext, useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { useConversation, useConversationView, useSession } from '../../core/state/context.tsx';
import { classes } from '../../ui/classes.ts';
import { composerElement, focusedPane, isFocusLost, isTyping } from '../../ui/focus.ts';
import { isComposing } from '../../ui/isComposing.ts';
import { ButtonKeys } from '../../ui/Kbd.tsx';
import { quietMs } from '../../ui/useAnswerGuard.ts';

export type Decision = 'allow' | 'deny';

const answerKeys: Record<Decision, string> = { allow: 'Mod+Enter', deny: 'Mod+Backspace' };
/** The keys also delete words and send: they answer only this long after the draft became empty, in milliseconds. */
const settleMs = 1_000;

/**
 * In a view of several conversations, each within `data-asks`: whether the keys answer this one's question. Null: not in
 * such a view.
 */
export const AnswersHere = createContext<boolean | null>(null);

/** Null for any other key. Repeated keys do not answer. */
export function decisionOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>,
): Decision | null {
  if (event.repeat || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return null;
  if (event.key === 'Enter') return 'allow';
  return event.key === 'Backspace' ? 'deny' : null;
}

/** `place`: the question with its answers. `answers`: what the keys may answer; a dangerous call gets no answer. */
export function useAnswerKeys(
  place: RefObject<HTMLElement | null>,
  answers: readonly Decision[],
  answer: (decision: Decision) => void,
): void {
  const isEmpty = useDraftIsEmpty();
  const isHere = useContext(AnswersHere);
  const chosenAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (isHere) chosenAt.current = performance.now();
  }, [isHere]);
  const emptyAt = useRef(Number.NEGATIVE_INFINITY);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) emptyAt.current = performance.now();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const decision = decisionOf(event);
    if (decision === null || isComposing(event)) return;
    if (isHere === null ? !isEmpty || !isUserAtMessage() : !isHere || !isUserAtView()) return;
    const view = isHere === null ? null : (place.current?.closest('[data-asks]') ?? null);
    if (place.current === null || questionInView(view) !== place.current) return;
    // Not also for the composer, or for the focused button.
    event.preventDefault();
    event.stopPropagation();
    const now = performance.now();
    // A key that answered the question chosen before must not also answer this one.
    const isSettled = isHere === null ? now - emptyAt.current >= settleMs : now - chosenAt.current >= quietMs;
    if (isSettled && answers.includes(decision)) answer(decision);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}

function isUserAtMessage(): boolean {
  return isFocusLost() || document.activeElement === composerElement();
}

/** Not in a field, nor at a question or its answers, which handle the keys themselves. */
function isUserAtView(): boolean {
  const own = '[data-answers], [data-waiting-together], [data-waits-for]';
  return !isTyping() && !document.activeElement?.closest(own);
}

/**
 * The list of several calls, or else the only card, if the user sees its answers; none behind a dialog. `view`: the
 * conversation to look in, of a view of several. Of two conversations side by side, only the focused one.
 */
function questionInView(view: Element | null): HTMLElement | null {
  const all = [...(view ?? focusedPane()).querySelectorAll<HTMLElement>('[data-waiting-together], [data-waits-for]')];
  const places = all.filter((place) => place.closest('[data-asks]') === view);
  const place = places.find((one) => one.hasAttribute('data-waiting-together')) ?? places[0];
  const isOnly = places.length === 1 || place?.hasAttribute('data-waiting-together');
  return place && isOnly && showsAnswers(place) ? place : null;
}

function showsAnswers(place: HTMLElement): boolean {
  const box = place.querySelector('[data-answers]')?.getBoundingClientRect();
  if (!box) return false;
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return top !== null && place.contains(top);
}

/** Empty only without text, even blank text, attachments and uploads. */
function useDraftIsEmpty(): boolean {
  const { drafts, uploads } = useSession();
  const id = useConversationView((view) => view.id);
  const stored = useConversation((state) => state.draft);
  const storedAttachments = useConversation((state) => state.draftAttachments.length);
  const uploadCount = useStore(uploads.store, (state) => state.uploads[id ?? '']?.length ?? 0);
  const isEmpty = useStore(drafts.store, ({ texts, attachments }) => {
    const attachmentCount = attachments[id ?? '']?.length ?? storedAttachments ?? 0;
    return (texts[id ?? ''] ?? stored ?? '') === '' && attachmentCount === 0;
  });
  return isEmpty && uploadCount === 0;
}

interface AnswerKeysProps {
  decision: Decision;
  /** The keys answer this question only while it has the focus. */
  whenFocused: boolean;
  tone?: string;
}

/** The shortcut of an answer, where it works. */
export function AnswerKeys({ decision, whenFocused, tone }: AnswerKeysProps) {
  const isEmpty = useDraftIsEmpty();
  const isHere = useContext(AnswersHere);
  const isHidden = whenFocused || !(isHere ?? isEmpty);
  return (
    <span
      className={classes(
        // Its space stays, so that no button moves away under a click that moves the focus here.
        'in-data-[pane=away]:invisible',
        isHidden && 'hidden [[data-waiting-together]:focus_&]:inline [[data-waits-for]:focus_&]:inline',
      )}
    >
      <ButtonKeys keys={answerKeys[decision]} {...(tone ? { tone } : {})} />
    </span>
  );
}
