// The shortcuts on the answer buttons work where the user is: in an empty message field, or with nothing focused, they
// answer the list of pending calls, or the card if only one waits. A message that the user is writing keeps these keys for
// itself. The buttons show them only where they work.

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { useConversation, useConversationView, useSession } from '../../core/state/context.tsx';
import { classes } from '../../ui/classes.ts';
import { composerElement, isFocusLost } from '../../ui/focus.ts';
import { isComposing } from '../../ui/isComposing.ts';
import { ButtonKeys } from '../../ui/Kbd.tsx';

export type Decision = 'allow' | 'deny';

const answerKeys: Record<Decision, string> = { allow: 'Mod+Enter', deny: 'Mod+Backspace' };
/** The keys also delete words and send: they answer only this long after the draft became empty, in milliseconds. */
const settleMs = 1_000;

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
  const emptyAt = useRef(Number.NEGATIVE_INFINITY);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) emptyAt.current = performance.now();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const decision = decisionOf(event);
    if (decision === null || isComposing(event) || !isEmpty || !isUserAtMessage()) return;
    if (place.current === null || questionInView() !== place.current) return;
    // Not also for the composer.
    event.preventDefault();
    event.stopPropagation();
    const isSettled = performance.now() - emptyAt.current >= settleMs;
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

/** The list of several calls, or else the only card, if the user sees its answers; none behind a dialog. */
function questionInView(): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>('[data-waiting-together], [data-waits-for]')];
  const places = all.filter((place) => place.closest('[data-asks]') === null);
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
  const isHidden = whenFocused || !isEmpty;
  return (
    <span
      className={classes(
        isHidden && 'hidden [[data-waiting-together]:focus_&]:inline [[data-waits-for]:focus_&]:inline',
      )}
    >
      <ButtonKeys keys={answerKeys[decision]} {...(tone ? { tone } : {})} />
    </span>
  );
}
