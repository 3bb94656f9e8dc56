// Handles the window's shortcuts: maps key presses to commands, with the user's own shortcuts. Ignores keys that an IME or a
// closer element has handled.

import { useLayoutEffect } from 'react';
import { isAvailable } from '../core/commands/commandList.ts';
import {
  type FieldState,
  isFunctionKey,
  isHandledByField,
  needsModifier,
  possibleShortcuts,
} from '../core/commands/keys.ts';
import { commandsByShortcut } from '../core/commands/shortcuts.ts';
import { focusedTarget } from '../core/state/commandTarget.ts';
import { useApp, useSession } from '../core/state/context.tsx';
import type { ViewStore } from '../core/state/viewStore.ts';
import { isComposing } from '../ui/isComposing.ts';
import { isMac } from '../ui/Kbd.tsx';
import { createToastUndo } from './toastUndo.ts';

export function useShortcuts(): void {
  const { panes } = useSession();
  const host = useApp((snapshot) => snapshot.host);
  const shortcuts = useApp((snapshot) => snapshot.settings.shortcuts);
  // Before the window is drawn: from the moment that the user sees it, its keys work.
  useLayoutEffect(() => {
    const { toasts, commands } = panes.current();
    const mac = isMac();
    const commandsByKeys = commandsByShortcut(commands, { host, settings: { shortcuts } });
    const toastUndo = createToastUndo(toasts);
    const onKey = (event: KeyboardEvent): void => {
      if (isComposing(event) || event.defaultPrevented) return;
      // AltGr combinations type text.
      if (event.getModifierState('AltGraph')) return;
      const pressed = possibleShortcuts(event, mac);
      const field = fieldOf(event.target);
      if (pressed.includes('Mod+Z') && toastUndo.undo(field, event.target)) {
        event.preventDefault();
        return;
      }
      for (const keys of pressed) {
        const meant = commandsByKeys.get(keys);
        if (!meant) continue;
        if (field && isHandledByField(keys, field, mac)) continue;
        // The pane that has the focus now: another key may just have moved it.
        const session = panes.current();
        const { dialog, paletteOpen } = session.view.getState();
        const target = focusedTarget();
        const covered = dialog !== null || paletteOpen;
        const command = meant.find((each) => (!covered || each.overDialogs) && isAvailable(each, session, target));
        // Also prevents modifier combinations that do nothing now: the browser would act on them.
        if (command || !(needsModifier(keys) || isFunctionKey(keys))) event.preventDefault();
        if (!command || (event.repeat && !keys.startsWith('Alt+'))) return;
        command.run?.(session, target);
        return;
      }
    };

    // Capturing: before the focused field receives it.
    const onKeyFirst = (event: KeyboardEvent): void => {
      if (!isComposing(event)) typeAhead(event, panes.current().view);
    };

    const onInput = (event: Event): void => toastUndo.wrote(event.target);
    window.addEventListener('keydown', onKeyFirst, true);
    window.addEventListener('input', onInput, true);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKeyFirst, true);
      window.removeEventListener('input', onInput, true);
      window.removeEventListener('keydown', onKey);
    };
  }, [panes, host, shortcuts]);
}

/** Whether the target is a text field, and whether it has text: then undo and movement keys belong to it. */
function fieldOf(target: EventTarget | null): FieldState | null {
  if (target instanceof HTMLTextAreaElement) return target.value === '' ? 'empty' : 'filled';
  if (target instanceof HTMLInputElement) {
    if (/^(button|checkbox|radio|range|color|file|image|reset|submit)$/.test(target.type)) return null;
    return target.value === '' ? 'empty' : 'filled';
  }
  return target instanceof HTMLElement && target.isContentEditable ? 'filled' : null;
}

// Keys typed before the palette has rendered, or after it lost the focus, go to the palette: fast typing is never lost or
// entered elsewhere, and Enter never sends the composer's text.

/** Returns true if the palette took the key. `typed` ends with a line break if Enter was pressed. */
function typeAhead(event: KeyboardEvent, view: ViewStore): boolean {
  const { paletteOpen, typed } = view.getState();
  if (!paletteOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { key } = event;
  if (key.length !== 1 && key !== 'Enter' && key !== 'Backspace' && key !== 'Escape') return false;
  const field = document.querySelector<HTMLElement>('[data-palette]');
  if (field) {
    if (document.activeElement === field || key === 'Escape') return false;
    // The key is typed into the field that has the focus afterwards.
    field.focus();
    if (key !== 'Enter') return false;
  } else if (key === 'Escape') view.setState({ paletteOpen: false });
  else if (key === 'Backspace') view.setState({ typed: typed.slice(0, -1) });
  else if (!typed.endsWith('\n')) view.setState({ typed: typed + (key === 'Enter' ? '\n' : key) });
  event.preventDefault();
  event.stopPropagation();
  return true;
}
