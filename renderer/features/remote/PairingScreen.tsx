// The whole window of a browser that is not paired, or no longer: takes the code, makes the key, and shows the check
// number until the user has confirmed the device on the machine that runs Throughline.

import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { startTimer } from '../../core/state/frames.ts';
import type { Session } from '../../core/state/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { checkNumber, makeKey, saveKey } from './deviceKey.ts';
import { guessName } from './deviceName.ts';
import { askHost } from './deviceSession.ts';
import { keepOffer } from './offerPasskey.ts';
import { remoteWords } from './words.ts';

const texts = remoteWords.pairing;
const id = 'pairing';
/** Milliseconds between looks whether the user has confirmed it. */
const lookMs = 700;

/** `fragment`: of the page's URL, with the code of a scanned address. Does nothing if it is shown already. */
export function showPairing(session: Session, fragment: string): void {
  if (document.getElementById(id)) return;
  document.getElementById('root')?.setAttribute('inert', '');
  const place = document.createElement('div');
  place.id = id;
  document.body.append(place);
  // A tunnel that was away for a while, or another tab that was paired.
  session.connection.onOpen(() => location.reload());
  const wasPaired = session.app.store.getState().snapshot !== null;
  const code = /^#pair=([\w-]{1,40})/.exec(fragment)?.[1] ?? '';
  if (fragment.startsWith('#pair')) history.replaceState(null, '', location.pathname + location.search);
  createRoot(place).render(<PairingScreen firstCode={code} wasPaired={wasPaired} />);
}

interface Waiting {
  pairing: string;
  ticket: string;
  check: string;
  privateKey: CryptoKey;
}

function PairingScreen({ firstCode, wasPaired }: { firstCode: string; wasPaired: boolean }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const end = (reason: string): void => {
    setWaiting(null);
    setProblem(reason);
  };
  return (
    <main className="fixed inset-0 z-50 grid place-items-center overflow-auto bg-page p-4 text-ink">
      <div className="grid w-full max-w-[420px] gap-4 text-ui">
        <Logo className="size-8 text-accent" />
        {!window.isSecureContext ? (
          <Heading title={texts.title}>{texts.insecure}</Heading>
        ) : waiting ? (
          <WaitForUser waiting={waiting} onEnd={end} />
        ) : (
          <CodeForm
            firstCode={firstCode}
            wasPaired={wasPaired}
            problem={problem}
            onProblem={setProblem}
            onWaiting={setWaiting}
          />
        )}
      </div>
    </main>
  );
}

interface CodeFormProps {
  firstCode: string;
  wasPaired: boolean;
  problem: string | null;
  onProblem: (problem: string | null) => void;
  onWaiting: (waiting: Waiting) => void;
}

function CodeForm({ firstCode, wasPaired, problem, onProblem, onWaiting }: CodeFormProps) {
  const [code, setCode] = useState(firstCode);
  const [name, setName] = useState(guessName);
  const [isBusy, setBusy] = useState(false);

  async function pair(): Promise<void> {
    const { privateKey, point } = await makeKey();
    const answer = await askHost<{ id: string; ticket: string }>('/devices/pair', { code, name, key: point });
    const { status } = answer ?? { status: 0 };
    if (answer?.status === 200) {
      const { id: pairing, ticket } = answer.value;
      return onWaiting({ pairing, ticket, privateKey, check: await checkNumber(point, code) });
    }
    onProblem({ 401: texts.wrong, 410: texts.over, 429: texts.tooMany }[status] ?? texts.unreachable);
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        onProblem(null);
        pair()
          .catch(() => onProblem(texts.noStorage))
          .finally(() => setBusy(false));
      }}
    >
      <Heading title={wasPaired ? texts.removedTitle : texts.title}>
        {wasPaired ? texts.removedBody : texts.body}
      </Heading>
      <Field label={texts.code} error={problem}>
        {(ids) => (
          <TextInput
            {...ids}
            autoFocus={firstCode === ''}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="h-11 text-center font-mono text-prose tracking-wide"
            placeholder="ABCD-EFGH"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Field label={texts.name}>
        {(ids) => (
          <TextInput
            {...ids}
            autoComplete="off"
            className="h-11"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        tone="primary"
        className="h-11"
        disabled={isBusy || code.trim() === '' || name.trim() === ''}
      >
        {isBusy ? texts.pairing : texts.pair}
      </Button>
    </form>
  );
}

function WaitForUser({ waiting, onEnd }: { waiting: Waiting; onEnd: (reason: string) => void }) {
  useEffect(() => {
    const { pairing, ticket, privateKey } = waiting;
    let cancel = (): void => {};
    let isOver = false;
    const look = async (): Promise<void> => {
      const answer = await askHost<{ state: string; device: string; host: string }>('/devices/paired', {
        pairing,
        ticket,
      });
      if (isOver) return;
      const { state, device = '', host = '' } = answer?.value ?? {};
      if (state === 'refused') return onEnd(texts.refused);
      if (state !== 'accepted') {
        cancel = startTimer(lookMs, () => void look());
        return;
      }
      await saveKey({ device, host, privateKey }).then(
        () => {
          keepOffer();
          location.reload();
        },
        () => onEnd(texts.noStorage),
      );
    };
    void look();
    return () => {
      isOver = true;
      cancel();
    };
  }, [waiting, onEnd]);
  return (
    <>
      <Heading title={texts.title}>{texts.waiting}</Heading>
      <div role="status" className="rounded-m border border-line bg-sunk p-4 text-center">
        <p className="text-ink-3 text-small">{texts.check}</p>
        <p className="tabular mt-1 select-all font-mono text-[28px] leading-9 tracking-widest">{waiting.check}</p>
      </div>
      <Button className="h-11" onClick={() => location.reload()}>
        {texts.cancel}
      </Button>
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
