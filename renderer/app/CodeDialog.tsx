// Asks for the confirmation code that was printed where the app was started, and says where to look. The question is printed
// there too, out of reach of any page.

import { AlertDialog } from 'radix-ui';
import { type FormEvent, useRef, useState } from 'react';
import { lateStrings } from '../core/lateStrings.ts';
import type { PendingConfirmation } from '../core/state/confirmations.ts';
import { useSession } from '../core/state/context.tsx';
import { strings } from '../core/strings.ts';
import { Button } from '../ui/Button.tsx';
import { Field, TextInput } from '../ui/Field.tsx';
import { FormActions } from '../ui/FormActions.tsx';
import { keepOpenOnEscape } from '../ui/isComposing.ts';
import { useFocusReturn } from '../ui/useFocusReturn.ts';

const words = lateStrings.confirm;
const digits = 6;

export function CodeDialog({ pending }: { pending: PendingConfirmation }) {
  const { connection } = useSession();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const focus = useFocusReturn();

  async function answer(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (code.length < digits || busy || over) return;
    setBusy(true);
    const answered = await connection.call('confirmation.answer', { confirmation: pending.confirmation, code });
    setBusy(false);
    if (answered.ok) return pending.end(true);
    const left = Number(answered.error.details?.left ?? 0);
    const refused = answered.error.code === 'CONFIRMATION_REFUSED';
    setOver(refused && left === 0);
    setError(left > 0 ? words.wrong(left) : answered.error.message);
    // Keeps the code after other errors, such as a lost connection: it may be correct.
    if (refused) setCode('');
    input.current?.focus();
  }

  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && pending.end(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="layer fixed inset-0 z-50 bg-scrim" />
        <AlertDialog.Content
          onEscapeKeyDown={keepOpenOnEscape}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus(event);
            input.current?.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          className="layer fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] w-[min(420px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border border-line bg-over p-5 shadow-dialog focus-visible:outline-none"
        >
          <form onSubmit={(event) => void answer(event)}>
            <AlertDialog.Title className="font-strong text-prose">{words.title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-ink-2 text-ui">{words.body}</AlertDialog.Description>
            <div className="mt-4">
              <Field label={words.code} hint={words.life} error={error}>
                {(ids) => (
                  <TextInput
                    {...ids}
                    ref={input}
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    maxLength={digits}
                    readOnly={over}
                    value={code}
                    onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
                    className="h-10 font-mono text-title tabular-nums tracking-[0.3em]"
                  />
                )}
              </Field>
            </div>
            <FormActions
              className="mt-5"
              cancel={over ? strings.ui.close : strings.ui.cancel}
              onCancel={() => pending.end(false)}
            >
              {!over && (
                <Button tone="primary" type="submit" disabled={busy || code.length < digits}>
                  {words.confirm}
                </Button>
              )}
            </FormActions>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
