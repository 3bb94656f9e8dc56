// Settings → About: the licenses of everything inside.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Host, startHost } from '../../support/host.ts';
import { openApp } from '../../support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

test(
  cite('SHIP-1', 'the licenses of everything inside are listed, found and read in the settings'),
  async ({ page }) => {
    const file = fileURLToPath(new URL('../../../out/renderer/licenses.json', import.meta.url));
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: unknown[] };
    host = await startHost({});
    await openApp(page, host);
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog').first();
    await settings.getByRole('tab', { name: 'About' }).click();
    await expect(settings.locator('details')).toHaveCount(packages.length);
    await settings.getByRole('searchbox', { name: 'Find a package or license' }).fill('react mit');
    const row = settings.locator('details').filter({ hasText: /^react\d/ });
    await expect(row).toHaveCount(1);
    await row.locator('summary').click();
    await expect(row.locator('pre')).toContainText('Permission is hereby granted');
    await settings.getByRole('searchbox', { name: 'Find a package or license' }).fill('no such package');
    await expect(settings.getByText('No package matches.')).toBeVisible();
  },
);
