// Modal dialog. Escape and the backdrop close it; restores the focus.

import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { strings } from '../core/strings.ts';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { keepOpenOnEscape, keepOpenOnPress } from './isComposing.ts';
import { useFocusReturn } from './useFocusReturn.ts';

export interface ModalProps {
  title: string;
  /** Accessible description, if the title is not enough. */
  description?: string;
  onClose: () => void;
  /** Size and position. */
  className?: string;
  children: ReactNode;
  /** Header content next to the title. */
  head?: ReactNode;
}

export function Modal({ title, description, onClose, className, children, head }: ModalProps) {
  const focus = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="layer fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...focus}
          data-modal
          onEscapeKeyDown={keepOpenOnEscape}
          onPointerDownOutside={keepOpenOnPress}
          className={classes(
            'layer fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] -translate-x-1/2',
            '-translate-y-1/2 flex-col overflow-hidden rounded-xl border border-line bg-over shadow-dialog',
            'focus-visible:outline-none',
            className,
          )}
        >
          <div className="flex h-12 shrink-0 items-center gap-3 border-line border-b pr-2.5 pl-5">
            <Dialog.Title className="min-w-0 truncate font-strong text-prose">{title}</Dialog.Title>
            {description && <Dialog.Description className="sr-only">{description}</Dialog.Description>}
            <div className="min-w-0 flex-1">{head}</div>
            <Dialog.Close asChild>
              <IconButton icon={X} label={strings.ui.close} />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
