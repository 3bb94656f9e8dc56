// Layout of the file change dialogs: scrolling content above the buttons.

import type { ReactNode } from 'react';
import { Modal } from '../../ui/Modal.tsx';

interface ChangesFrameProps {
  title: string;
  /** Sets the width. */
  className: string;
  head?: ReactNode;
  /** Shown before the buttons: why one of them is unavailable. */
  warning?: string | null;
  /** Buttons; omitted if there is nothing to decide. */
  answers?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function ChangesFrame({ title, className, head, warning, answers, onClose, children }: ChangesFrameProps) {
  return (
    <Modal title={title} onClose={onClose} className={className} head={head}>
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-3 overflow-y-auto p-5">{children}</div>
      {answers && (
        <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3">
          {warning && <p className="min-w-0 flex-1 text-small text-wait">{warning}</p>}
          {answers}
        </div>
      )}
    </Modal>
  );
}
