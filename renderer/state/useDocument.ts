// What the document around the page shows: its title, and light or dark. Notices of the app become toasts.

import { useEffect, useRef } from 'react';
import { strings } from '../strings.ts';
import { useApp, useSession, useTitle } from './context.tsx';

export function useDocument(): void {
  const { toasts } = useSession();
  const theme = useApp((snapshot) => snapshot.settings.theme);
  const notices = useApp((snapshot) => snapshot.notices);
  const title = useTitle();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    document.title = title ? `${title} · ${strings.ui.appName}` : strings.ui.appName;
  }, [title]);
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const message of notices) {
      if (told.current.has(message)) continue;
      told.current.add(message);
      toasts.show({ tone: 'error', message });
    }
  }, [notices, toasts]);
}
