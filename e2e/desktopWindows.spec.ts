// Several windows of the desktop app, with an Electron stand-in: one is opened for a conversation, and all follow it.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { hashTree } from '../test/support/hashTree.ts';
import { type DesktopApp, test } from './support/electronStandIn/desktop.ts';
import { projectFolder } from './support/host.ts';
import { soon } from './support/soon.ts';
import { composer, send, waitForIdle } from './support/window.ts';

const pageUrl = 'throughline://app/';

/** Opens the first conversation of the list in another window. */
async function openAnother(app: DesktopApp, from: Page): Promise<Page> {
  const before = app.pages.last()?.page;
  const row = from.locator('[data-conversation]').first();
  await row.click({ button: 'right' });
  await from.getByRole('menuitem', { name: 'Open in a new window' }).click();
  await expect.poll(() => app.pages.last()?.page !== before, soon).toBe(true);
  return app.page();
}

test(
  cite(
    ['UI-24', 'SHIP-5', 'SEC-1', 'SEC-3'],
    'a second window follows the same conversation, draft and approvals, under the rules of the first',
  ),
  async ({ desktop }) => {
    const app = await desktop({ args: ['--project', projectFolder()] });
    const first = await app.page();
    await first.locator('[data-control="approvals"]').click();
    await expect(first.getByRole('menu')).toBeFocused();
    await first.keyboard.press('1');
    await send(first, 'hello');
    await waitForIdle(first);
    const second = await openAnother(app, first);
    await expect(second.locator('[data-role="user"]')).toHaveText(/hello/);
    await expect.poll(() => second.url(), soon).toBe(first.url());

    // A draft appears in the other window, and what is written there comes back.
    await composer(first).fill('list');
    await expect(composer(second)).toHaveValue('list');
    await composer(second).fill('list the files');
    await expect(composer(first)).toHaveValue('list the files');
    await composer(second).press('Enter');
    const allow = (page: Page) => page.getByRole('button', { name: 'Allow once', disabled: false });
    await expect(allow(second)).toBeVisible();
    await expect(composer(first)).toHaveValue('');
    await allow(first).click();
    await expect(allow(second)).toHaveCount(0);
    await waitForIdle(second);
    await waitForIdle(first);

    // The same checks as for the first window.
    const frame = JSON.stringify({ kind: 'request', id: 4711, method: 'app.open', params: {} });
    const channel = 'throughline:frame';
    await app.ask('ipc', { from: { window: 2, frame: 'other', url: pageUrl }, channel, args: ['x', frame] });
    await expect.poll(() => app.said(), soon).toContain('an IPC message of a stranger');
    for (const url of ['https://evil.invalid/', 'throughline://app.evil/#conversation=x']) {
      expect(await app.ask('navigate', { window: 2, url, isMainFrame: true })).toBe(false);
      expect(await app.ask('newWindow', { window: 2, url })).toBe('deny');
    }
    expect(app.pages.frames.filter((text) => text.includes('4711'))).toEqual([]);

    // Each stays on its conversation, reloads on it, and closes alone.
    await first.getByRole('button', { name: 'New chat' }).first().click();
    await composer(first).fill('a new chat');
    await second.reload();
    await expect(second.locator('[data-role="user"]').first()).toHaveText(/hello/);
    await second.getByRole('button', { name: 'New chat' }).first().click();
    await expect(composer(second)).toHaveValue('');
    await app.ask('moved', { window: 2, bounds: { x: 70, y: 60, width: 800, height: 600 }, maximized: false });
    await app.closeWindow();
    await first.reload();
    await expect(composer(first)).toHaveValue('a new chat');
    const state = () => JSON.parse(readFileSync(join(app.dataDir, 'window.json'), 'utf8'));
    await expect.poll(state, soon).toMatchObject({ more: { x: 70, width: 800 } });
  },
);

test(
  cite(['UI-24', 'SHIP-5'], 'a second start shows the window that last had the focus, and quitting closes all'),
  async ({ desktop }) => {
    const app = await desktop({ args: ['--project', projectFolder()] });
    const first = await app.page();
    await send(first, 'hello');
    await waitForIdle(first);
    await openAnother(app, first);
    await openAnother(app, first);
    const fronts = () => app.system.flatMap(({ what, value }) => (what === 'front' ? [value] : []));
    await app.ask('second', { argv: [] });
    await expect.poll(fronts, soon).toEqual([3]);
    await app.ask('focused', { window: 1 });
    await app.ask('second', { argv: [] });
    await expect.poll(fronts, soon).toEqual([3, 1]);
    await app.ask('closed', { window: 1 });
    await app.ask('second', { argv: [] });
    await expect.poll(fronts, soon).toEqual([3, 1, 3]);
    await app.ask('quit', null).catch(() => {});
    expect(await app.ended).toBe(0);
    expect(app.said()).toBe('');
  },
);

test(cite('SHIP-2', 'windows on data of a newer version are not saved there'), async ({ desktop }) => {
  const first = await desktop();
  const page = await first.page();
  await send(page, 'hello');
  await waitForIdle(page);
  first.signal('SIGTERM');
  await first.ended;
  const { dataDir } = first;
  writeFileSync(join(dataDir, 'format.json'), '{"format":99,"version":"9.9.0"}\n');
  // A browser host of that version may be running.
  writeFileSync(join(dataDir, 'server.json'), '{}');
  rmSync(join(dataDir, 'window.json'));
  const tree = () => hashTree(dataDir, (path) => path.startsWith('desktop'));
  const before = tree();
  const app = await desktop({ dataDir });
  await expect((await app.page()).getByText('This data was written by Throughline 9.9.0')).toBeVisible();
  app.signal('SIGTERM');
  await app.ended;
  expect(tree()).toEqual(before);
});

test(cite(['DESK-8', 'DESK-7'], 'two conversations side by side come back after a restart'), async ({ desktop }) => {
  const first = await desktop({ args: ['--project', projectFolder()] });
  const page = await first.page();
  await send(page, 'alpha');
  await waitForIdle(page);
  await page.keyboard.press('Control+\\');
  await expect(page.locator('[data-pane="focused"] [data-composer]')).toBeFocused();
  await page.keyboard.type('beta');
  await page.keyboard.press('Enter');
  const names = (of: Page) => of.locator('[data-pane]').evaluateAll((panes) => panes.map((pane) => pane.ariaLabel));
  await expect.poll(() => names(page), soon).toEqual(['alpha', 'beta']);
  await waitForIdle(page);
  first.signal('SIGTERM');
  await first.ended;
  const app = await desktop({ dataDir: first.dataDir });
  const again = await app.page();
  await expect(again.locator('[data-pane="focused"]')).toHaveAccessibleName('beta');
  const left = async (name: string) => (await again.getByRole('region', { name }).boundingBox())?.x ?? 0;
  await expect.poll(() => names(again).then((all) => all.length), soon).toBe(2);
  await expect.poll(async () => (await left('alpha')) < (await left('beta')), soon).toBe(true);
});
