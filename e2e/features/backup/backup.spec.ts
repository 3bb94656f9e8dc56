// Backups in the settings: made by hand into a folder, and restored into the data of another window.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { liveNames } from '../../../test/support/liveFiles.ts';
import { holdFrames } from '../../support/holdFrames.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;
let folder: string;

test.beforeEach(async () => {
  model = await startFakeModelServer({ otherwise: { text: 'Remembered.' } });
  folder = mkdtempSync(path.join(tmpdir(), 'throughline-backups-'));
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(page: Page): Promise<void> {
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', projectFolder()], env });
  await openApp(page, host);
}

async function openBackups(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('settings data');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  return dialog.getByRole('region', { name: 'Backups' });
}

test(
  cite('SHIP-6', 'a backup is made in the window, and restored in another with its conversation'),
  async ({ page }) => {
    await open(page);
    await send(page, 'Remember the harbor');
    await waitForIdle(page);
    const backups = await openBackups(page);
    await backups.getByLabel('Folder').fill(folder);
    await backups.getByLabel('Folder').press('Enter');
    await backups.getByRole('button', { name: 'Back up now' }).click();
    await expect(backups.getByText(/^Last backup: .*B\.$/)).toBeVisible();
    await expect.poll(() => liveNames(folder).length).toBe(1);
    expect(readdirSync(folder)[0]).toMatch(/^throughline-.*\.tar$/);
    await backups.getByRole('button', { name: 'Back up now' }).click();
    await expect(backups.getByText(/Nothing had changed\.$/)).toBeVisible();
    await host.stop();

    await open(page);
    const there = await openBackups(page);
    const form = there.getByRole('form', { name: 'Restore' });
    await form.getByLabel('Backup', { exact: true }).fill(folder);
    await form.getByRole('button', { name: 'Check' }).click();
    await expect(form.getByText('1 new conversation, 0 to merge')).toBeVisible();
    await form.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('Restored: 1 new conversation, 0 merged.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('navigation').getByText('Remember the harbor')).toBeVisible();
  },
);

test(cite('SHIP-6', 'a folder that is gone and a damaged backup are explained in the window'), async ({ page }) => {
  await open(page);
  const backups = await openBackups(page);
  await backups.getByLabel('Folder').fill(path.join(folder, 'unplugged'));
  await backups.getByLabel('Folder').press('Enter');
  await backups.getByRole('button', { name: 'Back up now' }).click();
  await expect(backups.getByRole('alert').filter({ hasText: 'If it is on another drive, connect it.' })).toBeVisible();
  mkdirSync(path.join(folder, 'rubbish'));
  writeFileSync(path.join(folder, 'rubbish', 'file.tar'), 'no backup');
  const form = backups.getByRole('form', { name: 'Restore' });
  await form.getByLabel('Backup', { exact: true }).fill(path.join(folder, 'rubbish', 'file.tar'));
  await form.getByRole('button', { name: 'Check' }).click();
  await expect(form.getByRole('alert')).toContainText('it is not a backup of Throughline');
});

test(cite('SHIP-6', 'an error of the backup settings is shown at its own field'), async ({ page }) => {
  await open(page);
  const backups = await openBackups(page);
  // The browser version has no dialog to choose a folder.
  await expect(backups.getByRole('button', { name: 'Choose…' })).toHaveCount(0);
  await backups.getByLabel('Backups to keep').fill('0');
  await backups.getByLabel('Backups to keep').press('Enter');
  await expect(backups.getByRole('alert')).toHaveText('Enter a whole number from 1 to 1,000.');
  await expect(backups.getByLabel('Backups to keep')).toHaveAttribute('aria-invalid', 'true');
  await expect(backups.getByLabel('Folder')).not.toHaveAttribute('aria-invalid', 'true');
});

test(cite('SHIP-6', 'a check that the user no longer waits for is not shown'), async ({ page }) => {
  const frames = await holdFrames(page);
  await open(page);
  const backups = await openBackups(page);
  await backups.getByLabel('Folder').fill(folder);
  await backups.getByLabel('Folder').press('Enter');
  await backups.getByRole('button', { name: 'Back up now' }).click();
  await expect.poll(() => liveNames(folder).filter((name) => name.endsWith('.tar')).length).toBe(1);
  const form = backups.getByRole('form', { name: 'Restore' });
  const check = form.getByRole('button', { name: 'Check' });
  await form.getByLabel('Backup', { exact: true }).fill(folder);
  frames.hold('backup.inspect');
  await check.click();
  await expect(form.getByRole('button', { name: 'Checking…' })).toBeVisible();
  await form.getByLabel('Backup', { exact: true }).fill(path.join(folder, 'other'));
  frames.release();
  await expect(check).toBeEnabled();
  await expect(form.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  await form.getByLabel('Backup', { exact: true }).fill(folder);
  await check.click();
  await expect(form.getByRole('button', { name: 'Restore' })).toBeVisible();
});

test(cite('UI-9', 'the settings find backups and encryption by their words'), async ({ page }) => {
  await open(page);
  const dialog = (await openBackups(page)).page().getByRole('dialog', { name: 'Settings' });
  for (const word of ['encrypt', 'passphrase', 'backup', 'recovery']) {
    await dialog.getByRole('searchbox').fill(word);
    await expect(dialog.getByRole('tab', { name: 'Data' })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('recovery');
  await page.getByRole('option', { name: /^Encryption/ }).click();
  await expect(dialog.getByRole('region', { name: 'Encryption' })).toHaveAttribute('data-here', '');
});
