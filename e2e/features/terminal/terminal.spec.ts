// A terminal in the panel: opened with a code, typed in, quoted, closed and reopened with its output, and left with a key.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, confirmWithCode, openApp, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.beforeEach(async ({ page }) => {
  model = await startFakeModelServer();
  const env = {
    ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' },
    ...{ SHELL: '/bin/sh', PS1: 'ready> ', ENV: '' },
  };
  host = await startHost({ args: ['--project', projectFolder()], env });
  await openApp(page, host);
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Terminal' });
const rows = (page: Page): Locator => panel(page).locator('.xterm-rows');
const input = (page: Page): Locator => panel(page).getByRole('textbox', { name: /^Terminal sh/ });

async function openTerminal(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Terminal' }).click();
  await panel(page).getByRole('button', { name: 'Trust this folder' }).click();
  await confirmWithCode(page, host);
  await expect(rows(page)).toContainText('ready>');
  await expect(input(page)).toBeFocused();
}

test(
  cite('UI-22', 'a terminal opens with a code, keeps its output while closed and after a reload, and is quoted'),
  async ({ page }) => {
    model.push({ text: 'Hello.' });
    await send(page, 'hello');
    await waitForIdle(page);
    await openTerminal(page);
    await page.keyboard.type('echo to"day"; ls\n');
    await expect(rows(page)).toContainText('today');
    await photograph(page, 'terminal');

    // Closed with its key and opened again: the focus comes back, and the output is still there.
    await page.keyboard.press('Control+`');
    await expect(panel(page)).toHaveCount(0);
    await page.keyboard.press('Control+`');
    await expect(rows(page)).toContainText('today');
    await expect(input(page)).toBeFocused();
    await page.keyboard.type('echo kept=$((40+2))\n');
    await expect(rows(page)).toContainText('kept=42');
    await page.reload();
    await expect(rows(page)).toContainText('kept=42');

    // A selection goes into the message.
    const line = rows(page).locator('> div').filter({ hasText: 'kept=42' }).last();
    const quote = panel(page).getByRole('button', { name: 'Quote selection in the message' });
    // The lines move while the terminal takes its size.
    await expect(async () => {
      const box = await line.boundingBox();
      await page.mouse.dblclick((box?.x ?? 0) + 20, (box?.y ?? 0) + 6);
      await quote.click({ timeout: 2000 });
    }).toPass();
    await expect(composer(page)).toHaveValue(/^```\n.*kept=42.*\n```\n\n$/s);
    await expect(composer(page)).toBeFocused();

    const audit = await new AxeBuilder({ page }).include('[data-terminal-panel]').analyze();
    expect(audit.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  },
);

test(
  cite('UI-22', 'keys: F6 leaves it, Tab belongs to the shell; it ends, restarts, is renamed and closed'),
  async ({ page }) => {
    await openTerminal(page);
    await page.keyboard.press('Tab');
    await expect(input(page)).toBeFocused();
    await page.keyboard.press('F6');
    await expect(composer(page)).toBeFocused();
    await panel(page)
      .getByRole('textbox', { name: /^Terminal sh/ })
      .focus();
    await page.keyboard.press('Control+c');
    // A shell that reads a line and the interrupt before it at once drops the line.
    await expect(rows(page)).toContainText(/ready>.*ready>/s);
    await page.keyboard.type('exit 3\n');
    await expect(panel(page).getByText('The shell exited with code 3.')).toBeVisible();
    await panel(page).getByRole('button', { name: 'Restart' }).click();
    await expect(panel(page).getByText('The shell exited with code 3.')).toHaveCount(0);
    await expect(input(page)).toBeFocused();
    await page.keyboard.type('echo again=$((1+1))\n');
    await expect(rows(page)).toContainText('again=2');

    await panel(page).getByRole('button', { name: 'New terminal' }).click();
    await expect(panel(page).getByRole('tab')).toHaveText(['sh 1', 'sh 2']);
    // The new one takes the focus once it is there.
    await expect(rows(page)).toHaveText(/^ready>\s*$/);
    await expect(input(page)).toBeFocused();
    await panel(page).getByRole('tab', { name: 'sh 2' }).dblclick();
    await expect(panel(page).getByRole('textbox', { name: 'Terminal name' })).toBeFocused();
    await page.keyboard.type('server\n');
    await expect(panel(page).getByRole('tab')).toHaveText(['sh', 'server']);
    await panel(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Close server' }).click();
    await expect(panel(page).getByRole('tab')).toHaveText(['sh']);
    await expect(rows(page)).toContainText('again=2');
  },
);

test(cite(['UI-22', 'SEC-8'], 'what a program prints can neither copy, rename, link nor answer'), async ({ page }) => {
  await openTerminal(page);
  await page.evaluate(() => {
    for (const name of ['writeText', 'write'] as const) {
      navigator.clipboard[name] = async () => void document.body.setAttribute('data-copied', '');
    }
    window.open = () => {
      document.body.setAttribute('data-opened', '');
      return null;
    };
  });
  const title = await page.title();
  const hostile = [
    '\\033]52;c;aGFja2Vk\\007',
    '\\033]0;hacked\\007\\033]2;hacked\\007',
    '\\033[21t\\033[18t\\033[3;0;0t\\033[9;1t',
    '\\033]8;;javascript:alert(1)\\007LINK\\033]8;;\\007',
  ].join('');
  await page.keyboard.type(`printf '${hostile}\\ndo''ne\\n'\n`);
  await expect(rows(page)).toContainText('done');
  const box = await rows(page).locator('> div').filter({ hasText: /^LINK/ }).boundingBox();
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 6);
  await page.keyboard.type('echo st"ill"\n');
  await expect(rows(page)).toContainText('still');
  expect(await page.title()).toBe(title);
  await expect(page.locator('[data-copied], [data-opened]')).toHaveCount(0);
  // No report of a title or size was typed into the shell.
  await expect(rows(page)).toContainText(/LINKdoneready> echo st"ill"stillready>\s*$/);
});

test(
  cite(['UI-22', 'UI-24'], 'two windows show one terminal, and a program gets each answer once'),
  async ({ page, context }) => {
    model.push({ text: 'Hello.' });
    await send(page, 'hello');
    await waitForIdle(page);
    await openTerminal(page);
    const coming = context.waitForEvent('page');
    await page.locator('[data-conversation]').first().click({ button: 'middle' });
    const other = await coming;
    await other.setViewportSize({ width: 900, height: 600 });
    await expect(other.locator('[data-role="user"]')).toHaveText(/hello/);
    await other.keyboard.press('Control+`');
    await expect(rows(other)).toContainText('ready>');

    const type = async (window: Page, text: string): Promise<void> => {
      await panel(window)
        .getByRole('textbox', { name: /^Terminal sh/ })
        .focus();
      await window.keyboard.type(text);
    };
    const size = async (window: Page, mark: string): Promise<string | undefined> => {
      await type(window, `clear; stty size; echo do"ne"${mark}\n`);
      await expect(rows(window)).toContainText(`done${mark}`);
      return new RegExp(`(\\d+ \\d+)done${mark}`).exec((await rows(window).textContent()) ?? '')?.[1];
    };
    const [first, second] = [await size(page, 'A'), await size(other, 'B')];
    expect(first).toMatch(/^\d+ \d+$/);
    expect(second).toMatch(/^\d+ \d+$/);
    expect(second).not.toBe(first);
    expect(await size(page, 'C')).toBe(first);
    // The second window has seen the request when it shows the mark; a second answer would be typed before the next words.
    await type(page, `clear; stty -icanon -echo; printf '\\033[6n'; echo as"ked"; cat -v\n`);
    for (const window of [page, other]) await expect(rows(window)).toContainText('asked');
    await type(page, 'today\n');
    await expect(rows(page)).toContainText(/\^\[\[\d+;\d+R\s*today/);
    expect((await rows(page).textContent())?.match(/;\d+R/g)).toHaveLength(1);
  },
);
