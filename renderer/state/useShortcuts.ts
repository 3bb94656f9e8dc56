// The shortcuts of the window. Command on a Mac, Control elsewhere.

import { useEffect } from 'react';
import { togglePanel, toggleSidebar } from '../chat/top/toggles.ts';
import { useSession } from './context.tsx';

export function useShortcuts(): void {
  const { actions, view, toasts } = useSession();
  useEffect(() => {
    const keys: Record<string, () => void> = {
      n: () => actions.newChat(),
      k: () => view.setState(({ paletteOpen }) => ({ paletteOpen: !paletteOpen })),
      b: () => toggleSidebar(view),
      j: () => togglePanel(view),
      i: () => togglePanel(view, 'context'),
      ',': () => view.setState({ dialog: { type: 'settings', section: 'providers' } }),
    };
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return;
      const key = event.key.toLowerCase();
      if (key === 'z' && !isTyping(event.target)) {
        const toast = toasts.store.getState().shown.findLast(({ action }) => action?.isUndo);
        if (!toast) return;
        event.preventDefault();
        toasts.dismiss(toast.id);
        toast.action?.run();
        return;
      }
      const run = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (!run) return;
      event.preventDefault();
      // A dialog is answered or closed first; the palette may be closed by its own key.
      if (view.getState().dialog || (view.getState().paletteOpen && key !== 'k')) return;
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [actions, view, toasts]);
}

/** In a field with text in it the key undoes what was typed. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return target.value !== '';
  return target instanceof HTMLElement && target.isContentEditable;
}
