// Confirms a destructive action. Initially focuses the safe button, and restores the focus on close.

import { AlertDialog } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { FormActions } from './FormActions.tsx';
import { keepOpenOnEscape } from './isComposing.ts';
import { useFocusReturn } from './useFocusReturn.ts';

export interface ConfirmDialogProps {
  title: string;
  /** The dialog's text; more content can follow. */
  body: string;
  children?: ReactNode;
  confirm: string;
  /** The dialog closes when it resolves. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

export function ConfirmDialog({ title, body, children, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const focus = useFocusReturn();
  const run = async (): Promise<void> => {
    setBusy(true);
    await onConfirm();
    onClose();
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="layer fixed inset-0 z-40 bg-scrim" />
        <AlertDialog.Content
          onEscapeKeyDown={keepOpenOnEscape}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus(event);
            cancel.current?.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          className="layer fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[min(420px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 flex-col rounded-xl border border-line bg-over p-5 shadow-dialog focus-visible:outline-none"
        >
          <AlertDialog.Title className="wrap-anywhere line-clamp-3 shrink-0 font-strong text-prose">
            {title}
          </AlertDialog.Title>
          <div className="min-h-0 overflow-y-auto">
            <AlertDialog.Description className="mt-2 text-ink-2 text-ui">{body}</AlertDialog.Description>
            {children}
          </div>
          <FormActions onCancel={onClose} cancelRef={cancel} isRisky isCancelDisabled={busy} className="mt-5 shrink-0">
            <Button tone="danger" disabled={busy} onClick={() => void run()}>
              {confirm}
            </Button>
          </FormActions>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick'>, Pick<ConfirmDialogProps, 'onConfirm'> {
  ask: Omit<ConfirmDialogProps, 'onConfirm' | 'onClose'>;
}

/** A button whose action a dialog confirms. */
export function ConfirmButton({ ask, onConfirm, ...rest }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...rest} onClick={() => setAsking(true)} />
      {isAsking && <ConfirmDialog {...ask} onConfirm={onConfirm} onClose={() => setAsking(false)} />}
    </>
  );
}
