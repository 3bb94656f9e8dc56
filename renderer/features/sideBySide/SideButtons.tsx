// Buttons of a side, at the right end of its bar.

import { ArrowLeftRight, X } from 'lucide-react';
import { useStore } from 'zustand/react';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { useSession } from '../../core/state/context.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { closeSide, swapSides } from './sides.ts';
import { sideWords as words } from './words.ts';

export function SideButtons() {
  const session = useSession();
  const isLeft = useStore(session.panes.store, ({ isStacked }) => !isStacked && session.panes.isLeft(session));
  const keys = useKeys('side.close');
  return (
    <span className="ml-1 flex shrink-0 items-center gap-0.5 border-line border-l pl-1">
      {isLeft && <IconButton icon={ArrowLeftRight} label={words.swap} onClick={() => swapSides(session)} />}
      <IconButton icon={X} label={words.close} shortcut={keys} onClick={() => closeSide(session)} />
    </span>
  );
}
