// A permission that the window cannot grant alone: the user reads a code where the host was started, and types it.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test, type WebSocketRoute } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { codes, composer, confirmWithCode, openApp, photograph } from '../../support/window.ts';

let host: Host;
test.afterEach(() => host?.stop());

const mode = (): unknown => {
  try {
    return JSON.parse(readFileSync(path.join(host.dataDir, 'settings.json'), 'utf8')).approvalMode;
  } catch {
    return undefined;
  }
};

/** Selects the mode that runs everything without asking; returns the printed code. */
async function askForEverything(page: Page): Promise<string> {
  const before = codes(host).length;
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('dialog').first();
  await settings.getByRole('tab', { name: 'Approvals' }).click();
  await settings.getByRole('radio', { name: /Full access/ }).click();
  await expect.poll(() => codes(host).length, soon).toBe(before + 1);
  // The host prints it before the window learns about the request.
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
  return codes(host)[before] ?? '';
}

test(
  cite(
    'SEC-8',
    "running everything without asking: a dialog says where to look, and only the terminal's code confirms it",
  ),
  async ({ page }) => {
    host = await startHost({});
    await openApp(page, host);
    const frames: string[] = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog').first();
    await settings.getByRole('tab', { name: 'Approvals' }).click();
    const everything = settings.getByRole('radio', { name: /Full access/ });
    await everything.click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText('Confirm with a code')).toBeVisible();
    await expect.poll(() => host.said(), soon).toContain('Throughline asks: Let every tool run without asking');
    await photograph(page, 'confirm');
    await page.emulateMedia({ colorScheme: 'dark' });
    const [code = ''] = codes(host);
    await page.getByLabel('Six-digit code').fill(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('You can try 2 more times.')).toBeVisible();
    await photograph(page, 'confirm-wrong-dark');
    expect(mode()).not.toBe('all');

    // Canceled: nothing changed, and the window reports it.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    expect(mode()).not.toBe('all');

    await everything.click();
    await confirmWithCode(page, host);
    await expect.poll(mode, soon).toBe('all');
    await expect(everything).toBeChecked();
    for (const each of codes(host)) {
      expect(frames.join('\n')).not.toContain(each);
      expect(host.contents().join('\n')).not.toContain(each);
    }
  },
);

test(
  cite(['SEC-8', 'UI-10'], 'a lost and restored connection keeps the code valid, and what was typed stays'),
  fullRunOnly,
  async ({ page }) => {
    let cut = false;
    const open = new Set<WebSocketRoute>();
    await page.routeWebSocket(/.*/, (socket) => {
      if (cut) return void socket.close();
      socket.connectToServer();
      open.add(socket);
    });
    host = await startHost({});
    await openApp(page, host);
    const code = await askForEverything(page);
    const dialog = page.getByRole('alertdialog');
    const field = page.getByLabel('Six-digit code');
    cut = true;
    for (const socket of open) await socket.close();
    await field.fill(code);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('The app cannot be reached at the moment.')).toBeVisible();
    await expect(field).toHaveValue(code);
    expect(mode()).not.toBe('all');
    cut = false;
    // The dialog reappears on its own, and nothing in it indicates when.
    await expect(async () => {
      if (await field.isVisible()) await field.press('Enter');
      await expect(dialog).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await expect.poll(mode, soon).toBe('all');
  },
);

test(
  cite(['SEC-8', 'UI-10'], 'a code from before a restart has expired: the dialog reports it and can only be closed'),
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({});
    await openApp(page, host);
    const code = await askForEverything(page);
    const { dataDir, origin } = host;
    await host.kill9();
    host = await startHost({ dataDir, port: new URL(origin).port });
    await page.goto(host.url);
    const dialog = page.getByRole('alertdialog');
    const field = page.getByLabel('Six-digit code');
    await expect(page.getByText('The app was restarted')).toHaveCount(0);
    await expect(async () => {
      if (await field.isEditable()) await field.fill(code);
      await field.press('Enter');
      await expect(dialog.getByText('This request has expired.')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(field).not.toBeEditable();
    await expect(dialog.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    expect(mode()).not.toBe('all');

    await page.getByRole('radio', { name: /Full access/ }).click();
    await confirmWithCode(page, host);
    await expect.poll(mode, soon).toBe('all');
  },
);
