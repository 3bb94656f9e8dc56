// From a change to a pull request without leaving the window: in the project folder, and in a worktree.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { liveText } from '../../../test/support/liveFiles.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { confirmWithCode, openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;
let folder: string;
let remote: string;
let ghLog: string;

const gitIn = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8' }).trimEnd();

test.beforeEach(async ({ page }) => {
  model = await startFakeModelServer();
  folder = projectFolder();
  remote = path.join(freshFolder('remote'), 'r.git');
  const git = (...args: string[]): string => gitIn(folder, ...args);
  writeFileSync(path.join(folder, 'list.txt'), Array.from({ length: 30 }, (_none, at) => `line ${at}\n`).join(''));
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  gitIn(path.dirname(remote), 'init', '--quiet', '--bare', '--initial-branch=main', remote);
  git('remote', 'add', 'origin', remote);
  git('push', '--quiet', '--set-upstream', 'origin', 'main');
  git('config', 'remote.origin.url', 'git@github.com:ada/garden.git');
  const [bin, home] = [freshFolder('bin'), freshFolder('home')];
  ghLog = path.join(bin, 'log');
  writeFileSync(
    path.join(bin, 'gh'),
    `#!/bin/sh\nprintf '%s\\n' "$@" > ${ghLog}; cat >> ${ghLog}; echo https://github.com/ada/garden/pull/7\n`,
  );
  chmodSync(path.join(bin, 'gh'), 0o755);
  writeFileSync(path.join(home, '.gitconfig'), `[url "${remote}"]\n\tinsteadOf = git@github.com:ada/garden.git\n`);
  host = await startHost({
    args: ['--project', folder],
    env: {
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'sk-e2e-0123456789',
      OPENAI_MODEL: 'fake-model',
      HOME: home,
      PATH: `${bin}:${process.env.PATH}`,
    },
    settings: { approvalMode: 'all' },
  });
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

test(
  cite('REVIEW-4', 'a hunk is staged, committed with a proposed message and pushed, and a pull request opened by gh'),
  async ({ page }) => {
    const list = readFileSync(path.join(folder, 'list.txt'), 'utf8');
    const content = list.replace('line 2\n', 'line two\n').replace('line 28\n', 'line twenty-eight\n');
    model.push(
      { calls: [{ id: 'c1', name: 'write_file', arguments: JSON.stringify({ path: 'list.txt', content }) }] },
      { text: 'Written.' },
    );
    await send(page, 'Spell two numbers');
    await waitForIdle(page);
    await command(page, 'Git: stage');
    const panel = page.getByRole('complementary', { name: 'Git' });
    await panel.getByRole('button', { name: 'Trust this folder' }).click();

    await panel.getByRole('button', { name: 'Branch: main' }).click();
    await page.getByRole('menuitem', { name: 'New branch…' }).click();
    await panel.getByRole('textbox', { name: 'Name of the new branch' }).fill('spelling');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('button', { name: 'Branch: spelling' })).toBeVisible();

    const changes = panel.getByRole('region', { name: 'Changes', exact: true });
    await changes.getByRole('button', { name: 'Modified list.txt' }).click();
    await changes.getByRole('region', { name: 'Hunk 2 of 2' }).getByRole('button', { name: 'Discard hunk' }).click();
    await expect.poll(() => liveText(path.join(folder, 'list.txt'))).not.toContain('twenty');
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => liveText(path.join(folder, 'list.txt'))).toBe(content);
    await expect(changes.getByRole('region', { name: 'Hunk 2 of 2' })).toBeVisible();
    await changes.getByRole('region', { name: 'Hunk 1 of 2' }).getByRole('button', { name: 'Stage hunk' }).click();
    await expect(panel.getByRole('region', { name: 'Staged' })).toContainText('list.txt');

    model.push({ text: 'Spell a number' });
    await panel.getByRole('button', { name: 'Propose message' }).click();
    const message = panel.getByRole('textbox', { name: 'Commit message' });
    await expect(message).toHaveValue('Spell a number');
    await message.fill('Spell one number');
    await panel.getByRole('button', { name: 'Commit', exact: true }).click();
    await expect(message).toHaveValue('');
    expect(gitIn(folder, 'log', '-1', '--format=%s')).toBe('Spell one number');
    expect(gitIn(folder, 'diff', '--stat')).toContain('1 insertion');

    await panel.getByRole('button', { name: 'Push', exact: true }).click();
    await confirmWithCode(page, host);
    await expect.poll(() => gitIn(remote, 'branch', '--list', 'spelling')).toContain('spelling');
    await expect(panel.getByRole('button', { name: 'Push', exact: true })).toBeDisabled();

    await panel.getByRole('button', { name: 'Pull request…' }).click();
    await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Spell one number');
    await panel.getByRole('textbox', { name: 'Description' }).fill('Only one of them.');
    await panel.getByRole('button', { name: 'Push and open' }).click();
    await confirmWithCode(page, host);
    await expect(panel.getByRole('link', { name: 'https://github.com/ada/garden/pull/7' })).toBeVisible();
    expect(readFileSync(ghLog, 'utf8')).toContain('--base=main\n--title=Spell one number\n');
    expect(readFileSync(ghLog, 'utf8')).toContain('Only one of them.');
  },
);

test(
  cite('REVIEW-4', 'a worktree goes from a task to its pushed branch, and a conflict is handed to the model'),
  async ({ page }) => {
    await command(page, 'Work in a worktree');
    await page.getByRole('button', { name: 'Trust this folder' }).click();
    await expect(page.getByRole('region', { name: 'Where this conversation works' })).toContainText('from main');
    const plan = { calls: [{ id: 'c1', name: 'write_file', arguments: '{"path":"plan.md","content":"one\\n"}' }] };
    model.push(plan, { text: 'Written.' });
    await send(page, 'Plan the garden');
    await expect(page.getByText('Written.')).toBeVisible();
    await waitForIdle(page);
    await command(page, 'Git: stage');
    const panel = page.getByRole('complementary', { name: 'Git' });
    await expect(panel.getByRole('button', { name: 'Branch: throughline/plan-the-garden' })).toBeVisible();
    await panel.getByRole('button', { name: 'Stage plan.md' }).click();
    await expect(panel.getByRole('region', { name: 'Staged' })).toContainText('plan.md');
    await panel.getByRole('textbox', { name: 'Commit message' }).fill('A plan');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByText('Nothing has changed since the last commit.')).toBeVisible();
    await panel.getByRole('button', { name: 'Pull request…' }).click();
    await panel.getByRole('button', { name: 'Push and open' }).click();
    await confirmWithCode(page, host);
    await expect(panel.getByRole('link', { name: /pull\/7/ })).toBeVisible();
    expect(gitIn(remote, 'log', '-1', '--format=%s', 'throughline/plan-the-garden')).toBe('A plan');

    const tree = path.join(`${folder}.worktrees`, 'plan-the-garden');
    writeFileSync(path.join(folder, 'plan.md'), 'other\n');
    gitIn(folder, 'add', 'plan.md');
    gitIn(folder, 'commit', '--quiet', '-m', 'Another plan');
    expect(() => gitIn(tree, 'merge', 'main')).toThrow();
    await panel.getByRole('button', { name: 'Refresh' }).click();
    const conflicts = panel.getByRole('region', { name: 'Conflicts' });
    await conflicts.getByRole('button', { name: 'plan.md' }).click();
    await expect(conflicts.getByRole('region', { name: 'main', exact: true })).toContainText('other');
    await conflicts.getByRole('button', { name: 'Ask the model to resolve' }).click();
    await expect(page.locator('[data-composer]')).toHaveText(/Resolve the conflicts in `plan.md`/);
    await conflicts.getByRole('button', { name: 'Take main' }).click();
    await expect(conflicts).toHaveCount(0);
    expect(readFileSync(path.join(tree, 'plan.md'), 'utf8')).toBe('other\n');
    await panel.getByRole('button', { name: 'Abort merge' }).click();
    await expect.poll(() => liveText(path.join(tree, 'plan.md'))).toBe('one\n');
  },
);

test(
  cite('REVIEW-4', 'a pull with progress, an amendment, a stash and a renamed file, and the command of skipped hooks'),
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const other = path.join(freshFolder('other'), 'clone');
    gitIn(path.dirname(other), 'clone', '--quiet', remote, other);
    const theirs = (name: string): void => {
      writeFileSync(path.join(other, name), 'theirs\n');
      gitIn(other, 'add', '--all');
      gitIn(other, '-c', 'user.name=Bo', '-c', 'user.email=bo@example.org', 'commit', '--quiet', '-m', `add ${name}`);
      gitIn(other, 'push', '--quiet');
    };
    theirs('theirs.txt');
    writeFileSync(path.join(folder, '.git', 'hooks', 'pre-commit'), '#!/bin/sh\n');
    chmodSync(path.join(folder, '.git', 'hooks', 'pre-commit'), 0o755);
    renameSync(path.join(folder, 'list.txt'), path.join(folder, 'lines.txt'));
    await command(page, 'Git: stage');
    const panel = page.getByRole('complementary', { name: 'Git' });
    await panel.getByRole('button', { name: 'Trust this folder' }).click();
    const menu = async (item: string | RegExp): Promise<void> => {
      await panel.getByRole('button', { name: 'Fetch, pull and stash' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await menu('Fetch from origin');
    await confirmWithCode(page, host);
    await panel.getByRole('button', { name: 'Pull 1 commit' }).click();
    await expect.poll(() => gitIn(folder, 'log', '-1', '--format=%s')).toBe('add theirs.txt');

    const changes = panel.getByRole('region', { name: 'Changes', exact: true });
    await expect(changes.getByRole('listitem').filter({ hasText: 'Renamed' }).first()).toContainText('from list.txt');
    await menu('Stash all changes');
    await expect(panel.getByText('Nothing has changed since the last commit.')).toBeVisible();
    await menu(/^Pop stash/);
    await changes.getByRole('button', { name: 'Stage lines.txt' }).click();
    await expect(panel.getByRole('region', { name: 'Staged' })).toContainText('Renamed');
    expect(gitIn(folder, 'status', '--porcelain')).toBe('R  list.txt -> lines.txt');

    const message = panel.getByRole('textbox', { name: 'Commit message' });
    const amend = panel.getByRole('checkbox', { name: 'Amend the last commit' });
    await amend.click();
    await expect(panel.getByText('The last commit is already on origin/main')).toBeVisible();
    await expect(amend).not.toBeChecked();
    await message.fill('Rename');
    await panel.getByRole('button', { name: 'Commit', exact: true }).click();
    await expect(message).toHaveValue('');
    await amend.click();
    await expect(message).toHaveValue('Rename');
    await message.fill('Rename the list');
    await panel.getByRole('button', { name: 'Amend', exact: true }).click();
    await expect.poll(() => gitIn(folder, 'log', '-1', '--format=%s')).toBe('Rename the list');
    await panel.getByRole('button', { name: 'Copy command that runs them' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`cd '${folder}' && git hook run pre-commit`);

    // Only the part of a long list near the view is drawn.
    mkdirSync(path.join(folder, 'many'));
    for (let at = 100; at < 500; at++) writeFileSync(path.join(folder, 'many', `${at}.txt`), 'x\n');
    await panel.getByRole('button', { name: 'Refresh' }).click();
    await expect(changes.getByRole('heading')).toContainText('Changes');
    const files = changes.locator('[data-git-file]');
    await expect(files.first()).toHaveAttribute('data-git-file', 'many/100.txt');
    expect(await files.count()).toBeLessThan(200);
    // The list grows while its rows are measured.
    await expect(async () => {
      await panel.locator('[data-scroll]').evaluate((list) => list.scrollTo(0, list.scrollHeight));
      await expect(changes.locator('[data-git-file="many/499.txt"]')).toBeVisible({ timeout: 500 });
    }).toPass();

    theirs('more.txt');
    await menu(/^Pull Fast-forward/);
    await expect(panel.getByText('both have new commits')).toBeVisible();
    await panel.getByRole('button', { name: 'Pull with a merge' }).click();
    await expect.poll(() => gitIn(folder, 'log', '-1', '--format=%s')).toBe("Merge branch 'main' of origin into main");
  },
);
