// What the document around the page shows: its title, and light or dark.

import { useEffect } from 'react';
import { strings } from '../strings.ts';
import { useApp, useTitle } from './context.tsx';

export function useDocument(): void {
  const theme = useApp((snapshot) => snapshot.settings.theme);
  const title = useTitle();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    document.title = title ? `${title} · ${strings.ui.appName}` : strings.ui.appName;
  }, [title]);
}
