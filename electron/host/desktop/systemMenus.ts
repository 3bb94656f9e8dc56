// Fills the menus at the app's icon: recent folders and tasks (Windows jump list, macOS Dock). On Linux the desktop
// entry has the same actions, with the same arguments.

import type { App, Menu } from 'electron';
import type { DesktopLabels } from '../../../shared/features/desktop/labels.ts';
import type { WindowRequest } from '../../../shared/features/desktop/methods.ts';
import { startActions } from './startWish.ts';

export interface SystemMenuParts {
  app: Pick<App, 'addRecentDocument'> & Partial<Pick<App, 'setJumpList' | 'dock'>>;
  Menu: Pick<typeof Menu, 'buildFromTemplate'>;
  platform: NodeJS.Platform;
  /** The app's own binary. */
  execPath: string;
  ask(request: WindowRequest): void;
  newWindow(): void;
  quick(): void;
}

export interface SystemMenus {
  /** Names their entries. */
  describe(labels: DesktopLabels): void;
  /** The user works in this folder. */
  opened(folder: string): void;
}

const maxFolders = 8;

export function createSystemMenus(parts: SystemMenuParts): SystemMenus {
  const { app, platform } = parts;
  let folders: string[] = [];
  let labels: DesktopLabels | null = null;

  function show(): void {
    if (!labels) return;
    if (platform === 'win32') jumpList(labels);
    if (platform === 'darwin') {
      app.dock?.setMenu(
        parts.Menu.buildFromTemplate([
          { label: labels.newChat, click: () => parts.ask({ what: 'newChat', folder: null }) },
          { label: labels.newWindow, click: parts.newWindow },
          { label: labels.quick, click: parts.quick },
        ]),
      );
    }
  }

  function jumpList(words: DesktopLabels): void {
    const task = (title: string, args: string): Electron.JumpListItem => ({
      type: 'task',
      title,
      program: parts.execPath,
      args,
    });
    try {
      // Windows drops what the user has removed there.
      app.setJumpList?.([
        { type: 'custom', name: words.recent, items: folders.map((folder) => task(nameOf(folder), quoted(folder))) },
        {
          type: 'tasks',
          items: [
            task(words.newChat, startActions.newChat),
            task(words.newWindow, startActions.newWindow),
            task(words.quick, startActions.quick),
          ],
        },
      ]);
    } catch {
      // The user's policies may forbid lists.
    }
  }

  return {
    describe(words) {
      labels = words;
      show();
    },
    opened(folder) {
      if (folders[0] === folder) return;
      folders = [folder, ...folders.filter((each) => each !== folder)].slice(0, maxFolders);
      app.addRecentDocument(folder);
      if (platform === 'win32') show();
    },
  };
}

function nameOf(folder: string): string {
  return folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;
}

/** One argument for Windows: a folder's name has no quotes, but may end with a backslash, which would escape one. */
function quoted(folder: string): string {
  return `"${folder.replace(/(\\+)$/, '$1$1')}"`;
}
