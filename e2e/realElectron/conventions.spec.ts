// The desktop's conventions in a real Electron: tray, system-wide shortcut, quick window, power, spell checker, menu.

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { cite } from '../../test/support/cite.ts';
import { type RealApp, test } from '../support/realElectron/realElectron.ts';
import { soon } from '../support/soon.ts';
import { composer, send, waitForIdle } from '../support/window.ts';

const usual = { v: 1, approvalMode: 'ask' };
const settings = (more: object): { 'settings.json': string } => ({
  'settings.json': JSON.stringify({ ...usual, ...more }),
});

test(
  cite(['DESK-1', 'SHIP-5'], 'the icon in the tray keeps the app without windows, and goes when it is turned off'),
  async ({ electron }) => {
    const started = await electron.start();
    const page = await started.page();
    await started.app.evaluate(({ Tray }) => {
      const trays = new Set<Electron.Tray>();
      Reflect.set(globalThis, 'traysOfTest', trays);
      const { setToolTip } = Tray.prototype;
      Tray.prototype.setToolTip = function set(this: Electron.Tray, text: string) {
        trays.add(this);
        return setToolTip.call(this, text);
      };
    });
    const icons = () =>
      started.app.evaluate(() =>
        [...(Reflect.get(globalThis, 'traysOfTest') as Set<Electron.Tray>)].map((tray) => tray.isDestroyed()),
      );
    const tray = (await desktopSettings(page)).getByRole('checkbox', { name: 'Show an icon in the tray' });
    await tray.click();
    await expect.poll(icons, soon).toEqual([false]);
    // The host applies a setting before the window shows it.
    await expect(tray).toBeChecked();
    await tray.click();
    await expect.poll(icons, soon).toEqual([true]);
    await expect(tray).not.toBeChecked();
    await tray.click();
    await expect.poll(icons, soon).toEqual([true, false]);
    await started.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(() => openWindows(started), soon).toBe(0);
    const second = await electron.startAside({ dataDir: started.dataDir });
    expect(second.code).toBe(0);
    await expect.poll(() => openWindows(started), soon).toBe(1);
    expect(started.said()).toBe('');
  },
);

test(
  cite(
    ['DESK-2', 'SHIP-5'],
    'the shortcut of the quick window is registered with the system, which reports a taken one',
  ),
  async ({ electron }) => {
    const first = await electron.start({ dataDir: electron.folder('data', settings({ quickKeys: 'Ctrl+Alt+Q' })) });
    const page = await first.page();
    const isRegistered = (keys: string) =>
      first.app.evaluate(({ globalShortcut }, k) => globalShortcut.isRegistered(k), keys);
    await expect.poll(() => isRegistered('Control+Alt+Q'), soon).toBe(true);
    // Another app on the same screen.
    const other = await electron.start({ dataDir: electron.folder('data', settings({})) });
    const otherPage = await other.page();
    const dialog = await desktopSettings(otherPage);
    await dialog.getByRole('button', { name: /Shortcut for the quick window/ }).click();
    await otherPage.keyboard.press('Control+Alt+q');
    await expect(dialog.getByRole('alert')).toContainText('Another app or the system uses this shortcut');
    const field = (await desktopSettings(page)).getByRole('button', { name: /Shortcut for the quick window/ });
    await field.click();
    await page.keyboard.press('Control+Alt+w');
    await expect.poll(() => isRegistered('Control+Alt+W'), soon).toBe(true);
    await expect.poll(() => isRegistered('Control+Alt+Q'), soon).toBe(false);
  },
);

test(
  cite(['DESK-2', 'DESK-3', 'SHIP-5'], 'the quick window takes the focus, captures, sends, and Esc hides it'),
  async ({ electron }) => {
    const started = await electron.start({ dataDir: electron.folder('data', settings({})) });
    const page = await started.page();
    const opens = started.app.waitForEvent('window');
    await electron.startAside({ dataDir: started.dataDir, outside: ['--quick'] });
    const quick = await opens;
    await expect(composer(quick)).toBeFocused();
    const quickWindow = await started.app.browserWindow(quick);
    await expect
      .poll(() => quickWindow.evaluate((one) => [one.isVisible(), one.isFocused()]), soon)
      .toEqual([true, true]);
    await quick.getByRole('button', { name: 'Screenshot' }).click();
    await expect(quick.locator('[data-source="screen"]').or(quick.getByRole('alert')).first()).toBeVisible();
    await quick.locator('[data-source="screen"]').first().click();
    await expect(quick.getByRole('img', { name: 'Choose a region' })).toBeVisible();
    await expect.poll(() => quickWindow.evaluate((one) => one.getSize()), soon).toEqual([960, 700]);
    await quick.getByRole('button', { name: 'Attach whole picture' }).click();
    await expect(quick.getByText('screenshot.png')).toBeVisible();
    await expect.poll(() => quickWindow.evaluate((one) => one.getSize()), soon).toEqual([680, 360]);
    await composer(quick).press('Escape');
    await expect.poll(() => quickWindow.evaluate((one) => one.isVisible()), soon).toBe(false);
    await electron.startAside({ dataDir: started.dataDir, outside: ['--quick'] });
    await expect.poll(() => quickWindow.evaluate((one) => one.isVisible()), soon).toBe(true);
    await send(quick, 'hello from above');
    await waitForIdle(quick);
    await quick.getByRole('button', { name: 'Open in main window' }).click();
    await expect(page.locator('[data-role="user"]')).toHaveText(/hello from above/);
    expect(started.said()).toBe('');
  },
);

test(
  cite(['DESK-6', 'SHIP-5'], 'the machine is kept awake from the start of a run to its end, stop or failure'),
  async ({ electron }) => {
    const started = await electron.start({
      dataDir: electron.folder('data', settings({ keepAwake: true })),
      args: ['--project', electron.folder('project')],
    });
    const page = await started.page();
    await started.app.evaluate(({ powerSaveBlocker }) => {
      const { start } = powerSaveBlocker;
      const ids: number[] = [];
      Reflect.set(globalThis, 'blockersOfTest', ids);
      powerSaveBlocker.start = (type) => {
        const id = start.call(powerSaveBlocker, type);
        ids.push(id);
        return id;
      };
    });
    const blockers = () =>
      started.app.evaluate(({ powerSaveBlocker }) =>
        (Reflect.get(globalThis, 'blockersOfTest') as number[]).map((id) => powerSaveBlocker.isStarted(id)),
      );
    await page.locator('[data-control="approvals"]').click();
    await expect(page.getByRole('menu')).toBeFocused();
    await page.keyboard.press('1');
    await send(page, 'run sleep 600');
    // A waiting call needs no machine.
    await expect.poll(blockers, soon).toEqual([false]);
    await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
    await expect.poll(blockers, soon).toEqual([false, true]);
    await expect(page.locator('[data-awake]')).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).first().click();
    await expect.poll(blockers, soon).toEqual([false, false]);
    await expect(page.locator('[data-awake]')).toHaveCount(0);
    await send(page, 'lose the network');
    await waitForIdle(page);
    await expect.poll(blockers, soon).toEqual([false, false, false]);
  },
);

test(
  cite(['DESK-4', 'SHIP-5'], 'no request leaves the app before a language is chosen; then its dictionary is fetched'),
  async ({ electron }) => {
    const proxy = await startProxy();
    try {
      const started = await electron.start({ switches: [`--proxy-server=127.0.0.1:${proxy.port}`] });
      const page = await started.page();
      await composer(page).fill('mispeled wrods are left alone');
      const enabled = () => started.app.evaluate(({ session }) => session.defaultSession.isSpellCheckerEnabled());
      expect(await enabled()).toBe(false);
      await send(page, 'mispeled');
      await waitForIdle(page);
      expect(proxy.hosts).toEqual([]);
      const dialog = await desktopSettings(page);
      await dialog.getByLabel('Check spelling in').click();
      await page.getByRole('option', { name: 'British English', exact: true }).click();
      await expect.poll(enabled, soon).toBe(true);
      await expect.poll(() => proxy.hosts[0], soon).toContain('redirector.gvt1.com');
      await dialog.getByRole('button', { name: 'Remove British English' }).click();
      await expect.poll(enabled, soon).toBe(false);
    } finally {
      proxy.server.close();
    }
  },
);

test(
  cite(
    ['DESK-7', 'SHIP-5', 'UI-24'],
    'after a kill, windows come back on their conversations, and menus in the language',
  ),
  async ({ electron }) => {
    const started = await electron.start({ args: ['--project', electron.folder('project')] });
    const page = await started.page();
    await send(page, 'hello');
    await waitForIdle(page);
    const opens = started.app.waitForEvent('window');
    await electron.startAside({ dataDir: started.dataDir, outside: ['--new-window'] });
    const other = await opens;
    await expect(composer(other)).toBeVisible();
    await other.getByRole('button', { name: 'New chat' }).first().click();
    await send(other, 'another one');
    await waitForIdle(other);
    const garden = electron.folder('garden');
    await electron.startAside({ dataDir: started.dataDir, outside: [garden] });
    const front = await Promise.race(
      [page, other].map(async (one) => {
        await one.locator('[data-control="folder"]').filter({ hasText: 'garden' }).waitFor();
        return one;
      }),
    );
    expect(front).toBe(other);
    const saved = () => JSON.parse(readFileSync(path.join(started.dataDir, 'window.json'), 'utf8')).open;
    await expect
      .poll(saved, soon)
      .toMatchObject([{ conversationId: page.url().split('=')[1] }, { conversationId: null }]);
    await other.getByText('another one').first().click();
    await expect.poll(saved, soon).toMatchObject([{}, { conversationId: other.url().split('=')[1] }]);
    started.kill('SIGKILL');
    expect(await started.ended).toBe('SIGKILL');
    const again = await electron.start({ dataDir: started.dataDir });
    await expect.poll(() => again.app.windows().length, soon).toBe(2);
    const texts = await Promise.all(again.app.windows().map((one) => one.locator('[data-role="user"]').textContent()));
    expect(texts.toSorted()).toEqual(['another one', 'hello']);
  },
);

test(
  cite(['DESK-2', 'SHIP-5'], 'the menu is in the language of the window, with its accelerators, none of them twice'),
  async ({ electron }) => {
    const started = await electron.start({ dataDir: electron.folder('data', settings({ language: 'zh' })) });
    await expect((await started.app.firstWindow()).locator('textarea')).toBeVisible();
    const items = () =>
      started.app.evaluate(({ Menu }) =>
        (Menu.getApplicationMenu()?.items ?? []).flatMap(({ label, submenu }) => [
          [label, ''],
          ...(submenu?.items ?? []).map((item) => [item.label, String(item.accelerator ?? '')]),
        ]),
      );
    await expect.poll(items, soon).toContainEqual(['新对话', 'CommandOrControl+N']);
    const entries = await items();
    expect(entries.flat().filter((text) => /^[A-Z][a-z]+ [a-z]/.test(text))).toEqual([]);
    const accelerators = entries.map(([, keys]) => keys).filter((keys) => keys !== '');
    expect(accelerators.filter((keys, at) => accelerators.indexOf(keys) !== at)).toEqual([]);
  },
);

async function desktopSettings(page: Page) {
  await page.keyboard.press('Control+,');
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('tab', { name: 'Desktop' }).click();
  return dialog;
}

function openWindows({ app }: RealApp): Promise<number> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
}

/** Records the hosts that Chromium asks for, and answers nothing. */
async function startProxy(): Promise<{ server: Server; port: number; hosts: string[] }> {
  const hosts: string[] = [];
  const server = createServer((request, response) => {
    hosts.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    hosts.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, hosts };
}
