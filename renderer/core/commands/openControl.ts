// Lets commands open the menus in the composer's footer.

import type { Session } from '../state/session.ts';

type ControlName = 'folder' | 'model' | 'options' | 'approvals' | 'preset';

/** Opens a menu of the composer's footer by name, as if by keyboard. */
export function openControl({ view }: Session, name: ControlName): void {
  view.setState({ page: 'chat', sheet: null });
  // The palette restores the focus first.
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
