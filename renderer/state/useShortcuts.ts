// The keyboard of the window: what a press means by the table of commands and the person's own shortcuts. A press that an
// input method takes, or that something nearer has answered, is left alone.

import { useEffect } from 'react';
import { isOffered } from '../commands/command.ts';
import { isBare, keysOf, movesInText } from '../commands/keys.ts';
import { byKeys } from '../commands/shortcuts.ts';
import { commands } from '../commands/table.ts';
import { focusedTarget } from '../commands/target.ts';
import { typeAhead } from '../palette/typeAhead.ts';
import { isMac } from '../ui/Kbd.tsx';
import { useApp, useSession } from './context.tsx';

export function useShortcuts(): void {
  const session = useSession();
  const host = useApp((snapshot) => snapshot.host);
  const shortcuts = useApp((snapshot) => snapshot.settings.shortcuts);
  useEffect(() => {
    const { view } = session;
    const mac = isMac();
    const known = byKeys(commands, { host, settings: { shortcuts } });
    const onKey = (event: KeyboardEvent): void => {
      if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
      // What is typed with AltGr is text.
      if (event.getModifierState('AltGraph')) return;
      if (typeAhead(event, view)) return;
      const pressed = keysOf(event, mac);
      if (undoesToast(event, pressed)) return;
      for (const keys of pressed) {
        const meant = known.get(keys);
        if (!meant) continue;
        const field = fieldOf(event.target);
        if (field && (isBare(keys) || (movesInText(keys) && field === 'filled'))) continue;
        const { dialog, paletteOpen } = view.getState();
        const target = focusedTarget();
        const covered = dialog !== null || paletteOpen;
        const command = meant.find((each) => (!covered || each.overDialogs) && isOffered(each, session, target));
        // Keys with a modifier are ours also when they mean nothing now: the browser would do something else with them.
        if (command || !isBare(keys)) event.preventDefault();
        if (!command || (event.repeat && !keys.startsWith('Alt+'))) return;
        command.run?.(session, target);
        return;
      }
    };

    function undoesToast(event: KeyboardEvent, pressed: readonly string[]): boolean {
      if (!pressed.includes('Mod+Z') || fieldOf(event.target) === 'filled') return false;
      const toast = session.toasts.store.getState().shown.findLast(({ action }) => action?.isUndo);
      if (!toast) return false;
      event.preventDefault();
      session.toasts.dismiss(toast.id);
      toast.action?.run();
      return true;
    }

    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [session, host, shortcuts]);
}

/** Whether one writes there, and whether something is written: then keys that undo or move belong to the text. */
function fieldOf(target: EventTarget | null): 'filled' | 'empty' | null {
  if (target instanceof HTMLTextAreaElement) return target.value === '' ? 'empty' : 'filled';
  if (target instanceof HTMLInputElement) {
    if (/^(button|checkbox|radio|range|color|file|image|reset|submit)$/.test(target.type)) return null;
    return target.value === '' ? 'empty' : 'filled';
  }
  if (target instanceof HTMLSelectElement) return 'filled';
  return target instanceof HTMLElement && target.isContentEditable ? 'filled' : null;
}
