// The whole window while the data can't be read: the recovery code is missing, or files are being converted.

import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { WaitingInfo } from '../../../shared/features/encryption/methods.ts';
import { SessionProvider, useSession } from '../../core/state/context.tsx';
import { startTimer } from '../../core/state/frames.ts';
import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { encryptionWords as words } from './words.ts';

/** Milliseconds between looks at the progress. */
const lookMs = 300;

const id = 'waiting';

/** Covers the window until the data can be read; then reloads the page. */
export function showWaiting(session: Session): void {
  if (document.getElementById(id)) return;
  document.getElementById('root')?.setAttribute('inert', '');
  const place = document.createElement('div');
  place.id = id;
  document.body.append(place);
  const reload = (): void => location.reload();
  session.connection.onOpen(reload);
  const { status } = session.connection;
  // The desktop's page has one connection. It may have ended while this code was loading.
  const look = (): void => void (status.getState().kind === 'refused' && reload());
  status.subscribe(look);
  look();
  createRoot(place).render(
    <SessionProvider session={session}>
      <WaitingScreen />
    </SessionProvider>,
  );
}

function WaitingScreen() {
  const info = useWaitingInfo();
  return (
    <main className="fixed inset-0 z-50 grid place-items-center bg-page p-4 text-ink">
      <div className="grid w-full max-w-[420px] gap-4 text-ui">
        <Logo className="size-8 text-accent" />
        {info?.kind === 'locked' && <Locked />}
        {info?.kind === 'converting' && <Converting info={info} />}
        {info?.kind === 'failed' && <Failed reason={info.reason} />}
      </div>
    </main>
  );
}

/** Null: not known yet. */
function useWaitingInfo(): WaitingInfo | null {
  const { connection } = useSession();
  const [info, setInfo] = useState<WaitingInfo | null>(null);
  useEffect(() => {
    let cancel = (): void => {};
    let isOver = false;
    const look = async (): Promise<void> => {
      const answer = await connection.call('encryption.waiting', {});
      if (isOver) return;
      if (answer.ok && answer.value.kind === 'ready') return location.reload();
      if (answer.ok) setInfo(answer.value);
      cancel = startTimer(lookMs, () => void look());
    };
    void look();
    return () => {
      isOver = true;
      cancel();
    };
  }, [connection]);
  return info;
}

function Locked() {
  const { connection } = useSession();
  const [code, setCode] = useState('');
  const request = useRequest<{ keptIn: 'keychain' | 'memory' }>();
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void request.run(connection.call('encryption.unlock', { code }));
      }}
    >
      <Heading title={words.locked}>{words.lockedBody}</Heading>
      <Field
        label={words.code}
        error={request.error}
        hint={request.value?.keptIn === 'memory' ? words.memory : undefined}
      >
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus
            autoComplete="off"
            className="font-mono"
            placeholder="0000-0000-0000-0000-0000-0000-0000-0000-0000"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" tone="primary" disabled={request.busy || code.trim() === ''}>
        {request.busy ? words.unlocking : words.unlock}
      </Button>
    </form>
  );
}

function Converting({ info: { to, done, of } }: { info: Extract<WaitingInfo, { kind: 'converting' }> }) {
  return (
    <>
      <Heading title={to === 'encrypted' ? words.encrypting : words.decrypting}>{words.convertingBody}</Heading>
      <progress className="w-full accent-accent" max={Math.max(1, of)} value={done} aria-label={words.title} />
      <p className="tabular text-ink-3 text-small">{words.progress(done, of)}</p>
    </>
  );
}

function Failed({ reason: { message, said } }: Pick<Extract<WaitingInfo, { kind: 'failed' }>, 'reason'>) {
  const { connection } = useSession();
  return (
    <>
      <div role="alert">
        <Heading title={words.failed}>{strings.sentences.text(message, said)}</Heading>
      </div>
      <Button onClick={() => void connection.call('encryption.retry', {})}>{words.retry}</Button>
    </>
  );
}

function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap-anywhere">
      <h1 className="font-strong text-prose">{title}</h1>
      <p className="mt-1 text-ink-2">{children}</p>
    </div>
  );
}
