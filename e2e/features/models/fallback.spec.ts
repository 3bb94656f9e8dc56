// The second model is chosen in the settings and continues when the first is unavailable, which the transcript reports.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { choose, openApp, photograph, send } from '../../support/window.ts';

let host: Host;
const servers: FakeModelServer[] = [];

test.afterEach(async () => {
  await host?.stop();
  for (const server of servers.splice(0)) await server.close();
});

test(cite('STREAM-10', 'the user chooses a second model, and sees when it takes over'), async ({ page }) => {
  const first = await startFakeModelServer({ otherwise: { status: 503, body: { error: { message: 'Overloaded' } } } });
  const second = await startFakeModelServer({ otherwise: { text: 'The second one here.' } });
  servers.push(first, second);
  const provider = { id: 'other', name: 'Other', kind: 'openai', baseUrl: second.url };
  const env = { OPENAI_BASE_URL: first.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  const settings = { providers: [provider], retryMinutes: 0, titles: 'off' };
  host = await startHost({ args: ['--project', projectFolder()], env, settings });
  await openApp(page, host);
  await page.keyboard.press('Control+Comma');
  await page.getByRole('tab', { name: 'Model', exact: true }).click();
  await choose(page.getByLabel('If the model is unavailable, continue with'), 'Other');
  await page.getByLabel('Second model').fill('second-model');
  await page.getByLabel('Second model').press('Enter');
  await photograph(page, 'settings-fallback');
  await page.keyboard.press('Escape');
  await send(page, 'go');
  await expect(page.getByText('The second one here.')).toBeVisible();
  const note = page.locator('[data-role="note"]');
  await expect(note).toContainText('fake-model stayed unavailable, so second-model continues this run.');
  await photograph(page, 'fallback');
});
