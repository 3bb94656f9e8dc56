// Shows a new recovery code and has the user type it, before it replaces anything.

import { useEffect, useState } from 'react';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ShownSecret } from '../../ui/ShownSecret.tsx';
import { encryptionWords as words } from './words.ts';

interface RecoveryCodeDialogProps {
  purpose: 'turnOn' | 'changeCode';
  hasKeychain: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function RecoveryCodeDialog({ purpose, hasKeychain, onClose, onDone }: RecoveryCodeDialogProps) {
  const { call } = useActions();
  const [code, setCode] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void call('encryption.createCode', {}).then((answer) => {
      if (answer.ok) setCode(answer.value.code);
      else setError(answer.error.message);
    });
  }, [call]);
  const save = async (): Promise<void> => {
    setBusy(true);
    const answer = await call(`encryption.${purpose}`, { code: typed });
    setBusy(false);
    setError(answer.ok ? null : answer.error.message);
    if (!answer.ok) return;
    if (purpose === 'turnOn') location.reload();
    else onDone();
  };
  return (
    <Modal title={words.codeTitle} onClose={onClose} className="max-w-[480px]">
      <form
        className="grid gap-4 p-5 text-ui"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="text-ink-2">{words.codeBody}</p>
        {!hasKeychain && <p className="text-wait">{words.noKeychain}</p>}
        <ShownSecret label={words.code} text={code} copy={words.copy} />
        <Field label={words.typed} hint={words.typedHint} error={error}>
          {(ids) => (
            <TextInput
              {...ids}
              className="font-mono"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <FormActions onCancel={onClose}>
          <Button type="submit" tone="primary" disabled={isBusy || typed.trim() === ''}>
            {purpose === 'turnOn' ? words.encrypt : words.replace}
          </Button>
        </FormActions>
      </form>
    </Modal>
  );
}
