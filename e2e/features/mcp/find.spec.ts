// A server is found in a registry and added in the window: nothing is sent before the search, and nothing runs before approval.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { confirmWithCode, openApp } from '../../support/window.ts';

const tides = {
  name: 'com.example/tides',
  title: 'Tides',
  description: 'High and low water.',
  version: '2.0.1',
  packages: [
    {
      registryType: 'npm',
      identifier: 'tides',
      version: '2.0.1',
      transport: { type: 'stdio' },
      environmentVariables: [{ name: 'HARBOUR', isRequired: true, description: 'Where to begin.' }],
    },
  ],
};

let host: Host;
test.afterEach(() => host?.stop());

test(
  cite(['PLUG-20', 'PLUG-21'], 'a server is found, added as shown once its value is entered, and waits for approval'),
  async ({ page }) => {
    const requests: string[] = [];
    const registry = createServer((request, response) => {
      requests.push(request.url ?? '');
      const more = request.url?.includes('cursor=');
      const name = more ? 'com.example/sea' : tides.name;
      response.end(
        JSON.stringify({ servers: [{ server: { ...tides, name } }], metadata: { nextCursor: more ? null : 'next' } }),
      );
    });
    await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
    try {
      host = await startHost({ args: ['--project', projectFolder()] });
      await openApp(page, host);
      await page.getByRole('button', { name: 'Settings' }).click();
      const settings = page.getByRole('dialog', { name: 'Settings' });
      await settings.getByRole('tab', { name: 'MCP servers' }).click();
      await settings.getByRole('button', { name: 'Find a server…' }).click();
      await settings.getByText('Your search is sent to registry.modelcontextprotocol.io.').click();
      const address = settings.getByRole('textbox', { name: 'Registry address' });
      await address.fill('http://mcp.example.com');
      await address.press('Enter');
      await expect(settings.getByRole('alert')).toContainText('https address');
      const { port } = registry.address() as AddressInfo;
      await address.fill(`http://127.0.0.1:${port}`);
      await address.press('Enter');
      await expect(settings.getByText(`Your search is sent to 127.0.0.1:${port}.`)).toBeVisible();
      const query = settings.getByRole('searchbox', { name: 'Search the registry' });
      await query.fill('tides');
      expect(requests).toEqual([]);
      await query.press('Enter');
      const results = settings.getByRole('list', { name: 'Servers in the registry' });
      await expect(results.getByRole('listitem')).toHaveCount(1);
      await settings.getByRole('button', { name: 'Show more' }).click();
      await expect(results.getByRole('listitem')).toHaveCount(2);
      expect(requests).toHaveLength(2);
      await results.getByRole('button', { name: 'com.example/tides' }).click();
      await settings.getByRole('button', { name: 'Add server' }).click();
      await expect(settings.getByText('Enter a value.')).toBeVisible();
      await settings.getByRole('textbox', { name: 'HARBOUR' }).fill('Bremen');
      await expect(settings.getByRole('region', { name: 'Exactly this is added' })).toContainText(
        '"HARBOUR": "Bremen"',
      );
      await settings.getByRole('button', { name: 'Add server' }).click();
      const detail = settings.locator('[data-mcp-detail="tides"]');
      await expect(detail).toContainText('Needs your approval');
      const file = JSON.parse(readFileSync(path.join(host.dataDir, 'mcp.json'), 'utf8'));
      expect(file).toEqual({
        mcpServers: { tides: { command: 'npx', args: ['-y', 'tides@2.0.1'], env: { HARBOUR: 'Bremen' } } },
      });
      await detail.getByRole('button', { name: 'Approve' }).click();
      await confirmWithCode(page, host);
      await expect(detail).toContainText('Starts when needed');
    } finally {
      registry.closeAllConnections();
      registry.close();
    }
  },
);
