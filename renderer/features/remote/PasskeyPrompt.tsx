// Asks for the passkey of this device before a call that allows something. The browser's own question opens at once; this
// dialog explains it, and is the way back if it was closed, took too long, or is missing.

import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { PendingConfirmation } from '../../core/state/confirmations.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { type PasskeyProblem, signWithPasskey } from './passkey.ts';
import { remoteWords } from './words.ts';

const texts = remoteWords.passkey;

export function PasskeyPrompt({
  pending: { confirmation, passkey: options = {}, end },
}: {
  pending: PendingConfirmation;
}) {
  const { call } = useActions();
  const [problem, setProblem] = useState<PasskeyProblem | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(true);
  const started = useRef(false);

  async function use(): Promise<void> {
    setBusy(true);
    setProblem(null);
    const used = await signWithPasskey(options);
    if ('problem' in used) {
      setBusy(false);
      return setProblem(used.problem);
    }
    const answered = await call('remote.usePasskey', { confirmation, passkey: used.passkey });
    if (answered.ok) return end(true);
    setBusy(false);
    setRefusal(answered.error.message);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, also in strict mode
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void use();
  }, []);

  // The host uses a challenge up, so that only a new answer can be confirmed after its refusal.
  const mayRetry = refusal === null && problem !== 'unsupported' && problem !== 'address';
  return (
    <Modal title={texts.useTitle} onClose={() => end(false)} className="max-w-[420px]">
      <div className="grid gap-4 p-5 text-ui">
        <p className="flex gap-3 text-ink-2">
          <Fingerprint className="mt-0.5 size-5 shrink-0 text-accent" strokeWidth={1.75} aria-hidden />
          <span>{texts.useBody}</span>
        </p>
        <ErrorLine error={refusal ?? (problem && texts.problems[problem])} />
        <FormActions
          onCancel={() => end(false)}
          {...(mayRetry ? {} : { cancel: strings.ui.close })}
          {...(!busy && { focusCancel: !mayRetry })}
        >
          {mayRetry && (
            <Button tone="primary" disabled={busy} onClick={() => void use()}>
              {busy ? texts.waiting : texts.again}
            </Button>
          )}
        </FormActions>
      </div>
    </Modal>
  );
}
