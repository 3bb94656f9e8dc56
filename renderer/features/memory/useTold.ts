// What the model is told, asked for when it is shown, and again when something of it may have changed.

import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../../shared/core/errors.ts';
import type { ToldReport } from '../../../shared/features/context/methods.ts';
import {
  useActions,
  useChatProject,
  useConversation,
  useConversationView,
  useSession,
} from '../../core/state/context.tsx';

export interface ToldView {
  report: ToldReport | null;
  error: AppError | null;
  conversationId: string | null;
  again(): void;
}

const causes: readonly string[] = ['ownTexts.changed', 'settings.changed', 'projects.changed'];

export function useTold(): ToldView {
  const { call } = useActions();
  const { connection } = useSession();
  const conversationId = useConversationView((view) => view.id);
  const projectId = useChatProject()?.id ?? null;
  const running = useConversation((state) => state.run !== null) ?? false;
  const [count, setCount] = useState(0);
  const [answer, setAnswer] = useState<Pick<ToldView, 'report' | 'error'>>({ report: null, error: null });
  const again = useCallback(() => setCount((before) => before + 1), []);
  useEffect(() => connection.onEvent(({ event }) => causes.includes(event.type) && again()), [connection, again]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that begins or ends, and `again`, ask anew
  useEffect(() => {
    const controller = new AbortController();
    void call('context.told', { conversationId, projectId }, controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      if (result.ok) setAnswer({ report: result.value, error: null });
      else setAnswer((before) => ({ ...before, error: result.error }));
    });
    return () => controller.abort();
  }, [call, conversationId, projectId, running, count]);
  return { ...answer, conversationId, again };
}
