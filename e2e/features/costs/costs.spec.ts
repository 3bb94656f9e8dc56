// Costs: the user sees a conversation's cost, reaches their own limit, and continues.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

test(
  cite('WORK-4', 'the window shows the cost, stops at the limit, and continues when the user allows it'),
  async ({ page }) => {
    // The demo is free by default; here, a reply costs cents.
    host = await startHost({
      args: ['--project', projectFolder()],
      settings: { approvalMode: 'reads', prices: { 'demo/*': { input: 10, output: 100 } } },
    });
    await openApp(page, host);
    await send(page, 'Hello');
    await waitForIdle(page);
    await page.locator('[data-context-meter]').click();
    const costs = page.getByRole('complementary', { name: 'Context' }).getByRole('region', { name: 'Cost' });
    await expect(costs).toContainText(/This conversation\$0\.\d+/);
    await expect(costs).toContainText('Price per million tokens, $10.00 in, $100.00 out, from your settings');

    await costs.getByRole('button', { name: 'Limits and prices…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    const limit = dialog.getByLabel('Limit per conversation (US$)');
    await limit.fill('nothing');
    await limit.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Enter an amount such as 5 or 0.50.');
    await limit.fill('0.01');
    await limit.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    // Adds a price and removes it again.
    await dialog.getByRole('textbox', { name: 'Model' }).fill('gateway/*');
    await dialog.getByLabel('Input').fill('0,15');
    await dialog.getByLabel('Output').fill('.6');
    await dialog.getByRole('button', { name: 'Add price' }).click();
    const row = dialog.getByRole('row', { name: /^gateway/ });
    await expect(row).toHaveText('gateway/*$0.15$0.60as inputas input');
    await row.getByRole('button', { name: 'Remove the price of gateway/*' }).click();
    await expect(row).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(costs).toContainText('of $0.01');

    await send(page, 'And again');
    await waitForIdle(page);
    const reached = page.locator('[data-role="error"]');
    await expect(reached).toContainText('This conversation’s spending limit of $0.01 is used up');
    const goOn = page.getByRole('button', { name: 'Continue this run' });
    await goOn.click();
    await expect(goOn).toHaveCount(0);
    await waitForIdle(page);
    // The request that was withheld has now been sent, and costs money.
    await expect(costs).toContainText(/This conversation\$0\.\d+ of \$0\.01/);
    await expect(page.locator('[data-role="assistant"]')).toHaveCount(2);
  },
);
