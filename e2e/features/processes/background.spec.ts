// Background work in the panel: a background command, and a sub-agent in the box that runs it.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.beforeEach(async ({ page }) => {
  model = await startFakeModelServer();
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', projectFolder()], env, settings: { approvalMode: 'all' } });
  await openApp(page, host);
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

test(cite('AGENT-2', 'a background command is counted, read and ended from the window'), async ({ page }) => {
  const command = 'echo listening; exec sleep 600';
  model.push(
    { calls: [{ id: 'c1', name: 'run_command', arguments: JSON.stringify({ command, background: true }) }] },
    { text: 'It runs.' },
  );
  await send(page, 'start the server');
  await expect(page.getByText('It runs.')).toBeVisible();
  await waitForIdle(page);
  await page.getByRole('button', { name: '1 background command' }).click();
  const list = page.getByRole('complementary', { name: 'Background commands' });
  const row = list.locator('[data-process]');
  await expect(row).toContainText(command);
  await expect(row).toContainText('listening');
  await photograph(page, 'background');
  await row.getByRole('button', { name: /^Output of/ }).click();
  await expect(page.getByRole('document', { name: 'Full output' })).toContainText('listening');
  await page.getByRole('button', { name: 'All background commands' }).click();
  await row.getByRole('button', { name: /^End / }).click();
  await expect(row).toHaveAttribute('data-state', 'ended');
  await expect(list).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(page.getByRole('button', { name: /background commands?/ })).toHaveCount(0);
});

test(
  cite(
    ['AGENT-1', 'STREAM-10'],
    "a sub-agent's work and retries show in its box, and its conversation opens from there",
  ),
  async ({ page }) => {
    let answer = (): void => {};
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    model.push(
      { calls: [{ id: 'c1', name: 'run_agent', arguments: '{"task":"Find out what the notes say."}' }] },
      { status: 429, headers: { 'retry-after': '1800' }, body: { error: { message: 'too many requests' } } },
      { calls: [{ id: 'd1', name: 'read_file', arguments: '{"path":"notes.txt"}' }] },
      [{ until }, { text: 'Basil wants more.' }],
      { text: 'The agent knows.' },
    );
    await send(page, 'let an agent look');
    const box = page.locator('[data-tool="run_agent"]');
    await expect(box.locator('[data-agent-retry]')).toContainText(/Rate limit reached. Retrying in (?:30|29) min/);
    await photograph(page, 'agent-retry');
    await box.getByRole('button', { name: 'Try now' }).click();
    await expect(box.locator('[data-agent-retry]')).toHaveCount(0);
    await box.getByRole('button').first().click();
    const step = box.locator('[data-agent-call][data-state="ok"]');
    await expect(step).toContainText('Read notes.txt');
    await photograph(page, 'agent');
    answer();
    await expect(page.getByText('The agent knows.')).toBeVisible();
    await waitForIdle(page);
    await expect(box).toContainText('Basil wants more.');
    await expect(step).toContainText('Read notes.txt');
    await box.getByRole('button', { name: 'Open conversation' }).click();
    await expect(page.locator('[data-role="user"]')).toContainText('Find out what the notes say.');
    await expect(page.locator('[data-role="assistant"]').last()).toContainText('Basil wants more.');
    // A reload stays on the agent's page.
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Started by' })).toContainText('let an agent look');
    await expect(page.locator('[data-role="user"]')).toContainText('Find out what the notes say.');
  },
);
