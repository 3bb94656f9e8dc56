// Whether a media query holds, followed.

import { useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Below these the sidebar, and the panel at the right, lie over the page as sheets. */
export const narrowQuery = '(width < 900px)';
export const panelOverQuery = '(width < 1080px)';
