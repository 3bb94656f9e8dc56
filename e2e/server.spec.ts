// An OpenAI-compatible server: the request after a restart, errors, and a result too large for its message.

import { expect, type Locator, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { composer, openApp, openBox, photograph, send, waitForIdle } from './support/window.ts';

let host: Host;
let model: FakeModelServer;

test.beforeEach(async () => {
  model = await startFakeModelServer();
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

const environment = () => ({
  OPENAI_BASE_URL: model.url,
  OPENAI_API_KEY: 'sk-e2e-0123456789',
  OPENAI_MODEL: 'fake-model',
});

async function addOther(settings: Locator): Promise<void> {
  await settings.getByRole('button', { name: 'Add a provider' }).click();
  await settings.getByRole('option', { name: /^Other/ }).click();
}

test(
  cite(['SEQ-1', 'RESUME-1'], 'the request after a restart equals the one before it'),
  fullRunOnly,
  async ({ page }) => {
    const folder = projectFolder();
    host = await startHost({ args: ['--project', folder], env: environment(), settings: { approvalMode: 'all' } });
    await openApp(page, host);
    model.push(
      [
        { text: 'I look.' },
        {
          calls: [
            { id: 'c1', name: 'list_files', arguments: '{}' },
            { id: 'c2', name: 'run_command', arguments: '{"command":"echo hi"}' },
          ],
        },
      ],
      { text: 'Two things were done.' },
    );
    await send(page, 'look around');
    await expect(page.getByText('Two things were done.')).toBeVisible();
    await waitForIdle(page);
    const id = host.conversationIds()[0] ?? '';
    const before = await host.throughline(['request', id, '-p', 'and then?'], environment());
    const { dataDir } = host;
    await host.stop();

    host = await startHost({ dataDir, args: ['--project', folder], env: environment() });
    await openApp(page, host);
    await page.getByRole('navigation', { name: 'Conversations' }).getByText('look around').first().click();
    await expect(page.getByText('Two things were done.')).toBeVisible();
    model.push({ text: 'Then this.' });
    await send(page, 'and then?');
    await expect(page.getByText('Then this.')).toBeVisible();
    expect(model.requests.at(-1)?.text).toBe(before.stdout.trim());
  },
);

test(
  cite(
    ['UI-10', 'LOOP-10'],
    'a server error explains what happened and offers to continue; a wrong key leads to the settings',
  ),
  async ({ page }) => {
    host = await startHost({ env: environment() });
    await openApp(page, host);
    const body = { error: { message: 'Incorrect API key provided: sk-e2e-0123456789' } };
    model.push({ status: 401, headers: { 'x-request-id': 'req_7b1f0a52' }, body });
    await send(page, 'hello');
    const error = page.locator('[data-role="error"]');
    await expect(error).toBeVisible();
    await expect(error).toContainText('Provider request ID: req_7b1f0a52');
    await photograph(page, 'error');
    await page.emulateMedia({ colorScheme: 'dark' });
    await photograph(page, 'error-dark');
    expect(await page.content()).not.toContain('sk-e2e-0123456789');
    await expect(error.getByRole('button').first()).toBeVisible();
    model.push({ text: 'Now it works.' });
    await send(page, 'again');
    await expect(page.getByText('Now it works.')).toBeVisible();
  },
);

test(
  cite(['STORE-6', 'UI-1'], 'a large result opens in full, page by page, and can be searched'),
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({
      args: ['--project', projectFolder()],
      env: environment(),
      settings: { approvalMode: 'all' },
    });
    await openApp(page, host);
    model.push(
      { calls: [{ id: 'c1', name: 'run_command', arguments: '{"command":"seq 1 40000; echo the very end"}' }] },
      { text: 'Long.' },
    );
    await send(page, 'count');
    await expect(page.getByText('Long.')).toBeVisible();
    await waitForIdle(page);
    const box = page.locator('[data-tool="run_command"]').first();
    await openBox(box.getByRole('button').first());
    await box.getByRole('button', { name: /full output/i }).click();
    const viewer = page.getByRole('dialog');
    await expect(viewer).toContainText('2345');
    await viewer.getByRole('searchbox').fill('the very end');
    await viewer.getByRole('searchbox').press('Enter');
    await expect(viewer).toContainText('39999');
    await photograph(page, 'full-output');
  },
);

test(
  cite(['LOOP-12', 'UI-10'], 'a message written during a run is visibly queued and can be withdrawn'),
  async ({ page }) => {
    host = await startHost({ env: environment() });
    await openApp(page, host);
    let go: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    model.push([{ text: 'wait ' }, { until: gate }, { text: 'over' }]);
    await send(page, 'first');
    await expect(page.locator('[data-role="assistant"]').last()).toContainText('wait');
    await composer(page).fill('second');
    await composer(page).press('Enter');
    await expect(page.locator('[data-queued]')).toContainText('second');
    await page.locator('[data-queued]').getByRole('button', { name: 'Edit' }).click();
    await expect(page.locator('[data-queued]')).toHaveCount(0);
    await expect(composer(page)).toHaveValue('second');
    go();
    await waitForIdle(page);
  },
);

test(
  cite(['UI-8', 'SEC-6'], 'a server is added in the settings; its key is never shown again or stored in a file'),
  async ({ page }) => {
    host = await startHost({});
    await openApp(page, host);
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog');
    await expect(settings).toBeVisible();
    await photograph(page, 'settings');
    await addOther(settings);
    await settings.getByLabel('Name').fill('My server');
    await settings.getByLabel(/address/i).fill(model.url);
    await settings.getByLabel('Key', { exact: true }).fill('sk-secret-0123456789abcdef');
    await settings.getByRole('button', { name: /save/i }).click();
    // The form is closed: the last test button belongs to the new row.
    await expect(settings.getByText('New conversations now use fake-model from “My server”.')).toBeVisible();
    await settings.getByRole('button', { name: /test/i }).last().click();
    await expect(settings).toContainText('Connected · 1 model');
    expect(await page.content()).not.toContain('sk-secret-0123456789abcdef');
    for (const text of host.contents()) expect(text).not.toContain('sk-secret-0123456789abcdef');
  },
);

test(
  cite(
    ['UI-8', 'SEC-6'],
    'a test stores nothing; the first added server answers in new chats, and its models are chosen by typing',
  ),
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({});
    await openApp(page, host);
    await page.keyboard.press('Control+,');
    const settings = page.getByRole('dialog');
    const rows = settings.locator('ul').first().locator('> li');
    await addOther(settings);
    await settings.getByLabel('Name').fill('Gone');
    await settings.getByLabel(/address/i).fill('http://127.0.0.1:9/v1');
    await settings.getByLabel('Key', { exact: true }).fill('sk-secret-0123456789abcdef');
    await settings.getByRole('button', { name: 'Test connection' }).click();
    await expect(settings.getByRole('alert')).toBeVisible();
    await settings.getByRole('button', { name: 'Cancel' }).click();
    await expect(rows).toHaveCount(1);

    await addOther(settings);
    await settings.getByLabel('Name').fill('Mine');
    await settings.getByLabel(/address/i).fill(model.url);
    await settings.getByRole('button', { name: 'Test connection' }).click();
    await expect(settings.getByText('Connected. 1 model.')).toBeVisible();
    for (const text of host.contents()) expect(text).not.toContain(model.url);
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByText('New conversations now use fake-model from “Mine”.')).toBeVisible();
    await expect(rows).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(settings).toHaveCount(0);

    const chosen = page.locator('[data-control="model"]');
    await expect(chosen).toHaveText('fake-model');
    await chosen.click();
    const field = page.getByRole('combobox', { name: /^Find (?:or type|a model or agent)/ });
    const list = page.getByRole('listbox', { name: 'Model' });
    await expect(list.getByRole('option')).toHaveCount(2);
    await field.fill('demo');
    await expect(list.getByRole('group')).toHaveCount(1);
    await expect(list.getByRole('option', { selected: true })).toContainText('demo-script');
    await field.press('ArrowDown');
    await expect(list.getByRole('option', { selected: true })).toContainText('Use “demo”');
    await field.press('ArrowUp');
    await field.press('Enter');
    await expect(composer(page)).toBeFocused();
    await expect(chosen).toHaveText('Scripted demo');
    await chosen.click();
    await field.fill('my-own');
    await field.press('Enter');
    await expect(chosen).toHaveText('my-own');
    model.push({ text: 'From my own.' });
    await send(page, 'hello');
    await expect(page.getByText('From my own.')).toBeVisible();
    expect(model.requests.at(-1)?.body.model).toBe('my-own');
  },
);

test(
  cite('PROVIDER-4', 'with several models none is chosen by default: the user picks one of those that can chat'),
  fullRunOnly,
  async ({ page }) => {
    const several = await startFakeModelServer({ models: ['text-embedding-3-small', 'small-8k', 'large'] });
    try {
      host = await startHost({});
      await openApp(page, host);
      await page.keyboard.press('Control+,');
      const settings = page.getByRole('dialog');
      await addOther(settings);
      await settings.getByLabel('Name').fill('Mine');
      await settings.getByLabel(/address/i).fill(several.url);
      await settings.getByRole('button', { name: 'Save' }).click();
      const toChoose = 'The server has several models. Choose one for new conversations.';
      await expect(settings.getByRole('alert')).toHaveText(toChoose);
      // One server's models are not offered for another.
      await settings.getByLabel(/address/i).fill('http://127.0.0.1:9/v1');
      await expect(settings.getByLabel('Model for new conversations')).toHaveCount(0);
      await settings.getByLabel(/address/i).fill(several.url);
      await settings.getByRole('button', { name: 'Save' }).click();
      await expect(settings.getByRole('alert')).toHaveText(toChoose);
      await settings.getByLabel('Model for new conversations').fill('large');
      await settings.getByRole('button', { name: 'Save' }).click();
      await expect(settings.getByText('New conversations now use large from “Mine”.')).toBeVisible();
      await page.keyboard.press('Escape');
      await page.locator('[data-control="model"]').click();
      const list = page.getByRole('listbox', { name: 'Model' });
      await expect(list.getByRole('option', { name: 'large' })).toBeVisible();
      await expect(list.getByRole('option', { name: /embedding/ })).toHaveCount(0);
    } finally {
      await several.close();
    }
  },
);

test(cite('SEC-4', 'nothing in a reply can load, run or navigate'), async ({ page }) => {
  host = await startHost({ env: environment() });
  await openApp(page, host);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  model.push({
    text: [
      '<img src=x onerror="document.title=\'owned\'"> <script>document.title="owned"</script> ',
      '![tracker](https://example.com/p.png) [bad](javascript:document.title="owned") [good](https://example.com/)',
    ],
  });
  await send(page, 'hostile');
  await expect(page.getByRole('link', { name: 'good' })).toHaveAttribute('href', 'https://example.com/');
  await waitForIdle(page);
  expect(await page.title()).not.toBe('owned');
  expect(asked.filter((url) => !url.startsWith(host.origin))).toEqual([]);
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
});
