// Schedules in the window: added with a time in words, run now, seen in the history, paused and removed.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

test(
  cite('SCHED-1', 'a schedule is added in words, runs now, and its run opens from the history'),
  async ({ page }) => {
    model = await startFakeModelServer({ otherwise: { text: 'Nothing has changed.' } });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', projectFolder()], env });
    await openApp(page, host);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('settings schedules');
    await page.keyboard.press('Enter');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('button', { name: 'Add schedule' }).click();
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings).toContainText('Enter a prompt.');
    await settings.getByRole('textbox', { name: 'Name' }).fill('Morning summary');
    await settings.getByRole('textbox', { name: 'Prompt' }).fill('What has changed?');
    await settings.getByRole('textbox', { name: 'Time', exact: true }).fill('every weekday at 9');
    await expect(settings.getByRole('status')).toContainText('Runs every weekday at 09:00. Next times here:');
    await settings.getByRole('button', { name: 'Save' }).click();
    const row = settings.getByRole('listitem').filter({ hasText: 'Morning summary' });
    await expect(row).toContainText('Every weekday at 09:00');
    await row.getByRole('button', { name: /^Run now/ }).click();
    await expect(row).toContainText('done');
    await row.getByRole('button', { name: /^Pause/ }).click();
    await expect(row).toContainText('Paused');
    await row.getByRole('button', { name: /^History/ }).click();
    await expect(settings).toContainText('By you');
    await settings.getByRole('button', { name: 'Open conversation' }).click();
    await expect(settings).toBeHidden();
    await expect(page.getByRole('log')).toContainText('Nothing has changed.');
  },
);

test(
  cite('SCHED-23', 'a schedule whose runs are goals is added in the window, and its run leads to the goal'),
  async ({ page }) => {
    model = await startFakeModelServer({
      replies: [{ text: 'Nothing to do.' }],
      otherwise: { text: '{"answer": "yes", "reason": "Done."}' },
    });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', projectFolder()], env });
    await openApp(page, host);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('settings schedules');
    await page.keyboard.press('Enter');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('button', { name: 'Add schedule' }).click();
    await settings.getByRole('textbox', { name: 'Name' }).fill('Repair');
    await settings.getByRole('textbox', { name: 'Prompt' }).fill('Repair the tests');
    await settings.getByRole('combobox', { name: 'Ends' }).click();
    await page.getByRole('option', { name: 'When a test passes, in rounds' }).click();
    await settings.getByRole('textbox', { name: 'Time', exact: true }).fill('daily');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings).toContainText('Enter a command.');
    await settings.getByRole('radio', { name: 'A second model answers yes' }).click();
    await settings.getByRole('textbox', { name: 'Question' }).fill('Do they pass?');
    await settings.getByRole('button', { name: 'Save' }).click();
    const row = settings.getByRole('listitem').filter({ hasText: 'Repair' });
    await expect(row).toContainText('Until this passes: Do they pass?');
    await row.getByRole('button', { name: /^Run now/ }).click();
    await expect(row).toContainText('done');
    await row.getByRole('button', { name: /^History/ }).click();
    await expect(settings).toContainText('The test passed in round 1.');
    await settings.getByRole('button', { name: 'Open conversation' }).click();
    await expect(page.getByRole('region', { name: 'Goal' })).toContainText('Goal reached');
  },
);
