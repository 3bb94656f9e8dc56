import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { filesWith } from '../../../test/support/liveFiles.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { openApp, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

async function openDemo(page: Page): Promise<void> {
  host = await startHost({ args: ['--project', projectFolder()] });
  await openApp(page, host);
}

test(
  cite('STORE-10', 'a conversation is deleted after confirmation and restored by keyboard'),
  fullRunOnly,
  async ({ page }) => {
    await openDemo(page);
    await send(page, 'hello there');
    await waitForIdle(page);
    const item = page.locator('[data-conversation]').first();
    await item.focus();
    await item.press('Delete');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('until you close the app');
    await expect(dialog.getByRole('list', { name: 'This will be deleted:' })).toContainText('messages');
    await photograph(page, 'delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.locator('[data-conversation]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.locator('[data-role="user"]')).toContainText('hello there');
    await expect(page.locator('[data-conversation]')).toHaveCount(1);
    await send(page, 'hello again');
    await waitForIdle(page);
  },
);

test(
  cite('STORE-10', 'a message is permanently removed from its menu, in the window and on disk'),
  async ({ page }) => {
    const secret = 'hunter2-9f8e7d6c5b4a';
    await openDemo(page);
    await send(page, `hello, my password is ${secret}`);
    await waitForIdle(page);
    const message = page.locator('[data-message]', { has: page.locator('[data-role="user"]') }).first();
    await message.hover();
    await message.getByRole('button', { name: 'Message actions' }).click();
    await photograph(page, 'message-menu');
    await page.getByRole('menuitem', { name: 'Remove permanently…' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('This can’t be undone');
    await dialog.getByRole('button', { name: 'Remove permanently' }).click();
    await expect(message).toContainText('Permanently removed');
    await expect(page.getByText(secret)).toHaveCount(0);
    await expect.poll(() => filesWith(host.dataDir, secret), soon).toEqual([]);
    await page.reload();
    await expect(page.getByText('Permanently removed').first()).toBeVisible();
  },
);
