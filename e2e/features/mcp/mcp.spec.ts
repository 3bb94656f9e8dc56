// A real MCP server: added in the settings, its tools listed and called, switched off; and a folder's server, which
// does not start before it is approved.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { codes, confirmWithCode, openApp, photograph, send, toolCalls, waitForIdle } from '../../support/window.ts';

const everything = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

/** A server with one tool that exits at every call. If a file is named, it answers once that file exists. */
const fragile = `import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
const go = process.argv[2] ?? process.argv[1];
console.error('started package.json at ' + process.argv[1] + ':3');
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  while (!existsSync(go)) await new Promise((again) => setTimeout(again, 20));
  if (method === 'tools/call') process.exit(3);
  const { protocolVersion } = params ?? {};
  const result =
    method === 'initialize'
      ? { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'fragile', version: '1' } }
      : method === 'tools/list'
        ? { tools: [{ name: 'touch', inputSchema: { type: 'object' } }] }
        : {};
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;

let host: Host;
let model: FakeModelServer;

test.beforeEach(async () => {
  model = await startFakeModelServer();
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

async function open(page: Page, folder: string): Promise<void> {
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', folder], env });
  await openApp(page, host);
}

async function addServer(page: Page, settings: Locator, name: string, script: string): Promise<void> {
  await settings.getByRole('button', { name: 'Add server' }).click();
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toContainText('Enter a program.');
  await settings.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
  await settings.getByRole('textbox', { name: 'Arguments' }).fill(script);
  await settings.getByRole('button', { name: 'Save' }).click();
  await confirmWithCode(page, host);
}

/** Pastes a configuration as copied from a web page. */
async function pasteInto(field: Locator, mcpServers: object): Promise<void> {
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, JSON.stringify({ mcpServers }));
}

async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: 'MCP servers' }).click();
  return dialog;
}

test(
  cite(
    ['MCP-1', 'MCP-4'],
    'a server is added in the settings, its tools are listed and called with progress, and it is switched off',
  ),
  async ({ page }) => {
    await open(page, projectFolder());
    const settings = await openSettings(page);
    await addServer(page, settings, 'everything', everything);
    const detail = settings.locator('[data-mcp-detail="everything"]');
    await expect(detail).toContainText(everything);
    await detail.getByRole('button', { name: 'Start now' }).click();
    await expect(detail).toContainText('Ready');
    await expect(detail.locator('[data-mcp-tool="echo"]')).toBeVisible();
    await expect(detail.getByRole('region', { name: 'Log of everything' })).not.toBeEmpty();
    await detail.getByRole('checkbox', { name: 'Offer get-env to the model' }).uncheck();
    await page.keyboard.press('Escape');

    model.push(
      {
        calls: [
          { id: 'c1', name: 'mcp__everything__echo', arguments: '{"message":"across"}' },
          { id: 'c2', name: 'mcp__everything__trigger-long-running-operation', arguments: '{"duration":2,"steps":4}' },
        ],
      },
      { text: 'It echoed.' },
    );
    await send(page, 'use the server');
    await expect(toolCalls(page).first()).toContainText('everything');
    // It is there for two seconds, which the looks of `expect` may miss.
    const progress = page.getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: 'Allow all 2 once', disabled: false }).click();
    await progress;
    await photograph(page, 'mcp-progress');
    await expect(page.getByText('It echoed.')).toBeVisible();
    await waitForIdle(page);
    const offered = model.requests[0]?.body.tools?.map((tool) => tool.function.name) ?? [];
    expect(offered).toContain('mcp__everything__echo');
    expect(offered).not.toContain('mcp__everything__get-env');
    expect(JSON.stringify(model.requests[1]?.body.messages)).toContain('across');

    const again = await openSettings(page);
    const row = again.locator('[data-mcp-server="everything"]');
    await expect(row).toHaveAttribute('data-state', 'ready');
    await row.click();
    await detail.getByRole('button', { name: 'Turn off' }).click();
    await expect(detail).toContainText('Off');
    await expect(detail.locator('dt', { hasText: /^Process$/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    model.push({ text: 'Without it.' });
    await send(page, 'and now?');
    await expect(page.getByText('Without it.')).toBeVisible();
    expect(model.requests.at(-1)?.body.tools?.some((tool) => tool.function.name.startsWith('mcp__'))).toBe(false);
  },
);

test(
  cite(['MCP-5'], "a folder's server waits for trust, and then for approval of exactly what it runs"),
  fullRunOnly,
  async ({ page }) => {
    const folder = projectFolder();
    const entry = { command: process.execPath, args: [everything] };
    writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { folders: entry } }));
    await open(page, folder);
    const settings = await openSettings(page);
    await settings.locator('[data-mcp-server="folders"][data-state="untrusted"]').click();
    const detail = settings.locator('[data-mcp-detail="folders"]');
    await expect(detail).toContainText('which isn’t trusted');
    await expect(detail.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await detail.getByRole('button', { name: 'Trust this folder' }).click();
    await expect(detail).toContainText('This server runs with your permissions');
    await expect(detail).toContainText(everything);
    await detail.getByRole('button', { name: 'Approve', disabled: false }).click();
    await confirmWithCode(page, host);
    await detail.getByRole('button', { name: 'Start now' }).click();
    await expect(detail).toContainText('Ready');

    writeFileSync(
      path.join(folder, '.mcp.json'),
      JSON.stringify({ mcpServers: { folders: { ...entry, env: { NEW: '1' } } } }),
    );
    await page.keyboard.press('Escape');
    const again = await openSettings(page);
    await again.locator('[data-mcp-server="folders"]').click();
    await expect(detail).toContainText('Changed since you approved it');
    await expect(detail).toContainText('"NEW": "1"');
  },
);

test(
  cite(
    ['MCP-1', 'MCP-3', 'UI-20'],
    'two servers are pasted and confirmed together; the run shows which one it waits for; the box reports one that exited during a call, and restarts it; paths in its log are links',
  ),
  fullRunOnly,
  async ({ page }) => {
    const folder = projectFolder();
    const go = path.join(folder, 'go');
    writeFileSync(path.join(folder, 'package.json'), '{}');
    writeFileSync(path.join(folder, 'fragile.mjs'), fragile);
    await open(page, folder);
    const settings = await openSettings(page);
    await settings.getByRole('button', { name: 'Add server' }).click();
    await pasteInto(settings.getByRole('textbox', { name: 'Name', exact: true }), {
      fragile: { command: process.execPath, args: [path.join(folder, 'fragile.mjs')] },
      slow: { command: process.execPath, args: [path.join(folder, 'fragile.mjs'), go] },
    });
    await expect(settings.getByText('2 servers pasted')).toBeVisible();
    await photograph(page, 'mcp-pasted');
    await settings.getByRole('button', { name: 'Add 2 servers' }).click();
    await confirmWithCode(page, host);
    for (const name of ['fragile', 'slow']) await expect(settings.locator(`[data-mcp-server="${name}"]`)).toBeVisible();
    expect(codes(host)).toHaveLength(1);
    await page.keyboard.press('Escape');
    model.push({ calls: [{ id: 'c1', name: 'mcp__fragile__touch', arguments: '{}' }] }, { text: 'It broke.' });
    await send(page, 'touch it');
    await expect(page.getByRole('status').filter({ hasText: 'Starting the server “slow”…' })).toBeVisible();
    await photograph(page, 'mcp-starting');
    writeFileSync(go, '');
    await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
    await expect(page.getByText('It broke.')).toBeVisible();
    const box = page.locator('[data-tool="mcp__fragile__touch"]');
    await expect(box).toHaveAttribute('data-state', 'error');
    await box.getByRole('button').first().click();
    await expect(box).toContainText('was lost while touch ran');
    await box.getByRole('button', { name: 'Reconnect' }).click();
    await expect(box).toContainText('fragile is ready again.');

    // A server of all projects runs in another folder, so only absolute paths in its log lead to files of this one.
    const again = await openSettings(page);
    await again.locator('[data-mcp-server="fragile"]').click();
    const links = again.getByRole('region', { name: 'Log of fragile' }).getByRole('link');
    await expect(links.last()).toHaveText(`${path.join(folder, 'fragile.mjs')}:3`);
    await expect(links.filter({ hasText: 'package.json' })).toHaveCount(0);
    await links.last().click();
    await expect(again).toHaveCount(0);
    await expect(page.getByRole('complementary', { name: 'File' })).toContainText('createInterface');
  },
);
