// The app's window: sandboxed, context-isolated, without Node, and limited to our own page.

import type { BrowserWindow, BrowserWindowConstructorOptions, NativeTheme, Screen } from 'electron';
import { appAddress } from './appProtocol.ts';
import { minHeight, minWidth, readWindowState, writeWindowState } from './windowState.ts';

/** Explicit, although most are Electron's defaults: each is an item on its security checklist. */
const webPreferences = {
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
  // It would download dictionaries.
  spellcheck: false,
} as const;

/** Minimum time between reloads of a page that keeps crashing. */
const reloadPauseMs = 10_000;

export interface WindowOptions {
  Window: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  screen: Screen;
  nativeTheme: NativeTheme;
  dataFolder: string;
  preload: string;
}

/** Creates the window and loads our page; becomes visible once there is something to show. */
export function openWindow({ Window, screen, nativeTheme, dataFolder, preload }: WindowOptions): BrowserWindow {
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const { maximized, ...bounds } = readWindowState(dataFolder, screens);
  const window = new Window({
    ...bounds,
    minWidth,
    minHeight,
    show: false,
    title: 'Throughline',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17191c' : '#ffffff',
    webPreferences: { ...webPreferences, preload },
  });
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  window.on('close', () => saveWindowState(window, dataFolder));
  reloadAfterCrash(window);
  // The protocol answers every URL, so a failed load only leaves an empty window.
  window.loadURL(appAddress).catch(() => {});
  return window;
}

/** Saves the window's position; ignores a closed window. */
export function saveWindowState(window: BrowserWindow | null, dataFolder: string): void {
  if (window && !window.isDestroyed()) writeWindowState(dataFolder, window.getNormalBounds(), window.isMaximized());
}

/** Reloads a crashed page; all its state is in the host. */
function reloadAfterCrash(window: BrowserWindow): void {
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
