// The code that adds a machine, or a member of a team: readable, with the time that it is valid. Closing ends it.

import { useEffect, useState } from 'react';
import type { Result } from '../../../shared/core/errors.ts';
import { formatElapsed } from '../../core/format/duration.ts';
import { Button } from '../../ui/Button.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ShownSecret } from '../../ui/ShownSecret.tsx';
import { useNow } from '../../ui/useNow.ts';
import { visibleText } from '../../ui/visibleText.ts';
import type { syncWords } from './words.ts';

export interface MachineCode {
  code: string;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

interface AddMachineDialogProps {
  texts: typeof syncWords.add;
  /** Waits until somebody has typed the code. Keep it the same while the dialog is open. */
  offer: (signal: AbortSignal) => Promise<Result<{ name: string }>>;
  shown: MachineCode;
  /** Why another code could not be shown. */
  error: string | null;
  onAgain: () => void;
  onClose: () => void;
}

type Outcome = { added: string } | { failed: string };

export function AddMachineDialog(props: AddMachineDialogProps) {
  const { texts, offer, shown, error, onAgain, onClose } = props;
  const { code, endsAt } = shown;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const now = useNow(1_000, outcome === null);
  useEffect(() => {
    const ending = new AbortController();
    void offer(ending.signal).then((answer) => {
      if (ending.signal.aborted) return;
      setOutcome(answer.ok ? { added: answer.value.name } : { failed: answer.error.message });
    });
    return () => ending.abort();
  }, [offer]);
  return (
    <Modal title={texts.title} onClose={onClose} className="max-w-[520px]">
      <div className="grid gap-4 p-5 text-ui">
        {outcome === null ? (
          <>
            <p className="text-ink-2">{texts.body}</p>
            <ShownSecret
              label={texts.label}
              text={code}
              copy={texts.copy}
              className="py-2 text-center text-[22px] leading-8 tracking-wide max-[480px]:text-[18px]"
            />
            <div className="text-ink-3 text-small">
              <p className="tabular">{texts.left(formatElapsed(endsAt - now))}</p>
              <p>{texts.close}</p>
            </div>
          </>
        ) : (
          <div role="status">
            {'added' in outcome ? (
              <p>{texts.added(visibleText(outcome.added))}</p>
            ) : (
              <ErrorLine error={outcome.failed} />
            )}
            <ErrorLine error={error} small />
          </div>
        )}
        <FormActions {...(outcome === null && { onCancel: onClose })}>
          {outcome && 'failed' in outcome && <Button onClick={onAgain}>{texts.again}</Button>}
          {outcome && (
            <Button tone="primary" onClick={onClose}>
              {texts.done}
            </Button>
          )}
        </FormActions>
      </div>
    </Modal>
  );
}
