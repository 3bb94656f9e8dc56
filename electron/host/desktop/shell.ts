// The desktop app's conveniences, joined: menus, tray, quick window, shortcut, spell checker, power. Each is off until a
// setting turns it on.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Clipboard,
  DesktopCapturer,
  App as ElectronApp,
  GlobalShortcut,
  Menu,
  MenuItemConstructorOptions,
  PowerSaveBlocker,
  Screen,
  Session,
  Shell,
  SystemPreferences,
  WebContents,
} from 'electron';
import { toUserTextData } from '../../../shared/core/sentence.ts';
import { type DesktopLabels, desktopLabels } from '../../../shared/features/desktop/labels.ts';
import type { DesktopDescription, DesktopEvent, WindowRequest } from '../../../shared/features/desktop/methods.ts';
import type { DesktopNative, NativeNotice } from '../../ports/native.ts';
import { appAddressFor } from './appProtocol.ts';
import { type CaptureParts, createCapture } from './capture.ts';
import { addContextMenu } from './contextMenu.ts';
import { createKeepAwake } from './keepAwake.ts';
import { menuTemplate } from './menu.ts';
import { createNotices, type Notices } from './notices.ts';
import { createQuickKeys } from './quickKeys.ts';
import { createQuickWindow } from './quickWindow.ts';
import { applySpelling } from './spelling.ts';
import { createSystemMenus } from './systemMenus.ts';
import { createTray, type TrayParts } from './tray.ts';
import type { Windows } from './windows.ts';

export interface ShellParts {
  app: ElectronApp;
  Window: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  Menu: typeof Menu;
  Notification: typeof Electron.Notification;
  Tray: TrayParts['Tray'];
  clipboard: Clipboard;
  desktopCapturer: DesktopCapturer;
  globalShortcut: GlobalShortcut;
  nativeImage: TrayParts['nativeImage'];
  nativeTheme: TrayParts['nativeTheme'];
  powerSaveBlocker: PowerSaveBlocker;
  screen: Screen;
  /** Exists once the app is ready. */
  session: () => Session;
  shell: Shell;
  systemPreferences: SystemPreferences;
}

export interface ShellOptions {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  execPath: string;
  preload: string;
  windows(): Windows | null;
  /** Opens a window for the app's own page, with its connection. */
  admit(window: BrowserWindow): void;
  /** Waits until a hidden window has faded out. */
  afterFading?: () => Promise<void>;
}

/** In milliseconds. Systems fade windows out, and none reports the end of that; a frame taken meanwhile shows part of it. */
const fadingMs = 150;
/** Milliseconds to wait for a window to be hidden: not every window manager confirms it. */
const hidingMs = 500;
const oneFrame = { types: ['screen'] as ['screen'], thumbnailSize: { width: 1, height: 1 } };

export interface DesktopShell extends DesktopNative {
  notices: Notices;
  /** Before the first window. */
  begin(): void;
  /** After the first windows: opens what was wanted before. */
  openWanted(): void;
  /** The quick window's page, while the user is in it: only it may see the screen and the clipboard. */
  isQuickInUse(contents: WebContents): boolean;
  /** Adds the menu of a right click. */
  addMenu(contents: WebContents): void;
  /** The last window was closed; true: the app stays, in the tray. */
  staysWithoutWindows(): boolean;
  close(): void;
}

export function createShell(parts: ShellParts, options: ShellOptions): DesktopShell {
  const { app, Menu } = parts;
  const { platform } = options;
  const isWayland = platform === 'linux' && options.env.XDG_SESSION_TYPE === 'wayland';
  const listeners = new Set<(event: DesktopEvent) => void>();
  let labels: DesktopLabels = { ...desktopLabels };
  let commands: DesktopDescription['commands'] = [];
  /** For the next window that connects. */
  let unread: WindowRequest[] = [];
  /** The connections of the windows that receive requests. */
  const listening = new Set<string>();
  let hasToldOfTray = false;
  let wantsAwake = false;
  let isWorking = false;

  const publish = (event: DesktopEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const toFront = (): void => {
    const windows = options.windows();
    if (windows && windows.count() === 0) windows.open(appAddressFor(null));
    else windows?.toFront();
  };
  function ask(request: WindowRequest): void {
    const count = options.windows()?.count() ?? 0;
    toFront();
    // A window that still loads would miss the event, and the others leave it to that window.
    if (count === 0 || listening.size < count) unread.push(request);
    else publish({ type: 'window.request', request });
  }
  /** Wanted before a window could be connected; null: they can be now. */
  let waiting: Set<() => void> | null = new Set();
  const whenOpen = (open: () => void) => (): void => {
    if (waiting) waiting.add(open);
    else open();
  };
  const newWindow = whenOpen(() => options.windows()?.open(appAddressFor(null)));
  const quickWindow = createQuickWindow({ ...parts, preload: options.preload, onOpen: options.admit });
  const quick = whenOpen(() => {
    if (quickWindow.open()) publish({ type: 'quick.reopened' });
  });
  const { afterFading = () => sleep(fadingMs) } = options;
  const notices = createNotices({ Notification: parts.Notification, platform, toFront });
  const tray = createTray({
    ...parts,
    platform,
    labels: () => labels,
    ask,
    toFront,
    quick,
    quit: () => app.quit(),
  });
  const systemMenus = createSystemMenus({ app, Menu, platform, execPath: options.execPath, ask, newWindow, quick });
  const quickKeys = createQuickKeys(parts.globalShortcut, quick);
  const keepAwake = createKeepAwake(parts.powerSaveBlocker);
  const captureParts: CaptureParts = {
    ...parts,
    platform,
    isWayland,
    ownSources: () => [quickWindow.window()?.getMediaSourceId() ?? ''],
    async withoutQuick(capture) {
      const window = quickWindow.window();
      const isShown = window?.isVisible() ?? false;
      const hidden = isShown && window ? once(window, 'hide', { signal: AbortSignal.timeout(hidingMs) }) : null;
      quickWindow.hide();
      try {
        await hidden?.catch(() => {});
        // Once the system has delivered a frame, what was behind the window is painted. On Wayland each frame asks the user,
        // who takes longer than that.
        if (isShown && !isWayland) await parts.desktopCapturer.getSources(oneFrame).catch(() => {});
        if (isShown) await afterFading();
        return await capture();
      } finally {
        if (isShown) quickWindow.open();
      }
    },
  };
  const capture = createCapture(captureParts);

  function drawMenu(): void {
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(menuTemplate({ platform, labels, commands, ask, newWindow, quick })),
    );
  }
  function followWork(): void {
    if (keepAwake.set(wantsAwake && isWorking)) publish({ type: 'desktop.changed' });
  }

  return {
    notices,
    begin: drawMenu,
    openWanted() {
      const opens = waiting ?? [];
      waiting = null;
      for (const open of opens) open();
    },
    isQuickInUse: (contents) => {
      const window = quickWindow.window();
      return window?.webContents === contents && window.isVisible() && window.isFocused();
    },
    toFront,
    addMenu: (contents) =>
      addContextMenu(contents, {
        shell: parts.shell,
        clipboard: parts.clipboard,
        labels: () => labels,
        popup: (template: MenuItemConstructorOptions[]) => Menu.buildFromTemplate(template).popup(),
      }),
    staysWithoutWindows() {
      if (!tray.isShown()) {
        quickWindow.end();
        return false;
      }
      if (!hasToldOfTray) notices.show(keptNotice(labels));
      hasToldOfTray = true;
      return true;
    },
    close() {
      quickKeys.set('');
      keepAwake.set(false);
      tray.set(false);
      quickWindow.hide();
    },
    status: () => ({
      platform: platform === 'darwin' ? 'mac' : platform === 'win32' ? 'windows' : 'linux',
      isWayland,
      quickKeys: quickKeys.state(),
      spellLanguages: platform === 'darwin' ? [] : parts.session().availableSpellCheckerLanguages,
      isAwake: keepAwake.isAwake(),
      hasTray: tray.isShown(),
    }),
    describe(description, connectionId) {
      listening.add(connectionId);
      labels = { ...desktopLabels, ...description.labels };
      ({ commands } = description);
      drawMenu();
      systemMenus.describe(labels);
      const requests = unread;
      unread = [];
      return requests;
    },
    disconnected: (connectionId) => void listening.delete(connectionId),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow(settings) {
      tray.set(settings.trayIcon);
      quickKeys.set(settings.quickKeys);
      applySpelling(parts.session(), platform, settings.spellLanguages);
      wantsAwake = settings.keepAwake;
      followWork();
      publish({ type: 'desktop.changed' });
    },
    work(rows) {
      tray.show(rows);
      notices.withdraw((id) => rows.some((row) => row.id === id && row.activity === 'waiting'));
      isWorking = rows.some(({ activity }) => activity === 'running');
      followWork();
    },
    opened: systemMenus.opened,
    async scrubStorage() {
      try {
        // Without an origin, Chromium also rewrites the database.
        await parts.session().clearStorageData({ storages: ['localstorage'] });
        return true;
      } catch {
        return false;
      }
    },
    sources: async () => {
      const { sources, problem } = await capture.sources();
      return { sources, problem: problem === null ? null : toUserTextData(problem) };
    },
    capture: capture.capture,
    selection: capture.selection,
    quick: (isOpen) => (isOpen ? quick() : quickWindow.hide()),
    resizeQuick: quickWindow.resize,
    ask,
    newWindow,
  };
}

/** Explains that the app did not end with its last window. */
function keptNotice(labels: DesktopLabels): NativeNotice {
  return { title: labels.keptTitle, body: labels.keptBody, conversationId: '', onClick: () => {} };
}
