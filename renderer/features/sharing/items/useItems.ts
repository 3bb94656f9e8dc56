// The items that members of the teams publish, while something shows them.

import { useCallback, useEffect, useState } from 'react';
import type { TeamItem } from '../../../../shared/features/sharing/items.ts';
import { useSession } from '../../../core/state/context.tsx';

/** Null: still loading. */
export function useItems(): { items: TeamItem[] | null; error: string | null } {
  const { connection, actions } = useSession();
  const [items, setItems] = useState<TeamItem[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const load = useCallback(() => {
    void actions.call('sharing.items', {}).then((answer) => {
      setError(answer.ok ? null : answer.error.message);
      if (answer.ok) setItems(answer.value.items);
    });
  }, [actions]);
  useEffect(() => {
    load();
    const ends = [
      connection.onOpen(load),
      connection.onEvent(({ event }) => {
        if (event.type === 'sharing.changed') load();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [connection, load]);
  return { items, error };
}
