// Entry point of the window: connects to the host, creates the session and renders the page.

import '../styles/index.css';
import { createRoot } from 'react-dom/client';
import { createBrowserLink } from '../core/connection/browserLink.ts';
import { createDesktopLink } from '../core/connection/desktopLink.ts';
import { rememberedLanguage } from '../core/language.ts';
import { loadInBackground } from '../core/loadCode.ts';
import { createMemory } from '../core/memory.ts';
import { SessionProvider } from '../core/state/context.tsx';
import { createPageReloader } from '../core/state/failedLoads.ts';
import { createFrameSchedule, startTimer } from '../core/state/frames.ts';
import { addressOf, namedConversation } from '../core/state/windowAddress.ts';
import { language, locale } from '../core/strings.ts';
import { Transcript } from '../features/chat/ChatPage.tsx';
import { guardNavigation } from '../features/markdown/navigationGuard.ts';
import {
  applyAppearance,
  needsLanguageReload,
  onSystemAppearanceChange,
  rememberAppearance,
  rememberedAppearance,
  rememberedTheme,
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

const door = createPageReloader(document, window.fetch.bind(window), window.location);
const session = createSession({
  link,
  memory,
  tab,
  reloader: door,
  schedule: createFrameSchedule(),
  later: startTimer,
  named: () => namedConversation(location),
});
session.conversation.store.subscribe(({ id }, before) => {
  if (id !== before.id) history.replaceState(history.state, '', addressOf(location, id));
});
// The user edited the URL, or opened a bookmark in this tab.
addEventListener('hashchange', () => {
  const id = namedConversation(location);
  if (id !== null && id !== session.conversation.store.getState().id) session.actions.showLast({ conversationId: id });
});
guardNavigation(document);

/** Styles the first frame as last time, then applies the settings once they arrive. */
const root = document.documentElement;
root.lang = locale;
root.style.setProperty('--panel-chosen', memory.get('panelWidth') ?? '');
const show = (): void => applyAppearance(root, rememberedAppearance(memory), rememberedTheme(memory));
show();
onSystemAppearanceChange(show);
session.app.store.subscribe(({ snapshot }, before) => {
  if (!snapshot || snapshot.settings === before.snapshot?.settings) return;
  applyAppearance(root, snapshot.settings, rememberedTheme(memory));
  rememberAppearance(memory, snapshot.settings);
  const other = needsLanguageReload(snapshot.settings.language, language, navigator.languages);
  // Without storage, the reloaded page would be unchanged and reload forever.
  if (!other || rememberedLanguage() !== snapshot.settings.language) return;
  session.drafts.flush();
  session.place.keep('withSettings');
  removeEventListener('pagehide', keepPlace);
  location.reload();
});

const keepPlace = (): void => session.place.keep();
addEventListener('pagehide', keepPlace);

/** Once the app state has loaded, restores the tab's position or the last conversation. */
const stop = session.app.store.subscribe(({ snapshot }) => {
  if (!snapshot) return;
  stop();
  session.place.restore();
  // The stored theme is already applied; checking for changes can wait.
  startTimer(0, () =>
    loadInBackground(
      () => import('../features/theme/themeFile.ts'),
      session.connection.onOpen,
      ({ watchTheme: followTheme }) => followTheme(session, root),
    ),
  );
});
// Preloads these while connecting: later, the host may be gone.
for (const { load } of [Transcript, ToastRegion]) load().catch(() => {});
session.connection.start();

createRoot(document.getElementById('root') as HTMLElement).render(
  <SessionProvider session={session}>
    <App />
  </SessionProvider>,
);
