// The calls above the agent's conversation that is shown; asked once for each that no list shows.

import { useEffect, useState } from 'react';
import type { StartedBy } from '../../../shared/contract/conversation.ts';
import { useConversationView, useSession } from './context.tsx';
import { callsAbove, mayBeAgents } from './openStartedBy.ts';

const none: readonly StartedBy[] = [];

export function useStartedBy(): readonly StartedBy[] {
  const session = useSession();
  const id = useConversationView((view) => (view.state ? view.id : null));
  const [known, setKnown] = useState<{ id: string; calls: readonly StartedBy[] } | null>(null);
  useEffect(() => {
    if (id === null || !mayBeAgents(session)) return;
    let gone = false;
    void callsAbove(session, id).then((calls) => gone || setKnown({ id, calls }));
    return () => {
      gone = true;
    };
  }, [id, session]);
  return known?.id === id ? known.calls : none;
}
