// A conversation with an external agent in the real app: the agent is added, allowed and chosen, asks for permission, is
// stopped, has its options changed, and is continued after a restart; then a model takes over.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { oddAgentCommand } from '../../../test/support/oddAgent/startOddAgent.ts';
import { freshFolder } from '../../support/folders.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, confirmWithCode, openApp, photograph, send, toolCalls, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;
let folder: string;

test.beforeEach(async () => {
  model = await startFakeModelServer();
  folder = projectFolder();
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

/** `again`: the same data at the same address, which the page's storage belongs to. */
async function start(again?: Host): Promise<void> {
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  const place = again ? { dataDir: again.dataDir, port: new URL(again.url).port } : {};
  host = await startHost({ ...place, args: ['--project', folder], env });
}

/** As the user would in the settings: name, command, arguments. */
async function addAgent(page: Page, command: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Agents' }).click();
  await settings.getByRole('button', { name: 'Add agent' }).click();
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('Odd agent');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toContainText('Enter a command.');
  const [program = '', ...args] = command;
  await settings.getByRole('textbox', { name: 'Command' }).fill(program);
  await settings.getByRole('textbox', { name: 'Arguments' }).fill(args.join('\n'));
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.locator('[data-agent-detail]')).toContainText('Needs your permission');
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
}

const modelButton = (page: Page) => page.locator('[data-control="model"]');

/** Opens the model menu and finds one entry by typing. */
async function chooseModel(page: Page, name: string): Promise<void> {
  await modelButton(page).click();
  const field = page.getByRole('combobox', { name: 'Find a model or agent, or type a name…' });
  await expect(field).toBeFocused();
  await field.fill(name);
  await expect(page.getByRole('option', { selected: true })).toContainText(name);
  await field.press('Enter');
}

test(
  cite(['ACP-1', 'ACP-2'], 'an agent is allowed and chosen, asks, is stopped, and continues; then a model takes over'),
  async ({ page }) => {
    await start();
    await host.throughline(['trust', '--project', folder]);
    await openApp(page, host);
    const sessions = freshFolder('sessions');
    await addAgent(page, oddAgentCommand({ sessions }));

    await test.step('it starts only after its exact command was allowed outside of the window', async () => {
      await chooseModel(page, 'Odd agent');
      const asks = page.getByRole('region', { name: 'Allow Odd agent to start?' });
      await expect(asks).toContainText('oddAgent.ts');
      await asks.getByRole('button', { name: 'Allow and use', disabled: false }).click();
      await confirmWithCode(page, host);
      await expect(modelButton(page)).toContainText('Odd agent');
    });

    await test.step('it asks before an edit, and the answer counts', async () => {
      await send(page, '!edit notes.txt');
      const card = page.locator('[data-waits-for="approval"]');
      await expect(card).toContainText('Odd agent asks for permission.');
      await expect(card).toContainText('is remembered by Odd agent itself');
      await photograph(page, 'agent-asks');
      await card.getByRole('button', { name: /^Allow once/, disabled: false }).click();
      await waitForIdle(page);
      expect(readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toContain('edited');
      await expect(toolCalls(page).last()).toHaveAttribute('data-state', 'ok');

      await send(page, '!edit denied.txt');
      await card.getByRole('button', { name: /^Deny(?! with)/, disabled: false }).click();
      await waitForIdle(page);
      expect(existsSync(path.join(folder, 'denied.txt'))).toBe(false);
      await expect(toolCalls(page).last()).toHaveAttribute('data-state', 'denied');
    });

    await test.step('a stop ends its turn and leaves the conversation usable', async () => {
      await send(page, '!wait');
      await expect(toolCalls(page).last()).toHaveAttribute('data-state', 'running');
      await page.getByRole('button', { name: 'Stop' }).click();
      await waitForIdle(page);
      await expect(toolCalls(page).last()).toHaveAttribute('data-state', 'cancelled');
      await send(page, '!usage');
      await waitForIdle(page);
      await expect(page.locator('[data-context-meter]')).toContainText('15%');
    });

    await test.step('its options are pages of the model menu', async () => {
      await modelButton(page).click();
      // The list above may still load, which moves the row between press and release.
      const row = page.locator('[data-page="agentOption:mode"]');
      await expect(async () => {
        if ((await row.count()) > 0) await row.click({ timeout: 2000 });
        await expect(row).toHaveCount(0, { timeout: 500 });
      }).toPass();
      await expect(page.getByRole('option', { selected: true })).toBeFocused();
      await page.getByRole('option', { name: 'plan' }).click();
      await modelButton(page).click();
      await expect(page.locator('[data-page="agentOption:mode"]')).toContainText('plan');
      await page.keyboard.press('Escape');
    });

    await test.step('after a restart it continues, and says how', async () => {
      await host.kill9();
      await start(host);
      await openApp(page, host);
      await expect(modelButton(page)).toContainText('Odd agent');
      await send(page, 'still there?');
      await expect(page.getByText('You said: still there?')).toBeVisible();
      await waitForIdle(page);
      await modelButton(page).click();
      await expect(page.locator('[data-agent-session]')).toContainText('Continues its own session');
      await page.keyboard.press('Escape');
    });

    await test.step('a session that only the agent lists opens with its history, and continues', async () => {
      const words = (sessionUpdate: string, text: string) => ({ sessionUpdate, content: { type: 'text', text } });
      const rows = [
        { head: true, cwd: folder, options: {} },
        words('user_message_chunk', 'asked elsewhere'),
        words('agent_message_chunk', 'answered elsewhere'),
        { sessionUpdate: 'session_info_update', title: 'From elsewhere' },
      ];
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
      writeFileSync(path.join(sessions, 'odd_elsewhere.jsonl'), lines.join(''));
      await page.getByRole('button', { name: 'Settings' }).click();
      const settings = page.getByRole('dialog', { name: 'Settings' });
      await settings.getByRole('tab', { name: 'Other apps' }).click();
      await settings.getByRole('button', { name: 'Look in Odd agent' }).click();
      await expect(settings.getByText('1 session', { exact: true })).toBeVisible();
      await photograph(page, 'agent-sessions');
      await page.keyboard.press('Escape');
      const sidebar = page.getByRole('navigation', { name: 'Conversations' });
      await sidebar.getByRole('button', { name: 'Odd agent 1' }).click();
      await sidebar.getByRole('button', { name: `${path.basename(folder)} 1` }).click();
      await sidebar.getByRole('button', { name: 'From elsewhere' }).click();
      await expect(page.getByText('answered elsewhere')).toBeVisible();
      await send(page, 'and here?');
      await expect(page.getByText('You said: and here?')).toBeVisible();
      await waitForIdle(page);
      await sidebar.getByRole('button', { name: '!edit notes.txt' }).first().click();
      await expect(page.getByText('You said: still there?')).toBeVisible();
    });

    await test.step('a model takes over in one step, with everything that was said', async () => {
      await chooseModel(page, 'fake-model');
      await expect(modelButton(page)).toContainText('fake-model');
      await expect(composer(page)).toBeFocused();
      model.push({ text: 'I read it all.' });
      await send(page, 'and you?');
      await expect(page.getByText('I read it all.')).toBeVisible();
      const sent = JSON.stringify(model.requests.at(-1)?.body.messages);
      expect(sent).toContain('!edit notes.txt');
      expect(sent).toContain('You said: still there?');
    });
  },
);
