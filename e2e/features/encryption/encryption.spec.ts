// Encrypting the data from the settings, continuing a conversation, and starting on a machine without the key.

import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { filesWith, liveSize } from '../../../test/support/liveFiles.ts';
import { encrypt, loadedAgain, shownCode } from '../../support/encrypt.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, openApp, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;
test.afterEach(() => host.stop());

test(cite('SEC-9', 'data is encrypted from the settings, and opens elsewhere with the code only'), async ({ page }) => {
  const dataDir = freshFolder('data');
  const args = ['--project', projectFolder()];
  host = await startHost({ dataDir, args, settings: { approvalMode: 'all' } });
  await openApp(page, host);
  await send(page, 'Tell me about zebrafish');
  await waitForIdle(page);
  expect(filesWith(dataDir, ['zebrafish']).length).toBeGreaterThan(0);

  await page.keyboard.press('ControlOrMeta+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Data' }).click();
  const section = settings.getByRole('region', { name: 'Encryption' });
  await section.getByRole('button', { name: 'Encrypt…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recovery code' });
  const code = await shownCode(dialog, 'Recovery code');
  expect(code).toMatch(/^(?:\w{4}-){8}\w{4}$/u);
  await dialog
    .getByRole('textbox', { name: 'Type the code' })
    .fill(code.replace(/^./u, (first) => (first === '0' ? '2' : '0')));
  await dialog.getByRole('button', { name: 'Encrypt and restart' }).click();
  await expect(dialog.getByRole('alert')).toContainText('not the code that was shown');
  await dialog.getByRole('textbox', { name: 'Type the code' }).fill(code.toLowerCase());
  // The page loads again on the encrypted data.
  await loadedAgain(page, () => dialog.getByRole('button', { name: 'Encrypt and restart' }).click());
  await expect(page.getByText('Tell me about zebrafish').first()).toBeVisible();
  await expect.poll(() => filesWith(dataDir, ['zebrafish'])).toEqual([]);
  await send(page, 'And what else');
  await waitForIdle(page);
  expect(filesWith(dataDir, ['zebrafish', 'And what else'])).toEqual([]);
  await host.stop();

  // The test's host has no keychain, so it starts like another machine.
  host = await startHost({ dataDir, args });
  await page.goto('about:blank');
  await page.goto(host.url);
  await expect(page.getByRole('heading', { name: 'Your data is encrypted' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('1234');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('alert')).toContainText('nine groups');
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(code);
  await page.keyboard.press('Enter');
  await page.locator('[data-conversation]').getByText('Tell me about zebrafish').click();
  await expect(page.getByText('And what else').first()).toBeVisible();
});

test(cite('SEC-9', 'what is typed and not sent is on no disk in clear, and survives a reload and a kill'), async () => {
  const dataDir = freshFolder('data');
  const args = ['--project', projectFolder()];
  host = await startHost({ dataDir, args });
  const context = await chromium.launchPersistentContext(join(dataDir, 'desktop'));
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await openApp(page, host);
    await composer(page).fill('Written before');
    const code = await encrypt(page);
    await expect(composer(page)).toHaveText('Written before');
    // The host takes the texts over.
    const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    await expect.poll(stored).not.toContain('Written');

    await composer(page).fill('Zebrafish are striped');
    await page.reload();
    await expect(composer(page)).toHaveText('Zebrafish are striped');
    const longText = `Zebrafish are striped${', mostly'.repeat(300)}`;
    await composer(page).fill(longText);
    await expect.poll(() => liveSize(join(dataDir, 'unsent.json'))).toBeGreaterThan(longText.length);
    expect(await stored()).not.toContain('striped');
    await host.kill9();

    host = await startHost({ dataDir, args });
    await page.goto('about:blank');
    await page.goto(host.url);
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(code);
    await page.keyboard.press('Enter');
    await expect(composer(page)).toHaveText(longText);
  } finally {
    await context.close();
  }
  expect(filesWith(dataDir, ['striped'])).toEqual([]);
});

test(
  cite('SEC-9', 'encrypted data is restored elsewhere with its recovery code, titles included'),
  async ({ page }) => {
    host = await startHost({ dataDir: freshFolder('data'), args: ['--project', projectFolder()] });
    await openApp(page, host);
    await send(page, 'Tell me about zebrafish');
    await waitForIdle(page);
    const code = await encrypt(page);
    await expect(page.getByText('Tell me about zebrafish').first()).toBeVisible();
    const file = join(freshFolder('backup'), 'backup.tar');
    expect((await host.throughline(['backup', file], { THROUGHLINE_RECOVERY_CODE: code })).code).toBe(0);
    await host.stop();

    const dataDir = freshFolder('elsewhere');
    host = await startHost({ dataDir });
    await page.goto('about:blank');
    await openApp(page, host);
    await page.keyboard.press('ControlOrMeta+,');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('tab', { name: 'Data' }).click();
    const form = settings.getByRole('form', { name: 'Restore' });
    await form.getByRole('textbox', { name: 'Backup' }).fill(file);
    await form.getByRole('button', { name: 'Check' }).click();
    const field = form.getByRole('textbox', { name: 'Recovery code' });
    await field.fill('1234');
    await form.getByRole('button', { name: 'Restore' }).click();
    await expect(form.getByRole('alert')).toContainText('nine groups');
    await photograph(page, 'restore-code');
    await field.fill(code);
    await form.getByRole('button', { name: 'Restore' }).click();
    // The app opens the restored data.
    const row = page.locator('[data-conversation]').getByText('Tell me about zebrafish');
    await expect(row).toBeVisible();
    await expect.poll(() => filesWith(dataDir, ['zebrafish'])).toEqual([]);
  },
);
