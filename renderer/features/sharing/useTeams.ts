// The teams of this machine, while something shows them.

import { useCallback, useEffect, useState } from 'react';
import type { TeamInfo } from '../../../shared/features/sharing/sharing.ts';
import { useSession } from '../../core/state/context.tsx';

export interface Teams {
  /** Null: still loading. */
  teams: TeamInfo[] | null;
  error: string | null;
  reload: () => void;
}

export function useTeams(): Teams {
  const { connection, actions } = useSession();
  const [state, setState] = useState<Omit<Teams, 'reload'>>({ teams: null, error: null });
  const reload = useCallback(() => {
    void actions.call('sharing.teams', {}).then((answer) => {
      if (answer.ok) setState({ ...answer.value, error: null });
      else setState((before) => ({ ...before, error: answer.error.message }));
    });
  }, [actions]);
  useEffect(() => {
    reload();
    const ends = [
      connection.onOpen(reload),
      connection.onEvent(({ event }) => {
        if (event.type === 'sharing.changed') reload();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [connection, reload]);
  return { ...state, reload };
}
