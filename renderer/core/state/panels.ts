// Opens and closes panels: next to the page, or over it in narrow windows.

import type { ReviewTarget } from '../../../shared/features/review/review.ts';
import { matchesMedia, narrowQuery, panelOverQuery } from '../../ui/useMedia.ts';
import type { PanelName, View, ViewStore } from './viewStore.ts';

export function toggleSidebar(view: ViewStore): void {
  const over = matchesMedia(narrowQuery);
  view.setState((now) =>
    over ? { sheet: now.sheet === 'sidebar' ? null : 'sidebar' } : { sidebarOpen: !now.sidebarOpen },
  );
}

/** Shows a panel, or hides it if it is already visible. */
export function togglePanel(view: ViewStore, panel: PanelName = 'chain'): void {
  const over = matchesMedia(panelOverQuery);
  view.setState((now): Partial<View> => {
    const isShown = now.panel === panel && (over ? now.sheet === 'panel' : now.panelOpen);
    return over ? { panel, sheet: isShown ? null : 'panel' } : { panel, panelOpen: !isShown };
  });
}

export function showPanel(view: ViewStore, panel: PanelName): void {
  view.setState(matchesMedia(panelOverQuery) ? { panel, sheet: 'panel' } : { panel, panelOpen: true });
}

/** Opens the review panel with the changes of `target`. */
export function openReview(view: ViewStore, target: ReviewTarget): void {
  view.setState({ review: { tab: 'changes', target } });
  showPanel(view, 'review');
}

/** Opens a file of the conversation's folder in the file panel, at a line. */
export function openFile(view: ViewStore, path: string, line?: number): void {
  const over = matchMedia(panelOverQuery).matches;
  view.setState(
    (now): Partial<View> => ({
      file: { path, ...(line === undefined ? {} : { line }), count: (now.file?.count ?? 0) + 1 },
      panel: 'file',
      ...(over ? { sheet: 'panel' as const } : { panelOpen: true }),
    }),
  );
}
