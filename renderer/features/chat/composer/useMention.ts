// Completing a path while it is typed after `@`: what fits is asked of the host, arrows choose, Enter or Tab takes it, Escape
// leaves it. Enter that comes before the answer waits for it: it is neither taken for an older list nor sent half typed. While
// an input method composes a word nothing is done to its keys and nothing moves.

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { PathCompletion } from '../../../../shared/contract/mention.ts';
import { mentionText, type TypedMention, typedMention } from '../../../../shared/conversation/mentions.ts';
import { useActions, useConversationView } from '../../../core/state/context.tsx';
import { isComposing } from '../../../ui/isComposing.ts';

export interface MentionList {
  /** Empty: there is nothing to show. */
  options: readonly PathCompletion[];
  /** No path fits what is typed. */
  nothing: boolean;
  chosen: number;
  /** Where the `@` is, in UTF-16 units of the text. */
  start: number;
  choose(index: number): void;
  take(index: number): void;
  /** Looks at the text and the caret anew. */
  look(): void;
  /** True when the key was meant for the list. */
  onKeyDown(event: KeyboardEvent): boolean;
  onCompositionStart(): void;
  onCompositionEnd(): void;
}

const limit = 12;
/** Milliseconds until a folder that is still being read is asked again. */
const askAgain = 150;
const mostTries = 20;
const none: readonly PathCompletion[] = [];

/** `onEnter`: what Enter does where there turned out to be nothing to take. */
export function useMention(
  field: RefObject<HTMLTextAreaElement | null>,
  projectId: string | null,
  onEnter: () => void,
): MentionList {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id);
  const [typed, setTyped] = useState<TypedMention | null>(null);
  const [found, setFound] = useState<readonly PathCompletion[]>(none);
  /** What `found` is the answer to. */
  const [answered, setAnswered] = useState<string | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const composing = useRef(false);
  const dismissed = useRef<number | null>(null);
  /** Enter or Tab that waits for the answer. */
  const held = useRef<'Enter' | 'Tab' | null>(null);
  const enter = useRef(onEnter);
  enter.current = onEnter;
  const query = typed?.typed;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is released looks at the field as it is then
  useEffect(() => {
    if (query === undefined || projectId === null) return setFound(none);
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const ask = async (tries: number): Promise<void> => {
      const answer = await call(
        'mention.complete',
        { projectId, conversationId, text: query, limit },
        controller.signal,
      );
      if (controller.signal.aborted) return;
      // What is typed to its end needs no completing.
      const paths = answer.ok ? answer.value.paths : [];
      setUnknown(answer.ok && answer.value.complete && paths.length === 0 ? query : null);
      const fitting = paths.some(({ path, kind }) => path === query && kind === 'file') ? none : paths;
      setFound(fitting);
      setAnswered(query);
      setChosen(0);
      release(fitting[0]);
      if (answer.ok && !answer.value.complete && tries > 0) timer = setTimeout(() => void ask(tries - 1), askAgain);
    };
    void ask(mostTries);
    return () => {
      controller.abort();
      held.current = null;
      if (timer !== null) clearTimeout(timer);
    };
  }, [query, projectId, conversationId, call]);

  function release(first: PathCompletion | undefined): void {
    const key = held.current;
    held.current = null;
    const element = field.current;
    const now = element && typedMention(element.value, element.selectionStart);
    if (key === null) return;
    if (first && element && now) {
      insert(element, now, first);
      look();
    } else if (key === 'Enter') enter.current();
  }

  function look(): void {
    const element = field.current;
    if (!element || composing.current || projectId === null) return;
    const { value, selectionStart, selectionEnd } = element;
    const now =
      document.activeElement === element && selectionStart === selectionEnd
        ? typedMention(value, selectionStart)
        : null;
    if (now === null || now.start !== dismissed.current) dismissed.current = null;
    setTyped(now === null || now.start === dismissed.current ? null : now);
  }

  function take(index: number): void {
    const element = field.current;
    const option = options[index];
    if (!element || !typed || !option) return;
    insert(element, typed, option);
    look();
  }

  const options = typed === null ? none : found;
  const nothing = typed !== null && options.length === 0 && typed.typed !== '' && unknown === typed.typed;
  return {
    options,
    nothing,
    chosen: Math.min(chosen, options.length - 1),
    start: typed?.start ?? 0,
    choose: setChosen,
    take,
    look,
    onCompositionStart: () => {
      composing.current = true;
    },
    onCompositionEnd: () => {
      composing.current = false;
      look();
    },
    onKeyDown(event) {
      if (composing.current || isComposing(event)) return false;
      if (event.altKey || event.ctrlKey || event.metaKey) return false;
      const takes = (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey;
      if (takes && typed !== null && answered !== typed.typed) {
        held.current = event.key === 'Tab' ? 'Tab' : 'Enter';
        event.preventDefault();
        return true;
      }
      if (options.length === 0 && !nothing) return false;
      if (nothing && event.key !== 'Escape') return false;
      if (event.key === 'ArrowDown') setChosen((chosen + 1) % options.length);
      else if (event.key === 'ArrowUp') setChosen((chosen + options.length - 1) % options.length);
      else if (takes) take(chosen);
      else if (event.key === 'Escape') {
        dismissed.current = typed?.start ?? null;
        setTyped(null);
      } else return false;
      event.preventDefault();
      return true;
    },
  };
}

/** In the place of what was typed, so that undo takes it back. A folder is left open for what is in it. */
function insert(element: HTMLTextAreaElement, typed: TypedMention, option: PathCompletion): void {
  const { value, selectionStart } = element;
  const written = mentionText(option.path);
  const isQuoted = written.startsWith('@"');
  const closed = typed.quoted && value.charAt(selectionStart) === '"';
  const text = option.kind === 'file' ? `${written} ` : isQuoted ? written.slice(0, -1) : written;
  const end = selectionStart + (closed && option.kind === 'file' ? 1 : 0);
  const follows = option.kind === 'file' && value.charAt(end) === ' ';
  element.setSelectionRange(typed.start, end + (follows ? 1 : 0));
  // The only way to change a field that its undo knows of.
  if (document.execCommand('insertText', false, text)) return;
  element.setRangeText(text, typed.start, end + (follows ? 1 : 0), 'end');
  element.dispatchEvent(new Event('input', { bubbles: true }));
}
