// The quick window: small, above all others, with one composer. It is hidden rather than closed, so that it opens at once.

import type { BrowserWindow, BrowserWindowConstructorOptions, NativeTheme, Screen } from 'electron';
import { quickAddress } from './appProtocol.ts';
import { reloadAfterCrash, webPreferences } from './window.ts';

export interface QuickParts {
  Window: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  screen: Pick<Screen, 'getCursorScreenPoint' | 'getDisplayNearestPoint'>;
  nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>;
  preload: string;
  onOpen(window: BrowserWindow): void;
}

export interface QuickWindow {
  /** True if it was hidden: it then starts a new message. */
  open(): boolean;
  /** `isLarge`: for a picture or a dialog; otherwise its earlier size. A hidden window stays hidden. */
  resize(isLarge: boolean): void;
  hide(): void;
  /** Closes it for good. */
  end(): void;
  window(): BrowserWindow | null;
}

const size = { width: 680, height: 360 };
const largeSize = { width: 960, height: 700 };

export function createQuickWindow(parts: QuickParts): QuickWindow {
  let window: BrowserWindow | null = null;
  /** Its size before it was made large; null: it is not. */
  let usual: number[] | null = null;

  function make(): BrowserWindow {
    const made = new parts.Window({
      ...size,
      minWidth: 420,
      minHeight: 220,
      show: false,
      frame: false,
      alwaysOnTop: true,
      skipTaskbar: true,
      fullscreenable: false,
      maximizable: false,
      title: 'Throughline',
      backgroundColor: parts.nativeTheme.shouldUseDarkColors ? '#17191c' : '#ffffff',
      webPreferences: { ...webPreferences, preload: parts.preload },
    });
    parts.onOpen(made);
    made.once('ready-to-show', () => show(made));
    made.on('closed', () => {
      window = null;
      usual = null;
    });
    reloadAfterCrash(made);
    made.loadURL(quickAddress).catch(() => {});
    return made;
  }

  const areaOfScreen = () => parts.screen.getDisplayNearestPoint(parts.screen.getCursorScreenPoint()).workArea;

  /** In the upper third of the screen that the pointer is on. */
  function place(one: BrowserWindow, [width = size.width, height = size.height] = one.getSize()): void {
    const area = areaOfScreen();
    one.setPosition(
      Math.round(area.x + (area.width - width) / 2),
      Math.round(area.y + Math.max(0, (area.height - height) / 3)),
    );
  }

  function show(one: BrowserWindow): void {
    place(one);
    one.show();
    one.focus();
  }

  return {
    open() {
      if (!window || window.isDestroyed()) {
        window = make();
        return false;
      }
      const isHidden = !window.isVisible();
      show(window);
      return isHidden;
    },
    resize(isLarge) {
      if (!window || window.isDestroyed() || isLarge === (usual !== null)) return;
      const now = window.getSize();
      const { width, height } = areaOfScreen();
      const [nowWidth = 0, nowHeight = 0] = now;
      const [nextWidth = size.width, nextHeight = size.height] = usual ?? [
        Math.min(width, Math.max(nowWidth, largeSize.width)),
        Math.min(height, Math.max(nowHeight, largeSize.height)),
      ];
      usual = isLarge ? now : null;
      window.setSize(nextWidth, nextHeight);
      place(window, [nextWidth, nextHeight]);
    },
    hide: () => window?.hide(),
    end: () => window?.destroy(),
    window: () => window,
  };
}
