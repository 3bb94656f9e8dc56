// Tags and branches in the real app: tagging by keyboard and pointer, filtering the sidebar and the search, renaming and
// deleting everywhere with undo, and the branch of a project while git switches it.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { gitIn } from '../../../test/support/gitProject.ts';
import { writeLongConversation } from '../../../test/support/longConversation.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;
test.afterEach(() => host.stop());

const rows = (page: Page) => page.locator('[data-conversation]');
const rowOf = (page: Page, id: string) => page.locator(`[data-conversation="${id}"]`);

async function openTags(page: Page, id: string) {
  await rowOf(page, id).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Tags…' }).click();
  return page.getByRole('dialog', { name: 'Tags' });
}

test(
  cite('UI-12', 'conversations are tagged, filtered, searched and retagged everywhere; a project shows its branch'),
  async ({ page }) => {
    const dataDir = freshFolder('data');
    const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(26)) as [string, string, string];
    for (const conversationId of [one, two, three]) {
      writeLongConversation(dataDir, { messages: 2, textLength: 40, conversationId });
    }
    const folder = projectFolder();
    const git = gitIn(folder);
    git('init', '--quiet', '--initial-branch=main');
    host = await startHost({ dataDir, args: ['--project', folder], settings: { approvalMode: 'all' } });
    await openApp(page, host);

    await send(page, 'List the files and read the README');
    await waitForIdle(page);
    const heading = page.getByRole('heading', { name: /^project/ });
    await expect(heading).toContainText('Branch main');
    git('switch', '--quiet', '--create', 'fix/tabs');
    await expect(heading).toContainText('Branch fix/tabs');

    // By keyboard: two new tags, then one of them again by its beginning.
    const dialog = await openTags(page, one);
    const field = dialog.getByRole('combobox', { name: 'Find or create a tag' });
    await expect(field).toBeFocused();
    await page.keyboard.type('Urgent');
    await expect(dialog.getByRole('option')).toHaveText(['Create “Urgent”']);
    await page.keyboard.press('Enter');
    await page.keyboard.type('später');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('option', { selected: true })).toHaveText(['später1', 'Urgent1']);
    await page.keyboard.type('x'.repeat(41));
    await expect(dialog.getByRole('alert')).toHaveText('Tags can have at most 40 characters.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(page, one)).toBeFocused();
    await expect(rowOf(page, one)).toContainText('Tags: Urgent, später');
    await openTags(page, two);
    await expect(field).toBeFocused();
    await page.keyboard.type('URG');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, two)).toContainText('Tags: Urgent');
    // Changes by another window are shown as well.
    const urgent = dialog.getByRole('option', { name: 'Urgent' });
    await expect(urgent).toHaveAttribute('aria-selected', 'true');
    expect((await host.throughline(['tag', 'remove', two, 'Urgent'])).code).toBe(0);
    await expect(urgent).toHaveAttribute('aria-selected', 'false');
    await urgent.click();
    await expect(rowOf(page, two)).toContainText('Tags: Urgent');
    await dialog.getByRole('button', { name: 'Done' }).click();

    // The open conversation, from the palette and its title.
    await rowOf(page, three).click();
    await expect(rowOf(page, three)).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('tag this');
    await page.keyboard.press('Enter');
    await dialog.getByRole('option', { name: 'später' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Edit tags: später' }).click();
    await expect(dialog.getByRole('option', { selected: true })).toHaveText(['später2']);
    await page.keyboard.press('Escape');

    // Only conversations with all chosen tags are listed.
    const filter = page.getByRole('search', { name: 'Filter by tag' });
    await filter.getByRole('button', { name: 'Urgent' }).click();
    await expect(filter.getByRole('status')).toHaveText('2 conversations');
    await expect(rows(page)).toHaveCount(2);
    await filter.getByRole('button', { name: 'später' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rowOf(page, one)).toBeVisible();
    await page.keyboard.press('Control+1');
    await expect(rowOf(page, one)).toHaveAttribute('aria-current', 'page');

    // Everywhere, with undo. The menu stays open for several choices.
    await filter.getByRole('button', { name: 'More tags' }).click();
    const choice = page.getByRole('menuitemcheckbox', { name: /^Urgent/ });
    for (const checked of [false, true]) {
      await choice.click();
      await expect(choice).toBeChecked({ checked });
    }
    await page.getByRole('menuitem', { name: 'Manage tags…' }).click();
    const manage = page.getByRole('dialog', { name: 'Manage tags' });
    // Escape only stops renaming; the focus follows the row, or goes to its neighbor.
    const renameUrgent = manage.getByRole('button', { name: 'Rename Urgent' });
    await renameUrgent.press('Enter');
    await expect(manage.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('Not this');
    await page.keyboard.press('Escape');
    await expect(renameUrgent).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(manage.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('Today');
    await page.keyboard.press('Enter');
    await expect(manage.getByRole('listitem')).toContainText(['später', 'Today']);
    await expect(manage.getByRole('button', { name: 'Rename Today' })).toBeFocused();
    await manage.getByRole('button', { name: 'Delete später' }).press('Enter');
    await expect(manage.getByRole('listitem')).toHaveCount(1);
    await expect(manage.getByRole('button', { name: 'Rename Today' })).toBeFocused();
    await manage.getByRole('button', { name: 'Done' }).click();
    // A tag that is gone hides nothing.
    await expect(rows(page)).toHaveCount(4);
    await expect(rowOf(page, three)).not.toContainText('Tags:');
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, three)).toContainText('Tags: später');
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, two)).toContainText('Tags: Urgent');
    expect((await host.throughline(['tag', 'list'])).stdout).toBe('    2  später\n    2  Urgent\n');

    // Several at once.
    await rowOf(page, two).click({ modifiers: ['Control'] });
    await rowOf(page, three).click();
    const bar = page.getByRole('region', { name: 'Selected conversations' });
    await bar.getByRole('button', { name: 'Tags…' }).click();
    const several = page.getByRole('dialog', { name: 'Tags of 2 conversations' });
    await several.getByRole('option', { name: 'Urgent' }).click();
    await expect(rowOf(page, three)).toContainText('Tags: später, Urgent');
    await several.getByRole('button', { name: 'Done' }).click();
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, three)).not.toContainText('Urgent');
    await expect(rowOf(page, two)).toContainText('Tags: Urgent');
    await page.keyboard.press('Escape');
  },
);
