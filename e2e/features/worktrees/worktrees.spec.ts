// A chat in its own worktree: created, inspected, merged and discarded; and who is working in a folder.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { holdFrames } from '../../support/holdFrames.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;
let folder: string;

const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trimEnd();
const read = (at: string): string => readFileSync(path.join(folder, at), 'utf8');
const worktree = (name: string): string => path.join(`${folder}.worktrees`, name);

test.beforeEach(async ({ page }) => {
  model = await startFakeModelServer();
  folder = projectFolder();
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', folder], env, settings: { approvalMode: 'all' } });
  await openApp(page, host);
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(page.getByRole('option', { name: new RegExp(words) }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
}

const write = (file: string, content: string) => ({
  calls: [{ id: `c_${file}`, name: 'write_file', arguments: JSON.stringify({ path: file, content }) }],
});

test(
  cite('WORK-7', 'a new chat works in a worktree, shows its diff, is merged, unmerged and discarded'),
  async ({ page }) => {
    writeFileSync(path.join(folder, 'notes.txt'), 'Not committed.\n');
    await command(page, 'Work in a worktree');
    await page.getByRole('button', { name: 'Trust this folder' }).click();
    const place = page.getByRole('region', { name: 'Where this conversation works' });
    await expect(place).toContainText('Starts in a new worktree from main.');
    await expect(place).toContainText('1 file with uncommitted changes stays in the project folder.');
    model.push(write('plan.md', 'step one\n'), { text: 'Written.' });
    await send(page, 'Plan the garden');
    await expect(page.getByText('Written.')).toBeVisible();
    await waitForIdle(page);
    expect(readFileSync(path.join(worktree('plan-the-garden'), 'plan.md'), 'utf8')).toBe('step one\n');
    expect(existsSync(path.join(folder, 'plan.md'))).toBe(false);
    await expect(page.getByRole('button', { name: 'Folder: project · throughline/plan-the-garden' })).toBeVisible();
    await expect(page.locator('[data-conversation]').first()).toContainText('Worktree throughline/plan-the-garden');

    await command(page, 'Changes in this worktree');
    const changes = page.getByRole('dialog', { name: 'Changes in throughline/plan-the-garden' });
    await expect(changes.locator('[data-file="plan.md"]')).toContainText('step one');
    await changes.getByRole('button', { name: 'Merge…' }).click();
    const merge = page.getByRole('dialog', { name: 'Merge throughline/plan-the-garden into main' });
    await merge.getByRole('textbox', { name: 'Message for uncommitted changes' }).fill('A plan');
    await merge.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(merge).toHaveCount(0);
    expect([read('plan.md'), read('notes.txt')]).toEqual(['step one\n', 'Not committed.\n']);
    expect(git('log', '--format=%s').split('\n').slice(1)).toEqual(['A plan', 'first']);
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo merge' }).click();
    await expect.poll(() => existsSync(path.join(folder, 'plan.md'))).toBe(false);
    expect(read('notes.txt')).toBe('Not committed.\n');

    await command(page, 'Remove this worktree');
    const remove = page.getByRole('dialog', { name: 'Remove this worktree?' });
    await expect(remove).toContainText('1 commit on no other branch:');
    await remove.getByRole('button', { name: 'Remove' }).click();
    await expect(remove).toHaveCount(0);
    expect(existsSync(worktree('plan-the-garden'))).toBe(false);
    expect(git('branch', '--list', 'throughline/*')).toContain('throughline/plan-the-garden');
    await expect(page.getByRole('button', { name: 'Folder: project', exact: true })).toBeVisible();
    await expect(composer(page)).toBeVisible();
  },
);

test(
  cite('WORK-7', 'a new chat shows no stale refusal, and its first message while the worktree is created'),
  async ({ page }) => {
    const frames = await holdFrames(page);
    await openApp(page, host);
    await command(page, 'Work in a worktree');
    const place = page.getByRole('region', { name: 'Where this conversation works' });
    const trust = place.getByRole('button', { name: 'Trust this folder' });
    await expect(trust).toBeVisible();
    frames.hold('worktree.offer');
    await trust.click();
    await expect(trust).toHaveCount(0);
    await expect(place.getByRole('status')).toBeVisible();
    await expect(place.getByRole('alert')).toHaveCount(0);
    frames.release();
    await expect(place).toContainText('Starts in a new worktree from main.');

    model.push({ text: 'Planned.' });
    frames.hold('worktree.make');
    await composer(page).fill('Plan the garden');
    await composer(page).press('Enter');
    await expect(page.locator('[data-role="user"]')).toHaveText('Plan the garden');
    await expect(page.getByText('Creating worktree…')).toBeVisible();
    await expect(page.getByText('What would you like to work on?')).toHaveCount(0);
    frames.release();
    await expect(page.getByText('Planned.')).toBeVisible();
    await expect(page.locator('[data-role="user"]')).toHaveText('Plan the garden');
    await expect(page.getByText('Creating worktree…')).toHaveCount(0);
  },
);

test(
  cite(
    'WORK-7',
    'the window shows who works in a folder, with a link and the offer of a worktree; a missing worktree is re-created',
  ),
  fullRunOnly,
  async ({ page }) => {
    await command(page, 'Trust this folder');
    const waiting = JSON.stringify({ command: 'while [ ! -e go ]; do sleep 0.1; done' });
    model.push({ calls: [{ id: 'c1', name: 'run_command', arguments: waiting }] });
    await send(page, 'wait for it');
    await expect(page.locator('[data-tool="run_command"][data-state="running"]')).toBeVisible();
    await page.keyboard.press('Control+Shift+o');
    const place = page.getByRole('region', { name: 'Where this conversation works' });
    await expect(place).toContainText('“wait for it” is working in this folder.');
    await place.getByRole('button', { name: 'Work in a worktree' }).click();
    await expect(place).toContainText('Starts in a new worktree from main.');
    model.push({ text: 'Here I am.' });
    await send(page, 'Beside it');
    await expect(page.getByText('Here I am.')).toBeVisible();
    await expect(place).toHaveCount(0);
    model.push({ text: 'Waited enough.' });
    writeFileSync(path.join(folder, 'go'), '');

    rmSync(worktree('beside-it'), { recursive: true });
    await page.reload();
    await expect(place).toContainText('no longer exists');
    await composer(page).fill('go on');
    await composer(page).press('Enter');
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('no longer exists');
    await place.getByRole('button', { name: 'Re-create it' }).click();
    await expect(place).toHaveCount(0);
    expect(readFileSync(path.join(worktree('beside-it'), 'notes.txt'), 'utf8')).toBe(read('notes.txt'));
    await expect(composer(page)).toHaveValue('go on');
  },
);
