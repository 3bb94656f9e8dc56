// The window's door: a link to the host, a session over it, and the page.

import '../styles/index.css';
import { createRoot } from 'react-dom/client';
import { createBrowserLink } from '../core/connection/browserLink.ts';
import { createDesktopLink } from '../core/connection/desktopLink.ts';
import { rememberedLanguage } from '../core/language.ts';
import { createMemory } from '../core/memory.ts';
import { SessionProvider } from '../core/state/context.tsx';
import { createFrameSchedule, later } from '../core/state/frames.ts';
import { createPageDoor } from '../core/state/lostParts.ts';
import { language, locale } from '../core/strings.ts';
import { Transcript } from '../features/chat/ChatPage.tsx';
import { guardNavigation } from '../features/markdown/navigationGuard.ts';
import {
  needsAnotherLanguage,
  onSystemAppearance,
  rememberAppearance,
  rememberedAppearance,
  rememberedTheme,
  showAppearance,
} from '../features/theme/appearance.ts';
import { App, ToastRegion } from './App.tsx';
import { createSession } from './createSession.ts';

const memory = createMemory(() => localStorage);
const tab = createMemory(() => sessionStorage);
const link = window.throughline
  ? createDesktopLink(window.throughline)
  : createBrowserLink({
      location: window.location,
      history: window.history,
      fetch: window.fetch.bind(window),
      openSocket: (url, protocols) => new WebSocket(url, protocols),
      tab,
      onHashChange: (listener) => addEventListener('hashchange', listener),
    });

const door = createPageDoor(document, window.fetch.bind(window), window.location);
const session = createSession({ link, memory, tab, door, schedule: createFrameSchedule(), later });
guardNavigation(document);

/** Right from the first frame on, as it was the last time; then as the settings say, at once. */
const root = document.documentElement;
root.lang = locale;
root.style.setProperty('--panel-chosen', memory.get('panelWidth') ?? '');
const show = (): void => showAppearance(root, rememberedAppearance(memory), rememberedTheme(memory));
show();
onSystemAppearance(show);
session.app.store.subscribe(({ snapshot }, before) => {
  if (!snapshot || snapshot.settings === before.snapshot?.settings) return;
  showAppearance(root, snapshot.settings, rememberedTheme(memory));
  rememberAppearance(memory, snapshot.settings);
  const other = needsAnotherLanguage(snapshot.settings.language, language, navigator.languages);
  // Where nothing can be remembered the page would come back as it is, for ever.
  if (!other || rememberedLanguage() !== snapshot.settings.language) return;
  session.drafts.flush();
  session.place.keep('withSettings');
  removeEventListener('pagehide', keepPlace);
  location.reload();
});

const keepPlace = (): void => session.place.keep();
addEventListener('pagehide', keepPlace);

/** Where the tab was, or what was shown last, is shown again as soon as the app is known. */
const stop = session.app.store.subscribe(({ snapshot }) => {
  if (!snapshot) return;
  stop();
  session.place.restore();
  // What it looks like is remembered; whether it is another one by now can wait.
  later(
    0,
    () =>
      void import('../features/theme/themeFile.ts').then(
        ({ followTheme }) => followTheme(session, root),
        () => {},
      ),
  );
});
// Beside the connection and not when it is first wanted: the host may be gone by then.
for (const { load } of [Transcript, ToastRegion]) load().catch(() => {});
session.connection.start();

createRoot(document.getElementById('root') as HTMLElement).render(
  <SessionProvider session={session}>
    <App />
  </SessionProvider>,
);
