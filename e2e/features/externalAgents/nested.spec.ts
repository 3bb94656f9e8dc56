// Calls of an agent's sub-agent that ask the user, in the box of the call that started it, in the real app.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { oddAgentCommand } from '../../../test/support/oddAgent/startOddAgent.ts';
import { addAgent, allowAgent } from '../../support/externalAgents.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;
test.afterEach(() => host?.stop());

test(
  cite('ACP-1', 'a sub-agent’s request opens the box around it once, and the box stays as the user leaves it'),
  async ({ page }) => {
    const folder = projectFolder();
    host = await startHost({ args: ['--project', folder] });
    await host.throughline(['trust', '--project', folder]);
    await openApp(page, host);
    await addAgent(page, 'Odd', oddAgentCommand({ sessions: freshFolder('sessions') }));
    await allowAgent(page, host, 'Odd');
    await send(page, '!subagent-edit one.txt two.txt');
    const outer = page.locator('[data-tool-call]').filter({ has: page.locator('[data-nested-calls]') });
    const header = outer.locator('[aria-expanded]').first();
    const one = outer.locator('[data-tool-call]', { hasText: 'one.txt' });
    const two = outer.locator('[data-tool-call]', { hasText: 'two.txt' });
    await expect(header).toHaveAttribute('aria-expanded', 'true');
    await header.click();
    await expect(header).toHaveAttribute('aria-expanded', 'false');
    await expect(one).toBeHidden();
    await header.click();
    await one.getByRole('button', { name: /^Allow once/, disabled: false }).click();
    await expect(one).toHaveAttribute('data-state', 'ok');
    await two.getByRole('button', { name: /^Allow once/, disabled: false }).click();
    await waitForIdle(page);
    // It did not close with the answer.
    await expect(header).toHaveAttribute('aria-expanded', 'true');
    await expect(two).toHaveAttribute('data-state', 'ok');
    expect(readFileSync(path.join(folder, 'two.txt'), 'utf8')).toBe('edited\n');
  },
);
