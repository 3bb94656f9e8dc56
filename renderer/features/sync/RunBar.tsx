// Replaces the composer while the conversation runs on another of the user's machines, and continues it here. Once it was taken over from
// here, a note above the composer.

import { MonitorDown } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand/react';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import type { RunElsewhere } from '../../../shared/features/sync/sync.ts';
import { formatTime } from '../../core/format/time.ts';
import { useSession } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusIfLost } from '../../ui/focus.ts';
import { Pulse } from '../../ui/Pulse.tsx';
import { useNow } from '../../ui/useNow.ts';
import { syncWords } from './words.ts';

const labels = syncWords.runs;

export function RunBar({ run }: { run: RunElsewhere }) {
  if (run.state === 'continued') return <Continued key="continued" run={run} />;
  if (run.state === 'asked') return <Asked key="asked" run={run} />;
  return run.state === 'silent' ? <Silent key="silent" run={run} /> : <Running key="running" run={run} />;
}

function Bar({ run, text, children }: { run: RunElsewhere; text: ReactNode; children: ReactNode }) {
  return (
    <div data-composer-place className="mx-auto w-full max-w-[808px] px-6 pb-4">
      <div
        data-run-elsewhere={run.state}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-sunk py-2.5 pr-2.5 pl-4"
      >
        <p role="status" className="flex min-w-0 flex-1 basis-64 items-center gap-2 text-ink-2 text-ui">
          {text}
        </p>
        <span className="ml-auto flex shrink-0 flex-wrap justify-end gap-2">{children}</span>
      </div>
    </div>
  );
}

function Running({ run }: { run: RunElsewhere }) {
  const { actions } = useSession();
  const first = useFocusIfLost<HTMLButtonElement>();
  const now = useNow(10_000);
  const { conversationId, machine, heardAt, fromHere } = run;
  const heard = heardAt === null ? '' : formatTime(heardAt, now, timeLocale, strings.ui.time);
  return (
    <Bar
      run={run}
      text={
        <>
          <Pulse />
          <span className="min-w-0">
            {fromHere ? labels.continuedAndRunning(machine) : labels.running(machine)}
            {heard !== '' && <span className="text-ink-3"> {labels.heard(heard)}</span>}
          </span>
        </>
      }
    >
      <Button ref={first} tone="primary" onClick={() => void actions.call('sync.takeOver', { conversationId })}>
        <MonitorDown className="size-4" strokeWidth={1.75} aria-hidden />
        {labels.continueHere}
      </Button>
    </Bar>
  );
}

function Asked({ run: { conversationId, machine }, run }: { run: RunElsewhere }) {
  const { actions } = useSession();
  const first = useFocusIfLost<HTMLButtonElement>();
  const dismiss = (release: boolean): void => void actions.call('sync.dismissRun', { conversationId, release });
  return (
    <Bar
      run={run}
      text={
        <>
          <Pulse />
          {labels.waiting(machine)}
        </>
      }
    >
      <Button ref={first} onClick={() => dismiss(false)}>
        {labels.keepFollowing}
      </Button>
      <Button title={labels.releaseHint(machine)} onClick={() => dismiss(true)}>
        {labels.dontWait}
      </Button>
    </Bar>
  );
}

function Silent({ run: { conversationId, machine }, run }: { run: RunElsewhere }) {
  const { actions } = useSession();
  const first = useFocusIfLost<HTMLButtonElement>();
  const dismiss = (release: boolean): void => void actions.call('sync.dismissRun', { conversationId, release });
  return (
    <Bar
      run={run}
      text={
        <span>
          {labels.silent(machine)} <span className="text-ink-3">{labels.releaseHint(machine)}</span>
        </span>
      }
    >
      <Button ref={first} onClick={() => dismiss(false)}>
        {labels.keepFollowing}
      </Button>
      <Button tone="primary" onClick={() => dismiss(true)}>
        {labels.release}
      </Button>
    </Bar>
  );
}

/** The other machine has not begun yet: the composer stays. */
function Continued({ run: { conversationId, machine, fromHere } }: { run: RunElsewhere }) {
  const { actions } = useSession();
  return (
    <div className="mx-auto w-full max-w-[808px] px-6 pb-2" data-run-elsewhere="continued">
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 px-1 text-ink-2 text-ui">
        {labels.continued(machine)}
        <Button size="small" onClick={() => void actions.call('sync.dismissRun', { conversationId, release: true })}>
          {fromHere ? labels.continueHere : strings.ui.close}
        </Button>
      </p>
    </div>
  );
}

/** Keeps the host informed of the conversations in front, so that it follows those that run on another machine. */
export function WatchRuns() {
  const { panes, actions, connection } = useSession();
  const visible = useStore(panes.store, (now) => now.shown);
  useEffect(() => {
    const isInFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus();
    const tell = (): void => {
      const ids = visible.flatMap(({ conversation }) => conversation.store.getState().id ?? []);
      const conversations = isInFront() ? ids.filter((id) => !isInPlace(id)) : [];
      void actions.call('sync.watch', { conversations });
    };
    tell();
    const ends = [panes.onChange(tell), connection.onOpen(tell)];
    for (const event of ['focus', 'blur'] as const) window.addEventListener(event, tell);
    document.addEventListener('visibilitychange', tell);
    return () => {
      for (const end of ends) end();
      for (const event of ['focus', 'blur'] as const) window.removeEventListener(event, tell);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [panes, visible, actions, connection]);
  return null;
}
