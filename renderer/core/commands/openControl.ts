// Opens the menus of the composer's foot from commands.

import type { Session } from '../state/session.ts';

type ControlName = 'folder' | 'model' | 'options' | 'approvals' | 'preset';

/** Opens a menu of the composer's foot by its name, as if its button had been pressed with the keyboard. */
export function openControl({ view }: Session, name: ControlName): void {
  view.setState({ page: 'chat', sheet: null });
  // The palette gives the keyboard back first.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const button = document.querySelector<HTMLElement>(`[data-control="${name}"]`);
      if (!button && name === 'preset') view.setState({ dialog: { type: 'settings', section: 'presets' } });
      button?.focus();
      if (button?.getAttribute('aria-haspopup') === 'menu') {
        button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      } else button?.click();
    }),
  );
}
