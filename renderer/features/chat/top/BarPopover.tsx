// What opens below a button of the bar and is no menu: a field or a form is in it.

import { Popover } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { focusComposer } from '../../../ui/focus.ts';

interface BarPopoverProps {
  /** By what commands find its button. */
  name: string;
  label: string;
  /** What is said of the button: its name, and on hover. */
  hint: string;
  button: ReactNode;
  /** `close`: with `true` something was chosen, and one goes on writing. */
  children: (close: (chosen?: boolean) => void) => ReactNode;
}

export function BarPopover({ name, label, hint, button, children }: BarPopoverProps) {
  const [open, setOpen] = useState(false);
  const wasChosen = useRef(false);
  const close = (chosen = false): void => {
    wasChosen.current = chosen;
    setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          data-control={name}
          aria-label={hint}
          title={hint}
          className="flex h-7 min-w-0 shrink items-center gap-1 whitespace-nowrap rounded-m px-2 text-ink-2 text-ui hover:bg-hover data-[state=open]:bg-hover"
        >
          {button}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            if (!wasChosen.current) return;
            wasChosen.current = false;
            event.preventDefault();
            focusComposer();
          }}
          className="layer z-50 flex max-h-[min(45rem,var(--radix-popover-content-available-height))] w-[min(21.25rem,calc(100vw-16px))] flex-col rounded-l border border-line bg-over shadow-menu focus-visible:outline-none"
        >
          {children(close)}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
