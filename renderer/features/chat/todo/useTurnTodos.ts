// The list of the turn, also where it was written so long ago that the window does not hold its record: then the host is asked,
// once.

import { useEffect, useMemo, useState } from 'react';
import type { Message } from '../../../../shared/conversation/message.ts';
import { searchTodos, type TurnTodos } from '../../../../shared/conversation/turnTodos.ts';
import { useActions, useConversation, useConversationView } from '../../../core/state/context.tsx';

const none: readonly Message[] = [];

export function useTurnTodos(): TurnTodos | null {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id);
  const messages = useConversation((state) => state.messages) ?? none;
  const hasEarlier = useConversation((state) => state.hasEarlier) ?? false;
  const since = useConversation((state) => state.run?.startedAt) ?? null;
  const { kept: found, said } = useMemo(() => searchTodos(messages, since), [messages, since]);
  const isFar = found === undefined && hasEarlier;
  const before = isFar ? (messages[0]?.id ?? null) : null;
  const [far, setFar] = useState<{ of: string; kept: TurnTodos | null } | null>(null);
  // The same turn of the same branch: its records come and go at the end of what is held, the list stays.
  const turn = `${conversationId} ${since ?? ''}`;
  useEffect(() => {
    if (found !== undefined) return setFar({ of: turn, kept: found });
    if (conversationId === null || before === null) return;
    const controller = new AbortController();
    void call('conversation.todos', { conversationId, before, since, said }, controller.signal).then((answer) => {
      if (!controller.signal.aborted && answer.ok) setFar({ of: turn, kept: answer.value.kept });
    });
    return () => controller.abort();
  }, [call, conversationId, before, since, said, found, turn]);
  if (found !== undefined) return found;
  return isFar && far?.of === turn ? far.kept : null;
}
