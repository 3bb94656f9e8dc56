// The `electron` module for the app's own main.js on plain Node. Exports only what the desktop host uses: importing more fails.
// docs/decisions/testing-without-electron.md lists the differences from Electron.

import { EventEmitter } from 'node:events';
import { StandInApp, type Tell } from './appEvents.ts';
import { StandInContents, windowsOf } from './windows.ts';
import type { Asked, Asks, Sender } from './wire.ts';

type Details = { isMainFrame: boolean; requestingUrl: string };
type Answer = (allowed: boolean) => void;

const tell: Tell = (told) => void process.send?.(told);
const windows = windowsOf(() => app, tell);

export const app: StandInApp = new StandInApp(tell, () => {
  for (const window of windows.open.keys()) tell({ tell: 'close', window });
});
export const BrowserWindow = windows.Window;
export const ipcMain = new EventEmitter();

const pages = new Map<string, (request: Request) => Promise<Response>>();
export const protocol = {
  registerSchemesAsPrivileged(): void {},
  handle: (name: string, handler: (request: Request) => Promise<Response>) => void pages.set(name, handler),
};

let onRequest = (_: unknown, __: string, answer: Answer, ___: Details): void => answer(true);
let onCheck = (_: unknown, __: string, ___: string, ____: Details): boolean => true;
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: typeof onRequest) => {
      onRequest = handler;
    },
    setPermissionCheckHandler: (handler: typeof onCheck) => {
      onCheck = handler;
    },
    setDevicePermissionHandler(): void {},
    setDisplayMediaRequestHandler(): void {},
    availableSpellCheckerLanguages: ['en-US'],
    setSpellCheckerEnabled(): void {},
    setSpellCheckerLanguages(): void {},
    clearStorageData: async () => {},
  },
};

const system =
  (what: string) =>
  (...value: unknown[]): void =>
    tell({ tell: 'system', what, value: value.length === 1 ? value[0] : value });
export const shell = { openExternal: async (url: string) => system('open')(url), showItemInFolder: system('reveal') };
export const dialog = {
  showErrorBox: system('errorBox'),
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
};
type MenuItem = Electron.MenuItemConstructorOptions;
let menu: MenuItem[] = [];
export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => template,
  setApplicationMenu(template: MenuItem[]): void {
    menu = template;
  },
};
export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 }, scaleFactor: 1 };
export const screen = {
  getAllDisplays: () => [display],
  getCursorScreenPoint: () => ({ x: 0, y: 0 }),
  getDisplayNearestPoint: () => display,
};
export const clipboard = { readText: async () => '', writeText: async () => {} };
export const desktopCapturer = { getSources: async () => [] };
export const globalShortcut = { register: () => true, unregister(): void {} };
export const nativeImage = {};
export const powerSaveBlocker = { start: () => 1, stop(): void {} };
export const systemPreferences = {};
export { utilityProcess } from '../../../test/support/utilityProcess.ts';
export class Tray {}
export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return false;
  }
}

/** A foreign page, in a window that the app never created. */
const foreign = new StandInContents(0, tell);

function send({ from, channel, args }: Asks['ipc'][0]): null {
  const sender = from.window === 'foreign' ? foreign : contentsOf(from.window);
  const event = { sender, senderFrame: frameOf(sender, from) };
  if (from.frame === 'dead') {
    Object.defineProperty(event, 'senderFrame', {
      get() {
        throw new Error('Render frame was disposed before WebFrameMain could be accessed');
      },
    });
  }
  ipcMain.emit(channel, event, ...args);
  return null;
}

function frameOf(sender: StandInContents, { frame, url }: Sender): { url: string } | null {
  if (frame === 'gone') return null;
  if (frame === 'other') return { url };
  sender.mainFrame.url = url;
  return sender.mainFrame;
}

function contentsOf(id: number): StandInContents {
  return windowOf(id).webContents;
}

function windowOf(id: number): InstanceType<typeof BrowserWindow> {
  const window = windows.open.get(id);
  if (!window) throw new Error(`there is no window ${id}`);
  return window;
}

const itemOf = (items: readonly MenuItem[], label: string): MenuItem | undefined =>
  items.find((each) => each.label === label);

/** True if a listener for one of these events prevented the default. */
function prevented(contents: StandInContents, events: readonly string[], details: object): boolean {
  let stopped = false;
  for (const event of events) contents.emit(event, { ...details, preventDefault: () => (stopped = true) });
  return stopped;
}

const answers: { [What in keyof Asks]: (value: Asks[What][0]) => Asks[What][1] | Promise<Asks[What][1]> } = {
  async page({ url, method }) {
    const handler = pages.get(new URL(url).protocol.slice(0, -1));
    if (!handler) return { status: 404, headers: [], body: '' };
    const response = await handler(new Request(url, { method }));
    const body = Buffer.from(await response.arrayBuffer()).toString('base64');
    return { status: response.status, headers: [...response.headers], body };
  },
  ipc: send,
  navigate({ window, url, isMainFrame, redirect }) {
    const own = redirect ? 'will-redirect' : 'will-navigate';
    const events = isMainFrame ? [own, 'will-frame-navigate'] : ['will-frame-navigate'];
    return !prevented(contentsOf(window), events, { url, isMainFrame });
  },
  newWindow: ({ window, url }) => contentsOf(window).openHandler({ url }).action,
  permission({ permission, url, isMainFrame }) {
    const details = { isMainFrame, requestingUrl: url };
    let request = false;
    onRequest(null, permission, (allowed) => (request = allowed), details);
    return { request, check: onCheck(null, permission, url, details) };
  },
  loaded({ window, problem }) {
    windowOf(window).loaded(problem);
    return null;
  },
  moved({ window, bounds, maximized }) {
    Object.assign(windowOf(window), { bounds, maximized });
    return null;
  },
  resized({ window }) {
    windowOf(window).emit('resize');
    return null;
  },
  minimized({ window }) {
    windowOf(window).minimized = true;
    return null;
  },
  focused({ window }) {
    windowOf(window).emit('focus');
    return null;
  },
  shown({ window, url }) {
    windows.open.get(window)?.webContents.emit('did-navigate-in-page', {}, url, true);
    return null;
  },
  closed({ window }) {
    windows.open.get(window)?.end();
    return null;
  },
  gone({ window, reason }) {
    contentsOf(window).emit('render-process-gone', {}, { reason });
    return null;
  },
  second({ argv, data }) {
    app.emit('second-instance', {}, argv, '', data);
    return null;
  },
  menu({ path }) {
    let items = menu;
    for (const label of path.slice(0, -1)) items = (itemOf(items, label)?.submenu ?? []) as MenuItem[];
    (itemOf(items, path.at(-1) ?? '')?.click as (() => void) | undefined)?.();
    return items.flatMap(({ label, accelerator }) => (label ? [accelerator ? `${label} ${accelerator}` : label] : []));
  },
  quit() {
    app.quit();
    return null;
  },
};

process.on('message', ({ ask, id, value }: Asked) => {
  const answer = answers[ask] as (value: unknown) => unknown;
  void Promise.resolve(answer(value)).then((given) => tell({ tell: 'answer', id, value: given }));
});
// Without the test, nothing else would stop it.
process.on('disconnect', () => process.exit(1));
