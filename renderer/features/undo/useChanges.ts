// Preview of an undo, or the changes of a turn, from the host's current state.

import { useCallback, useEffect, useState } from 'react';
import type {
  ChangeDirection,
  ChangePreview,
  ChangeReview,
  ChangeTarget,
} from '../../../shared/features/undo/methods.ts';
import { useActions, useConversationView } from '../../core/state/context.tsx';

export interface AsyncValue<T> {
  value: T | null;
  error: string | null;
  load(): void;
}

export function useChangePreview(target: ChangeTarget, direction: ChangeDirection): AsyncValue<ChangePreview> {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id) ?? '';
  const key = JSON.stringify(target);
  const ask = useCallback(
    (signal: AbortSignal) =>
      call('changes.preview', { conversationId, target: JSON.parse(key) as ChangeTarget, direction }, signal),
    [call, conversationId, key, direction],
  );
  return useAnswer(ask);
}

export function useReview(target: ChangeTarget): AsyncValue<ChangeReview> {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id) ?? '';
  const key = JSON.stringify(target);
  const ask = useCallback(
    (signal: AbortSignal) =>
      call('changes.review', { conversationId, target: JSON.parse(key) as ChangeTarget }, signal),
    [call, conversationId, key],
  );
  return useAnswer(ask);
}

type Answer<T> = { ok: true; value: T } | { ok: false; error: { message: string } };

/** The host's answer, and a function to reload it. Pass a memoized `ask`: a new one reloads. */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<Answer<T>>): AsyncValue<T> {
  const [answer, setAnswer] = useState<{ value: T | null; error: string | null }>({ value: null, error: null });
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` triggers a reload
  useEffect(() => {
    const controller = new AbortController();
    void ask(controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      setAnswer(result.ok ? { value: result.value, error: null } : { value: null, error: result.error.message });
    });
    return () => controller.abort();
  }, [ask, count]);
  const load = useCallback(() => setCount((now) => now + 1), []);
  return { ...answer, load };
}
