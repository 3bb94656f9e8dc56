// The keyboard of the window: what a press means by the table of commands and the person's own shortcuts. A press that an
// input method takes, or that something nearer has answered, is left alone.

import { useEffect } from 'react';
import { isOffered } from '../core/commands/commandList.ts';
import { type FieldState, isBare, isOfField, keysOf } from '../core/commands/keys.ts';
import { byKeys } from '../core/commands/shortcuts.ts';
import { focusedTarget } from '../core/state/commandTarget.ts';
import { useApp, useSession } from '../core/state/context.tsx';
import type { ViewStore } from '../core/state/viewStore.ts';
import { isComposing } from '../ui/isComposing.ts';
import { isMac } from '../ui/Kbd.tsx';
import { createToastUndo } from './toastUndo.ts';

export function useShortcuts(): void {
  const session = useSession();
  const host = useApp((snapshot) => snapshot.host);
  const shortcuts = useApp((snapshot) => snapshot.settings.shortcuts);
  useEffect(() => {
    const { view, toasts, commands } = session;
    const mac = isMac();
    const known = byKeys(commands, { host, settings: { shortcuts } });
    const toastUndo = createToastUndo(toasts);
    const onKey = (event: KeyboardEvent): void => {
      if (isComposing(event) || event.defaultPrevented) return;
      // What is typed with AltGr is text.
      if (event.getModifierState('AltGraph')) return;
      const pressed = keysOf(event, mac);
      const field = fieldOf(event.target);
      if (pressed.includes('Mod+Z') && toastUndo.undo(field, event.target)) {
        event.preventDefault();
        return;
      }
      for (const keys of pressed) {
        const meant = known.get(keys);
        if (!meant) continue;
        if (field && isOfField(keys, field, mac)) continue;
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

    // Before the field that has the focus hears of it.
    const onKeyFirst = (event: KeyboardEvent): void => {
      if (!isComposing(event)) typeAhead(event, view);
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
  }, [session, host, shortcuts]);
}

/** Whether one writes there, and whether something is written: then keys that undo or move belong to the text. */
function fieldOf(target: EventTarget | null): FieldState | null {
  if (target instanceof HTMLTextAreaElement) return target.value === '' ? 'empty' : 'filled';
  if (target instanceof HTMLInputElement) {
    if (/^(button|checkbox|radio|range|color|file|image|reset|submit)$/.test(target.type)) return null;
    return target.value === '' ? 'empty' : 'filled';
  }
  if (target instanceof HTMLSelectElement) return 'select';
  return target instanceof HTMLElement && target.isContentEditable ? 'filled' : null;
}

// What is typed between the wish for the palette and its being there, or while something else has taken the focus from it, is
// the palette's: nothing that a quick person types is lost or written elsewhere, and no Enter sends what stands in a field.

/** True when the press was kept for the palette, and is nobody else's. A line break at the end of `typed`: Enter was pressed. */
function typeAhead(event: KeyboardEvent, view: ViewStore): boolean {
  const { paletteOpen, typed } = view.getState();
  if (!paletteOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { key } = event;
  if (key.length !== 1 && key !== 'Enter' && key !== 'Backspace' && key !== 'Escape') return false;
  const field = document.querySelector<HTMLElement>('[data-palette]');
  if (field) {
    if (document.activeElement === field || key === 'Escape') return false;
    // What is typed goes to the field that has the focus when the press is over.
    field.focus();
    if (key !== 'Enter') return false;
  } else if (key === 'Escape') view.setState({ paletteOpen: false });
  else if (key === 'Backspace') view.setState({ typed: typed.slice(0, -1) });
  else if (!typed.endsWith('\n')) view.setState({ typed: typed + (key === 'Enter' ? '\n' : key) });
  event.preventDefault();
  event.stopPropagation();
  return true;
}
