// Around the compared answers: a refused compare, plans and approvals in the columns, the way to the one that waits, and
// the worktrees of answers that are not wanted.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import type { Reply, RequestBody } from '../../../test/support/fakeReply.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { holdFrames } from '../../support/holdFrames.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, openApp, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;
let folder: string;

const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trimEnd();

function reply({ model: name, messages, tools }: RequestBody): Reply {
  const question = messages.findLastIndex(({ content }) =>
    /hello|Only one|Water less/.test(JSON.stringify(content ?? '')),
  );
  const text = JSON.stringify(messages[question]?.content ?? '');
  const results = messages.slice(question).filter(({ role }) => role === 'tool').length;
  const call = (tool: string, args: object): Reply => [
    { reasoning: 'I look at the notes first.' },
    { calls: [{ id: `call_${name}_${messages.length}`, name: tool, arguments: JSON.stringify(args) }] },
  ];
  if (results > 0 || text.includes('hello')) return { text: `I am **${name}**.` };
  if (tools?.some((tool) => tool.function.name === 'present_plan')) {
    return call('present_plan', { title: `Plan of ${name}`, plan: '1. Water less.' });
  }
  // Beta changes nothing.
  if (name === 'beta' && text.includes('Only one')) return { text: 'I leave it as it is.' };
  return call('write_file', { path: 'notes.txt', content: `Less water, says ${name}.\n` });
}

async function start(page: Page, withGit: boolean): Promise<void> {
  model = await startFakeModelServer({ otherwise: reply, models: ['alpha', 'beta'] });
  folder = projectFolder();
  if (withGit) {
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.org');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'first');
  }
  host = await startHost({
    args: ['--project', folder],
    env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'alpha' },
  });
  await host.throughline(['trust', '--project', folder]);
  await openApp(page, host);
}

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const askDialog = (page: Page) => page.getByRole('dialog', { name: 'Compare answers' });

async function fillForm(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Control+Shift+Enter');
  await askDialog(page).getByRole('combobox', { name: 'Answer 2' }).fill('bet');
  await page.getByRole('option', { name: /environment\/beta/ }).click();
}

async function compare(page: Page, text: string): Promise<void> {
  await fillForm(page, text);
  await askDialog(page).getByRole('button', { name: 'Get 2 answers' }).click();
  await expect(column(page, 'alpha')).toBeVisible();
}

test(
  cite('AGENT-5', 'a refused compare says why in its dialog, and keeps the message'),
  fullRunOnly,
  async ({ page }) => {
    await start(page, true);
    await fillForm(page, 'Water less');
    const ask = askDialog(page);
    await expect(ask.getByRole('radio', { name: /its own worktree/ })).toBeChecked();
    await expect(ask.locator('form')).toHaveAttribute('aria-busy', 'false');
    // The host's offer is no longer true.
    execFileSync('mv', ['.git', '.gone'], { cwd: folder });
    await ask.getByRole('button', { name: 'Get 2 answers' }).click();
    await expect(ask.getByRole('alert')).toContainText('The answers cannot change files.');
    await expect(ask.getByText('Water less')).toBeVisible();
    await expect(page.locator('[data-toasts]')).not.toContainText('cannot change files');
    execFileSync('mv', ['.gone', '.git'], { cwd: folder });
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await expect(ask).toHaveCount(0);
    await expect(composer(page)).toHaveValue('Water less');
    await compare(page, 'Water less');
    await expect(column(page, 'beta')).toBeVisible();
    // Nothing was stored of the refused one.
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-role="user"]')).toHaveCount(1);
  },
);

test(
  cite('AGENT-5', 'the keyboard accepts the plan of the focused answer only, and “needs you” leads to the answer'),
  fullRunOnly,
  async ({ page }) => {
    await start(page, false);
    await compare(page, 'Water less');
    const [alpha, beta] = [column(page, 'alpha'), column(page, 'beta')];
    for (const each of [alpha, beta]) await expect(each).toHaveAttribute('data-state', 'waiting');
    await photograph(page, 'compare-plans');
    // It only reads, so there is no mode to continue in.
    for (const each of [alpha, beta]) await expect(each.getByRole('radio')).toHaveCount(0);
    const keys = page.locator('[data-compare] kbd:visible', { hasText: 'Enter' });
    await beta.getByRole('log').focus();
    await expect(keys).toHaveCount(1);
    await expect(async () => {
      await page.keyboard.press('Control+Enter');
      await expect(beta).toHaveAttribute('data-state', 'done', { timeout: 1000 });
    }).toPass();
    await expect(alpha).toHaveAttribute('data-state', 'waiting');

    // From somewhere else, the shortcut leads to the answer that waits.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New chat', exact: true }).click();
    await send(page, 'hello');
    await waitForIdle(page);
    await page.keyboard.press('Control+Shift+a');
    await expect(alpha.locator('[data-waits-for]')).toBeFocused();
    // There, the box takes the key itself.
    await expect(async () => {
      await page.keyboard.press('Control+Enter');
      await expect(alpha).toHaveAttribute('data-state', 'done', { timeout: 1000 });
    }).toPass();
    expect(readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toContain('Basil');
  },
);

test(
  cite('AGENT-5', 'Activity and the shortcut open the waiting answer in a narrow window, too'),
  fullRunOnly,
  async ({ page }) => {
    await page.setViewportSize({ width: 560, height: 700 });
    await start(page, true);
    await compare(page, 'Only one');
    const beta = column(page, 'beta');
    await expect(column(page, 'alpha')).toHaveAttribute('data-state', 'waiting');
    await page.getByRole('tab', { name: 'beta' }).click();
    await expect(beta).toHaveAttribute('data-state', 'done');
    await page.keyboard.press('Control+Shift+a');
    await expect(column(page, 'alpha').locator('[data-waits-for]')).toBeFocused();
    // Again, after the user looked at the other answer.
    await page.getByRole('tab', { name: 'beta' }).click();
    await page.keyboard.press('Control+Shift+a');
    await expect(column(page, 'alpha').locator('[data-waits-for]')).toBeFocused();
    // The arrow keys stay in the tabs.
    await page.getByRole('tab', { name: 'alpha' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(beta).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(column(page, 'alpha').locator('[data-waits-for]')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'alpha' })).toBeFocused();
    await page.getByRole('tab', { name: 'beta' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Activity');
    await page.getByRole('option', { name: /^Activity/ }).click();
    await page.getByRole('button', { name: 'Open “alpha”' }).click();
    await expect(page.getByRole('tab', { name: 'alpha' })).toHaveAttribute('aria-selected', 'true');
    await expect(column(page, 'alpha').getByRole('log')).toBeFocused();
  },
);

test(
  cite('AGENT-5', 'a worktree goes at once if nothing is lost, else after asking, and with the conversation'),
  fullRunOnly,
  async ({ page }) => {
    const frames = await holdFrames(page);
    await start(page, true);
    await compare(page, 'Only one');
    const [alpha, beta] = [column(page, 'alpha'), column(page, 'beta')];
    const trees = (): string[] => readdirSync(`${folder}.worktrees`);
    await alpha.getByRole('button', { name: /^Allow once/, disabled: false }).click();
    await alpha.getByRole('button', { name: /^Thought/ }).click();
    await expect(alpha).toContainText('I look at the notes first.');
    for (const each of [alpha, beta]) await expect(each).toHaveAttribute('data-state', 'done');
    await expect(alpha.locator('[data-file="notes.txt"]')).toBeVisible();
    await photograph(page, 'compare-done');
    expect(trees()).toHaveLength(2);
    await beta.getByRole('button', { name: 'Remove worktree' }).click();
    await expect(beta.getByText('Its worktree was removed.')).toBeVisible();
    expect(trees()).toHaveLength(1);
    expect(git('branch', '--list', 'throughline/*')).toMatch(/^\+ throughline\/\S*alpha\S*$/);

    await alpha.getByRole('button', { name: 'Remove worktree' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove this worktree?' });
    await expect(removal).toContainText('notes.txt');
    await photograph(page, 'compare-remove');
    await removal.getByRole('button', { name: 'Cancel' }).click();
    await expect(alpha.locator('[data-file="notes.txt"]')).toBeVisible();
    // Not before the host has confirmed it.
    frames.hold('compare.adopt');
    const adopt = beta.getByRole('button', { name: /^Continue with this one/ });
    await adopt.click();
    await expect(adopt).toBeDisabled();
    await expect(page.getByText('Continued with this one')).toHaveCount(0);
    frames.release();
    await expect(page.locator('[data-compare]')).toHaveCount(0);
    await expect(page.getByRole('log').getByText('I leave it as it is.')).toBeVisible();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('Show compared answers');
    await page.getByRole('option', { name: 'Show compared answers' }).click();
    await expect(beta.getByText('Continued with this one')).toBeVisible();
    await expect(alpha.getByText('Continued with this one')).toHaveCount(0);
    await page.keyboard.press('Escape');

    // The other answer's worktree is offered when the conversation is deleted.
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^Only one/ })
      .click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    const deletion = page.getByRole('alertdialog');
    await deletion.getByRole('radio', { name: /Remove worktree too/ }).click();
    await expect(deletion).toContainText('notes.txt');
    await deletion.getByRole('button', { name: 'Delete' }).click();
    await expect(deletion).toHaveCount(0);
    await expect.poll(() => existsSync(`${folder}.worktrees`) && trees().length).toBeFalsy();
  },
);
