// Opens and closes the panels: beside the page where there is room, over it where there is not.

import type { ViewStore } from '../../state/viewStore.ts';
import { narrowQuery, panelOverQuery } from '../../ui/useMedia.ts';

export function toggleSidebar(view: ViewStore): void {
  const over = matchMedia(narrowQuery).matches;
  view.setState((now) =>
    over ? { sheet: now.sheet === 'sidebar' ? null : 'sidebar' } : { sidebarOpen: !now.sidebarOpen },
  );
}

export function togglePanel(view: ViewStore): void {
  const over = matchMedia(panelOverQuery).matches;
  view.setState((now) => (over ? { sheet: now.sheet === 'panel' ? null : 'panel' } : { panelOpen: !now.panelOpen }));
}
