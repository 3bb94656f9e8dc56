// The application menu, in the window's language once a window has sent its words. Excludes zoom, which the window
// implements as a setting.

import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopLabels } from '../../../shared/features/desktop/labels.ts';
import type { DesktopDescription, WindowRequest } from '../../../shared/features/desktop/methods.ts';

export interface MenuParts {
  platform: NodeJS.Platform;
  labels: DesktopLabels;
  /** The window's commands; none before a window has sent them. */
  commands: DesktopDescription['commands'];
  ask(request: WindowRequest): void;
  newWindow(): void;
  quick(): void;
}

/** The window's commands by menu; they are left out until their titles are known. */
const fileCommands = ['chat.new', 'folder.open', 'import.open'];
const findCommands = ['find.open', 'search.open', 'palette.open'];
const viewCommands = ['sidebar.toggle', 'page.activity'];

const separator: MenuItemConstructorOptions = { type: 'separator' };

export function menuTemplate(parts: MenuParts): MenuItemConstructorOptions[] {
  const { platform, labels } = parts;
  const isMac = platform === 'darwin';
  const settings = commandItems(parts, ['settings.open', 'updates.check']);
  const mac: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      ...settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit', label: labels.quit },
    ],
  };
  const file: MenuItemConstructorOptions = {
    role: 'fileMenu',
    label: labels.file,
    submenu: [
      ...commandItems(parts, fileCommands.slice(0, 1)),
      { label: labels.newWindow, accelerator: 'CommandOrControl+Alt+N', click: parts.newWindow },
      { label: labels.quick, click: parts.quick },
      ...commandItems(parts, fileCommands.slice(1)),
      // Only macOS has this menu; elsewhere, recent folders are in the icon's own menu.
      ...(isMac
        ? [{ role: 'recentDocuments', label: labels.recent, submenu: [{ role: 'clearRecentDocuments' }] }]
        : []),
      separator,
      ...(isMac ? [] : settings),
      { role: 'close', label: labels.closeWindow },
      ...(isMac ? [] : [{ role: 'quit', label: labels.quit }]),
    ] as MenuItemConstructorOptions[],
  };
  return [
    ...(isMac ? [mac] : []),
    file,
    {
      role: 'editMenu',
      label: labels.edit,
      submenu: [
        { role: 'undo', label: labels.undo },
        { role: 'redo', label: labels.redo },
        separator,
        { role: 'cut', label: labels.cut },
        { role: 'copy', label: labels.copy },
        { role: 'paste', label: labels.paste },
        { role: 'selectAll', label: labels.selectAll },
        separator,
        ...commandItems(parts, findCommands),
      ],
    },
    {
      label: labels.view,
      submenu: [
        ...commandItems(parts, viewCommands),
        separator,
        { role: 'togglefullscreen', label: labels.fullScreen },
        separator,
        { role: 'reload', label: labels.reload },
        { role: 'toggleDevTools', label: labels.developerTools },
      ],
    },
    isMac
      ? { role: 'windowMenu', label: labels.window }
      : {
          role: 'windowMenu',
          label: labels.window,
          submenu: [
            { role: 'minimize', label: labels.minimize },
            { role: 'close', label: labels.closeWindow },
          ],
        },
  ];
}

function commandItems({ commands, ask }: MenuParts, ids: readonly string[]): MenuItemConstructorOptions[] {
  return ids.flatMap((id) => {
    const command = commands.find((each) => each.id === id);
    if (!command) return [];
    const accelerator = acceleratorOf(command.keys);
    const click = (): void => ask({ what: 'command', command: id });
    return [{ id, label: command.title, ...(accelerator && { accelerator }), click }];
  });
}

const modifiers: Readonly<Record<string, string>> = {
  Mod: 'CommandOrControl',
  Ctrl: 'Control',
  Meta: 'Super',
  Alt: 'Alt',
  Shift: 'Shift',
};
const keyNames: Readonly<Record<string, string>> = { Esc: 'Escape', '+': 'Plus' };
const plainKey =
  /^(?:[A-Z0-9]|F(?:[1-9]|1[0-9]|2[0-4])|[!-~]|Up|Down|Left|Right|Home|End|PageUp|PageDown|Space|Tab|Enter|Escape|Plus|Backspace|Delete|Insert)$/;

/** A shortcut of ours, such as `Mod+Shift+F`, in Electron's form; null: Electron has none for it. */
export function acceleratorOf(keys: string): string | null {
  const [, before = '', key = ''] = /^(.*\+)?(.+)$/s.exec(keys) ?? [];
  const name = keyNames[key] ?? key;
  if (!plainKey.test(name)) return null;
  const modifierNames = before.split('+').filter(Boolean);
  const names = modifierNames.map((each) => modifiers[each]);
  return names.includes(undefined) ? null : [...names, name].join('+');
}
