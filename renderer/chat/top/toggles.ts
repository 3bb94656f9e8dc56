// Opens and closes the panels: beside the page where there is room, over it where there is not.

import type { ViewStore } from '../../state/viewStore.ts';

export function toggleSidebar(view: ViewStore, narrow: boolean): void {
  view.setState((now) =>
    narrow ? { sheet: now.sheet === 'sidebar' ? null : 'sidebar' } : { sidebarOpen: !now.sidebarOpen },
  );
}

export function togglePanel(view: ViewStore, narrow: boolean): void {
  view.setState((now) => (narrow ? { sheet: now.sheet === 'panel' ? null : 'panel' } : { panelOpen: !now.panelOpen }));
}
