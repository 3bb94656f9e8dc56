// Agents in the window, from scenes: the first screen, the composer, costs, nested calls, errors and the settings.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Gallery, startGallery } from '../../support/gallery.ts';

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await startGallery();
});
test.afterAll(() => gallery.stop());

test(cite('ACP-1', 'the first screen offers installed agents, and leads to what one needs'), async ({ page }) => {
  await gallery.show(page, 'agentStart', 'theme=light');
  const rows = page.locator('[data-start-agent]');
  await expect(rows).toHaveText([/OpenCode is installed/, /Claude Code is installed/, /Codex is installed/]);
  await rows.getByRole('button', { name: 'Use OpenCode' }).click();
  await expect(page.locator('[data-control="model"]')).toContainText('OpenCode');
  await rows.getByRole('button', { name: 'Use Codex' }).click();
  await expect(page.getByRole('region', { name: 'Allow Codex to start?' })).toBeVisible();
});

test(cite('ACP-2', 'the composer says in words how the agent came to know the conversation'), async ({ page }) => {
  await gallery.show(page, 'agentTurn', 'theme=light');
  await expect(page.locator('[data-agent-summary]')).toHaveText('Big Pickle · Build · High');
  await expect(page.locator('[data-agent-continuation]')).toBeVisible();
  await expect(page.locator('[data-agent-continuation]')).toContainText('New session with history');
});

test(cite('ACP-1', 'costs name the agent, and no unknown model or price'), async ({ page }) => {
  await gallery.show(page, 'agentContext', 'theme=light');
  const costs = page.getByRole('region', { name: 'Cost', exact: true });
  await expect(costs).toContainText('By model or agent');
  await expect(costs.getByRole('term').filter({ hasText: 'OpenCode' })).toBeVisible();
  await expect(costs).toContainText('atlas-large');
  await expect(costs).toContainText('OpenCode reports its own costs.');
  await expect(costs).not.toContainText(/default|price of this model/);
});

test(cite('ACP-1', 'a nested call opens within its parent’s box, and closes with it'), async ({ page }) => {
  await gallery.show(page, 'agentNested', 'theme=light');
  const outer = page.locator('[data-call="m1:0"]');
  const inner = outer.locator('[data-call="m2:0"]');
  await inner.getByRole('button', { name: /^Read src\/health\.ts/ }).click();
  await expect(inner).toContainText('export const health = 1;');
  await outer.getByRole('button', { name: /^Ran agent: Find the slow query/ }).click();
  await expect(inner).toHaveCount(0);
});

test(cite('ACP-1', 'an error leads to what the agent needs; the sign-in names its command once'), async ({ page }) => {
  await gallery.show(page, 'agentFailedTurn', 'theme=light');
  const error = page.locator('[data-role="error"]');
  await error.getByRole('button', { name: 'Sign in…' }).click();
  await expect(page.getByRole('dialog', { name: 'OpenCode' })).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await gallery.show(page, 'agentSignIn', 'theme=light');
  const pageOf = page.getByRole('dialog', { name: 'Claude Code' });
  await expect(pageOf.getByText('claude /login')).toHaveCount(1);
  await expect(pageOf).not.toContainText('Claude Code needs you to sign in.');
  await pageOf.getByRole('button', { name: 'Copy command' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('claude /login');
});

test(cite('ACP-1', 'a start that another view began can be cancelled'), async ({ page }) => {
  await gallery.show(page, 'agentStartingElsewhere', 'theme=light');
  const detail = page.locator('[data-agent-detail="gemini-cli"]');
  await detail.getByRole('button', { name: 'Cancel' }).click();
  await expect(detail).toContainText('Starts when needed');
});

test(cite('ACP-1', 'an agent that is only a download says so, and cannot be chosen'), async ({ page }) => {
  await gallery.show(page, 'agentRegistry', 'theme=light');
  await page.locator('input[aria-label="Choose file"]').setInputFiles({
    name: 'registry.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{}'),
  });
  const kimi = page.getByRole('listitem').filter({ hasText: 'Kimi' });
  await expect(kimi).toContainText('Only offered as a download');
  await expect(kimi.getByRole('checkbox')).toBeDisabled();
});

test(cite('UI-18', 'controls of the agents’ pages refer to what exists, and are described once'), async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  for (const scene of ['agentsPage', 'agentDetail', 'agentUnapproved', 'agentEdit', 'agentSignIn']) {
    await gallery.show(page, scene, 'theme=light');
    const dangling = await page.locator('[role="dialog"] *').evaluateAll((all) =>
      all.flatMap((element) =>
        ['aria-controls', 'aria-describedby', 'aria-labelledby'].flatMap((name) => {
          const ids = element.getAttribute(name)?.split(' ') ?? [];
          return ids.filter((id) => id !== '' && !document.getElementById(id)).map((id) => `${name} ${id}`);
        }),
      ),
    );
    expect(dangling, scene).toEqual([]);
    const { root } = await client.send('DOM.getDocument');
    const dialog = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[role="dialog"]' });
    const { nodes } = await client.send('Accessibility.queryAXTree', dialog);
    expect(nodes.length, scene).toBeGreaterThan(20);
    const twice = nodes.flatMap(({ ignored, name, description }) => {
      const [label, about] = [String(name?.value ?? ''), String(description?.value ?? '')];
      return !ignored && about !== '' && label.includes(about) ? [`${label}: ${about}`] : [];
    });
    expect(twice, scene).toEqual([]);
  }
});
