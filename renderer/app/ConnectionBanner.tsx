// Shown while the host is unreachable; the page stays visible.

import { useStore } from 'zustand/react';
import { useSession } from '../core/state/context.tsx';
import { strings } from '../core/strings.ts';
import { Button } from '../ui/Button.tsx';
import { Pulse } from '../ui/Pulse.tsx';

/** Reconnection attempts before the banner shows more. */
const soon = 4;

export function ConnectionBanner() {
  const { connection } = useSession();
  const status = useStore(connection.status);
  if (status.kind === 'open' || status.kind === 'connecting') return null;
  const startedAgain = status.kind === 'refused' && status.wants === 'newAddress';
  const ended = status.kind === 'refused' && !startedAgain;
  const long = status.kind === 'reconnecting' && status.attempt > soon;
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 border-line border-b bg-soft px-4 py-1.5 text-ink-2 text-ui"
    >
      {status.kind === 'reconnecting' && <Pulse />}
      <span>
        {ended
          ? strings.sentences.beside([strings.sentences.alone(strings.ui.endedTitle), strings.ui.endedBody])
          : startedAgain
            ? strings.ui.startedAgain
            : strings.ui.reconnecting}
      </span>
      {long && <span className="text-ink-3">{strings.ui.reconnectingLong}</span>}
      {ended && (
        <Button size="small" onClick={() => location.reload()}>
          {strings.ui.reload}
        </Button>
      )}
      {status.kind === 'reconnecting' && (
        <Button size="small" onClick={connection.retryNow}>
          {strings.ui.tryAgain}
        </Button>
      )}
    </div>
  );
}
