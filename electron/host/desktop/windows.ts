// The app's open windows: opens, restores and saves them, and knows which one the user was in last.

import type { BrowserWindow } from 'electron';
import { appAddressFor } from './appProtocol.ts';
import { type AppWindow, openWindow, type WindowOptions } from './window.ts';
import { maxWindows, type OpenWindow, readOpenWindows, writeWindows } from './windowState.ts';

/** After a change, in milliseconds: a killed app loses no more than this. */
const saveAfterMs = 300;

export interface Windows {
  /** The one that last had the focus. */
  current(): BrowserWindow | null;
  count(): number;
  /** Opens one with this URL of the page. Beyond the maximum, shows the current one instead. */
  open(address: string): void;
  /** Opens the windows that were open when the app last ran, or one. */
  restore(): void;
  /** Shows the current one, if any. */
  toFront(): void;
  /** Call before they close at the end of the app. */
  save(): void;
  /** Closes all for good, after `save`. */
  end(): void;
}

export interface WindowsOptions extends WindowOptions {
  /** Nothing is saved: a newer version wrote this data. */
  readOnly: boolean;
  onOpen(window: BrowserWindow): void;
  /** The user closed the last one. */
  onLastClosed(): void;
}

export function createWindows(options: WindowsOptions): Windows {
  const { dataFolder, screen, readOnly } = options;
  /** The one that last had the focus comes last. */
  let windows: AppWindow[] = [];
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;

  function save(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const open = windows.filter(({ window }) => !window.isDestroyed());
    if (open.length > 0 && !isOver && !readOnly) {
      writeWindows(
        dataFolder,
        screen.getAllDisplays(),
        open.map((each) => each.seen()),
      );
    }
  }

  function saveSoon(): void {
    timer ??= setTimeout(save, saveAfterMs).unref();
  }

  function add(address: string, saved: OpenWindow | null): void {
    const others = windows.map(({ window }) => window);
    const opened = openWindow(options, { address, saved, others }, saveSoon);
    const without = (): AppWindow[] => windows.filter((each) => each !== opened);
    const { window } = opened;
    windows.push(opened);
    options.onOpen(window);
    window.on('focus', () => {
      windows = [...without(), opened];
      saveSoon();
    });
    // While its bounds can still be read. The last window stays in the file: the next start opens it again.
    window.on('close', save);
    window.on('closed', () => {
      windows = without();
      if (windows.length > 0) saveSoon();
      else if (!isOver) options.onLastClosed();
    });
  }

  function toFront(): void {
    const window = windows.at(-1)?.window;
    if (!window) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  return {
    current: () => windows.at(-1)?.window ?? null,
    count: () => windows.length,
    open: (address) => (windows.length < maxWindows ? add(address, null) : toFront()),
    restore() {
      const openBefore = readOpenWindows(dataFolder, screen.getAllDisplays());
      for (const each of openBefore) add(appAddressFor(each.conversationId, each.beside), each);
      if (openBefore.length === 0) add(appAddressFor(null), null);
    },
    toFront,
    save() {
      save();
      isOver = true;
    },
    end() {
      for (const { window } of windows) window.destroy();
    },
  };
}
