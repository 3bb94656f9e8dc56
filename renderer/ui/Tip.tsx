// A name that appears on hover and on keyboard focus, but not on focus that only comes back from a dialog.

import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './Kbd.tsx';
import { givenBack } from './useFocusReturn.ts';

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
          className="layer z-60 flex max-w-80 items-center gap-2 rounded-m border border-line bg-over px-2 py-1 text-small text-ink shadow-menu"
        >
          {label}
          {shortcut && <Kbd keys={shortcut} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
