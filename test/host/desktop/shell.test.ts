// The desktop's conveniences with a double of Electron: the tray, the shortcut and its window, captures, spelling, power.

import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { readCommandLine } from '../../../electron/host/desktop/commandLine.ts';
import { readOutside } from '../../../electron/host/desktop/outside.ts';
import { createShell } from '../../../electron/host/desktop/shell.ts';
import { applySpelling, stopSpelling } from '../../../electron/host/desktop/spelling.ts';
import { grantWish, readWish, wishOfFiles } from '../../../electron/host/desktop/startWish.ts';
import { trayBitmap } from '../../../electron/host/desktop/trayIcon.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { DesktopEvent } from '../../../shared/features/desktop/methods.ts';
import { defaultSettings, type Settings } from '../../../shared/features/settings/settings.ts';
import { cite } from '../../support/cite.ts';
import { electronDouble } from '../../support/electronDouble.ts';
import { writeTree } from '../../support/fileTree.ts';
import { FakeImage } from '../../support/systemDouble.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function shellOf({
  platform = 'linux',
  env = {},
  count = 1,
  isOpen = true,
}: Partial<{ platform: NodeJS.Platform; env: object; count: number; isOpen: boolean }> = {}) {
  const double = electronDouble();
  const did: string[] = [];
  const state = { count };
  const shell = createShell(
    {
      ...double.electron,
      Window: double.electron.BrowserWindow,
      session: () => double.electron.session.defaultSession,
    } as never,
    {
      platform,
      env: env as Record<string, string>,
      execPath: '/throughline',
      preload: '/preload.cjs',
      windows: () =>
        ({
          count: () => state.count,
          open: () => did.push('open'),
          toFront: () => did.push('front'),
        }) as never,
      admit: () => did.push('admit'),
      afterFading: async () => void did.push('faded'),
    },
  );
  if (isOpen) shell.openWanted();
  const events: DesktopEvent[] = [];
  shell.onEvent((event) => events.push(event));
  return {
    ...double,
    shell,
    did,
    events,
    state,
    set: (own: Partial<Settings>) => shell.follow({ ...defaultSettings, ...own }),
  };
}

const row = (id: string, activity: ConversationRow['activity'], title = id) =>
  ({ id, title, activity }) as ConversationRow;

test(cite('DESK-1', 'the tray is off by default; its icon and menu follow what works and what needs the user'), () => {
  const { shell, system, set, did, events } = shellOf();
  shell.describe({ labels: {}, commands: [] }, 'first');
  set({});
  shell.work([row('a', 'running')]);
  expect(system.trays).toEqual([]);
  set({ trayIcon: true });
  const [tray] = system.trays;
  expect(tray?.tip).toBe('Running: 1');
  expect(tray?.image.scales).toEqual([1.5, 2, 3]);
  const items = () => (tray?.menu ?? []) as MenuItemConstructorOptions[];
  const labels = () => items().map(({ label, type }) => label ?? type);
  shell.work([row('a', 'running'), row('b', 'waiting', 'R&D \u202Eevil')]);
  expect(tray?.tip).toBe('Needs you: 1');
  expect(labels()).toEqual([
    ...['Needs you', 'R&&D ⟨U+202E⟩evil', 'separator', 'Running', 'a', 'separator'],
    ...['Show Throughline', 'New chat', 'Quick window', 'separator', 'Quit Throughline'],
  ]);
  (items()[1]?.click as (() => void) | undefined)?.();
  expect(did).toEqual(['front']);
  expect(events.at(-1)).toEqual({ type: 'window.request', request: { what: 'show', conversationId: 'b' } });
  shell.describe({ labels: { idle: '空闲' }, commands: [] }, 'first');
  shell.work([]);
  expect(tray?.tip).toBe('空闲');
  set({ trayIcon: false });
  expect(tray?.destroyed).toBe(true);
});

test(cite('DESK-1', 'with the tray, the last window may close: the app stays, and says so once'), () => {
  const { shell, set, notifications } = shellOf();
  set({});
  expect(shell.staysWithoutWindows()).toBe(false);
  set({ trayIcon: true });
  expect([shell.staysWithoutWindows(), shell.staysWithoutWindows()]).toEqual([true, true]);
  expect(notifications.map(({ options }) => options.title)).toEqual(['Throughline is still running']);
});

test(
  cite('DESK-5', 'a request made while there is no window, or while one loads, goes to the next that connects'),
  () => {
    const { shell, state, did, events } = shellOf({ count: 0 });
    shell.ask({ what: 'newChat', folder: '/garden' });
    expect(did).toEqual(['open']);
    expect(events).toEqual([]);
    state.count = 1;
    const describe = (id: string) => shell.describe({ labels: {}, commands: [] }, id);
    shell.ask({ what: 'newChat', folder: '/shed' });
    expect(describe('first')).toEqual([
      { what: 'newChat', folder: '/garden' },
      { what: 'newChat', folder: '/shed' },
    ]);
    expect(describe('first')).toEqual([]);

    // A second window, which still loads, has the focus.
    state.count = 2;
    shell.ask({ what: 'newChat', folder: null });
    expect(events).toEqual([]);
    expect(describe('second')).toEqual([{ what: 'newChat', folder: null }]);
    shell.ask({ what: 'show', conversationId: 'a' });
    expect(events).toEqual([{ type: 'window.request', request: { what: 'show', conversationId: 'a' } }]);

    // The page of the second one is loaded again.
    shell.disconnected('second');
    shell.ask({ what: 'show', conversationId: 'b' });
    expect(events).toHaveLength(1);
    expect(describe('third')).toEqual([{ what: 'show', conversationId: 'b' }]);
  },
);

test('the marks of the three states differ in shape, and are drawn for light and dark bars', () => {
  const states = ['idle', 'working', 'needsYou'] as const;
  const ink = (state: (typeof states)[number]) =>
    trayBitmap(state, 16, 0).reduce((sum, byte, at) => (at % 4 === 3 ? sum + byte : sum), 0);
  const [idle = 0, working = 0, needsYou = 0] = states.map(ink);
  expect(working).toBeGreaterThan(idle * 1.1);
  expect(needsYou).toBeGreaterThan(working * 1.1);
  expect(trayBitmap('idle', 32, 255).length).toBe(32 * 32 * 4);
  expect(trayBitmap('idle', 16, 0).every((byte, at) => at % 4 === 3 || byte === 0)).toBe(true);
});

test(
  cite('DESK-2', 'the shortcut of the quick window is registered when chosen, and one that is taken is reported'),
  () => {
    const { shell, system, set, windows, did, events } = shellOf();
    set({});
    expect([system.shortcuts.size, shell.status().quickKeys]).toEqual([0, 'off']);
    set({ quickKeys: 'Mod+Shift+Space' });
    expect([...system.shortcuts.keys()]).toEqual(['CommandOrControl+Shift+Space']);
    expect(shell.status().quickKeys).toBe('ready');
    system.shortcuts.get('CommandOrControl+Shift+Space')?.();
    const [quick] = windows;
    expect(quick?.options).toMatchObject({
      alwaysOnTop: true,
      webPreferences: { sandbox: true, contextIsolation: true },
    });
    expect(quick?.did).toEqual(['load throughline://app/#quick']);
    expect(did).toEqual(['admit']);
    quick?.emit('ready-to-show');
    expect(quick?.did.slice(1)).toEqual(['move 620 240', 'show', 'focus']);
    shell.quick(false);
    // Large for a picture, then as before; a hidden window stays hidden.
    for (const isLarge of [false, true, true, false]) shell.resizeQuick(isLarge);
    expect(quick?.did.slice(5)).toEqual(['size 960 700', 'move 480 127', 'size 680 360', 'move 620 240']);
    expect(events.filter(({ type }) => type === 'quick.reopened')).toEqual([]);
    shell.quick(true);
    // It is in view already.
    shell.quick(true);
    expect(events.filter(({ type }) => type === 'quick.reopened')).toHaveLength(1);
    expect(windows).toHaveLength(1);
    system.takenKeys.add('CommandOrControl+J');
    set({ quickKeys: 'Mod+J' });
    expect([system.shortcuts.size, shell.status().quickKeys]).toEqual([0, 'taken']);
    // The other app has given it up.
    system.takenKeys.clear();
    set({ quickKeys: 'Mod+J' });
    expect(shell.status().quickKeys).toBe('ready');
    shell.close();
    expect(system.shortcuts.size).toBe(0);
  },
);

test(cite('DESK-2', 'a quick window that is wanted before windows can be connected opens with them, once'), () => {
  const { shell, windows, did } = shellOf({ isOpen: false });
  shell.quick(true);
  shell.quick(true);
  shell.newWindow();
  expect([windows.length, did]).toEqual([0, []]);
  shell.openWanted();
  expect([windows.length, did]).toEqual([1, ['admit', 'open']]);
});

test(cite('DESK-2', 'the page of a quick window that crashed is loaded again'), () => {
  const { shell, windows } = shellOf();
  shell.quick(true);
  windows[0]?.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
  expect(windows[0]?.webContents.reloads).toBe(1);
});

test(cite('DESK-3', 'only the quick window may capture, while the user is in it'), () => {
  const { shell, windows, electron } = shellOf();
  shell.quick(true);
  const [quick] = windows;
  if (!quick) throw new Error('no quick window');
  const other = new electron.BrowserWindow({});
  const mayCapture = (window = quick) => shell.isQuickInUse(window.webContents as never);
  quick.focused = true;
  expect(mayCapture()).toBe(false);
  quick.emit('ready-to-show');
  expect([mayCapture(), mayCapture(other)]).toEqual([true, false]);
  quick.focused = false;
  expect(mayCapture()).toBe(false);
  quick.focused = true;
  shell.quick(false);
  expect(mayCapture()).toBe(false);
});

test(cite('DESK-3', 'windows and screens are listed and captured when asked, without the quick window'), async () => {
  const { shell, system, windows, did, events } = shellOf();
  system.sources = [
    { id: 'screen:1', name: 'Screen 1', thumbnail: new FakeImage('screen') },
    { id: 'window:own', name: 'Throughline', thumbnail: new FakeImage('own') },
    { id: 'window:2', name: 'Editor', thumbnail: new FakeImage('editor') },
    { id: 'window:3', name: 'Minimized', thumbnail: new FakeImage('none', 0) },
  ];
  shell.quick(true);
  windows[0]?.emit('ready-to-show');
  expect(system.askedSizes).toEqual([]);
  const { sources, problem } = await shell.sources();
  expect(sources.map(({ name, kind }) => [name, kind])).toEqual([
    ['Screen 1', 'screen'],
    ['Editor', 'window'],
  ]);
  expect(problem).toBeNull();
  const image = await shell.capture('window:2');
  expect(Buffer.from(image ?? '', 'base64').toString()).toBe('editor 1920');
  expect(windows[0]?.did.slice(-5)).toEqual(['focus', 'hide', 'move 620 240', 'show', 'focus']);
  expect(did.filter((each) => each === 'faded')).toHaveLength(1);
  // It stays where it was.
  expect(events).toEqual([]);
  expect(await shell.capture('window:9')).toBeNull();
});

test(cite('DESK-3', 'a capture waits until the quick window is hidden, and for one frame without it'), async () => {
  const { shell, system, windows, did } = shellOf();
  system.sources = [{ id: 'screen:1', name: 'Screen 1', thumbnail: new FakeImage('screen') }];
  shell.quick(true);
  const [quick] = windows;
  quick?.emit('ready-to-show');
  const asked = system.askedSizes.length;
  Object.assign(quick ?? {}, { hide: () => void quick?.did.push('hide') });
  const captured = shell.capture('screen:1');
  await new Promise(setImmediate);
  expect(quick?.did.at(-1)).toBe('hide');
  expect([system.askedSizes.length, did.includes('faded')]).toEqual([asked, false]);
  quick?.emit('hide');
  expect(await captured).not.toBeNull();
  expect(system.askedSizes.slice(asked)).toHaveLength(2);
  expect(did).toContain('faded');
});

test(cite('DESK-3', 'where the system refuses captures, the reason is stated'), async () => {
  const mac = shellOf({ platform: 'darwin' });
  mac.system.mediaAccess = 'denied';
  mac.system.sources = [{ id: 'screen:1', name: 'Screen', thumbnail: new FakeImage('wallpaper') }];
  const { sources, problem } = await mac.shell.sources();
  expect(sources).toEqual([]);
  expect(JSON.stringify(problem)).toContain('System Settings');
  const wayland = shellOf({ env: { XDG_SESSION_TYPE: 'wayland' } });
  expect(JSON.stringify((await wayland.shell.sources()).problem)).toContain('xdg-desktop-portal');
  // The portal asks each time: what the user chose there is what they get.
  wayland.system.sources = [{ id: 'screen:7', name: 'Chosen', thumbnail: new FakeImage('chosen') }];
  await wayland.shell.sources();
  wayland.system.sources = [];
  expect(Buffer.from((await wayland.shell.capture('screen:7')) ?? '', 'base64').toString()).toBe('chosen 1920');
  expect(await wayland.shell.capture('screen:7')).toBeNull();
});

test(cite('DESK-3', 'text is taken from the selection where there is one, else from the clipboard'), async () => {
  const { shell, system } = shellOf();
  expect(await shell.selection()).toEqual({ text: '', from: 'none' });
  system.clipboard = 'copied';
  expect(await shell.selection()).toEqual({ text: 'copied', from: 'clipboard' });
  system.selection = ' ';
  expect((await shell.selection()).from).toBe('clipboard');
  system.selection = 'selected';
  expect(await shell.selection()).toEqual({ text: 'selected', from: 'selection' });
});

test(cite('DESK-4', 'spelling is off, without languages to download, until the user chooses some'), () => {
  const { electron, system, set, shell } = shellOf();
  const { spelling } = system;
  stopSpelling(electron.session.defaultSession as never, 'linux');
  expect(spelling).toMatchObject({ isOn: false, languages: [] });
  set({});
  expect(spelling).toMatchObject({ isOn: false, languages: [] });
  set({ spellLanguages: ['de', 'tlh'] });
  expect(spelling).toMatchObject({ isOn: true, languages: ['de'] });
  expect(shell.status().spellLanguages).toEqual(['de', 'en-US', 'fr']);
  set({ spellLanguages: ['tlh'] });
  expect(spelling).toMatchObject({ isOn: false, languages: [] });
  // macOS has its own languages.
  applySpelling(electron.session.defaultSession as never, 'darwin', ['system']);
  expect(spelling).toMatchObject({ isOn: true, languages: [] });
});

test(
  cite('DESK-6', 'the machine is kept awake while a run works and the user wants it, and is released in every case'),
  () => {
    const { shell, system, set, events } = shellOf();
    set({});
    shell.work([row('a', 'running')]);
    expect(system.blockers.size).toBe(0);
    set({ keepAwake: true });
    expect([system.blockers.size, shell.status().isAwake]).toEqual([1, true]);
    // A run that waits for the user needs no machine that is awake.
    const before = events.length;
    shell.work([row('a', 'waiting')]);
    expect([system.blockers.size, shell.status().isAwake]).toEqual([0, false]);
    expect(events.slice(before)).toEqual([{ type: 'desktop.changed' }]);
    shell.work([row('a', 'running'), row('b', 'running')]);
    shell.work([row('b', 'running')]);
    expect(system.blockers.size).toBe(1);
    set({ keepAwake: false });
    expect(system.blockers.size).toBe(0);
    set({ keepAwake: true });
    shell.close();
    expect(system.blockers.size).toBe(0);
  },
);

test(cite('DESK-5', "another start brings a folder, or an action of the system's menus, to the running app"), () => {
  const asked: unknown[] = [];
  const desktop = {
    ask: (request: unknown) => void asked.push(request),
    newWindow: () => void asked.push('window'),
    quick: () => void asked.push('quick'),
    toFront: () => void asked.push('front'),
  };
  const home = tempFolder();
  writeTree(home, { 'garden/plan.md': 'x', 'notes.json': '{}' });
  const garden = path.join(home, 'garden');
  const start = (...argv: string[]): void => {
    const read = readCommandLine(['/throughline', ...argv], { packaged: true, folder: home, env: {} });
    // As the other process sends it.
    const sent = JSON.parse(JSON.stringify(read.ok ? { ...read.outside, wish: read.wish } : {}));
    grantWish(desktop, wishOfFiles(readOutside(sent).files, readWish(sent)));
  };
  start('garden');
  start(garden);
  start('--', '--project', '/elsewhere');
  start('--new-chat');
  start('--new-window');
  start('--quick');
  start();
  start('notes.json');
  start('--nonsense');
  // The author of a link chooses no folder.
  start('throughline://new?text=x', garden);
  expect(asked).toEqual([
    { what: 'newChat', folder: garden },
    { what: 'newChat', folder: garden },
    { what: 'newChat', folder: '/elsewhere' },
    { what: 'newChat', folder: null },
    ...['window', 'quick', 'front', 'front', 'front', 'front'],
  ]);
  for (const sent of [
    null,
    { wish: 7 },
    { wish: { folder: 5, action: 'toString' } },
    { wish: { folder: 'x'.repeat(5000) } },
  ]) {
    expect(readWish(sent)).toEqual({ folder: null, action: null });
  }
});
