// Using the demo model: first run, tools, approving and denying, stop, restart.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import { composer, openApp, openBox, photograph, send, toolCalls, unfold, waitForIdle } from './support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

async function openDemo(page: Page): Promise<string> {
  const folder = projectFolder();
  host = await startHost({ args: ['--project', folder] });
  await openApp(page, host);
  return folder;
}

test(
  cite(['UI-7', 'START-3'], 'first run: one screen explains the app and offers the demo, a server and a folder'),
  async ({ page }) => {
    host = await startHost({});
    await openApp(page, host);
    await expect(page.getByText(/script/i).first()).toBeVisible();
    await photograph(page, 'first-run');
    await composer(page).fill('hello');
    await composer(page).press('Enter');
    await expect(page.locator('[data-role="assistant"]').last()).toContainText(/script/i);
  },
);

test(
  cite(
    ['UI-1', 'UI-4', 'START-3', 'APPROVE-1', 'LOOP-14'],
    'the demo reads the folder after asking, in boxes with arguments and results',
  ),
  async ({ page }) => {
    await openDemo(page);
    await send(page, 'list the files and read the README');
    const allow = page.getByRole('button', { name: 'Allow once' });
    await expect(allow.first()).toBeVisible();
    await photograph(page, 'approval-read');
    await answerAll(page, 'Allow once');
    await expect(page.locator('[data-role="assistant"]').last()).toContainText('small project for trying things');
    const boxes = toolCalls(page);
    await waitForIdle(page);
    await unfold(page);
    await expect(boxes.first()).toBeAttached();
    await expect
      .poll(() => boxes.evaluateAll((all) => all.map((box) => box.getAttribute('data-state'))), soon)
      .toEqual(expect.arrayContaining(['ok', 'ok']));
    await openCall(page, 'list_files');
    await openCall(page, 'read_file');
    await expect(page.locator('[data-tool="list_files"]').first()).toContainText('notes.txt');
    await photograph(page, 'conversation');
    await page.emulateMedia({ colorScheme: 'dark' });
    await photograph(page, 'conversation-dark');
  },
);

test(
  cite(
    ['APPROVE-1', 'APPROVE-4'],
    'a write asks with the exact diff; a denial reaches the model; an allowed write is done',
  ),
  fullRunOnly,
  async ({ page }) => {
    const folder = await openDemo(page);
    await send(page, 'write plan.md with "step one"');
    await expect(page.locator('[data-tool="write_file"][data-state="waiting"]')).toContainText('step one');
    await photograph(page, 'approval');
    await page.emulateMedia({ colorScheme: 'dark' });
    await photograph(page, 'approval-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(page.locator('[data-tool="write_file"][data-state="denied"]')).toBeAttached();
    await waitForIdle(page);
    expect(existsSync(path.join(folder, 'plan.md'))).toBe(false);

    await send(page, 'write plan.md with "step two"');
    await page.getByRole('button', { name: 'Allow once' }).click();
    await waitForIdle(page);
    expect(readFileSync(path.join(folder, 'plan.md'), 'utf8').trim()).toBe('step two');
  },
);

test(
  cite(
    'LOOP-8',
    'stopping works during a slow reply and during a sleeping command, and the user can continue immediately',
  ),
  async ({ page }) => {
    await openDemo(page);
    await send(page, 'answer slowly');
    await expect(page.locator('[data-role="assistant"]').last()).not.toBeEmpty();
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitForIdle(page);
    await expect(page.locator('[data-role="error"]')).toHaveCount(0);

    await send(page, 'run sleep 60');
    await page.getByRole('button', { name: 'Allow once' }).click();
    await expect(page.locator('[data-tool="run_command"][data-state="running"]')).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.locator('[data-tool="run_command"][data-state="cancelled"]')).toBeAttached();
    await send(page, 'hello');
    await expect(page.locator('[data-role="assistant"]').last()).toContainText(/script/i);
  },
);

test(
  cite(['RESUME-1', 'START-6'], 'after kill -9, the conversation, its boxes and the draft are unchanged'),
  async ({ page }) => {
    const folder = await openDemo(page);
    await send(page, 'list the files');
    await answerAll(page, 'Allow once');
    await unfold(page);
    await expect(page.locator('[data-tool="list_files"][data-state="ok"]')).toBeAttached();
    await composer(page).fill('a thought for later');
    await composer(page).blur();
    const shown = await transcript(page);
    await expect.poll(() => host.files().some((file) => file.endsWith('pending.json')), soon).toBe(true);
    const { dataDir } = host;
    await host.kill9();

    host = await startHost({ dataDir, args: ['--project', folder] });
    await openApp(page, host);
    await page.getByRole('navigation', { name: 'Conversations' }).getByText('list the files').first().click();
    await expect(composer(page)).toHaveValue('a thought for later');
    await unfold(page);
    await expect.poll(() => transcript(page), soon).toEqual(shown);
    await expect(page.locator('[data-role="tool"]')).toHaveCount(0);
  },
);

test(
  cite(['RESUME-1', 'UI-10'], 'the URL of a restarted host reconnects the open tab, and the draft stays'),
  fullRunOnly,
  async ({ page }) => {
    await openDemo(page);
    await composer(page).fill('written before');
    // Leave the tab only once all of its code has loaded.
    await page.waitForLoadState('networkidle');
    const { dataDir, origin } = host;
    await host.kill9();
    host = await startHost({ dataDir, port: new URL(origin).port });
    await expect(page.getByText('The app was restarted. Open the address it printed.')).toBeVisible();
    await composer(page).fill('written before and after');

    await page.goto(host.url);
    await expect(page.getByText('The app was restarted')).toHaveCount(0);
    expect(page.url()).toBe(`${origin}/`);
    await expect(composer(page)).toHaveValue('written before and after');
    await send(page, 'hello again');
    await waitForIdle(page);
  },
);

async function transcript(page: Page): Promise<string[]> {
  return page
    .locator('[data-role="user"], [data-role="assistant"], [data-tool-call]')
    .evaluateAll((all) => all.map((part) => part.textContent ?? ''));
}

async function openCall(page: Page, tool: string): Promise<void> {
  await unfold(page);
  await openBox(page.locator(`[data-tool="${tool}"]`).first().getByRole('button').first());
}

/** Answers a run's approvals until the run ends. */
async function answerAll(page: Page, name: string): Promise<void> {
  const question = page.getByRole('button', { name, disabled: false }).first();
  await expect(async () => {
    if (await question.isVisible()) await question.click({ timeout: 1000 });
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0, { timeout: 200 });
  }).toPass();
}
