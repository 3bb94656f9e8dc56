// Electron's `BrowserWindow` and `webContents`, as far as the desktop host uses them. The test owns the actual page.

import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { StandInApp, Tell } from './appEvents.ts';

type OpenHandler = (details: { url: string }) => { action: string };

export class StandInContents extends EventEmitter {
  readonly mainFrame = { url: '' };
  openHandler: OpenHandler = () => ({ action: 'allow' });
  destroyed = false;
  private readonly window: number;
  private readonly tell: Tell;

  constructor(window: number, tell: Tell) {
    super();
    this.window = window;
    this.tell = tell;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }
  send(channel: string, ...args: unknown[]): void {
    if (this.destroyed) throw new Error('Object has been destroyed');
    this.tell({ tell: 'frame', window: this.window, channel, args });
  }
  reload(): void {
    this.tell({ tell: 'reload', window: this.window });
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
}

export class StandInWindow extends EventEmitter {
  readonly id: number;
  readonly webContents: StandInContents;
  readonly options: BrowserWindowConstructorOptions;
  bounds: Rectangle;
  maximized = false;
  minimized = false;
  /** Settles a pending `loadURL`. */
  loaded: (problem?: string) => void = () => {};
  private readonly tell: Tell;

  constructor(id: number, options: BrowserWindowConstructorOptions, tell: Tell) {
    super();
    this.id = id;
    this.options = options;
    this.tell = tell;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    this.webContents = new StandInContents(id, tell);
  }

  async loadURL(url: string): Promise<void> {
    const preload = this.options.webPreferences?.preload ?? '';
    this.loaded('superseded');
    const done = new Promise<string | undefined>((resolve) => {
      this.loaded = resolve;
    });
    this.tell({ tell: 'open', opened: { window: this.id, url, preload, bounds: this.bounds } });
    const problem = await done;
    if (problem !== undefined) throw new Error(problem);
    this.emit('ready-to-show');
  }

  isDestroyed(): boolean {
    return this.webContents.destroyed;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  fullScreen = false;
  isFullScreen(): boolean {
    return this.fullScreen;
  }
  setFullScreen(flag: boolean): void {
    this.fullScreen = flag;
  }
  focused = false;
  isFocused(): boolean {
    return this.focused;
  }
  getNormalBounds(): Rectangle {
    return this.bounds;
  }
  maximize(): void {
    this.maximized = true;
  }
  restore(): void {
    this.minimized = false;
    this.tell({ tell: 'system', what: 'restore', value: this.id });
  }
  isHidden = true;
  show(): void {
    this.isHidden = false;
  }
  flashFrame(): void {}
  focus(): void {
    this.focused = true;
    this.tell({ tell: 'front', window: this.id });
    this.emit('focus');
  }

  /** Emits the events that follow when the user closes the window. */
  end(): void {
    this.emit('close', {});
    this.destroy();
  }

  getSize(): [number, number] {
    return [this.bounds.width, this.bounds.height];
  }
  setSize(): void {}
  setPosition(): void {}
  isVisible(): boolean {
    return !this.isHidden;
  }
  hide(): void {
    this.isHidden = true;
    this.tell({ tell: 'system', what: 'hide', value: this.id });
  }

  destroy(): void {
    this.webContents.destroyed = true;
    this.webContents.emit('destroyed');
    this.emit('closed');
  }
}

/** The window class for the app, and its open windows. */
export function windowsOf(app: () => StandInApp, tell: Tell) {
  const open = new Map<number, StandInWindow>();
  let last = 0;
  class Window extends StandInWindow {
    constructor(options: BrowserWindowConstructorOptions) {
      super(++last, options, tell);
      open.set(this.id, this);
      this.on('closed', () => {
        open.delete(this.id);
        if (open.size === 0) app().emit('window-all-closed');
      });
      app().emit('web-contents-created', {}, this.webContents);
    }
  }
  return { Window, open };
}
