// The shortcuts on the answer buttons work where the user is: in an empty message field, or with nothing focused, they
// answer the question in view. A message that the user is writing keeps these keys for itself, and then the buttons do not
// show them.

import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { useConversation, useConversationView, useSession } from '../../core/state/context.tsx';
import { composerElement, isFocusLost } from '../../ui/focus.ts';
import { ButtonKeys } from '../../ui/Kbd.tsx';

export type Decision = 'allow' | 'deny';

export const answerKeys: Record<Decision, string> = { allow: 'Mod+Enter', deny: 'Mod+Backspace' };

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
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const decision = decisionOf(event);
    if (decision === null || event.isComposing || !isEmpty || !isUserAtMessage()) return;
    if (place.current === null || questionInView() !== place.current) return;
    // Not also for the composer.
    event.preventDefault();
    event.stopPropagation();
    if (answers.includes(decision)) answer(decision);
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

/** The list of several calls, or else the first question whose answers the user sees; none behind a dialog. */
function questionInView(): HTMLElement | null {
  const places = document.querySelectorAll<HTMLElement>('[data-waiting-together], [data-waits-for]');
  const visible = [...places].filter((place) => place.closest('[data-asks]') === null && showsAnswers(place));
  return visible.find((place) => place.hasAttribute('data-waiting-together')) ?? visible[0] ?? null;
}

function showsAnswers(place: HTMLElement): boolean {
  const box = place.querySelector('[data-answers]')?.getBoundingClientRect();
  if (!box) return false;
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return top !== null && place.contains(top);
}

function useDraftIsEmpty(): boolean {
  const { drafts } = useSession();
  const id = useConversationView((view) => view.id);
  const stored = useConversation((state) => state.draft);
  const storedAttachments = useConversation((state) => state.draftAttachments.length);
  return useStore(drafts.store, ({ texts, attachments }) => {
    const text = texts[id ?? ''] ?? stored ?? '';
    return text.trim() === '' && (attachments[id ?? '']?.length ?? storedAttachments ?? 0) === 0;
  });
}

/** The shortcut of an answer, while it works. */
export function AnswerKeys({ decision, tone }: { decision: Decision; tone?: string }) {
  const isEmpty = useDraftIsEmpty();
  return isEmpty ? <ButtonKeys keys={answerKeys[decision]} {...(tone ? { tone } : {})} /> : null;
}
