// Settings → Help: the doctor finds a fault and repairs it, and the user edits and saves a problem report.

import { chmodSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp, photograph } from '../../support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

test(
  cite(
    ['DOCTOR-1', 'DOCTOR-2', 'SHIP-3'],
    'the window checks the machine, repairs a fault, and saves an edited report',
  ),
  async ({ page }) => {
    host = await startHost({ args: ['--project', projectFolder()], settings: { instructions: 'My name is Ada.' } });
    chmodSync(host.dataDir, 0o755);
    await openApp(page, host);
    await page.keyboard.press('ControlOrMeta+,');
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('tab', { name: 'Help' }).click();
    const doctor = dialog.getByRole('region', { name: 'Check this machine' });
    await doctor.getByRole('button', { name: 'Check', exact: true }).click();
    const row = doctor
      .getByRole('listitem')
      .filter({ hasText: 'Other users of this machine can open the data folder.' });
    await expect(row).toContainText('Let only your user account open it.');
    await photograph(page, 'doctor');
    await row.getByRole('button', { name: 'Fix' }).click();
    await expect(row).toHaveCount(0);
    expect(statSync(host.dataDir).mode & 0o777).toBe(0o700);

    const report = dialog.getByRole('region', { name: 'Report a problem' });
    await report.getByRole('button', { name: 'Create report' }).click();
    const text = report.getByRole('textbox', { name: 'Report' });
    await expect(text).toHaveValue(/# Problem report for Throughline/);
    const made = await text.inputValue();
    for (const content of ['Ada', host.dataDir]) expect(made).not.toContain(content);
    await expect(text).toBeFocused();
    const edited = made.replace('(What did you do?', 'I pressed Send. (What did you do?');
    await text.fill(edited);
    await dialog.getByRole('tab', { name: 'Data' }).click();
    await dialog.getByRole('tab', { name: 'Help' }).click();
    await expect(text).toHaveValue(edited);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+,');
    await dialog.getByRole('tab', { name: 'Help' }).click();
    await expect(text).toHaveValue(edited);
    const download = page.waitForEvent('download');
    await report.getByRole('button', { name: 'Save…' }).click();
    const saved = readFileSync(await (await download).path(), 'utf8');
    expect(saved).toBe(await text.inputValue());
    expect(saved).toContain('I pressed Send.');
    await expect(dialog.getByRole('region', { name: 'Log files' })).toContainText('logs');
    // Saved: another visit makes a new one.
    await dialog.getByRole('tab', { name: 'Data' }).click();
    await dialog.getByRole('tab', { name: 'Help' }).click();
    await expect(report.getByRole('button', { name: 'Create report' })).toBeVisible();
  },
);
