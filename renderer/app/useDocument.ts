// What the document around the page shows: its title, with how many conversations wait for the person.

import { useEffect } from 'react';
import { useApp, useTitle } from '../core/state/context.tsx';
import { strings } from '../core/strings.ts';

export function useDocument(): void {
  const title = useTitle();
  const waiting = useApp(({ conversations }) => conversations.filter(({ activity }) => activity === 'waiting').length);
  useEffect(() => {
    const name = title ? `${title} · ${strings.ui.appName}` : strings.ui.appName;
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name;
  }, [title, waiting]);
}
