// Follows the desktop host's status while displayed; null: unknown yet, or no desktop.

import { useEffect, useState } from 'react';
import type { DesktopStatus } from '../../../shared/features/desktop/methods.ts';
import { useSession } from '../../core/state/context.tsx';

export function useDesktopStatus(): DesktopStatus | null {
  const { connection } = useSession();
  const [status, setStatus] = useState<DesktopStatus | null>(null);
  useEffect(() => {
    let isOver = false;
    const load = (): void =>
      void connection.call('desktop.status', {}).then((answer) => {
        if (!isOver && answer.ok) setStatus(answer.value.status);
      });
    const ends = [
      connection.onEvent(({ event }) => event.type === 'desktop.changed' && load()),
      connection.onOpen(load),
    ];
    load();
    return () => {
      isOver = true;
      for (const end of ends) end();
    };
  }, [connection]);
  return status;
}
