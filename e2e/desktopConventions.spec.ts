// The desktop's conventions with an Electron stand-in: the menu in the window's language, windows restored where and on
// what they were, another start with a folder, the quick window, settings.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type DesktopApp, test } from './support/electronStandIn/desktop.ts';
import { projectFolder } from './support/host.ts';
import { soon } from './support/soon.ts';
import { composer, send, waitForIdle } from './support/window.ts';

/** The second window, as another start asks for it. */
async function openQuick(app: DesktopApp): Promise<Page> {
  await app.ask('second', { argv: [], data: { wish: { folder: null, action: 'quick' } } });
  await expect.poll(() => app.pages.at(2) !== undefined, soon).toBe(true);
  const quick = app.pages.at(2) as Page;
  await expect(quick.getByRole('main', { name: 'Quick window' })).toBeVisible();
  return quick;
}

test(cite('DESK-2', "the menu is in the window's language, and its commands work there"), async ({ desktop }) => {
  const app = await desktop({ args: ['--project', projectFolder()] });
  const page = await app.page();
  const choose = (...path: string[]) => app.ask('menu', { path });
  await expect.poll(() => choose('File', 'Settings'), soon).toContain('New chat CommandOrControl+N');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('tab', { name: 'Desktop' }).click();
  await expect(page.getByText('Show an icon in the tray')).toBeVisible();
  await page.getByRole('tab', { name: 'Appearance' }).click();
  await page.getByRole('radiogroup', { name: 'Language' }).getByText('中文').click();
  await expect.poll(() => choose('文件', '新对话'), soon).toContain('新建窗口 CommandOrControl+Alt+N');
});

test(
  cite(['DESK-7', 'UI-24'], 'windows come back after a kill: each on its conversation and where it was'),
  async ({ desktop }) => {
    const app = await desktop({ args: ['--project', projectFolder()] });
    const first = await app.page();
    await send(first, 'hello');
    await waitForIdle(first);
    await first.locator('[data-conversation]').first().click({ button: 'right' });
    await first.getByRole('menuitem', { name: 'Open in a new window' }).click();
    await expect.poll(() => app.pages.at(2) !== undefined, soon).toBe(true);
    const second = await app.page();
    await expect(second.locator('[data-role="user"]')).toHaveText(/hello/);
    await first.getByRole('button', { name: 'New chat' }).first().click();
    await send(first, 'another one');
    await waitForIdle(first);
    await app.ask('moved', { window: 2, bounds: { x: 70, y: 60, width: 800, height: 600 }, maximized: false });
    await app.ask('resized', { window: 2 });
    const saved = () => JSON.parse(readFileSync(join(app.dataDir, 'window.json'), 'utf8')).open;
    await expect
      .poll(saved, soon)
      .toMatchObject([
        { conversationId: first.url().split('=')[1] },
        { conversationId: second.url().split('=')[1], state: { x: 70, width: 800 } },
      ]);
    app.signal('SIGKILL');
    await app.ended;
    const again = await desktop({ dataDir: app.dataDir });
    await expect.poll(() => again.pages.at(2) !== undefined, soon).toBe(true);
    await expect((again.pages.at(2) as Page).locator('[data-role="user"]')).toHaveText(/hello/);
    await expect((again.pages.at(1) as Page).locator('[data-role="user"]')).toHaveText(/another one/);
    expect(again.pages.at(2)?.viewportSize()).toEqual({ width: 800, height: 600 });
  },
);

test(
  cite(['DESK-5', 'START-5'], 'another start with a folder opens a new chat there, which asks for trust as always'),
  async ({ desktop }) => {
    const app = await desktop({ args: ['--project', projectFolder()] });
    const page = await app.page();
    await send(page, 'hello');
    await waitForIdle(page);
    const garden = join(app.dataDir, 'garden');
    mkdirSync(garden);
    await app.ask('second', { argv: [], data: { wish: { folder: garden, action: null } } });
    await expect(page.locator('[data-control="folder"]')).toContainText('garden');
    await expect(composer(page)).toHaveValue('');
    await expect.poll(() => app.system, soon).toContainEqual({ what: 'recent', value: garden });
    await app.ask('second', { argv: [], data: { wish: { folder: '/nowhere/at/all', action: null } } });
    await expect(page.getByText('The folder /nowhere/at/all cannot be opened')).toBeVisible();
  },
);

test(
  cite('DESK-2', 'the quick window sends into a new conversation, which the main window can open'),
  async ({ desktop }) => {
    const app = await desktop({ args: ['--project', projectFolder()] });
    const main = await app.page();
    await composer(main).fill('a draft of the main window');
    const quick = await openQuick(app);
    // Its new chat is its own.
    await expect(composer(quick)).toHaveValue('');
    await quick.getByRole('button', { name: 'Selected text' }).click();
    await expect(quick.locator('[data-toasts]')).toContainText('Nothing is selected or copied.');
    await quick.getByRole('button', { name: 'Screenshot' }).click();
    await expect(quick.getByRole('alert')).toContainText('no window or screen');
    await quick.keyboard.press('Escape');
    await send(quick, 'hello from above');
    await waitForIdle(quick);
    await expect(composer(main)).toHaveValue('a draft of the main window');
    await quick.getByRole('button', { name: 'Open in main window' }).click();
    await expect(main.locator('[data-role="user"]')).toHaveText(/hello from above/);
    await expect.poll(() => app.system.filter(({ what }) => what === 'hide').length, soon).toBeGreaterThan(0);
    // It does not keep the app open.
    await app.pages.close(1);
    await app.ask('closed', { window: 1 });
    expect(await app.ended).toBe(0);
  },
);

test(
  cite('DESK-2', 'opened again, the quick window is empty; coming back from another app, it stays as it was'),
  async ({ desktop }) => {
    const app = await desktop({ args: ['--project', projectFolder()] });
    await app.page();
    const quick = await openQuick(app);
    await expect(composer(quick)).toBeFocused();
    await send(quick, 'hello from above');
    await waitForIdle(quick);
    // Only a conversation has this button.
    const another = quick.getByRole('button', { name: 'New message' });
    await expect(another).toBeVisible();
    await quick.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      dispatchEvent(new Event('focus'));
    });
    await composer(quick).fill('and more');
    await expect(another).toBeVisible();
    await quick.keyboard.press('Escape');
    await expect.poll(() => app.system.some(({ what }) => what === 'hide'), soon).toBe(true);
    await app.ask('second', { argv: [], data: { wish: { folder: null, action: 'quick' } } });
    await expect(another).toHaveCount(0);
    await expect(composer(quick)).toHaveValue('');
    await expect(composer(quick)).toBeFocused();
  },
);

test(
  cite(['DESK-2', 'UI-24'], "the quick window leaves the main window's new chat and its text, also for the next start"),
  async ({ desktop }) => {
    const app = await desktop({ args: ['--project', projectFolder()] });
    await composer(await app.page()).fill('a draft of the main window');
    const quick = await openQuick(app);
    await send(quick, 'hello from above');
    await waitForIdle(quick);
    app.signal('SIGKILL');
    await app.ended;
    const again = await desktop({ dataDir: app.dataDir });
    await expect(composer(await again.page())).toHaveValue('a draft of the main window');
  },
);
