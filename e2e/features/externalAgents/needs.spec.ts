// An agent that needs a sign-in, and one whose prompt is denied with a reason, in the real app.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { oddAgentCommand } from '../../../test/support/oddAgent/startOddAgent.ts';
import { addAgent, allowAgent } from '../../support/externalAgents.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { confirmWithCode, openApp, send, toolCalls, waitForIdle } from '../../support/window.ts';

let host: Host;
test.afterEach(() => host?.stop());

type Odd = NonNullable<Parameters<typeof oddAgentCommand>[0]['odd']>;

/** Returns the project's folder, with the agent chosen in a new chat. */
async function openWithAgent(page: Page, odd: Odd): Promise<string> {
  const folder = projectFolder();
  host = await startHost({ args: ['--project', folder], env: { SHELL: '/bin/sh', PS1: 'ready> ', ENV: '' } });
  await host.throughline(['trust', '--project', folder]);
  await openApp(page, host);
  await addAgent(page, 'Odd', oddAgentCommand({ sessions: freshFolder('sessions'), odd }));
  await allowAgent(page, host, 'Odd');
  return folder;
}

test(cite('ACP-1', 'a sign-in in a terminal: its command is typed into a new one, and not run'), async ({ page }) => {
  await openWithAgent(page, ['auth-required', 'auth-terminal']);
  await send(page, 'hello');
  await page.locator('[data-role="error"]').getByRole('button', { name: 'Sign in…' }).click();
  const needs = page.getByRole('dialog', { name: 'Odd' });
  await needs.getByRole('button', { name: 'Open terminal' }).click();
  await confirmWithCode(page, host);
  const rows = page.getByRole('complementary', { name: 'Terminal' }).locator('.xterm-rows');
  await expect(rows).toContainText('--login');
  // The next line belongs to the shell once the user presses Enter.
  await expect(rows.locator('> div').filter({ hasText: 'ready>' })).toHaveCount(1);
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
