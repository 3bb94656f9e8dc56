// Whether the window is as wide as a query asks, followed. Widths are those of a window at its usual size: what is drawn
// larger has less room, as it would have in a smaller window.

import { useSyncExternalStore } from 'react';
import { zoomFactor } from './zoomFactor.ts';

/** The state of a media query, with its pixels taken for larger ones where everything is larger. */
export function mediaMatches(query: string): boolean {
  return matchMedia(scaled(query)).matches;
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(follow, () => mediaMatches(query));
}

/** A change of size tells itself as a change of the window's: `showAppearance` does. */
function follow(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

function scaled(query: string): string {
  const factor = zoomFactor();
  return query.replace(/(\d+)px/g, (_, pixels: string) => `${Math.round(Number(pixels) * factor)}px`);
}

/** Below these the sidebar, and the panel at the right, lie over the page as sheets. */
export const narrowQuery = '(width < 900px)';
export const panelOverQuery = '(width < 1080px)';
