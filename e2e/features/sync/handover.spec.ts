// A conversation that runs on one machine is followed on another, continued there, and here again.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import type { Host } from '../../support/host.ts';
import { beginJoining, joinWithPhrase, openMachine, setUpSync } from '../../support/syncing.ts';
import { composer, photograph, send, sendAnswered, waitForIdle } from '../../support/window.ts';

let hosts: Host[] = [];
let folder: string;
let model: FakeModelServer;

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'throughline-handover-'));
  model = await startFakeModelServer();
});

test.afterEach(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  hosts = [];
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A machine whose window comes to the front looks at the store again, but not more often than every ten seconds. */
const within = { timeout: 40_000, intervals: [500] };

/** The user comes to this window. */
async function comeTo(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

async function twoMachines(page: Page, other: Page): Promise<void> {
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  const [first, second] = [await openMachine(page, { env }), await openMachine(other, { env })];
  hosts = [first, second];
  model.push({ text: 'Hello.' });
  await sendAnswered(page, 'hello');
  const { sync, phrase } = await setUpSync(page, first, folder);
  const there = await beginJoining(other, folder);
  await joinWithPhrase(other, second, there, phrase);
  await sync.getByRole('button', { name: 'Sync now' }).click();
  await expect(sync.getByText('tower of ada')).toBeVisible();
  for (const each of [page, other]) await each.keyboard.press('Escape');
}

test(
  cite(
    'SYNC-10',
    'a run is followed in another window, continued there with its approval asked again, and continued here',
  ),
  async ({ page, context }) => {
    test.slow();
    const other = await context.newPage();
    await twoMachines(page, other);
    const fetch = (id: string) => ({
      calls: [{ id, name: 'fetch_url', arguments: '{"url":"https://models.invalid/list"}' }],
    });
    model.push(fetch('c1'));
    await comeTo(page);
    await send(page, 'Read the list of models');
    await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible();

    await comeTo(other);
    const row = other.getByRole('navigation', { name: 'Conversations' }).locator('[data-conversation]').first();
    await expect(async () => {
      await comeTo(other);
      await expect(row).toContainText('Running on laptop of ada', { timeout: 1_000 });
    }).toPass(within);
    await row.click();
    const bar = other.locator('[data-run-elsewhere]');
    await expect(bar).toContainText('This conversation is running on laptop of ada.');
    await expect(other.locator('[data-runs-on]')).toHaveText('Running on laptop of ada');
    const call = other.locator('[data-tool="fetch_url"]');
    await expect(call).toHaveAttribute('data-state', 'running');
    await expect(other.getByRole('button', { name: 'Allow once' })).toHaveCount(0);
    await photograph(other, 'followed-run');

    await bar.getByRole('button', { name: 'Continue here' }).click();
    await expect(bar).toContainText('Waiting for laptop of ada');
    await photograph(other, 'waiting-for-run');
    await expect(async () => {
      await comeTo(page);
      await expect(page.locator('[data-run-elsewhere]')).toContainText('Continued on tower of ada.', {
        timeout: 1_000,
      });
    }).toPass(within);
    await expect(page.getByRole('button', { name: 'Allow once' })).toHaveCount(0);
    await photograph(page, 'continued-elsewhere');
    await expect(bar).toHaveCount(0, within);
    await expect(call).toHaveAttribute('data-state', 'cancelled');

    model.push(fetch('c2'), [{ text: 'There is ' }, { until: new Promise(() => {}) }]);
    await other.getByRole('button', { name: 'Continue', exact: true }).click();
    await other.getByRole('button', { name: 'Allow once' }).click();
    await expect(other.getByText('There is')).toBeVisible();
    await expect(async () => {
      await comeTo(page);
      await expect(page.locator('[data-run-elsewhere]')).toContainText('and running there', { timeout: 1_000 });
    }).toPass(within);
    await page.getByRole('button', { name: 'Continue here' }).click();
    await expect(async () => {
      await comeTo(other);
      await expect(other.locator('[data-run-elsewhere]')).toContainText('Continued on laptop of ada.', {
        timeout: 1_000,
      });
    }).toPass(within);
    await expect(page.locator('[data-run-elsewhere]')).toHaveCount(0, within);
    await expect(composer(page)).toBeVisible();
    model.push({ text: 'One model.' });
    await send(page, 'Count them');
    await expect(page.getByText('One model.')).toBeVisible();
    await waitForIdle(page);
    await expect(async () => {
      await comeTo(other);
      await expect(other.getByText('One model.')).toBeVisible({ timeout: 1_000 });
    }).toPass(within);
  },
);
