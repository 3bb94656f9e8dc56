// The one window: sandboxed, isolated, without Node, with our own page and nothing else in it.

import type { BrowserWindow, BrowserWindowConstructorOptions, NativeTheme, Screen } from 'electron';
import { appAddress } from './appProtocol.ts';
import { minHeight, minWidth, readWindowState, writeWindowState } from './windowState.ts';

/** Written out although most are Electron's defaults: each is a point of its security checklist. */
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
  // Its dictionaries would be downloaded.
  spellcheck: false,
} as const;

/** A page whose process dies again and again is loaded no more often than this. */
const reloadPauseMs = 10_000;

export interface WindowOptions {
  Window: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  screen: Screen;
  nativeTheme: NativeTheme;
  dataFolder: string;
  preload: string;
}

/** Makes the window and loads our page; it shows itself when there is something to see. */
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
  window.on('close', () => keepWindowState(window, dataFolder));
  reloadAfterCrash(window);
  // A page that cannot be loaded shows as an empty window; the protocol answers every address.
  window.loadURL(appAddress).catch(() => {});
  return window;
}

/** Notes where the window stands; a window that is gone stays where it was. */
export function keepWindowState(window: BrowserWindow | null, dataFolder: string): void {
  if (window && !window.isDestroyed()) writeWindowState(dataFolder, window.getNormalBounds(), window.isMaximized());
}

/** The page holds nothing that the host does not have: a crashed one is simply loaded again. */
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
