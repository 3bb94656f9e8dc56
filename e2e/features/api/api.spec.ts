// The API from the window: a token made in the settings reads, and stops when it is revoked.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Host, startHost } from '../../support/host.ts';
import { openApp } from '../../support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

test(cite('API-2', 'a token made in the settings reads, and is refused once it is revoked'), async ({ page }) => {
  host = await startHost({});
  await openApp(page, host);
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('tab', { name: 'API', exact: true }).click();
  await expect(page.getByText('The API does not answer.')).toBeVisible();
  await page.getByLabel('Name').fill('notes');
  await page.getByRole('button', { name: 'Create' }).click();
  const secret = (await page.getByRole('status').locator('output').textContent()) ?? '';
  expect(secret).toMatch(/^tlk_/);
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(
    (await page.getByText('The API answers at').textContent()) ?? '',
  )?.[0];
  const read = () => fetch(`${address}/api/v1/projects`, { headers: { Authorization: `Bearer ${secret}` } });
  expect((await read()).status).toBe(200);
  await page.getByRole('button', { name: 'Revoke notes' }).click();
  await expect(page.getByText('No tokens.')).toBeVisible();
  expect((await read()).status).toBe(404);
});
