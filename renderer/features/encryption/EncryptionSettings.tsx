// Encryption in the settings: its state, turning it on and off, and a new recovery code.

import { useCallback, useEffect, useState } from 'react';
import type { EncryptionInfo } from '../../../shared/features/encryption/methods.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { RecoveryCodeDialog } from './RecoveryCodeDialog.tsx';
import { encryptionWords as words } from './words.ts';

type Dialog = 'turnOn' | 'turnOff' | 'changeCode' | null;

export function EncryptionSettings() {
  const { info, reload } = useEncryptionInfo();
  const [dialog, setDialog] = useState<Dialog>(null);
  const [isReplaced, setReplaced] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!info) return null;
  const close = (): void => setDialog(null);
  return (
    <section aria-label={words.title}>
      <h4 className="mb-2 font-strong">{words.title}</h4>
      <p className="text-ink-2">{words[info.state]}</p>
      <p className="mt-1 text-ink-3 text-small">{words.what}</p>
      {info.isBusy && <p className="mt-1 text-ink-3 text-small">{words.busy}</p>}
      <EncryptionActions info={info} onChoose={setDialog} />
      <ErrorLine error={refusal} />
      {isReplaced && (
        <p role="status" className="mt-2 text-small">
          {words.replaced}
        </p>
      )}
      {(dialog === 'turnOn' || dialog === 'changeCode') && (
        <RecoveryCodeDialog
          purpose={dialog}
          hasKeychain={info.hasKeychain}
          onClose={close}
          onDone={() => {
            close();
            setReplaced(dialog === 'changeCode');
            void reload();
          }}
        />
      )}
      {dialog === 'turnOff' && <TurnOff onClose={close} onRefused={setRefusal} />}
    </section>
  );
}

function EncryptionActions({ info, onChoose }: { info: EncryptionInfo; onChoose: (dialog: Dialog) => void }) {
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {info.state === 'off' ? (
        <Button size="small" disabled={info.isBusy} onClick={() => onChoose('turnOn')}>
          {words.turnOn}
        </Button>
      ) : (
        <>
          <Button size="small" onClick={() => onChoose('changeCode')}>
            {words.newCode}
          </Button>
          <Button size="small" disabled={info.isBusy} onClick={() => onChoose('turnOff')}>
            {words.turnOff}
          </Button>
        </>
      )}
    </div>
  );
}

function TurnOff({ onClose, onRefused }: { onClose: () => void; onRefused: (reason: string) => void }) {
  const { call } = useActions();
  return (
    <ConfirmDialog
      title={words.offTitle}
      body={words.offBody}
      confirm={words.decrypt}
      onConfirm={async () => {
        const answer = await call('encryption.turnOff', {});
        if (answer.ok) location.reload();
        else onRefused(answer.error.message);
      }}
      onClose={onClose}
    />
  );
}

/** Null until it is known. */
function useEncryptionInfo(): { info: EncryptionInfo | null; reload(): Promise<void> } {
  const { call } = useActions();
  const [info, setInfo] = useState<EncryptionInfo | null>(null);
  const reload = useCallback(async () => {
    const answer = await call('encryption.info', {});
    if (answer.ok) setInfo(answer.value);
  }, [call]);
  useEffect(() => void reload(), [reload]);
  return { info, reload };
}
