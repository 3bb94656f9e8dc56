// The app's windows: sandboxed, context-isolated, without Node, and limited to our own page.

import type { BrowserWindow, BrowserWindowConstructorOptions, NativeTheme, Screen } from 'electron';
import { appAddressFor } from './appProtocol.ts';
import { minHeight, minWidth, readWindowState, type WindowSlot, writeWindowState } from './windowState.ts';

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

export interface AppWindow {
  window: BrowserWindow;
  /** Saves its position; no-op once it is closed. */
  saveState(): void;
}

/**
 * Creates a window and loads our page; becomes visible once there is something to show. `conversationId`: the one to
 * open; null: the last one. `others`: windows that it must not cover exactly; the first window has a position of its own.
 */
export function openWindow(
  { Window, screen, nativeTheme, dataFolder, preload }: WindowOptions,
  conversationId: string | null,
  others: readonly BrowserWindow[],
): AppWindow {
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const slot: WindowSlot = others.length === 0 ? 'first' : 'more';
  const taken = others.map((other) => other.getNormalBounds());
  const { maximized, ...bounds } = readWindowState(dataFolder, screens, slot, taken);
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
  const saveState = (): void => {
    if (!window.isDestroyed()) writeWindowState(dataFolder, slot, window.getNormalBounds(), window.isMaximized());
  };
  window.on('close', saveState);
  reloadAfterCrash(window);
  // The protocol answers every URL, so a failed load only leaves an empty window.
  window.loadURL(appAddressFor(conversationId)).catch(() => {});
  return { window, saveState };
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
