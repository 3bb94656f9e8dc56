// The window's layout. Anything that is not on the first screen loads lazily.

import { Dialog, Tooltip } from 'radix-ui';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import { trackLoad } from '../core/loadCode.ts';
import { lazyPart, loadWhenIdle } from '../core/parts/lazyPart.tsx';
import { SessionProvider, useApp, useSession, useTitle, useView } from '../core/state/context.tsx';
import { togglePanel, toggleSidebar } from '../core/state/panels.ts';
import type { PageName, PanelName } from '../core/state/viewStore.ts';
import { strings } from '../core/strings.ts';
import { useAttention } from '../features/notifications/useAttention.ts';
import { Sidebar } from '../features/sidebar/Sidebar.tsx';
import { Button } from '../ui/Button.tsx';
import { CollapsibleArea } from '../ui/CollapsibleArea.tsx';
import { keepOpenOnEscape, keepOpenOnPress } from '../ui/isComposing.ts';
import { keepFocus } from '../ui/keepFocus.ts';
import { Logo } from '../ui/Logo.tsx';
import { DialogAbove } from '../ui/Menu.tsx';
import { useFocusReturn } from '../ui/useFocusReturn.ts';
import { narrowQuery, panelOverQuery, phoneQuery, useMedia } from '../ui/useMedia.ts';
import { useDelayPassed } from '../ui/useNow.ts';
import { ChatArea } from './ChatArea.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Dialogs } from './Dialogs.tsx';
import { useNotices } from './useNotices.ts';
import { usePanelClose } from './usePanelClose.ts';
import { useShortcuts } from './useShortcuts.ts';

const panelMeanwhile = <div className="panel h-full" />;
export const ToastRegion = lazyPart(async () => (await import('./ToastRegion.tsx')).ToastRegion);
export const QuickApp = lazyPart(async () => (await import('./QuickApp.tsx')).QuickApp);
const WatchRuns = lazyPart(async () => (await import('../features/sync/RunBar.tsx')).WatchRuns);
const PanelEdge = lazyPart(async () => (await import('./PanelResizeHandle.tsx')).PanelResizeHandle, null);
const PhoneBar = lazyPart(
  async () => (await import('../features/phone/PhoneBar.tsx')).PhoneBar,
  <div className="h-13" />,
);
const pageMeanwhile = <div className="flex-1" />;
const ChainPanel = lazyPart(async () => (await import('../features/chains/ChainPanel.tsx')).ChainPanel, panelMeanwhile);
const ContextPanel = lazyPart(
  async () => (await import('../features/context/ContextPanel.tsx')).ContextPanel,
  panelMeanwhile,
);
const FilePanel = lazyPart(async () => (await import('../features/files/FilePanel.tsx')).FilePanel, panelMeanwhile);
const ProcessesPanel = lazyPart(
  async () => (await import('../features/processes/ProcessesPanel.tsx')).ProcessesPanel,
  panelMeanwhile,
);
const ReviewPanel = lazyPart(
  async () => (await import('../features/review/ReviewPanel.tsx')).ReviewPanel,
  panelMeanwhile,
);
const TerminalPanel = lazyPart(
  async () => (await import('../features/terminal/TerminalPanel.tsx')).TerminalPanel,
  panelMeanwhile,
);
const SearchPage = lazyPart(async () => (await import('../features/search/SearchPage.tsx')).SearchPage, pageMeanwhile);
const ChainsPage = lazyPart(async () => (await import('../features/chains/ChainsPage.tsx')).ChainsPage, pageMeanwhile);

const ActivityPage = lazyPart(
  async () => (await import('../features/activity/ActivityPage.tsx')).ActivityPage,
  pageMeanwhile,
);

export function App() {
  const { app } = useSession();
  const ready = useStore(app.store, ({ snapshot }) => snapshot !== null);
  useEffect(() => keepFocus(document), []);
  const dialog = useView((view) => (view.paletteOpen ? 'palette' : (view.dialog?.type ?? null)));
  return (
    <Tooltip.Provider delayDuration={500} skipDelayDuration={200}>
      <DialogAbove value={dialog}>{ready ? <FocusedFrame /> : <StartPage />}</DialogAbove>
      <ToastRegion />
    </Tooltip.Provider>
  );
}

/** The sidebar, panels, dialogs and shortcuts act on the focused pane. */
function FocusedFrame() {
  const { panes } = useSession();
  const session = useStore(panes.store, () => panes.current());
  return (
    <SessionProvider session={session}>
      <Frame />
    </SessionProvider>
  );
}

function Frame() {
  const session = useSession();
  const { view, panes } = session;
  const narrow = useMedia(narrowQuery);
  const panelOver = useMedia(panelOverQuery);
  const phone = useMedia(phoneQuery);
  const sidebarOpen = useView((now) => now.sidebarOpen);
  const panelOpen = useView((now) => now.panelOpen);
  const sheet = useView((now) => now.sheet);
  const syncs = useApp((snapshot) => snapshot.runsElsewhere !== undefined);
  useShortcuts();
  useDocument();
  useNotices();
  useAttention();
  useEffect(() => loadWhenIdle([SearchPage]), []);
  useEffect(() => {
    const flush = (): void => {
      for (const { drafts } of panes.made) drafts.flush();
    };
    window.addEventListener('pagehide', flush);
    window.addEventListener('blur', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('blur', flush);
    };
  }, [panes]);
  const collapse = (): void => toggleSidebar(view);
  const panel = useView((now) => now.panel);
  const page = useView((now) => now.page);
  const shownPanel = <Panel key={panes.made.indexOf(session)} />;
  const panelTitle = panelTitles[panel];
  return (
    <div className="flex h-full flex-col">
      <ConnectionBanner />
      {syncs && <WatchRuns />}
      <div className="flex min-h-0 flex-1">
        {!narrow && sidebarOpen && (
          <CollapsibleArea className="shrink-0 border-line border-r">
            <Sidebar onCollapse={collapse} />
          </CollapsibleArea>
        )}
        <Page name={page} />
        {!panelOver && panelOpen && (
          <CollapsibleArea className="sheet-right relative max-w-[60cqw] shrink-0 border-line border-l">
            <PanelEdge />
            {shownPanel}
          </CollapsibleArea>
        )}
      </div>
      {narrow && sheet === 'sidebar' && (
        <Sheet side="left" title={strings.sidebar.conversations}>
          <Sidebar onCollapse={collapse} />
        </Sheet>
      )}
      {panelOver && sheet === 'panel' && (
        <Sheet side="right" title={panelTitle}>
          {shownPanel}
        </Sheet>
      )}
      {phone && <PhoneBar />}
      <Dialogs />
    </div>
  );
}

/** A side panel that overlays the page in narrow windows. */
function Sheet({ side, title, children }: { side: 'left' | 'right'; title: string; children: ReactNode }) {
  const { view } = useSession();
  const focus = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && view.setState({ sheet: null })}>
      <Dialog.Portal>
        <Dialog.Overlay className="layer fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focus}
          onEscapeKeyDown={keepOpenOnEscape}
          onPointerDownOutside={keepOpenOnPress}
          className={`fixed inset-y-0 z-50 max-w-[calc(100vw-40px)] overflow-hidden shadow-dialog focus-visible:outline-none ${
            side === 'left' ? 'sheet-left left-0' : 'sheet-right right-0'
          }`}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Page({ name }: { name: PageName }) {
  if (name === 'chat') return <ChatArea />;
  if (name === 'activity') return <ActivityPage />;
  return name === 'search' ? <SearchPage /> : <ChainsPage />;
}

const panelTitles: Record<PanelName, string> = {
  chain: strings.calls.chain.title,
  context: strings.ui.context,
  file: strings.ui.file,
  processes: strings.processes.title,
  review: strings.undo.reviewTitle,
  terminal: strings.commands.titles['terminal.open'],
};

function Panel() {
  const { view } = useSession();
  const panel = useView((now) => now.panel);
  const { close, ...keys } = usePanelClose(() => togglePanel(view, panel));
  return (
    <div className="h-full" {...keys}>
      {panel === 'context' && <ContextPanel onClose={close} />}
      {panel === 'chain' && <ChainPanel onClose={close} />}
      {panel === 'file' && <FilePanel onClose={close} />}
      {panel === 'processes' && <ProcessesPanel onClose={close} />}
      {panel === 'review' && <ReviewPanel onClose={close} />}
      {panel === 'terminal' && <TerminalPanel onClose={close} />}
    </div>
  );
}

/** Updates the document title, with the number of conversations that wait for the user. */
function useDocument(): void {
  const title = useTitle();
  const waiting = useApp(({ conversations }) => conversations.filter(({ activity }) => activity === 'waiting').length);
  useEffect(() => {
    const name = title ? `${title} · ${strings.ui.appName}` : strings.ui.appName;
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name;
  }, [title, waiting]);
}

/** Before the app state has loaded: connecting, or why that failed. */
function StartPage() {
  const { connection, app } = useSession();
  const status = useStore(connection.status);
  const error = useStore(app.store, (view) => view.error);
  const late = useDelayPassed(600);
  if (status.kind === 'refused') {
    return (
      <Message title={strings.ui.refusedTitle} body={strings.ui.refusedBody}>
        <LastState />
      </Message>
    );
  }
  if (error && status.kind === 'open') {
    return (
      <Message title={strings.ui.startFailed} body={error.message}>
        <Button onClick={() => void app.reload()}>{strings.ui.tryAgain}</Button>
      </Message>
    );
  }
  const long = status.kind === 'reconnecting' && status.attempt > 3;
  if (!late) return null;
  return (
    <Message title={strings.ui.connecting} body={long ? strings.ui.reconnectingLong : ''}>
      {long && <Button onClick={connection.retryNow}>{strings.ui.tryAgain}</Button>}
      {status.kind === 'reconnecting' && <LastState />}
    </Message>
  );
}

/** On a phone, what it last received. Not through `loadCode`, which loads nothing then: the service worker has this page. */
function LastState() {
  const [LastPage, setLastPage] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (navigator.serviceWorker?.controller)
      trackLoad(import('../features/phone/OfflinePage.tsx')).then(
        ({ OfflinePage }) => setLastPage(() => OfflinePage),
        () => {},
      );
  }, []);
  return LastPage && <LastPage />;
}

function Message({ title, body, children }: { title: string; body: string; children?: React.ReactNode }) {
  return (
    <main className="h-full overflow-y-auto">
      <div className="flex min-h-full flex-col items-center justify-center px-6 text-center" role="status">
        <Logo className="size-8 text-accent" />
        <h1 className="mt-4 text-title">{title}</h1>
        {body !== '' && <p className="mt-1 max-w-[56ch] text-ink-2 text-ui">{body}</p>}
        {children && <div className="mt-4">{children}</div>}
      </div>
    </main>
  );
}
