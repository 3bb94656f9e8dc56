// The sidebar in the real app: titles written by the demo, pinned conversations in a custom order, collapsed sections
// that persist, and actions on several conversations, by pointer and by keyboard.

import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;
test.beforeEach(async () => {
  // Generates titles, as in the app.
  const env = { THROUGHLINE_TITLES: '' };
  host = await startHost({ args: ['--project', projectFolder()], settings: { approvalMode: 'all' }, env });
});
test.afterEach(() => host.stop());

const rows = (page: Page) => page.locator('[data-conversation]');
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });
const titles = (page: Page) => rows(page).locator('span.flex-1').allTextContents();

async function talk(page: Page, text: string, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  await send(page, text);
  await waitForIdle(page);
  await expect(row(page, title)).toBeVisible();
}

async function choose(page: Page, title: string, entry: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry });
  // A title that arrives meanwhile re-renders the row, and the key press is lost.
  await expect(async () => {
    await row(page, title).focus();
    await page.keyboard.press('Shift+F10');
    await expect(item).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await item.click();
}

test(
  cite(
    ['UI-16', 'UI-12'],
    'titles are generated and can be overridden; several conversations are selected, reordered, collapsed and exported',
  ),
  async ({ page }) => {
    await openApp(page, host);
    await talk(page, 'List the files and read the README', 'Files and README of the folder');
    await expect(page.locator('header')).toContainText('Files and README of the folder');
    await choose(page, 'Files and README', 'Reset title to first words');
    await expect(row(page, 'List the files and read the README')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(row(page, 'Files and README of the folder')).toBeVisible();

    await talk(page, 'Read notes.txt', 'A look at notes.txt');
    await talk(page, 'Search for TODO', 'Search for TODO');
    await expect(row(page, 'Search for TODO')).toHaveAttribute('aria-current', 'page');
    // A conversation named by the user keeps its name.
    const name = page.getByRole('textbox', { name: 'Conversation title' });
    await expect(async () => {
      await row(page, 'Search for TODO').focus();
      await page.keyboard.press('F2');
      await expect(name).toBeFocused({ timeout: 2_000 });
    }).toPass();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Mine');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Mine')).toBeFocused();

    for (const title of ['Files and README', 'A look at', 'Mine']) await choose(page, title, 'Pin');
    await expect.poll(() => titles(page)).toEqual(['Mine', 'A look at notes.txt', 'Files and README of the folder']);
    await row(page, 'A look at').focus();
    await page.keyboard.press('Alt+PageUp');
    await expect.poll(() => titles(page)).toEqual(['A look at notes.txt', 'Mine', 'Files and README of the folder']);
    const ordered = ['Files and README of the folder', 'A look at notes.txt', 'Mine'];
    // A busy browser may drop before it knows that the page accepts it: then nothing happens, and the user drags again.
    await expect(async () => {
      await row(page, 'Files and README').dragTo(row(page, 'A look at'), { targetPosition: { x: 40, y: 2 } });
      await expect.poll(() => titles(page), { timeout: 2_000 }).toEqual(ordered);
    }).toPass();

    // By keyboard, starting from one row; each row now has a checkbox.
    await row(page, 'Files and README').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'A look at notes.txt', checked: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await row(page, 'Mine').click({ modifiers: ['Control'] });
    await row(page, 'A look at').click();
    const bar = page.getByRole('region', { name: 'Selected conversations' });
    await bar.getByRole('button', { name: 'Archive' }).click();
    // The open conversation is visible in the archive, too.
    await expect(page.getByRole('button', { name: 'Archive', exact: true, expanded: true })).toBeVisible();
    await expect.poll(() => titles(page)).toEqual(['Files and README of the folder', 'Mine', 'A look at notes.txt']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => titles(page)).toEqual(ordered);

    await row(page, 'Mine').focus();
    await page.keyboard.press('Control+a');
    await bar.getByRole('button', { name: 'Export…' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Save…' }).click();
    const saved = readFileSync(await (await download).path());
    expect((await download).suggestedFilename()).toBe('3 conversations.zip');
    for (const title of ordered) expect(saved.includes(`${title}.md`)).toBe(true);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await row(page, 'Files and README').focus();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('alertdialog', { name: 'Delete 3 conversations?' });
    await expect(dialog.getByRole('listitem')).toContainText(['Files and README', 'A look at', 'Mine', 'in total']);
    await dialog.getByRole('button', { name: 'Delete 3' }).click();
    await expect(rows(page)).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => titles(page)).toEqual(ordered);

    await page.getByRole('button', { name: 'Pinned', exact: true }).click();
    await page.getByRole('button', { name: 'New chat', exact: true }).click();
    await expect(rows(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Pinned' })).toHaveAttribute('aria-expanded', 'false');
    await page.getByRole('button', { name: 'Pinned' }).click();
    await expect.poll(() => titles(page)).toEqual(ordered);
  },
);
