// Opens and closes panels: next to the page, or over it in narrow windows.

import { mediaMatches, narrowQuery, panelOverQuery } from '../../ui/useMedia.ts';
import type { PanelName, View, ViewStore } from './viewStore.ts';

export function toggleSidebar(view: ViewStore): void {
  const over = mediaMatches(narrowQuery);
  view.setState((now) =>
    over ? { sheet: now.sheet === 'sidebar' ? null : 'sidebar' } : { sidebarOpen: !now.sidebarOpen },
  );
}

/** Shows a panel, or hides it if it is already visible. */
export function togglePanel(view: ViewStore, panel: PanelName = 'chain'): void {
  const over = mediaMatches(panelOverQuery);
  view.setState((now): Partial<View> => {
    const shown = now.panel === panel && (over ? now.sheet === 'panel' : now.panelOpen);
    return over ? { panel, sheet: shown ? null : 'panel' } : { panel, panelOpen: !shown };
  });
}

export function showPanel(view: ViewStore, panel: PanelName): void {
  view.setState(mediaMatches(panelOverQuery) ? { panel, sheet: 'panel' } : { panel, panelOpen: true });
}
