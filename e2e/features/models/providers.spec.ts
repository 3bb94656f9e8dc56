// Adding a provider: by name with a custom address, with a header that is stored like a key; and when the server speaks
// another API, the detected one is a click away. Two real servers, each with one API.

import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, startHost } from '../../support/host.ts';
import { openApp, photograph, send, waitForIdle } from '../../support/window.ts';
import { type SmallServer, startSmallServer } from '../../support/wireServer.ts';

const key = 'sk-e2e-0123456789abcdef';
const tenant = 'harbour-tenant-0123456789';

let host: Host;
let server: SmallServer;

test.afterEach(async () => {
  await host?.stop();
  await server?.close();
  expect(server.broken).toEqual([]);
});

async function openProviders(page: Page): Promise<Locator> {
  await openApp(page, host);
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('dialog');
  await settings.getByRole('button', { name: 'Add a provider' }).click();
  return settings;
}

test(
  cite(
    ['PROVIDER-3', 'PROVIDER-4', 'SEC-6'],
    'a well-known provider at a custom address, with a header: tested, saved, used; key and header are shown nowhere',
  ),
  async ({ page }) => {
    server = await startSmallServer('anthropic', 'Said by the gateway.');
    host = await startHost({});
    const settings = await openProviders(page);
    const field = settings.getByRole('combobox', { name: /Find a provider/ });
    await expect(field).toBeFocused();
    await photograph(page, 'provider-picker');
    await field.fill('claude');
    await expect(settings.getByRole('option', { selected: true })).toContainText('Anthropic');
    await field.press('ArrowDown');
    await field.press('ArrowUp');
    await field.press('Enter');

    await expect(settings.getByLabel('Key', { exact: true })).toBeFocused();
    await expect(settings.getByText('Anthropic Messages')).toBeVisible();
    const keyPage = settings.getByRole('link', { name: 'Create a key at platform.claude.com' });
    await expect(keyPage).toHaveAttribute('href', 'https://platform.claude.com/settings/keys');
    await expect(keyPage).toHaveAttribute('rel', 'noopener noreferrer');
    await settings.getByLabel('Address').fill(`${server.address}/v1`);
    await settings.getByLabel('Key', { exact: true }).fill(key);
    await settings.getByText('Connection', { exact: true }).click();
    await settings.getByRole('button', { name: 'Add header' }).click();
    await settings.getByLabel('Header', { exact: true }).fill('X-Tenant');

    // The host's error is shown next to its field.
    await settings.getByLabel('Proxy').fill('proxy.example.com');
    await settings.getByRole('button', { name: 'Test connection' }).click();
    await expect(settings.getByLabel('Header', { exact: true })).toHaveAttribute('aria-invalid', 'false');
    await expect(settings.getByLabel('Proxy')).toHaveAttribute('aria-invalid', 'true');
    await settings.getByLabel('Proxy').fill('direct');
    await settings.getByRole('button', { name: 'Test connection' }).click();
    await expect(settings.getByRole('alert')).toHaveText('Enter a value for the header “X-Tenant”.');
    await expect(settings.getByLabel('Header', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await settings.getByLabel('Value', { exact: true }).fill(tenant);
    await settings.getByLabel('Idle timeout (s)').fill('4');
    await settings.getByRole('button', { name: 'Test connection' }).click();
    await expect(settings.getByRole('alert')).toContainText('5 to 3,600');
    await settings.getByLabel('Idle timeout (s)').fill('120');
    await settings.getByRole('button', { name: 'Test connection' }).click();
    await expect(settings.getByText('Connected. 1 model.')).toBeVisible();
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByText('New conversations now use small-anthropic from “Anthropic”.')).toBeVisible();
    await expect(settings.getByText('1 extra header · proxy · timeouts')).toBeVisible();
    await photograph(page, 'settings-provider');

    // Saved again without changing the header: its value stays.
    const row = settings.locator('[data-provider="anthropic"]');
    await row.getByRole('button', { name: 'Edit' }).click();
    await row.getByText('Connection', { exact: true }).click();
    const value = row.getByLabel('Value', { exact: true });
    await expect(value).toHaveValue('');
    await expect(value).toHaveAttribute('placeholder', /^Saved/);
    await row.getByLabel('Idle timeout (s)').fill('60');
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(row.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await send(page, 'hello');
    await expect(page.getByText('Said by the gateway.')).toBeVisible();
    await waitForIdle(page);
    const { headers } = server.requests[0] ?? {};
    expect(headers).toMatchObject({ 'x-api-key': key, 'x-tenant': tenant });
    for (const text of [await page.content(), ...host.contents(), host.said()]) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(tenant);
    }
  },
);

test(
  cite('PROVIDER-3', 'when a server uses another API than chosen, one click applies the detected one'),
  fullRunOnly,
  async ({ page }) => {
    server = await startSmallServer('anthropic', 'Said by the small server.');
    host = await startHost({});
    const settings = await openProviders(page);
    // An address typed instead of a name selects “Other”.
    await settings.getByRole('combobox', { name: /Find a provider/ }).fill(server.address);
    await settings.getByRole('combobox', { name: /Find a provider/ }).press('Enter');
    await expect(settings.getByLabel('Address')).toHaveValue(server.address);
    const api = settings.getByRole('combobox', { name: 'API', exact: true });
    await expect(api).toHaveText('Chat Completions');
    await settings.getByRole('button', { name: 'Test connection' }).click();
    await expect(settings.getByRole('alert')).toContainText('This address uses the Anthropic Messages API');
    await settings.getByRole('button', { name: 'Switch to Anthropic Messages' }).click();
    await expect(settings.getByText('Connected. 1 model.')).toBeVisible();
    await expect(settings.getByRole('alert')).toHaveCount(0);
    await expect(api).toHaveText('Anthropic Messages');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByText('New conversations now use small-anthropic')).toBeVisible();
    await page.keyboard.press('Escape');
    await send(page, 'hello');
    await expect(page.getByText('Said by the small server.')).toBeVisible();
    await waitForIdle(page);
    expect(server.requests).not.toHaveLength(0);
  },
);

test(
  cite(['PROVIDER-4', 'UI-7'], 'the first screen offers the same providers, and uses the configured one'),
  fullRunOnly,
  async ({ page }) => {
    server = await startSmallServer('openai', 'Said on the first day.', key);
    host = await startHost({});
    await openApp(page, host);
    await page.getByRole('button', { name: 'Choose a provider…' }).click();
    await page.getByRole('combobox', { name: /Find a provider/ }).fill('bedrock');
    await page.getByRole('option', { name: /OpenAI form/ }).click();
    const address = page.getByLabel('Address');
    await expect(address).toBeFocused();
    await expect(
      page.getByText('Yours looks like https://bedrock-runtime.REGION.amazonaws.com/openai/v1'),
    ).toBeVisible();
    await address.fill(`${server.address}/v1`);
    const testConnection = page.getByRole('button', { name: 'Test connection' });
    await testConnection.click();
    await expect(page.getByRole('alert')).toHaveText('This server needs a key.');
    // A wrong key is reported before it is used; saving again confirms it.
    const field = page.getByLabel('Key', { exact: true });
    await field.fill('sk-wrong-0123456789abcdef');
    await page.getByRole('button', { name: 'Use this provider' }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('button', { name: 'Save anyway' })).toBeVisible();
    await field.fill(key);
    await testConnection.click();
    // The model field pushes it down, and it stays in view.
    await expect(page.getByText('Connected. 1 model.')).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Use this provider' }).click();
    await expect(page.locator('[data-control="model"]')).toHaveText('small-openai');
    await send(page, 'hello');
    await expect(page.getByText('Said on the first day.')).toBeVisible();
    await waitForIdle(page);
  },
);
