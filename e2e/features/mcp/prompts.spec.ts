// Prompts and resources of a real MCP server, from the settings to the model: offers are listed, a prompt is called
// with values that the server suggests, and a resource that changes between two messages is sent with the second.

import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { composer, confirmWithCode, openApp, photograph, waitForIdle } from '../../support/window.ts';

const everything = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

let host: Host;
let model: FakeModelServer;

test.beforeEach(async () => {
  model = await startFakeModelServer();
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

const options = (page: Page) => page.getByRole('option');
const bodies = () => model.requests.map(({ body }) => JSON.stringify(body.messages).slice(0, -1));

async function addEverything(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'MCP servers' }).click();
  await settings.getByRole('button', { name: 'Add server' }).click();
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('everything');
  await settings.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
  await settings.getByRole('textbox', { name: 'Arguments' }).fill(everything);
  await settings.getByRole('button', { name: 'Save' }).click();
  await confirmWithCode(page, host);
  await settings.getByRole('button', { name: 'Start now' }).click();
  const prompts = settings.getByRole('region', { name: 'Prompts' });
  await expect(prompts.locator('[data-mcp-offer="completable-prompt"]')).toContainText('<department> <name>');
  await expect(settings.getByRole('region', { name: 'Resources' }).getByRole('listitem')).toHaveCount(9);
  await prompts.scrollIntoViewIfNeeded();
  await photograph(page, 'mcp-offers');
  await page.keyboard.press('Escape');
}

test(
  cite(
    'MCP-8',
    "a prompt is filled in with its server's suggestions, and a resource that changes between two messages is updated",
  ),
  fullRunOnly,
  async ({ page }) => {
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', projectFolder()], env });
    await openApp(page, host);
    await addEverything(page);

    const field = composer(page);
    await field.click();
    await page.keyboard.type('/completable');
    await expect(options(page)).toHaveText([/^\/everything:completable-prompt/]);
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: '/everything:completable-prompt' });
    await expect(form.getByRole('combobox', { name: 'department' })).toBeFocused();
    await page.keyboard.type('Mark');
    await expect(form.getByRole('option')).toHaveText(['Marketing']);
    await photograph(page, 'mcp-prompt-form');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(form.getByRole('option')).toHaveText(['Grace', 'Henry', 'Iris']);
    await page.keyboard.type('Iris');
    model.push({ text: 'Iris leads.' });
    await page.keyboard.press('Enter');
    await expect(page.getByText('Iris leads.')).toBeVisible();
    expect(bodies().at(-1)).toContain('Please promote Iris to the head of the Marketing team.');
    await waitForIdle(page);

    // A template: first its fixed beginning, then the address with the typed value.
    await expect(field).toBeFocused();
    await page.keyboard.type('Read @dynamic/text');
    await options(page).filter({ hasText: 'Dynamic Text Resource' }).click();
    await expect(field).toHaveValue('Read @everything:demo://resource/dynamic/text/');
    await page.keyboard.type('7');
    // A complete value needs no completion.
    await expect(options(page)).toHaveCount(0);
    model.push(
      { calls: [{ id: 'c1', name: 'mcp__everything__toggle-subscriber-updates', arguments: '{}' }] },
      { text: 'I follow it.' },
    );
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-mention*="text/7"]').getByRole('button')).toBeVisible();
    await expect
      .poll(() => bodies().at(-1) ?? '', soon)
      .toContain('Resource 7: This is a plaintext resource created at');
    const told = /Resource 7: This is a plaintext resource created at ([^\\]+)/.exec(bodies().at(-1) ?? '');
    // The resource's text contains the time in seconds, and the server reports a change as soon as the tool is called.
    await expect.poll(() => new Date().toLocaleTimeString(), soon).not.toBe(told?.[1]);
    await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
    await expect(page.getByText('I follow it.')).toBeVisible();
    await waitForIdle(page);

    await expect(field).toBeFocused();
    model.push({ text: 'It is another one now.' });
    await page.keyboard.type('And now?');
    await page.keyboard.press('Enter');
    await expect(page.getByText('It is another one now.')).toBeVisible();
    const change = page.locator('[data-role="system"]').last();
    await change.getByRole('button').first().click();
    await expect(change).toContainText('Resource 7: This is a plaintext resource created at');
    await expect(change).not.toContainText(told?.[1] ?? '');
    await photograph(page, 'mcp-resource-changed');
    expect(bodies().at(-1)).toContain('The user named this resource before. It has changed and now says:');
    for (const [at, body] of bodies().entries())
      if (at > 0) expect(body.startsWith(bodies()[at - 1] as string)).toBe(true);
  },
);
