// An agent that needs a sign-in, and one whose prompt is denied with a reason, in the real app.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { oddAgentCommand } from '../../../test/support/oddAgent/startOddAgent.ts';
import { addAgent, allowAgent } from '../../support/externalAgents.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { confirmWithCode, openApp, send, toolCalls, waitForIdle } from '../../support/window.ts';

let host: Host;
let sessions: string;
test.afterEach(() => host?.stop());

type Odd = NonNullable<Parameters<typeof oddAgentCommand>[0]['odd']>;

/** Returns the project's folder, with the agent chosen in a new chat. */
async function openWithAgent(page: Page, odd: Odd): Promise<string> {
  const folder = projectFolder();
  host = await startHost({ args: ['--project', folder], env: { SHELL: '/bin/sh', PS1: 'ready> ', ENV: '' } });
  await host.throughline(['trust', '--project', folder]);
  await openApp(page, host);
  sessions = freshFolder('sessions');
  await addAgent(page, 'Odd', oddAgentCommand({ sessions, odd }));
  await allowAgent(page, host, 'Odd');
  return folder;
}

const terminal = (page: Page) => page.getByRole('complementary', { name: 'Terminal' });

test(cite('ACP-1', 'a sign-in in a terminal: its command is typed into a new one, and not run'), async ({ page }) => {
  await openWithAgent(page, ['auth-required', 'auth-terminal']);
  await send(page, 'hello');
  await page.locator('[data-role="error"]').getByRole('button', { name: 'Sign in…' }).click();
  const needs = page.getByRole('dialog', { name: 'Odd' });
  await needs.getByRole('button', { name: 'Open terminal' }).click();
  await confirmWithCode(page, host);
  await expect(terminal(page).locator('.xterm-rows')).toContainText('--login');
  expect(existsSync(`${sessions}.logins`)).toBe(false);
  // What the user adds belongs to it, so it has not run without.
  await terminal(page)
    .getByRole('textbox', { name: /^Terminal sh/ })
    .focus();
  await page.keyboard.type(' as me\n');
  await expect
    .poll(() => existsSync(`${sessions}.logins`) && readFileSync(`${sessions}.logins`, 'utf8'))
    .toBe('as me\n');
});

test(cite('ACP-1', 'a sign-in in a folder that is not trusted yet opens one terminal once it is'), async ({ page }) => {
  const folder = await openWithAgent(page, ['auth-required', 'auth-terminal']);
  await send(page, 'hello');
  await expect(page.locator('[data-role="error"]')).toBeVisible();
  await host.throughline(['trust', '--no', '--project', folder]);
  await page.reload();
  await page.locator('[data-role="error"]').getByRole('button', { name: 'Sign in…' }).click();
  await page.getByRole('dialog', { name: 'Odd' }).getByRole('button', { name: 'Open terminal' }).click();
  await terminal(page).getByRole('button', { name: 'Trust this folder' }).click();
  await confirmWithCode(page, host);
  await expect(terminal(page).locator('.xterm-rows')).toContainText('--login');
  await terminal(page).getByRole('button', { name: 'New terminal' }).click();
  await expect(terminal(page).getByRole('tab')).toHaveText(['sh 1', 'sh 2']);
});

test(cite('ACP-1', 'a sign-in that has no terminal to run in is not typed into another chat’s'), async ({ page }) => {
  await openWithAgent(page, ['auth-required', 'auth-terminal']);
  await send(page, 'hello');
  await expect(page.locator('[data-role="error"]')).toBeVisible();
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  await page.locator('[data-control="folder"]').click();
  await page.getByRole('menuitemcheckbox', { name: 'No folder' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Agents' }).click();
  await settings.getByRole('button', { name: /^Odd/ }).click();
  await settings.getByRole('button', { name: 'Open terminal' }).click();
  await expect(terminal(page)).toContainText('A terminal needs a folder.');

  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^hello/ })
    .click();
  await terminal(page).getByRole('button', { name: 'Open terminal' }).click();
  await confirmWithCode(page, host);
  await expect(terminal(page).locator('.xterm-rows')).toContainText('ready>');
  await terminal(page)
    .getByRole('textbox', { name: /^Terminal sh/ })
    .focus();
  await page.keyboard.type('echo alone\n');
  await expect(terminal(page).locator('.xterm-rows')).toContainText(/ready> echo alone\s*alone/);
  await expect(terminal(page).locator('.xterm-rows')).not.toContainText('--login');
});

test(
  cite('ACP-1', 'a prompt that is denied with a reason runs nothing, and the reason is on record'),
  async ({ page }) => {
    const folder = await openWithAgent(page, []);
    await send(page, '!edit denied.txt');
    const card = page.locator('[data-waits-for="approval"]');
    await card.getByRole('button', { name: 'Deny with reason…' }).click();
    await card.getByRole('textbox').fill('Use another file.');
    await card.getByRole('button', { name: /^Deny/ }).last().click();
    await waitForIdle(page);
    expect(existsSync(path.join(folder, 'denied.txt'))).toBe(false);
    const call = toolCalls(page).last();
    await expect(call).toHaveAttribute('data-state', 'denied');
    await call.getByRole('button').first().click();
    await expect(call).toContainText('Use another file.');
  },
);
