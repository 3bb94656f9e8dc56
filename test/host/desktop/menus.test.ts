// The system's menus: the application menu, the right click, the icon's menus, in the window's language.

import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { addContextMenu } from '../../../electron/host/desktop/contextMenu.ts';
import { acceleratorOf, menuTemplate } from '../../../electron/host/desktop/menu.ts';
import { createSystemMenus } from '../../../electron/host/desktop/systemMenus.ts';
import { desktopLabels } from '../../../shared/features/desktop/labels.ts';
import type { WindowRequest } from '../../../shared/features/desktop/methods.ts';
import { cite } from '../../support/cite.ts';
import { electronDouble } from '../../support/electronDouble.ts';

const commands = [
  { id: 'chat.new', title: '新对话', keys: 'Mod+N' },
  { id: 'settings.open', title: 'Settings', keys: 'Mod+,' },
  { id: 'find.open', title: 'Find', keys: 'Esc Esc' },
  { id: 'unknown.thing', title: 'Unknown', keys: '' },
];

function menuOf(platform: NodeJS.Platform) {
  const asked: (WindowRequest | string)[] = [];
  const template = menuTemplate({
    platform,
    labels: { ...desktopLabels, file: '文件' },
    commands,
    ask: (request) => asked.push(request),
    newWindow: () => asked.push('window'),
    quick: () => asked.push('quick'),
  });
  return { template, asked };
}

const submenuOf = (item: MenuItemConstructorOptions | undefined) =>
  (item?.submenu ?? []) as MenuItemConstructorOptions[];

test(
  cite('DESK-2', "the menu has the standard items and the window's commands, in its words and with its shortcuts"),
  () => {
    const { template, asked } = menuOf('linux');
    expect(template.map(({ role, label }) => role ?? label)).toEqual(['fileMenu', 'editMenu', 'View', 'windowMenu']);
    const [file, edit] = template;
    expect(file?.label).toBe('文件');
    expect(submenuOf(file).map(({ label, role, type, accelerator }) => [label ?? role ?? type, accelerator])).toEqual([
      ['新对话', 'CommandOrControl+N'],
      ['New window', 'CommandOrControl+Alt+N'],
      ['Quick window', undefined],
      ['separator', undefined],
      ['Settings', 'CommandOrControl+,'],
      ['Close window', undefined],
      ['Quit Throughline', undefined],
    ]);
    // A shortcut that a menu cannot have is left out, its command is not.
    expect(submenuOf(edit).at(-1)).toMatchObject({ label: 'Find' });
    expect(submenuOf(edit).at(-1)).not.toHaveProperty('accelerator');
    for (const item of submenuOf(file).slice(0, 3)) clickOf(item);
    expect(asked).toEqual([{ what: 'command', command: 'chat.new' }, 'window', 'quick']);
    const mac = menuOf('darwin').template;
    expect(mac.map(({ role, label }) => role ?? label)).toEqual([
      'appMenu',
      'fileMenu',
      'editMenu',
      'View',
      'windowMenu',
    ]);
    expect(submenuOf(mac[0]).map(({ label }) => label)).toContain('Settings');
    expect(submenuOf(mac[1]).map(({ role }) => role)).toContain('recentDocuments');
  },
);

test.each([
  ['Mod+Shift+F', 'CommandOrControl+Shift+F'],
  ['Ctrl+Alt+Up', 'Control+Alt+Up'],
  ['Meta+Space', 'Super+Space'],
  ['Mod++', 'CommandOrControl+Plus'],
  ['F5', 'F5'],
  ['?', '?'],
  ['Esc Esc', null],
  ['Mod+ü', null],
  ['Hyper+A', null],
  ['Mod+', null],
  ['', null],
])('the shortcut %s is %s for the system', (keys, accelerator) => {
  expect(acceleratorOf(keys)).toBe(accelerator);
});

function clickOf(item: MenuItemConstructorOptions | undefined): void {
  (item?.click as (() => void) | undefined)?.();
}

const plainClick = {
  dictionarySuggestions: [],
  editFlags: { canCut: true, canCopy: true, canPaste: false, canSelectAll: true },
  isEditable: false,
  linkURL: '',
  mediaType: 'none',
  misspelledWord: '',
  selectionText: '',
  x: 3,
  y: 4,
};

function rightClick(params: Partial<Record<keyof typeof plainClick, unknown>>) {
  const did: unknown[] = [];
  const { electron, opened, system } = electronDouble();
  const contents = Object.assign(new EventEmitter(), {
    replaceMisspelling: (word: string) => did.push(['replace', word]),
    copyImageAt: (x: number, y: number) => did.push(['image', x, y]),
    session: { addWordToSpellCheckerDictionary: (word: string) => did.push(['add', word]) > 0 },
  });
  let template: MenuItemConstructorOptions[] = [];
  addContextMenu(contents as never, {
    shell: electron.shell,
    clipboard: electron.clipboard,
    labels: () => ({ ...desktopLabels }),
    popup: (items) => {
      template = items;
    },
  });
  contents.emit('context-menu', {}, { ...plainClick, ...params });
  const labels = template.map(({ label, type, enabled }) => (enabled === false ? `(${label})` : (label ?? type)));
  const choose = (label: string): void => clickOf(template.find((item) => item.label === label));
  return { labels, choose, did, opened, system };
}

test(cite('DESK-2', 'a right click offers what can be done there, and nothing elsewhere'), async () => {
  expect(rightClick({}).labels).toEqual([]);
  expect(rightClick({ selectionText: 'some text' }).labels).toEqual(['Copy']);
  expect(rightClick({ isEditable: true }).labels).toEqual(['Cut', 'Copy', '(Paste)', 'Select all']);
  const picture = rightClick({ mediaType: 'image' });
  expect(picture.labels).toEqual(['Copy image']);
  picture.choose('Copy image');
  expect(picture.did).toEqual([['image', 3, 4]]);
});

test(cite(['DESK-2', 'SEC-3'], "a link's menu opens and copies what a click may open, and nothing else"), async () => {
  const link = rightClick({ linkURL: 'https://example.invalid/a', selectionText: 'a' });
  expect(link.labels).toEqual(['Open link', 'Copy link', 'separator', 'Copy']);
  link.choose('Open link');
  link.choose('Copy link');
  expect(link.opened).toEqual(['https://example.invalid/a']);
  expect(link.system.clipboard).toBe('https://example.invalid/a');
  for (const linkURL of ['file:///etc/passwd', 'javascript:alert(1)', 'throughline://app/', 'x', 'vscode://a']) {
    expect([linkURL, rightClick({ linkURL }).labels]).toEqual([linkURL, []]);
  }
});

test(cite('DESK-4', 'a misspelled word has suggestions and can be learned, only in a field'), () => {
  const word = {
    isEditable: true,
    misspelledWord: 'helo',
    dictionarySuggestions: ['hello', 'halo', '3', '4', '5', '6'],
  };
  const { labels, choose, did } = rightClick(word);
  expect(labels.slice(0, 7)).toEqual(['hello', 'halo', '3', '4', '5', 'Add to dictionary', 'separator']);
  choose('halo');
  choose('Add to dictionary');
  expect(did).toEqual([
    ['replace', 'halo'],
    ['add', 'helo'],
  ]);
  expect(rightClick({ ...word, dictionarySuggestions: [] }).labels[0]).toBe('(No suggestions)');
  expect(rightClick({ ...word, isEditable: false }).labels).toEqual([]);
});

test(cite('DESK-5', 'opened folders are recent ones of the system, and the icon offers tasks'), () => {
  const { electron, app } = electronDouble();
  const menus = createSystemMenus({
    app: electron.app as never,
    Menu: electron.Menu as never,
    platform: 'win32',
    execPath: 'C:\\Throughline.exe',
    ask() {},
    newWindow() {},
    quick() {},
  });
  menus.opened('C:\\garden');
  menus.describe({ ...desktopLabels });
  menus.opened('D:\\');
  menus.opened('C:\\garden');
  menus.opened('C:\\garden');
  expect(app.recent).toEqual(['C:\\garden', 'D:\\', 'C:\\garden']);
  expect(app.jumpList).toMatchObject([
    {
      name: 'Recent folders',
      items: [
        { title: 'garden', args: '"C:\\garden"' },
        // A backslash before the quote would escape it.
        { title: 'D:', args: '"D:\\\\"' },
      ],
    },
    { type: 'tasks', items: [{ args: '--new-chat' }, { args: '--new-window' }, { args: '--quick' }] },
  ]);
});
