// Message history in an empty composer: arrow up recalls earlier messages, arrow down newer ones. Stops once the
// recalled text is edited, so that typed text is never replaced.

import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { textOf } from '../../../../shared/conversation/message.ts';
import { isRemoved } from '../../../../shared/conversation/removed.ts';
import { useSession } from '../../../core/state/context.tsx';
import { isComposing } from '../../../ui/isComposing.ts';

export interface History {
  /** Returns true if it handled the key. */
  onKeyDown(event: KeyboardEvent): boolean;
}

export function useHistory(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  write: (text: string) => void,
): History {
  const { conversation } = useSession();
  /** The recalled message and its distance from the newest; null: none. */
  const recalled = useRef<{ at: number; text: string } | null>(null);

  /** Newest first, without consecutive duplicates. */
  function sentTexts(): string[] {
    const { state } = conversation.store.getState();
    const texts = (state?.messages ?? []).flatMap((message) =>
      message.role === 'user' && !isRemoved(message) ? [textOf(message)] : [],
    );
    return texts.toReversed().filter((one, at, all) => one.trim() !== '' && one !== all[at - 1]);
  }

  function show(at: number, texts: readonly string[]): void {
    const next = at < 0 ? '' : (texts[at] ?? '');
    recalled.current = at < 0 ? null : { at, text: next };
    write(next);
    requestAnimationFrame(() => field.current?.setSelectionRange(next.length, next.length));
  }

  return {
    onKeyDown(event) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return false;
      if (isComposing(event)) return false;
      if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false;
      const element = field.current;
      if (!element) return false;
      const now = recalled.current?.text === text && text !== '' ? recalled.current : null;
      if (now === null) {
        recalled.current = null;
        if (text !== '' || event.key === 'ArrowDown') return false;
      } else if (element.selectionStart !== element.selectionEnd || !isAtEdge(element)) return false;
      const texts = sentTexts();
      const next = (now?.at ?? -1) + (event.key === 'ArrowUp' ? 1 : -1);
      if (next >= texts.length) return now !== null && stay(event);
      show(next, texts);
      return stay(event);
    },
  };
}

function stay(event: KeyboardEvent): true {
  event.preventDefault();
  return true;
}

/** Inside multi-line text, arrow keys move between lines. */
function isAtEdge({ value, selectionStart }: HTMLTextAreaElement): boolean {
  return selectionStart === 0 || selectionStart === value.length;
}
