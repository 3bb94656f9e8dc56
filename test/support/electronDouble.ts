// A double of the part of Electron that the desktop host uses: tests send events into it and inspect what the host set.
// It makes no decisions in Electron's place.

import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, MessageBoxOptions, Session, WindowOpenHandlerResponse } from 'electron';
import { systemDouble } from './systemDouble.ts';

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;

export class FakeFrame {
  url: string;

  constructor(url: string) {
    this.url = url;
  }
}

export class FakeContents extends EventEmitter {
  mainFrame = new FakeFrame('throughline://app/');
  sent: unknown[][] = [];
  reloads = 0;
  destroyed = false;
  private openHandler: ((details: { url: string }) => WindowOpenHandlerResponse) | null = null;

  send(...message: unknown[]): void {
    this.sent.push(message);
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  reload(): void {
    this.reloads++;
  }

  setWindowOpenHandler(handler: (details: { url: string }) => WindowOpenHandlerResponse): void {
    this.openHandler = handler;
  }

  /** The result of a page's window.open. */
  open(url: string): WindowOpenHandlerResponse | undefined {
    return this.openHandler?.({ url });
  }

  /** Emits a cancelable event; true if it was prevented. */
  prevented(name: string, details: Record<string, unknown> = {}): boolean {
    let prevented = false;
    const event = {
      ...details,
      preventDefault() {
        prevented = true;
      },
    };
    this.emit(name, event);
    return prevented;
  }
}

class FakeWindow extends EventEmitter {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents = new FakeContents();
  readonly did: string[] = [];
  readonly flashes: boolean[] = [];
  focused = false;
  minimized = false;
  destroyed = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
  }

  async loadURL(address: string): Promise<void> {
    this.did.push(`load ${address}`);
  }

  show(): void {
    this.did.push('show');
  }

  focus(): void {
    this.did.push('focus');
  }

  restore(): void {
    this.minimized = false;
    this.did.push('restore');
  }

  maximize(): void {
    this.did.push('maximize');
  }

  isFocused(): boolean {
    return this.focused;
  }

  flashFrame(flag: boolean): void {
    this.flashes.push(flag);
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  isMaximized(): boolean {
    return false;
  }

  isFullScreen(): boolean {
    return false;
  }

  setFullScreen(flag: boolean): void {
    this.did.push(`fullScreen ${flag}`);
  }

  isVisible(): boolean {
    return this.did.findLast((each) => each === 'show' || each === 'hide') === 'show';
  }

  hide(): void {
    this.did.push('hide');
    this.emit('hide');
  }

  getSize(): [number, number] {
    return [this.options.width ?? 0, this.options.height ?? 0];
  }

  setSize(width: number, height: number): void {
    Object.assign(this.options, { width, height });
    this.did.push(`size ${width} ${height}`);
  }

  setPosition(x: number, y: number): void {
    this.did.push(`move ${x} ${y}`);
  }

  getMediaSourceId(): string {
    return 'window:own';
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('closed');
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  getNormalBounds() {
    return { x: 10, y: 20, width: 900, height: 700 };
  }
}

/** A notification's options and events. */
class FakeNotification extends EventEmitter {
  readonly options: { title?: string; body?: string };
  readonly did: string[] = [];

  constructor(options: { title?: string; body?: string }) {
    super();
    this.options = options;
  }

  show(): void {
    this.did.push('show');
  }

  close(): void {
    this.did.push('close');
  }
}

class FakeApp extends EventEmitter {
  isPackaged = false;
  sandboxed = false;
  paths: Record<string, string> = {};
  exits: number[] = [];
  quits = 0;
  isFirst = true;
  /** Numbers that were shown on its icon. */
  readonly badges: number[] = [];
  readonly recent: string[] = [];
  jumpList: unknown = null;
  /** Calls in order, with `ready` where the app became ready. */
  readonly order: string[] = [];

  enableSandbox(): void {
    this.sandboxed = true;
    this.order.push('enableSandbox');
  }

  setName(): void {}

  addRecentDocument(path: string): void {
    this.recent.push(path);
  }

  setJumpList(list: unknown): void {
    this.jumpList = list;
  }

  setBadgeCount(count: number): boolean {
    this.badges.push(count);
    return true;
  }

  setPath(name: string, path: string): void {
    this.paths[name] = path;
  }

  requestSingleInstanceLock(): boolean {
    return this.isFirst;
  }

  async whenReady(): Promise<void> {
    this.order.push('ready');
  }

  exit(code: number): void {
    this.exits.push(code);
  }

  /** Like Electron: asks first, and continues only if nobody objects. */
  quit(): void {
    this.quits++;
    let prevented = false;
    this.emit('before-quit', {
      preventDefault() {
        prevented = true;
      },
    });
    if (!prevented) this.exits.push(0);
  }
}

/** The exports of `electron` that the host imports. */
export function electronDouble() {
  const app = new FakeApp();
  const windows: FakeWindow[] = [];
  const schemes: { scheme: string; privileges?: Record<string, unknown> }[] = [];
  const handlers = new Map<string, (request: Request) => Promise<Response>>();
  const permissions: {
    request?: RequestHandler;
    check?: CheckHandler;
    device?: () => boolean;
    display?: (request: unknown, answer: (streams: object) => void) => void;
  } = {};
  const opened: string[] = [];
  /** Files that were opened with the system's default app. */
  const openedPaths: string[] = [];
  /** Files that were revealed in the file manager. */
  const revealed: string[] = [];
  const boxes: MessageBoxOptions[] = [];
  /** The buttons to press in turn; the first one by default. */
  const boxAnswers: number[] = [];
  const errorBoxes: string[] = [];
  const picks: { canceled: boolean; filePaths: string[] }[] = [];
  const menus: unknown[] = [];
  const notifications: FakeNotification[] = [];
  const notified = { supported: true };
  const system = systemDouble();

  class BrowserWindow extends FakeWindow {
    constructor(options: BrowserWindowConstructorOptions) {
      super(options);
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
  }

  class Notification extends FakeNotification {
    static isSupported(): boolean {
      return notified.supported;
    }

    constructor(options: { title?: string; body?: string }) {
      super(options);
      notifications.push(this);
    }
  }

  return {
    notifications,
    /** Whether the system supports notifications. */
    notified,
    app,
    windows,
    schemes,
    permissions,
    opened,
    openedPaths,
    revealed,
    boxes,
    boxAnswers,
    errorBoxes,
    picks,
    menus,
    system: system.state,
    /** The response to a page that requests `address`. */
    fetchPage(address: string, method = 'GET'): Promise<Response> | undefined {
      // A Request rejects custom schemes; the host reads only these two fields.
      return handlers.get(new URL(address).protocol.slice(0, -1))?.({ url: address, method } as Request);
    },
    electron: {
      app,
      BrowserWindow,
      Notification,
      ipcMain: new EventEmitter(),
      protocol: {
        registerSchemesAsPrivileged(added: typeof schemes) {
          app.order.push('registerSchemesAsPrivileged');
          schemes.push(...added);
        },
        handle: (scheme: string, handler: (request: Request) => Promise<Response>) => handlers.set(scheme, handler),
      },
      session: {
        defaultSession: {
          setPermissionRequestHandler(handler: RequestHandler) {
            permissions.request = handler;
          },
          setPermissionCheckHandler(handler: CheckHandler) {
            permissions.check = handler;
          },
          ...system.speller,
          setDevicePermissionHandler(handler: () => boolean) {
            permissions.device = handler;
          },
          setDisplayMediaRequestHandler(handler: (request: unknown, answer: (streams: object) => void) => void) {
            permissions.display = handler;
          },
        },
      },
      shell: {
        async openExternal(address: string) {
          opened.push(address);
        },
        async openPath(path: string) {
          openedPaths.push(path);
          return '';
        },
        showItemInFolder: (path: string) => void revealed.push(path),
      },
      dialog: {
        showErrorBox: (_title: string, sentence: string) => void errorBoxes.push(sentence),
        /** With or without the window, like Electron. */
        async showMessageBox(...given: object[]) {
          boxes.push(given.at(-1) as MessageBoxOptions);
          return { response: boxAnswers.shift() ?? 0, checkboxChecked: false };
        },
        showOpenDialog: async () => picks.shift() ?? { canceled: true, filePaths: [] },
      },
      Menu: {
        buildFromTemplate: (template: unknown) => template,
        setApplicationMenu: (menu: unknown) => void menus.push(menu),
      },
      ...system.electron,
    },
  };
}

export type ElectronDouble = ReturnType<typeof electronDouble>;
