// One message to two models: question from the composer, answered side by side, approved in a column, killed, completed, and
// continued with one.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import type { Reply, RequestBody } from '../../../test/support/fakeReply.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, openApp } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;
let folder: string;
/** Set while beta's second reply does not end. */
let isHanging = false;

const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trimEnd();

function reply({ model: name, messages }: RequestBody): Reply {
  const question = messages.findLastIndex(({ content }) => JSON.stringify(content ?? '').includes('Water less'));
  const done = question >= 0 && messages.slice(question).some(({ role }) => role === 'tool');
  if (done && name === 'beta' && isHanging) return [{ text: 'Half of' }, { hang: true }];
  if (question < 0 || done) return { text: `I am **${name}**.` };
  const args = JSON.stringify({ path: 'notes.txt', content: `Less water, says ${name}.\n` });
  return [{ text: 'I write it down.' }, { calls: [{ id: `call_${name}`, name: 'write_file', arguments: args }] }];
}

const start = (dataDir?: string) =>
  startHost({
    args: ['--project', folder],
    env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'alpha' },
    ...(dataDir ? { dataDir } : {}),
  });

test.beforeEach(async ({ page }) => {
  isHanging = true;
  model = await startFakeModelServer({ otherwise: reply, models: ['alpha', 'beta'] });
  folder = projectFolder();
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  host = await start();
  await openApp(page, host);
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test(
  cite('AGENT-5', 'two models answer side by side, survive a kill, and one becomes the conversation'),
  async ({ page }) => {
    await composer(page).fill('Water less');
    await composer(page).press('Control+Shift+Enter');
    const ask = page.getByRole('dialog', { name: 'Compare answers' });
    await ask.getByRole('button', { name: 'Trust this folder' }).click();
    await expect(ask.getByLabel('Answer 1', { exact: true }).last()).toHaveValue('environment/alpha');
    await ask.getByRole('combobox', { name: 'Answer 2' }).fill('nowhere');
    await ask.getByRole('button', { name: 'Get 2 answers' }).click();
    await expect(ask.getByRole('alert')).toContainText('Choose a model');
    await ask.getByRole('combobox', { name: 'Answer 2' }).fill('bet');
    await page.getByRole('option', { name: /environment\/beta/ }).click();
    await expect(ask.getByRole('radio', { name: /its own worktree/ })).toBeChecked();
    await ask.getByRole('button', { name: 'Get 2 answers' }).click();

    const [alpha, beta] = [column(page, 'alpha'), column(page, 'beta')];
    for (const each of [alpha, beta]) await expect(each).toHaveAttribute('data-state', 'waiting');
    await expect(alpha.getByRole('button', { name: /^Continue with this one/ })).toBeDisabled();
    // One shortcut at a time: the focused column's, and otherwise that of the one that has waited longest.
    const allow = (each: Locator) => each.getByRole('button', { name: /^Allow once/ });
    const keys = page.locator('kbd:visible', { hasText: 'Enter' });
    for (const each of [beta, alpha]) {
      await each.getByRole('log').focus();
      await expect(each.locator(keys)).toHaveCount(1);
      await expect(page.locator('[data-compare]').locator(keys)).toHaveCount(1);
    }
    await expect(async () => {
      await page.keyboard.press('Control+Enter');
      await expect(allow(alpha)).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await expect(allow(beta)).toBeVisible();
    await allow(beta).click();
    await expect(alpha.getByText('I am alpha.')).toBeVisible();
    await expect(alpha).toHaveAttribute('data-state', 'done');
    await expect(alpha.locator('[data-file="notes.txt"]')).toBeVisible();
    await expect(beta.getByText('Half of')).toBeVisible();
    expect(readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toContain('Basil');

    await host.kill9();
    isHanging = false;
    host = await start(host.dataDir);
    await openApp(page, host);
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^Water less/ })
      .click();
    await page.getByRole('button', { name: 'Compare answers' }).click();
    await expect(beta).toHaveAttribute('data-state', 'interrupted');
    await expect(alpha).toHaveAttribute('data-state', 'done');
    await beta.getByRole('button', { name: 'Continue it' }).click();
    await expect(beta.getByText('I am beta.')).toBeVisible();
    await beta.getByRole('button', { name: /^Continue with this one/ }).click();

    // Its changes are offered to merge, as those of any worktree.
    const changes = page.getByRole('dialog', { name: /^Changes in throughline/ });
    await expect(changes.locator('[data-file="notes.txt"]')).toContainText('+1');
    await page.keyboard.press('Escape');
    await expect(changes).toHaveCount(0);
    const transcript = page.getByRole('log');
    await expect(transcript.getByText('I am beta.')).toBeVisible();
    await page.getByRole('button', { name: 'Previous reply' }).click();
    await expect(transcript.getByText('I am alpha.')).toBeVisible();
  },
);
