// Button for a destructive action that a dialog confirms.

import { useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';

interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick'>, Pick<ConfirmDialogProps, 'onConfirm'> {
  ask: Omit<ConfirmDialogProps, 'onConfirm' | 'onClose'>;
}

export function ConfirmButton({ ask, onConfirm, ...rest }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...rest} onClick={() => setAsking(true)} />
      {isAsking && <ConfirmDialog {...ask} onConfirm={onConfirm} onClose={() => setAsking(false)} />}
    </>
  );
}
