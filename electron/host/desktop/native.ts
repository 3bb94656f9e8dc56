// Desktop-only features, behind their port.

import type { BrowserWindow, Dialog, App as ElectronApp, Notification, Shell } from 'electron';
import type { Native } from '../../ports/native.ts';
import { openPrivately } from './openExternally.ts';

export interface DesktopNativeParts {
  dialog: Dialog;
  shell: Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;
  app: Pick<ElectronApp, 'setBadgeCount'>;
  Notification: typeof Notification;
  currentWindow: () => BrowserWindow | null;
  /** Brings the window to the front, creating one if needed. */
  toFront: () => void;
  openWindow: (conversationId: string) => void;
}

/** Notifications to keep so that clicks on them work; older ones are closed. */
const maxNotices = 20;

export function createDesktopNative(parts: DesktopNativeParts): Native {
  const { dialog, shell, app, currentWindow, toFront } = parts;
  // A garbage-collected notification loses its click handler.
  const openNotifications: Notification[] = [];

  function drop(notice: Notification): void {
    const at = openNotifications.indexOf(notice);
    if (at >= 0) openNotifications.splice(at, 1);
  }

  /** Empty if the user canceled. */
  async function ask(options: Electron.OpenDialogOptions): Promise<string[]> {
    const window = currentWindow();
    const picked = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
    return picked.canceled ? [] : picked.filePaths;
  }

  return {
    async notify({ title, body, onClick }) {
      if (!parts.Notification.isSupported()) return false;
      const notice = new parts.Notification({ title, body });
      openNotifications.push(notice);
      for (const old of openNotifications.splice(0, Math.max(0, openNotifications.length - maxNotices))) old.close();
      notice.on('click', () => {
        drop(notice);
        toFront();
        onClick();
      });
      notice.on('failed', () => drop(notice));
      notice.show();
      return true;
    },
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
    async pickToImport(what) {
      const kind = what === 'files' ? 'openFile' : 'openDirectory';
      // Imported data is often in hidden folders.
      return { supported: true, paths: await ask({ properties: [kind, 'multiSelections', 'showHiddenFiles'] }) };
    },
    openExternal: (address) => openPrivately(shell, address),
    async openWindow(conversationId) {
      parts.openWindow(conversationId);
      return { ticket: null };
    },
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
