// Which of several answers the approval shortcuts belong to: the one with the focus; without it, the one that
// has waited longest.

import { type FocusEvent, useCallback, useState, useSyncExternalStore } from 'react';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import { useSession } from '../../core/state/context.tsx';

interface AnswersIn {
  /** Null: none waits for an approval, or with a plan. */
  conversationId: string | null;
  /** For the element around the columns. */
  on: { onFocus(event: FocusEvent): void; onBlur(event: FocusEvent): void };
}

/** `ids`: the contestants' conversations that are visible. */
export function useAnswersIn(ids: readonly string[]): AnswersIn {
  const { side } = useSession();
  const [focused, setFocused] = useState<string | null>(null);
  const key = ids.join(' ');
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = idsIn(key).map((id) => side.of(id).subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [side, key],
  );
  const conversationId = useSyncExternalStore(subscribe, () => {
    const waiting = idsIn(key)
      .map((id) => ({ id, since: askedSince(side.of(id).getState().state) }))
      .filter(({ since }) => since !== '')
      .sort((one, other) => one.since.localeCompare(other.since));
    // A second press in a column that has just been answered must not answer another one.
    const isInColumn = focused !== null && idsIn(key).includes(focused);
    return (isInColumn ? waiting.find(({ id }) => id === focused) : waiting[0])?.id ?? null;
  });
  const columnOf = (element: EventTarget | null): string | null =>
    element instanceof Element ? (element.closest('[data-contestant]')?.getAttribute('data-contestant') ?? null) : null;
  return {
    conversationId,
    on: {
      onFocus: ({ target }) => setFocused(columnOf(target)),
      // Without a target the focused element has disappeared, or the whole window has lost the focus.
      onBlur: ({ relatedTarget }) => relatedTarget !== null && setFocused(columnOf(relatedTarget)),
    },
  };
}

function idsIn(key: string): string[] {
  return key === '' ? [] : key.split(' ');
}

/** When its longest-waiting approval or plan was asked for; empty: none waits. A form's fields have keys of their own. */
function askedSince(state: ConversationState | null): string {
  const times =
    state?.calls.flatMap(({ approval, question }) => (question?.plan ? question : approval)?.askedAt ?? []) ?? [];
  return times.sort()[0] ?? '';
}
