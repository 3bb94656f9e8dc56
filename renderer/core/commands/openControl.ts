// Opens a menu of the bar at the top by its name, as if its button had been pressed with the keyboard.

import type { Session } from '../state/session.ts';

export type ControlName = 'model' | 'approvals';

export function openControl({ view }: Session, name: ControlName): void {
  view.setState({ page: 'chat', sheet: null });
  // The palette gives the keyboard back first.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const button = document.querySelector<HTMLElement>(`[data-control="${name}"]`);
      button?.focus();
      if (button?.getAttribute('aria-haspopup') === 'menu') {
        button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      } else button?.click();
    }),
  );
}
