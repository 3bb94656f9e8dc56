// Lets commands open the menus in the composer's footer.

import { focusedPane } from '../../ui/focus.ts';
import type { Session } from '../state/session.ts';

/**
 * Opens a menu of the composer's footer by name, as if by keyboard. `otherwise`: if there is none, as in another app's
 * session, or during a run.
 */
export function openControl(session: Session, name: 'folder' | 'approvals', otherwise: () => void): void {
  focusControl(session, name, otherwise, (button) =>
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
  );
}

/** Opens a page of the popover at the model; without a composer, the settings of the same. */
export function openModelMenu(session: Session, page: 'models' | 'options' | 'preset'): void {
  const { view } = session;
  const section = page === 'preset' ? 'presets' : 'model';
  focusControl(
    session,
    'model',
    () => view.setState({ dialog: { type: 'settings', section } }),
    () => view.setState({ modelMenu: page }),
  );
}

function focusControl(
  { view }: Session,
  name: string,
  otherwise: () => void,
  open: (button: HTMLElement) => void,
): void {
  view.setState({ page: 'chat', sheet: null });
  // The palette restores the focus first.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const button = focusedPane().querySelector<HTMLElement>(`[data-control="${name}"]`);
      if (!button) return otherwise();
      button.focus();
      open(button);
    }),
  );
}
