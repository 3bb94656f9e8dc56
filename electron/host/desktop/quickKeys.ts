// The system-wide shortcut of the quick window. Registered only while the user has chosen one; another app that has it
// already keeps it.

import type { GlobalShortcut } from 'electron';
import type { QuickKeysState } from '../../../shared/features/desktop/methods.ts';
import { acceleratorOf } from './menu.ts';

export interface QuickKeys {
  set(keys: string): void;
  state(): QuickKeysState;
}

export function createQuickKeys(
  shortcuts: Pick<GlobalShortcut, 'isRegistered' | 'register' | 'unregister'>,
  onPress: () => void,
): QuickKeys {
  let chosen = '';
  let registered: string | null = null;

  function register(keys: string): void {
    const accelerator = acceleratorOf(keys);
    try {
      // Wayland's portal may ask the user first, and only then know.
      if (accelerator !== null && shortcuts.register(accelerator, onPress)) registered = accelerator;
    } catch {
      // Electron does not know the key.
    }
  }

  return {
    set(keys) {
      if (keys === chosen && (keys === '' || registered !== null)) return;
      if (registered !== null) shortcuts.unregister(registered);
      registered = null;
      chosen = keys;
      if (keys !== '') register(keys);
    },
    state: () => (chosen === '' ? 'off' : registered === null ? 'taken' : 'ready'),
  };
}
