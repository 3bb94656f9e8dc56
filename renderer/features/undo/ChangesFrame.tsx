// Layout of the file change dialogs: scrolling content above the buttons.

import type { ReactNode } from 'react';
import { dialogFootClasses, FormActions } from '../../ui/FormActions.tsx';
import { Modal } from '../../ui/Modal.tsx';

interface ChangesFrameProps {
  title: string;
  /** Sets the width. */
  className: string;
  head?: ReactNode;
  /** Shown before the buttons: why one of them is unavailable. */
  warning?: string | null;
  /** The primary button; without it, `start` and `onCancel`, there is nothing to decide and no foot. */
  answers?: ReactNode;
  /** Leads back; absent: no button. */
  onCancel?: () => void;
  /** Label of the way back. */
  cancel?: string;
  /** The way back is the better choice, and has the focus first. */
  isRisky?: boolean;
  /** At the left edge: buttons apart from the answer. */
  start?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function ChangesFrame(props: ChangesFrameProps) {
  const {
    title,
    className,
    head,
    warning,
    answers,
    onCancel,
    cancel,
    isRisky = false,
    start,
    onClose,
    children,
  } = props;
  return (
    <Modal title={title} onClose={onClose} className={className} head={head}>
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-3 overflow-y-auto p-5">{children}</div>
      {(answers || start || onCancel) && (
        <FormActions
          onCancel={onCancel}
          {...(cancel === undefined ? {} : { cancel })}
          isRisky={isRisky}
          focusCancel={isRisky}
          className={dialogFootClasses}
          start={
            <>
              {start}
              {warning && <p className="min-w-0 flex-1 text-small text-wait">{warning}</p>}
            </>
          }
        >
          {answers}
        </FormActions>
      )}
    </Modal>
  );
}
