// The menu: the standard items with their standard shortcuts, so that copy and the window behave as everywhere.
// The size of everything is a setting, with commands and shortcuts of the window's own.

import type { MenuItemConstructorOptions } from 'electron';

export function menuTemplate(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const mac: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  return [
    ...mac,
    { role: 'fileMenu' },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [{ role: 'togglefullscreen' }, { type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }],
    },
    { role: 'windowMenu' },
  ];
}
