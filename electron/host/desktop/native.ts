// Desktop-only features, behind their port.

import type { BrowserWindow, Dialog, App as ElectronApp, Shell } from 'electron';
import type { Native } from '../../ports/native.ts';
import { openPrivately } from './openExternally.ts';
import type { DesktopShell } from './shell.ts';
import { createStartProgram, type ForksPrograms } from './startProgram.ts';

export interface DesktopNativeParts {
  dialog: Dialog;
  shell: Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;
  app: Pick<ElectronApp, 'setBadgeCount'>;
  desktop: DesktopShell;
  currentWindow: () => BrowserWindow | null;
  openWindow: (conversationId: string) => void;
  takeOpened: Native['takeOpened'];
  utilityProcess: ForksPrograms;
}

export function createDesktopNative(parts: DesktopNativeParts): Native {
  const { dialog, shell, app, currentWindow, desktop } = parts;

  /** Empty if the user canceled. */
  async function ask(options: Electron.OpenDialogOptions): Promise<string[]> {
    const window = currentWindow();
    const picked = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
    return picked.canceled ? [] : picked.filePaths;
  }

  return {
    desktop,
    notify: async (notice) => desktop.notices.show(notice),
    async badge(count) {
      const window = currentWindow();
      // Without badge numbers, flash the window instead.
      if (window && !window.isDestroyed()) window.flashFrame(count > 0 && !window.isFocused());
      return app.setBadgeCount(count);
    },
    async pickFolder() {
      const picked = await ask({ properties: ['openDirectory', 'createDirectory'] });
      return { supported: true, path: picked[0] ?? null };
    },
    async pickFile(extensions) {
      const name = extensions.map((extension) => `.${extension}`).join(', ');
      const filters = extensions.length === 0 ? {} : { filters: [{ name, extensions: [...extensions] }] };
      const picked = await ask({ properties: ['openFile'], ...filters });
      return { supported: true, path: picked[0] ?? null };
    },
    async pickToImport(what) {
      const kind = what === 'files' ? 'openFile' : 'openDirectory';
      // Imported data is often in hidden folders.
      return { supported: true, paths: await ask({ properties: [kind, 'multiSelections', 'showHiddenFiles'] }) };
    },
    takeOpened: parts.takeOpened,
    openExternal: (address) => openPrivately(shell, address),
    async openWindow(conversationId) {
      parts.openWindow(conversationId);
      return { ticket: null };
    },
    startProgram: createStartProgram(parts.utilityProcess),
    async revealFile(path) {
      shell.showItemInFolder(path);
      return true;
    },
  };
}

/** A native dialog, which no page can draw, answer or change. Focuses the safe button. */
export async function confirmInDialog(
  dialog: Dialog,
  window: BrowserWindow | null,
  sentence: string,
): Promise<boolean> {
  const box = {
    type: 'warning',
    title: 'Throughline',
    message: 'Allow this?',
    detail: sentence,
    buttons: ['Cancel', 'Allow'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  } satisfies Electron.MessageBoxOptions;
  const open = window && !window.isDestroyed() ? window : null;
  const { response } = await (open ? dialog.showMessageBox(open, box) : dialog.showMessageBox(box));
  return response === 1;
}
