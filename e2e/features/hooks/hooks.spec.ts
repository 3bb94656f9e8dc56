// Hooks: the user adds one in the settings, sees it in a call's box and tests it; a folder's hook needs approval; a
// hook denies a call.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { calling, writeHooks } from '../../../test/features/hooks/hooksFile.ts';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { liveText } from '../../../test/support/liveFiles.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { confirmWithCode, openApp, openBox, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.beforeEach(async () => {
  model = await startFakeModelServer();
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

async function open(page: Page, folder: string): Promise<void> {
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', folder], env });
  await openApp(page, host);
}

async function openHooks(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('settings hooks');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect(dialog.getByRole('tab', { name: 'Hooks', selected: true })).toBeVisible();
  return dialog;
}

test(
  cite(
    ['HOOK-1', 'HOOK-3'],
    "a hook is added, confirmed, tested and visible in a call's box, whose undo reverts its changes",
  ),
  async ({ page }) => {
    const folder = projectFolder();
    writeFileSync(path.join(folder, 'a.txt'), 'one\n');
    await open(page, folder);
    const settings = await openHooks(page);
    await settings.getByRole('button', { name: 'Add hook' }).click();
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings).toContainText('Enter a command.');
    await settings.getByRole('textbox', { name: 'Tools' }).fill('(Edit)+');
    await settings.getByRole('textbox', { name: 'Command' }).fill('printf formatted > a.txt; echo tidy');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings).toContainText('Repeated groups');
    await settings.getByRole('textbox', { name: 'Tools' }).fill('Edit');
    await settings.getByRole('checkbox', { name: 'Only in trusted folders' }).uncheck();
    await settings.getByRole('button', { name: 'Save' }).click();
    await confirmWithCode(page, host);
    const row = settings.locator('[data-hook]');
    await expect(row).toContainText('Not run since the app started');
    await expect(settings.getByRole('button', { name: 'Add hook' })).toBeFocused();
    await row.getByRole('button', { name: /^Test/ }).click();
    await expect(settings.getByRole('status', { name: 'Test result' })).toContainText('tidy');
    writeFileSync(path.join(folder, 'a.txt'), 'one\n');
    await page.keyboard.press('Escape');

    model.push(calling('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'two' }), { text: 'It is done.' });
    await send(page, 'edit it');
    await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
    await waitForIdle(page);
    expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('formatted');
    const box = page.locator('[data-tool="edit_file"]');
    await openBox(box.getByRole('button', { name: /Edited a\.txt/ }));
    const ran = box.locator('[data-hooks]');
    await expect(ran).toContainText('Hooks changed 1 file: a.txt');
    await ran.getByText('printf formatted').first().click();
    await expect(ran).toContainText('Exit code 0');
    await expect(ran).toContainText('tidy');
    await box.getByRole('button', { name: 'Undo…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(() => liveText(path.join(folder, 'a.txt'))).toBe('one\n');
  },
);

test(
  cite(['HOOK-1', 'HOOK-2'], "a folder's hook shows its exact command and runs once approved; its denial says so"),
  fullRunOnly,
  async ({ page }) => {
    const folder = projectFolder();
    const command = 'touch canary; echo "not in this folder" >&2; exit 2';
    writeHooks(path.join(folder, '.throughline', 'hooks.json'), { event: 'PreToolUse', matcher: 'Read', command });
    await open(page, folder);
    let settings = await openHooks(page);
    await expect(settings.locator('[data-hook]')).toContainText('Folder not trusted');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('trust this folder');
    await page.keyboard.press('Enter');
    settings = await openHooks(page);
    const card = settings.getByRole('region', { name: 'Run this command from the folder?' });
    await expect(card).toContainText(command);
    expect(existsSync(path.join(folder, 'canary'))).toBe(false);
    await card.getByRole('button', { name: 'Approve' }).click();
    await confirmWithCode(page, host);
    await expect(settings.locator('[data-hook][data-state="on"]')).toBeVisible();
    await page.keyboard.press('Escape');

    model.push(calling('read_file', { path: 'README.md' }), { text: 'I may not.' });
    await send(page, 'read it');
    await waitForIdle(page);
    await expect(page.locator('[data-tool="read_file"]')).toContainText('Denied by a hook: not in this folder');
    expect(existsSync(path.join(folder, 'canary'))).toBe(true);
  },
);
