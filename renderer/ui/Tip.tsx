// Tooltip on hover and keyboard focus, but not when a dialog restores the focus.

import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './Kbd.tsx';
import { returnedText } from './useFocusReturn.ts';

/** Escape presses that closed a tooltip; they still have their usual effect. */
const tooltipEscapes = new WeakSet<Event>();

/** Whether another handler consumed the press. */
export function isEventHandled(event: Event): boolean {
  return event.defaultPrevented && !tooltipEscapes.has(event);
}

export function Tip({
  label,
  shortcut,
  children,
}: {
  label: string;
  shortcut?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        asChild
        onFocus={(event) => {
          // It was visible before the dialog and adds nothing.
          if (event.currentTarget.hasAttribute(returnedText)) event.preventDefault();
        }}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={(event) => tooltipEscapes.add(event)}
          className="layer z-60 flex max-w-80 items-center gap-2 rounded-m border border-line bg-over px-2 py-1 text-small text-ink shadow-menu"
        >
          {label}
          {shortcut && <Kbd keys={shortcut} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
