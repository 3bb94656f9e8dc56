// A popover above a button in the composer's footer, with a field or form rather than a menu.

import { Popover } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { focusComposer } from '../../ui/focus.ts';
import { footerPartClass } from '../../ui/footerPartClass.ts';
import { useFocusAfterClose } from '../../ui/useFocusReturn.ts';

interface FooterPopoverProps {
  /** Commands use it to find the button. */
  name: string;
  label: string;
  /** The button's accessible name and tooltip. */
  hint: string;
  button: ReactNode;
  /** Shrinks when space is limited. */
  shrinks?: boolean;
  /** `close(true)`: something was chosen; the focus returns to the message. */
  children: (close: (chosen?: boolean) => void) => ReactNode;
}

export function FooterPopover({ name, label, hint, button, shrinks = false, children }: FooterPopoverProps) {
  const [open, setOpen] = useState(false);
  const wasChosen = useRef(false);
  const close = (chosen = false): void => {
    wasChosen.current = chosen;
    setOpen(false);
  };
  const onCloseAutoFocus = useFocusAfterClose(open, (event) => {
    if (!wasChosen.current) return;
    wasChosen.current = false;
    event.preventDefault();
    focusComposer();
  });
  return (
    <Popover.Root
      open={open}
      onOpenChange={(now) => {
        wasChosen.current = false;
        setOpen(now);
      }}
    >
      <Popover.Trigger asChild>
        <button
          type="button"
          data-control={name}
          aria-label={hint}
          title={hint}
          className={classes(footerPartClass('text-ink-2'), shrinks && 'shrink')}
        >
          {button}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={onCloseAutoFocus}
          className="layer z-50 flex max-h-[min(45rem,var(--radix-popover-content-available-height))] w-[min(21.25rem,calc(100vw-16px))] flex-col rounded-l border border-line bg-over shadow-menu focus-visible:outline-none"
        >
          {children(close)}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
