// "Commands that start with …" on a command's card: one click makes the rule, the words can be edited, and the rule is
// listed and revoked like any other.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp, photograph, send } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

let calls = 0;
const command = (text: string): Reply => ({
  calls: [{ id: `call_${++calls}`, name: 'run_command', arguments: JSON.stringify({ command: text }) }],
});
const card = (page: Page): Locator => page.locator('[data-tool="run_command"][data-state="waiting"]').last();

test(
  cite(
    ['APPROVE-9', 'APPROVE-2'],
    'one click allows the first words of a command, the field edits them by words, and the rule can be revoked',
  ),
  async ({ page }) => {
    const folder = projectFolder();
    const scripts = { test: 'echo tested', lint: 'echo linted' };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
    const replies = [
      command('npm test'),
      command('npm test -- --verbose 2>&1 | tail -3'),
      command('npm test -- --reporter=./evil.js'),
      { text: 'Tests are done.' },
      command('npm test && npm run lint -- --quiet && make all'),
      { text: 'All is done.' },
    ];
    model = await startFakeModelServer({ replies });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', folder], env });
    await openApp(page, host);

    await send(page, 'run the tests');
    await expect(card(page).getByRole('button', { name: 'Allow once' })).toBeEnabled();
    await photograph(page, 'approval-prefix');
    await card(page).getByRole('button', { name: 'Always allow npm test here' }).click();
    // The second call passes; the third loads another file.
    await expect(card(page)).toContainText('--reporter=./evil.js');
    await expect(page.locator('[data-tool="run_command"][data-state="ok"]')).toHaveCount(2);
    await expect(card(page).getByRole('button', { name: /here$/ })).toHaveCount(0);
    await card(page).getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(page.getByText('Tests are done.')).toBeVisible();

    await send(page, 'and the rest');
    await card(page).getByRole('button', { name: 'Always allow…' }).click();
    const fields = card(page).getByRole('textbox', { name: 'First words of the command' });
    // Only for the parts that no rule covers yet.
    await expect(fields).toHaveCount(2);
    await expect(fields.nth(0)).toHaveValue('npm run lint');
    await expect(fields.nth(1)).toHaveValue('make all');
    const allow = card(page).getByRole('button', { name: 'Always allow', exact: true });
    for (const wrong of ['npm run', 'npm run lint -- --qui', 'node', '']) {
      await fields.nth(0).fill(wrong);
      await expect(card(page).getByRole('alert')).toContainText('starting with “npm run lint”');
      await expect(allow).toBeDisabled();
    }
    await fields.nth(0).fill('npm  run lint -- --quiet');
    await expect(card(page).getByRole('alert')).toHaveCount(0);
    await photograph(page, 'approval-prefix-edit');
    await allow.click();
    await expect(page.getByText('All is done.')).toBeVisible();

    await page.keyboard.press('Control+Comma');
    await page.getByRole('tab', { name: 'Approvals' }).click();
    const rules = page.getByRole('list', { name: 'Rules' });
    await expect(rules.getByRole('listitem')).toHaveCount(3);
    await expect(rules).toContainText('Commands that start with npm run lint -- --quiet');
    await rules.getByRole('button', { name: /^Remove: .*npm test/ }).click();
    await expect(rules.getByRole('listitem')).toHaveCount(2);
  },
);
