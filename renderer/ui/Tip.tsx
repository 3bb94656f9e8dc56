// A name that appears on hover and on keyboard focus, but not on focus that only comes back from a dialog.

import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './Kbd.tsx';
import { givenBack } from './useFocusReturn.ts';

/** Presses of Escape that a tip has gone with: they still mean what they would without it. */
const gone = new WeakSet<Event>();

/** Whether something else has taken the press. */
export function isTaken(event: Event): boolean {
  return event.defaultPrevented && !gone.has(event);
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
          // It stood there before the dialog, and says nothing new.
          if (event.currentTarget.hasAttribute(givenBack)) event.preventDefault();
        }}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={(event) => gone.add(event)}
          className="layer z-60 flex max-w-80 items-center gap-2 rounded-m border border-line bg-over px-2 py-1 text-small text-ink shadow-menu"
        >
          {label}
          {shortcut && <Kbd keys={shortcut} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
