// In the window of a device: what it may do, and its passkey, which it can add. Removing one is up to the desktop.

import { Fingerprint } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OwnPasskeys } from '../../../shared/features/remote/methods.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { may } from '../../core/state/rights.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { DeviceLine } from './DeviceLine.tsx';
import { hasPlatformPasskeys, makePasskey, type PasskeyProblem } from './passkey.ts';
import { remoteWords } from './words.ts';

const texts = remoteWords.passkey;

export function OwnDevice() {
  const snapshot = useApp((now) => now);
  return (
    <div className="grid gap-5 text-ui">
      <DeviceLine />
      {may(snapshot, 'remote.addPasskey') && (
        <section aria-label={texts.title} className="grid justify-items-start gap-2 border-line border-t pt-4">
          <h3 className="font-strong">{texts.title}</h3>
          <p className="text-ink-2">{texts.explain}</p>
          <AddPasskey />
        </section>
      )}
    </div>
  );
}

interface AddPasskeyProps {
  /** Called with the device's passkeys after one was added. */
  onAdded?: () => void;
}

/** The state of this device's passkeys, and the button that adds one. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  const { call } = useActions();
  const request = useRequest<OwnPasskeys>();
  const [status, setStatus] = useState<OwnPasskeys | null>(null);
  const [isAble, setAble] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<PasskeyProblem | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once
  useEffect(() => {
    void request.run(call('remote.passkeys', {}), setStatus);
    void hasPlatformPasskeys().then(setAble);
  }, []);

  async function add(): Promise<void> {
    setProblem(null);
    const fresh = await call('remote.newPasskey', {});
    if (!fresh.ok) return void request.run(Promise.resolve(fresh));
    const made = await makePasskey(fresh.value.options);
    if ('problem' in made) return setProblem(made.problem);
    const isAdded = await request.run(call('remote.addPasskey', { passkey: made.passkey }), setStatus);
    if (isAdded) onAdded?.();
  }

  if (status === null || isAble === null) return <ErrorLine error={request.error} />;
  const hindrance = status.refusal ?? (isAble ? null : 'unsupported');
  return (
    <>
      <p role="status" className="flex items-start gap-2">
        <Fingerprint className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        <span>
          {texts.count(status.count)} {status.count > 0 && (status.asks ? texts.isAsked : texts.isNotAsked)}
        </span>
      </p>
      {hindrance === null ? (
        <Button disabled={request.busy} onClick={() => void add()}>
          {status.count === 0 ? texts.add : texts.addAnother}
        </Button>
      ) : (
        <p className="text-ink-3">{texts.hindrances[hindrance]}</p>
      )}
      <ErrorLine error={request.error ?? (problem && texts.problems[problem])} />
    </>
  );
}
