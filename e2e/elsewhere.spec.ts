// A run in another process on the same data: the window shows that it is running, and its result.

import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import { openApp, photograph, send, waitForIdle } from './support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

test(
  cite(
    ['RESUME-4', 'UI-2'],
    'a call that runs in a terminal shows as running elsewhere, offers no actions, and appears once it has ended',
  ),
  fullRunOnly,
  async ({ page }) => {
    model = await startFakeModelServer();
    const folder = projectFolder();
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', folder], env, settings: { approvalMode: 'all' } });
    await openApp(page, host);
    model.push({ text: 'Hello.' });
    await send(page, 'hello');
    await expect(page.getByText('Hello.', { exact: true })).toBeVisible();
    await waitForIdle(page);

    const [id = ''] = host.conversationIds();
    const command = JSON.stringify({ command: 'touch begun; while [ ! -e go ]; do sleep 0.1; done; echo ended' });
    model.push({ calls: [{ id: 'c1', name: 'run_command', arguments: command }] }, { text: 'It has ended.' });
    const beside = host.throughline(['run', '--resume', id, '-p', 'wait for it', '--project', folder], env);
    await expect.poll(() => existsSync(path.join(folder, 'begun')), soon).toBe(true);
    const box = page.locator('[data-tool="run_command"]');
    await expect(box).toHaveAttribute('data-state', 'running');
    await expect(box).toContainText('Running in another app');
    await expect(page.locator('[data-role="elsewhere"]')).toContainText('is running in another app');
    await expect(page.getByText('was interrupted')).toHaveCount(0);
    await photograph(page, 'elsewhere');
    // A window opened later shows the same.
    await page.reload();
    await expect(box).toHaveAttribute('data-state', 'running');
    await box.getByRole('button').first().click();
    await expect(page.getByRole('button', { name: 'Run again' })).toHaveCount(0);

    writeFileSync(path.join(folder, 'go'), '');
    await expect(page.getByText('It has ended.')).toBeVisible();
    expect((await beside).code).toBe(0);
    await expect(box).toHaveAttribute('data-state', 'ok');
    await expect(page.locator('[data-role="elsewhere"]')).toHaveCount(0);
    model.push({ text: 'And on.' });
    await send(page, 'go on');
    await expect(page.getByText('And on.')).toBeVisible();
  },
);
