// Completion state and key handling before the list has loaded or matches the input. Such keys are queued and replayed
// in order, so that nothing is taken from an outdated list or sent half typed. Ignores keys during IME composition.

import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from '../../../../core/parts/lazyPart.tsx';
import { isComposing } from '../../../../ui/isComposing.ts';
import type { Completing, CompletionKeys } from './completionKeys.ts';
import { type CompletionQuery, queryAt } from './completionQuery.ts';

export const CompletionPart = lazyPart(async () => (await import('./Completion.tsx')).Completion);

const first = /^(?:Enter|Tab|ArrowUp|ArrowDown)$/;

/** `onEnter`: Enter's action if there is nothing to accept. */
export function useCompletion(field: RefObject<HTMLTextAreaElement | null>, onEnter: () => void): Completing {
  const [typed, setTyped] = useState<CompletionQuery | null>(null);
  const [isWanted, setWanted] = useState(false);
  const composing = useRef(false);
  const dismissed = useRef<number | null>(null);
  const keys = useRef<CompletionKeys | null>(null);
  const held = useRef<string[]>([]);
  const latest = useRef({ typed, onEnter });
  latest.current = { typed, onEnter };
  const isTyping = typed !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: release reads the field's current state
  useEffect(() => {
    if (!isTyping || isWanted) return;
    setWanted(true);
    CompletionPart.load().catch(() => {
      setWanted(false);
      setTyped(null);
      release();
    });
  }, [isTyping, isWanted]);

  function look(): void {
    const element = field.current;
    if (!element || composing.current) return;
    const { value, selectionStart, selectionEnd } = element;
    const here = document.activeElement === element && selectionStart === selectionEnd;
    const now = here ? queryAt(value, selectionStart) : null;
    if (now?.start !== dismissed.current) dismissed.current = null;
    const next = now && dismissed.current === null ? now : null;
    setTyped((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }

  function dismiss(): void {
    held.current = [];
    dismissed.current = latest.current.typed?.start ?? null;
    setTyped(null);
  }

  /** The key's normal effect in a field, when the list does not handle it. */
  function press(key: string): void {
    if (latest.current.typed && keys.current?.onKey(key)) return;
    const isHere = document.activeElement === field.current;
    if (key === 'Enter' && isHere) latest.current.onEnter();
    if (key === 'Backspace') document.execCommand('delete');
    if (key.length === 1) document.execCommand('insertText', false, key);
  }

  function release(): void {
    // Renders each key's effect before replaying the next, as with live typing.
    while (held.current.length > 0 && (!latest.current.typed || keys.current?.ready !== false)) {
      const key = held.current.shift();
      if (key !== undefined) flushSync(() => press(key));
    }
  }

  return {
    typed,
    needsList: isWanted,
    keys,
    update: look,
    dismiss,
    start(mark) {
      const element = field.current;
      if (!element) return;
      element.focus();
      if (mark === '@') {
        const isInWord = /\S$/.test(element.value.slice(0, element.selectionStart));
        document.execCommand('insertText', false, isInWord ? ' @' : '@');
      } else {
        element.setSelectionRange(0, 0);
        document.execCommand('insertText', false, element.value === '' ? '/' : '/ ');
        element.setSelectionRange(1, 1);
      }
      look();
    },
    enter: () => latest.current.onEnter(),
    release,
    onCompositionStart: () => {
      composing.current = true;
    },
    onCompositionEnd: () => {
      composing.current = false;
      look();
    },
    onKeyDown(event) {
      const { key } = event;
      if (!typed || composing.current || isComposing(event)) return false;
      if (event.altKey || event.ctrlKey || event.metaKey) return false;
      if (event.shiftKey && (key === 'Enter' || key === 'Tab')) return false;
      const waits = held.current.length > 0;
      if (!waits && (keys.current?.ready ?? typed.kind === 'words')) {
        if (!keys.current?.onKey(key)) return false;
      } else if (key === 'Escape') dismiss();
      else if (first.test(key) || (waits && (key.length === 1 || key === 'Backspace'))) held.current.push(key);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
