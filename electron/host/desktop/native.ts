// What only a desktop can do, behind the port.

import type { BrowserWindow, Dialog, Shell } from 'electron';
import type { Native } from '../../ports/native.ts';
import { openOutside } from './outside.ts';

export function desktopNative(
  dialog: Dialog,
  shell: Pick<Shell, 'openExternal'>,
  currentWindow: () => BrowserWindow | null,
): Native {
  return {
    async pickFolder() {
      const options = { properties: ['openDirectory', 'createDirectory'] } satisfies Electron.OpenDialogOptions;
      const window = currentWindow();
      const picked = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
      return { supported: true, path: picked.canceled ? null : (picked.filePaths[0] ?? null) };
    },
    openExternal: async (address) => openOutside(shell, address),
  };
}
