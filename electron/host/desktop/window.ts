// The app's windows: sandboxed, context-isolated, without Node, and limited to our own page.

import type { BrowserWindow, BrowserWindowConstructorOptions, NativeTheme, Screen } from 'electron';
import { conversationsOfAddress } from './appProtocol.ts';
import { minHeight, minWidth, type OpenWindow, readWindowState } from './windowState.ts';

/** Explicit, although most are Electron's defaults: each is an item on its security checklist. */
export const webPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // Checks nothing, and downloads nothing, until the user has chosen languages (spelling.ts).
  spellcheck: true,
} as const;

const boundsEvents = ['resize', 'move', 'maximize', 'unmaximize', 'enter-full-screen', 'leave-full-screen'] as const;

/** Minimum time between reloads of a page that keeps crashing. */
const reloadPauseMs = 10_000;

export interface WindowOptions {
  Window: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  screen: Screen;
  nativeTheme: NativeTheme;
  dataFolder: string;
  preload: string;
}

export interface AppWindow {
  window: BrowserWindow;
  /** Where it is and what it shows, to be restored. */
  seen(): OpenWindow;
}

export interface WindowStart {
  /** The page's, with what to open. */
  address: string;
  /** As it was when the app last ran; null: at the place of its slot. */
  saved: OpenWindow | null;
  /** Windows that it must not cover exactly; the first window has a position of its own. */
  others: readonly BrowserWindow[];
}

/** Creates a window and loads our page; becomes visible once there is something to show. `onChange`: `seen` has changed. */
export function openWindow(
  { Window, screen, nativeTheme, dataFolder, preload }: WindowOptions,
  { address, saved, others }: WindowStart,
  onChange: () => void = () => {},
): AppWindow {
  const slot = saved?.slot ?? (others.length === 0 ? 'first' : 'more');
  const taken = others.map((other) => other.getNormalBounds());
  const { maximized, fullScreen, ...bounds } =
    saved?.state ?? readWindowState(dataFolder, screen.getAllDisplays(), slot, taken);
  const window = new Window({
    ...bounds,
    minWidth,
    minHeight,
    show: false,
    title: 'Throughline',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17191c' : '#ffffff',
    webPreferences: { ...webPreferences, preload },
  });
  let conversations = conversationsOfAddress(address);
  window.once('ready-to-show', () => {
    // On the screen that its normal bounds are on.
    if (maximized) window.maximize();
    if (fullScreen) window.setFullScreen(true);
    window.show();
  });
  for (const event of boundsEvents) window.on(event as 'resize', onChange);
  window.webContents.on('did-navigate-in-page', (_, now, isMainFrame) => {
    if (!isMainFrame) return;
    conversations = conversationsOfAddress(now);
    onChange();
  });
  reloadAfterCrash(window);
  // The protocol answers every URL, so a failed load only leaves an empty window.
  window.loadURL(address).catch(() => {});
  return {
    window,
    seen: () => ({
      slot,
      ...conversations,
      state: {
        ...window.getNormalBounds(),
        maximized: window.isMaximized(),
        fullScreen: window.isFullScreen(),
      },
    }),
  };
}

/** Reloads a crashed page; all its state is in the host. */
export function reloadAfterCrash(window: BrowserWindow): void {
  let last = -reloadPauseMs;
  let waiting: NodeJS.Timeout | undefined;
  const reload = (): void => {
    last = performance.now();
    if (!window.isDestroyed()) window.webContents.reload();
  };
  window.webContents.on('render-process-gone', (_, details) => {
    if (details.reason === 'clean-exit') return;
    clearTimeout(waiting);
    const pause = last + reloadPauseMs - performance.now();
    if (pause <= 0) reload();
    else waiting = setTimeout(reload, pause).unref();
  });
}
