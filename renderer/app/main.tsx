// Entry point of the window: connects to the host, creates the session and renders the page.

import '../styles/index.css';
import { createRoot } from 'react-dom/client';
import { createBrowserLink } from '../core/connection/browserLink.ts';
import { createDesktopLink } from '../core/connection/desktopLink.ts';
import { rememberedLanguage } from '../core/language.ts';
import { loadCode, loadInBackground } from '../core/loadCode.ts';
import { createMemory } from '../core/memory.ts';
import { SessionProvider } from '../core/state/context.tsx';
import { createPageReloader } from '../core/state/failedLoads.ts';
import { createFrameSchedule, startTimer } from '../core/state/frames.ts';
import { addressOf, namedBeside, namedConversation } from '../core/state/windowAddress.ts';
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
import { matchesMedia, phoneQuery } from '../ui/useMedia.ts';
import { App, QuickApp, ToastRegion } from './App.tsx';
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
      openDeviceSession: () =>
        import('../features/remote/deviceSession.ts').then(
          (code) => code.openDeviceSession(),
          () => ({ kind: 'unreachable' }),
        ),
      onHashChange: (listener) => addEventListener('hashchange', listener),
    });

/** The last link from outside until `watchLinks` listens, without the browser's token. */
let fragment = location.hash;
const door = createPageReloader(document, window.fetch.bind(window), window.location);
/** The desktop host's quick window is this page, too. */
const isQuick = fragment === '#quick';
/** Its drafts and its conversation are not what another window begins with after a restart. */
const isOfTab = (name: string) => isQuick && /^(draft|conv|beside)/.test(name);
const memoryOf = (name: string) => (isOfTab(name) ? tab : memory);
const session = createSession({
  link,
  memory: {
    get: (name) => memoryOf(name).get(name),
    set: (name, value) => memoryOf(name).set(name, value),
    names: () => (isQuick ? [] : (memory.names?.() ?? [])),
    isOfTab,
  },
  tab,
  reloader: door,
  schedule: createFrameSchedule(),
  later: startTimer,
  named: () => namedConversation(location),
  namedBeside: () => namedBeside(location),
});
// On a device, what it may not do is left out, also after its rights have changed.
const stopLooking = session.app.store.subscribe(({ snapshot }) => {
  if (!snapshot?.device) return;
  stopLooking();
  loadInBackground(
    async () => Promise.all([import('../features/remote/deviceView.ts'), import('../features/remote/offerPasskey.ts')]),
    session.connection.onOpen,
    ([{ followRights }, { offerPasskey }]) => {
      followRights(session.app);
      void offerPasskey(session);
    },
  );
});
const { panes } = session;
const shownId = (): string | null => panes.current().conversation.store.getState().id;
panes.onChange(() => {
  if (!isQuick) history.replaceState(history.state, '', addressOf(location, shownId(), panes.beside()));
});
// The user edited the URL, or opened a bookmark in this tab.
addEventListener('hashchange', () => {
  const id = namedConversation(location);
  // Restoring the last conversation overwrites it.
  if (id === null) fragment = location.hash;
  if (id !== null && id !== shownId()) panes.current().actions.showLast({ conversationId: id });
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
  for (const { drafts } of panes.made) drafts.flush();
  session.place.keep('withSettings');
  removeEventListener('pagehide', keepPlace);
  location.reload();
});

session.app.store.subscribe(({ error }) => {
  if (error?.code !== 'DATA_LOCKED') return;
  void loadCode(() => import('../features/encryption/WaitingScreen.tsx')).then(({ showWaiting }) =>
    showWaiting(session),
  );
});

// A device that is not paired, or no longer.
session.connection.status.subscribe((status) => {
  if (status.kind !== 'refused' || status.wants !== 'newAddress') return;
  if (location.protocol !== 'https:' && !fragment.startsWith('#pair')) return;
  // The host has just answered. Otherwise the next attempt to connect comes here again.
  import('../features/remote/PairingScreen.tsx').then(
    ({ showPairing }) => showPairing(session, fragment),
    () => {},
  );
});

// The desktop's host replaced the app before it answered this page, which has only one connection.
session.connection.status.subscribe((status) => {
  if (status.kind !== 'refused' || status.wants !== 'newPage' || session.app.store.getState().snapshot) return;
  startTimer(300, () => location.reload());
});

const keepPlace = (): void => session.place.keep();
addEventListener('pagehide', keepPlace);
for (const event of ['pagehide', 'blur']) addEventListener(event, session.flushTexts);

/** Once the app state has loaded, restores the tab's position or the last conversation. */
const stop = session.app.store.subscribe(({ snapshot }) => {
  if (!snapshot) return;
  stop();
  // On a phone, the window begins with what waits for the user, unless a link or this tab names a place.
  const isFirst =
    namedConversation(location) === null && tab.get('place') === null && snapshot.conversations.length > 0;
  if (!isQuick) session.place.restore();
  if (isFirst && matchesMedia(phoneQuery)) session.view.setState({ page: 'activity' });
  // The stored theme is already applied; checking for changes can wait.
  startTimer(0, () => {
    const { onOpen } = session.connection;
    loadInBackground(
      () => import('../features/theme/themeFile.ts'),
      onOpen,
      ({ watchTheme: followTheme }) => followTheme(session, root),
    );
    if (snapshot.host !== 'desktop')
      loadInBackground(
        () => import('../features/phone/keepOffline.ts'),
        onOpen,
        ({ keepOffline }) => keepOffline(session, startTimer),
      );
    loadInBackground(
      () => import('../features/links/watchLinks.ts'),
      onOpen,
      ({ watchLinks }) => watchLinks(session, fragment),
    );
  });
});
// Preloads these while connecting: later, the host may be gone.
for (const { load } of [Transcript, ToastRegion]) load().catch(() => {});
session.connection.start();

createRoot(document.getElementById('root') as HTMLElement).render(
  <SessionProvider session={session}>{isQuick ? <QuickApp /> : <App />}</SessionProvider>,
);
