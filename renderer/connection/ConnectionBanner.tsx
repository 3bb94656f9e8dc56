// One quiet line while the host cannot be reached. What is on the page stays.

import { useStore } from 'zustand/react';
import { useSession } from '../state/context.tsx';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Pulse } from '../ui/Pulse.tsx';

const soon = 4;

export function ConnectionBanner() {
  const { connection } = useSession();
  const status = useStore(connection.status);
  if (status.kind === 'open' || status.kind === 'connecting') return null;
  const ended = status.kind === 'refused';
  const long = status.kind === 'reconnecting' && status.attempt > soon;
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 border-line border-b bg-soft px-4 py-1.5 text-ink-2 text-ui"
    >
      {!ended && <Pulse />}
      <span>{ended ? `${strings.ui.endedTitle}. ${strings.ui.endedBody}` : strings.ui.reconnecting}</span>
      {long && <span className="text-ink-3">{strings.ui.reconnectingLong}</span>}
      {ended && (
        <Button size="small" onClick={() => location.reload()}>
          {strings.ui.reload}
        </Button>
      )}
      {!ended && (
        <Button size="small" onClick={connection.retryNow}>
          {strings.ui.tryAgain}
        </Button>
      )}
    </div>
  );
}
