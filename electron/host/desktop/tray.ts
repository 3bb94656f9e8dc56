// The icon in the system's tray, if the user wants one: its state, and a menu of what needs the user and what runs.

import type { Menu, MenuItemConstructorOptions, NativeImage, NativeTheme, Tray } from 'electron';
import { visibleText } from '../../../shared/core/visibleText.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { DesktopLabels } from '../../../shared/features/desktop/labels.ts';
import type { WindowRequest } from '../../../shared/features/desktop/methods.ts';
import { type TrayState, trayBitmap } from './trayIcon.ts';

export interface TrayParts {
  Tray: new (image: NativeImage) => Tray;
  Menu: Pick<typeof Menu, 'buildFromTemplate'>;
  nativeImage: { createFromBitmap(bitmap: Buffer, size: Electron.CreateFromBitmapOptions): NativeImage };
  nativeTheme: Pick<NativeTheme, 'on' | 'shouldUseDarkColors' | 'shouldUseDarkColorsForSystemIntegratedUI'>;
  platform: NodeJS.Platform;
  labels(): DesktopLabels;
  ask(request: WindowRequest): void;
  toFront(): void;
  quick(): void;
  quit(): void;
}

export interface TrayIcon {
  /** Shows or removes it. */
  set(isOn: boolean): void;
  show(rows: readonly ConversationRow[]): void;
  isShown(): boolean;
}

const maxItems = 8;
const maxTitleLength = 60;

export function createTray(parts: TrayParts): TrayIcon {
  let tray: Tray | null = null;
  let rows: readonly ConversationRow[] = [];
  let drawn = '';

  function image(state: TrayState): NativeImage {
    const isMac = parts.platform === 'darwin';
    const { shouldUseDarkColorsForSystemIntegratedUI: dark = parts.nativeTheme.shouldUseDarkColors } =
      parts.nativeTheme;
    // macOS colors a template itself.
    const shade = isMac || !dark ? 0 : 255;
    const of = (pixels: number): Buffer => trayBitmap(state, pixels, shade);
    const made = parts.nativeImage.createFromBitmap(of(16), { width: 16, height: 16 });
    for (const scaleFactor of [1.5, 2, 3]) {
      const pixels = 16 * scaleFactor;
      made.addRepresentation({
        scaleFactor,
        width: pixels,
        height: pixels,
        buffer: parts.nativeImage.createFromBitmap(of(pixels), { width: pixels, height: pixels }).toPNG(),
      });
    }
    if (isMac) made.setTemplateImage(true);
    return made;
  }

  function draw(): void {
    if (!tray) return;
    const words = parts.labels();
    const waiting = rows.filter(({ activity }) => activity === 'waiting');
    const running = rows.filter(({ activity }) => activity === 'running');
    const state = waiting.length > 0 ? 'needsYou' : running.length > 0 ? 'working' : 'idle';
    const dark = parts.nativeTheme.shouldUseDarkColors;
    const titles = [...waiting, ...running].map(({ id, title, activity }) => [id, title, activity]);
    const next = JSON.stringify([state, dark, words, titles]);
    if (next === drawn) return;
    drawn = next;
    tray.setImage(image(state));
    tray.setToolTip(
      {
        needsYou: `${words.needsYou}: ${waiting.length}`,
        working: `${words.running}: ${running.length}`,
        idle: words.idle,
      }[state],
    );
    tray.setContextMenu(parts.Menu.buildFromTemplate(trayTemplate(parts, waiting, running)));
  }

  parts.nativeTheme.on('updated', draw);
  return {
    set(isOn) {
      if (isOn === (tray !== null)) return;
      if (tray) {
        tray.destroy();
        tray = null;
      } else {
        tray = new parts.Tray(image('idle'));
        // Where a click opens the menu, the system does that itself.
        if (parts.platform === 'win32') tray.on('click', parts.toFront);
      }
      drawn = '';
      draw();
    },
    show(now) {
      rows = now;
      draw();
    },
    isShown: () => tray !== null,
  };
}

function trayTemplate(
  { labels, ask, toFront, quick, quit }: Pick<TrayParts, 'labels' | 'ask' | 'toFront' | 'quick' | 'quit'>,
  waiting: readonly ConversationRow[],
  running: readonly ConversationRow[],
): MenuItemConstructorOptions[] {
  const words = labels();
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const list = (label: string, rows: readonly ConversationRow[]): MenuItemConstructorOptions[] =>
    rows.length === 0
      ? []
      : [
          { label, enabled: false },
          ...rows.slice(0, maxItems).map(
            ({ id, title }): MenuItemConstructorOptions => ({
              label: itemTitle(title) || words.untitled,
              click: () => ask({ what: 'show', conversationId: id }),
            }),
          ),
          separator,
        ];
  return [
    ...list(words.needsYou, waiting),
    ...list(words.running, running),
    { label: words.show, click: toFront },
    { label: words.newChat, click: () => ask({ what: 'newChat', folder: null }) },
    { label: words.quick, click: quick },
    separator,
    { label: words.quit, click: quit },
  ];
}

/** An ampersand would mark a letter for the keyboard. */
function itemTitle(title: string): string {
  const text = visibleText(title).replaceAll('&', '&&');
  return text.length > maxTitleLength ? `${text.slice(0, maxTitleLength - 1)}…` : text;
}
