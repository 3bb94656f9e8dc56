// The window's door: a link to the host, a session over it, and the page.

import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createBrowserLink } from './connection/browserLink.ts';
import { createDesktopLink } from './connection/desktopLink.ts';
import { guardNavigation } from './markdown/navigationGuard.ts';
import { SessionProvider } from './state/context.tsx';
import { createFrameSchedule } from './state/frames.ts';
import { later } from './state/later.ts';
import { createMemory } from './state/memory.ts';
import { createSession } from './state/session.ts';

const link = window.throughline
  ? createDesktopLink(window.throughline)
  : createBrowserLink({
      location: window.location,
      history: window.history,
      fetch: window.fetch.bind(window),
      openSocket: (url) => new WebSocket(url),
    });

const memory = createMemory(() => localStorage);
const session = createSession({ link, memory, schedule: createFrameSchedule(), later });
guardNavigation(document);

// Light or dark from the first frame on, as it was the last time.
document.documentElement.dataset.theme = memory.get('theme') ?? 'system';
session.app.store.subscribe(({ snapshot }) => {
  const theme = snapshot?.settings.theme;
  if (theme && theme !== memory.get('theme')) memory.set('theme', theme);
});

// What was shown last is shown again as soon as the app is known.
const stop = session.app.store.subscribe(({ snapshot }) => {
  if (!snapshot) return;
  stop();
  session.actions.showLast();
});
session.connection.start();

createRoot(document.getElementById('root') as HTMLElement).render(
  <SessionProvider session={session}>
    <App />
  </SessionProvider>,
);
