// A shortcut as keys that one sees: for lists, where it is what one looks for.

import type { Keys } from '../../core/commands/command.ts';
import { isMac, keysText } from '../../ui/Kbd.tsx';

export function KeyCaps({ keys }: { keys: Keys }) {
  return (
    <kbd className="whitespace-nowrap rounded-s border border-line bg-soft px-1.5 py-0.5 font-sans text-ink-2 text-small">
      {keysText(keys, isMac())}
    </kbd>
  );
}
