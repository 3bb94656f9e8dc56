// Whether the window is dark now, for what does not share its style sheets.

import { useSyncExternalStore } from 'react';

const systemDark = '(prefers-color-scheme: dark)';

export function useDark(): boolean {
  return useSyncExternalStore(follow, isDark);
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === 'dark' || (theme !== 'light' && matchMedia(systemDark).matches);
}

function follow(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = matchMedia(systemDark);
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}
