// What users take for granted in a window: it survives a reload, reports when a part fails to load, opens a menu on
// right-click, and keeps what is being read in view.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { startFakeModelServer } from '../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import {
  composer,
  indexKnowsAll,
  openApp,
  photograph,
  send,
  sendAndRead,
  toolCalls,
  waitForIdle,
} from './support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

const example = 'List the files and read the README';

async function talked(page: Page): Promise<void> {
  host = await startHost({ args: ['--project', projectFolder()], settings: { approvalMode: 'all' } });
  await openApp(page, host);
  await send(page, example);
  await waitForIdle(page);
  await expect(page.locator('[data-role="assistant"]').last()).toContainText('The folder has');
}

/** Opens a conversation much longer than the view, at its middle. */
async function reading(page: Page): Promise<void> {
  const text = Array.from(
    { length: 60 },
    (_, n) => `Paragraph ${n} of what was said, with a few words more in it.`,
  ).join('\n\n');
  const model = await startFakeModelServer({ replies: [{ text }] });
  try {
    host = await startHost({
      args: ['--project', projectFolder()],
      env: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'fake-model', OPENAI_API_KEY: 'sk-test' },
    });
    await openApp(page, host);
    await sendAndRead(page, 'Say a lot', 'Paragraph 59 of');
  } finally {
    await model.close();
  }
}

/** Returns the first paragraph that begins in view, and its distance from the top in pixels. */
function readNow(page: Page): Promise<{ text: string; top: number }> {
  return page.evaluate(() => {
    const log = document.querySelector('[role="log"]');
    const top = log?.getBoundingClientRect().top ?? 0;
    const first = [...(log?.querySelectorAll('[data-role="assistant"] p') ?? [])].find(
      (one) => one.getBoundingClientRect().top >= top,
    );
    return {
      text: first?.textContent?.slice(0, 14) ?? '',
      top: Math.round((first?.getBoundingClientRect().top ?? 0) - top),
    };
  });
}

/** The same once nothing moves: a turn of the wheel takes some frames. */
async function readAtRest(page: Page): Promise<{ text: string; top: number }> {
  let now = await readNow(page);
  await expect(async () => {
    const before = now;
    now = await readNow(page);
    expect(now).toEqual(before);
  }).toPass();
  return now;
}

test(cite('UI-2', 'after a reload, the page, the search and the panel are restored'), fullRunOnly, async ({ page }) => {
  await talked(page);
  await page.getByRole('button', { name: 'Chain', exact: true }).click();
  await expect(page.locator('[data-chain-panel]')).toBeVisible();
  // Escape in it closes it, and returns the focus.
  const chainSwitch = page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Chain' });
  await expect(chainSwitch).toHaveAttribute('aria-pressed', 'true');
  await chainSwitch.focus();
  await page.getByRole('button', { name: 'Hide chain' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-chain-panel]')).toHaveCount(0);
  await expect(chainSwitch).toBeFocused();
  await expect(chainSwitch).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-chain-panel]')).toBeVisible();
  await page.reload();
  await expect(page.locator('[data-role="user"]').last()).toContainText(example);
  await expect(page.locator('[data-chain-panel] [role="treeitem"]').first()).toBeVisible();
  await page.keyboard.press('Control+Shift+f');
  const field = page.getByRole('combobox', { name: 'Search messages and calls' });
  await expect(field).toBeFocused();
  await page.keyboard.type('readme');
  await expect(page.locator('[role="option"]').first()).toBeVisible();
  await indexKnowsAll(page);
  const count = await page.locator('[role="option"]').count();
  await page.reload();
  await expect(field).toHaveValue('readme');
  await expect(page.locator('[role="option"]')).toHaveCount(count);
});

test(
  cite('UI-2', 'after a reload or resize, the content being read is at the top of the view'),
  fullRunOnly,
  async ({ page }) => {
    await reading(page);
    const log = page.getByRole('log');
    await log.hover();
    await page.mouse.wheel(0, -900);
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
    const before = await readAtRest(page);
    await page.reload();
    await expect.poll(() => readNow(page), soon).toEqual(before);
    await composer(page).focus();
    await page.keyboard.press('Control+Equal');
    await expect(page.locator('html')).toHaveAttribute('style', /--zoom: 1.1/);
    await expect.poll(async () => (await readNow(page)).text, soon).toBe(before.text);
    await page.keyboard.press('Control+0');
    await expect(page.locator('html')).toHaveAttribute('style', /--zoom: 1;/);
    await expect.poll(async () => (await readNow(page)).text, soon).toBe(before.text);
  },
);

test('a reader at the end of a reply stays at the end after a resize', fullRunOnly, async ({ page }) => {
  await reading(page);
  const before = await readNow(page);
  await composer(page).focus();
  for (const zoom of ['1.1', '1.25', '1.5']) {
    await page.keyboard.press('Control+Equal');
    await expect(page.locator('html')).toHaveAttribute('style', new RegExp(`--zoom: ${zoom}`));
  }
  await expect.poll(async () => (await readNow(page)).text, soon).toBe(before.text);
});

test(
  cite('UI-10', 'a lazily loaded part opened while the host is away opens when it is back, without a reload'),
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({});
    // Nothing loads in advance.
    await page.addInitScript(() => Object.defineProperty(window, 'requestIdleCallback', { value: undefined }));
    await openApp(page, host);
    await page.waitForLoadState('networkidle');
    const samePage = await page.evaluateHandle(() => document.documentElement);
    const { dataDir, origin } = host;
    await host.kill9();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.keyboard.press('Control+,');
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices).toContainText('couldn’t be loaded because Throughline isn’t responding');

    host = await startHost({ dataDir, port: new URL(origin).port });
    await page.goto(host.url);
    // Only the notification's button remains: the window is connected.
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
    await notices.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    expect(await samePage.evaluate((root) => root === document.documentElement)).toBe(true);
  },
);

test(
  cite('UI-10', 'code whose request is broken off, as by a change of network, is requested again'),
  async ({ page }) => {
    host = await startHost({});
    let broken = 0;
    await page.route(/\/SettingsDialog-[^/]*\.js/, (route) =>
      broken++ < 2 ? route.abort('failed') : route.continue(),
    );
    await openApp(page, host);
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    expect(broken).toBeGreaterThan(2);
  },
);

test(
  cite('UI-10', 'a part whose code fails to load is reported, even after an update, and reloading keeps the draft'),
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({});
    const part = /\/SettingsDialog-[^/]*\.js/;
    await page.route(part, (route) => route.abort());
    await openApp(page, host);
    await composer(page).fill('half a thought');
    await page.keyboard.press('Control+,');
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices).toContainText('This part of the window couldn’t be loaded.');
    await expect(composer(page)).toHaveValue('half a thought');
    await page.unroute(part);
    await notices.getByRole('button', { name: 'Reload' }).click();
    await expect(notices).not.toContainText('couldn’t be loaded');
    await expect(composer(page)).toHaveValue('half a thought');
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // The app was updated: this page's files are gone, and a new page is served.
    await page.route(/\/ImportDialog-[^/]*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.reload();
    await expect(composer(page)).toHaveValue('half a thought');
    await page.route(`${host.origin}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-new.js"></script>' }),
    );
    await page.keyboard.press('Control+k');
    await page.keyboard.type('import');
    await page
      .getByRole('option', { name: /^Import conversations/ })
      .first()
      .click();
    await expect(notices).toContainText('Throughline was updated.');
    await page.unroute(`${host.origin}/`);
    await notices.getByRole('button', { name: 'Reload' }).click();
    await expect(notices).not.toContainText('Throughline was updated.');
    await expect(composer(page)).toHaveValue('half a thought');
  },
);

test(
  cite('UI-2', 'right-clicking a row, or the menu key, opens the same menu as its button'),
  fullRunOnly,
  async ({ page }) => {
    await talked(page);
    const names = async (): Promise<string[]> => {
      await expect(page.getByRole('menu')).toBeVisible();
      const all = await page.getByRole('menuitem').allTextContents();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
      return all;
    };
    const row = page.locator('[data-conversation]').first();
    await row.click({ button: 'right' });
    const byPointer = await names();
    await expect(row).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    expect(await names()).toEqual(byPointer);
    await row.hover();
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    expect(await names()).toEqual(byPointer);

    const said = page.locator('[data-role="user"]').last();
    await said.click({ button: 'right' });
    await photograph(page, 'menu-at-pointer');
    expect(await names()).toContain('Quote in message');
    await toolCalls(page).first().or(page.locator('[data-tool-fold]').first()).click();
    await toolCalls(page).first().click({ button: 'right' });
    expect(await names()).toContain('Full output…');

    // Selected text keeps the system's menu.
    await said.selectText();
    await said.click({ button: 'right' });
    await expect(page.getByRole('menu')).toHaveCount(0);
  },
);
