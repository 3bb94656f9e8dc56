// Before the app is known: that it is being connected to, or why it cannot be.

import { useStore } from 'zustand/react';
import { useSession } from '../core/state/context.tsx';
import { strings } from '../core/strings.ts';
import { Button } from '../ui/Button.tsx';
import { Mark } from '../ui/Mark.tsx';
import { useLate } from '../ui/useNow.ts';

export function StartPage() {
  const { connection, app } = useSession();
  const status = useStore(connection.status);
  const error = useStore(app.store, (view) => view.error);
  const late = useLate(600);
  if (status.kind === 'refused') {
    return <Message title={strings.ui.refusedTitle} body={strings.ui.refusedBody} />;
  }
  if (error && status.kind === 'open') {
    return (
      <Message title={strings.ui.startFailed} body={error.message}>
        <Button onClick={() => void app.reload()}>{strings.ui.tryAgain}</Button>
      </Message>
    );
  }
  const long = status.kind === 'reconnecting' && status.attempt > 3;
  if (!late) return null;
  return (
    <Message title={strings.ui.connecting} body={long ? strings.ui.reconnectingLong : ''}>
      {long && <Button onClick={connection.retryNow}>{strings.ui.tryAgain}</Button>}
    </Message>
  );
}

function Message({ title, body, children }: { title: string; body: string; children?: React.ReactNode }) {
  return (
    <main className="h-full">
      <div className="flex h-full flex-col items-center justify-center px-6 text-center" role="status">
        <Mark className="size-8 text-accent" />
        <h1 className="mt-4 text-title">{title}</h1>
        {body !== '' && <p className="mt-1 max-w-[56ch] text-ink-2 text-ui">{body}</p>}
        {children && <div className="mt-4">{children}</div>}
      </div>
    </main>
  );
}
