// The foot of a form or dialog, in one order everywhere: the way back, then the primary button at the right edge. What is apart
// from these two, such as a note or a button that deletes, is at the left.

import type { ReactNode, Ref } from 'react';
import { strings } from '../core/strings.ts';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';

interface FormActionsProps {
  /** Leads back without a change; absent: there is nothing to cancel. */
  onCancel?: (() => void) | undefined;
  /** Label of the way back; default: Cancel. */
  cancel?: string;
  cancelRef?: Ref<HTMLButtonElement>;
  /** Receives the focus when it appears. */
  focusCancel?: boolean;
  /** The way back is the safer choice, so it looks like a button. */
  isRisky?: boolean;
  isCancelDisabled?: boolean;
  size?: 'normal' | 'small';
  /** At the left edge. */
  start?: ReactNode;
  className?: string;
  /** The primary button. */
  children?: ReactNode;
}

export function FormActions(props: FormActionsProps) {
  const { onCancel, cancel = strings.ui.cancel, cancelRef, isRisky = false, size = 'normal', start } = props;
  return (
    <div className={classes('flex flex-wrap items-center gap-2', props.className)}>
      {start}
      <span className="ml-auto flex flex-wrap justify-end gap-2">
        {onCancel && (
          <Button
            ref={cancelRef}
            autoFocus={props.focusCancel}
            size={size}
            tone={isRisky ? 'secondary' : 'ghost'}
            disabled={props.isCancelDisabled}
            onClick={onCancel}
          >
            {cancel}
          </Button>
        )}
        {props.children}
      </span>
    </div>
  );
}

/** The foot of a dialog: below its scrolling content, with a line above. */
export const dialogFootClasses = 'shrink-0 border-line border-t px-5 py-3';
