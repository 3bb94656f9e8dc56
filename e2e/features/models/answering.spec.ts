// Model options by keyboard and mouse, the request they produce, and the model's thinking while it streams.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, startHost } from '../../support/host.ts';
import { composer, openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

async function start(page: Page, name: string): Promise<void> {
  model = await startFakeModelServer({ otherwise: { text: 'Good.' }, models: ['o3', 'gpt-4.1'] });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: name };
  host = await startHost({ env });
  await openApp(page, host);
}

const control = (page: Page) => page.locator('[data-control="model"]');
const toOptions = (page: Page) => page.getByRole('button', { name: /^Model options/ });
const form = (page: Page) => page.getByRole('dialog', { name: 'Model options' });
const sent = () => model.requests.at(-1)?.body ?? {};

test(
  cite(
    'PROVIDER-5',
    'an effort level is chosen by keyboard, visible at a glance, sent, saved, and not sent to a model without support',
  ),
  async ({ page }) => {
    await start(page, 'o3');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('model options');
    await expect(page.getByRole('option', { name: /^Choose model options/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(form(page).getByRole('radio')).toHaveCount(4);
    await expect(form(page).getByRole('radio', { name: 'Default' })).toBeFocused();
    for (const level of ['Low', 'Medium', 'High']) {
      await page.keyboard.press('ArrowDown');
      await expect(form(page).getByRole('radio', { name: level })).toBeChecked();
    }
    // The model does not support it, so no field is shown.
    await expect(form(page).getByLabel('Temperature')).toHaveCount(0);
    await page.keyboard.press('Tab');
    await expect(form(page).getByLabel('Max output tokens')).toBeFocused();
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await expect(form(page).getByRole('alert')).toContainText('16 to 1,000,000');
    await page.keyboard.type('00');
    await page.keyboard.press('Enter');
    await expect(form(page).getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(form(page)).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
    await expect(control(page)).toHaveText('o3High effort +1');

    await send(page, 'Think about it');
    await waitForIdle(page);
    expect(sent()).toMatchObject({ reasoning_effort: 'high', max_completion_tokens: 1000 });
    await page.reload();
    await expect(control(page)).toHaveText('o3High effort +1');

    await control(page).click();
    await page.getByRole('option', { name: /^gpt-4\.1/ }).click();
    await expect(control(page)).toHaveAccessibleName(/Max 1,000 tokens This model doesn’t support all of them\.$/);
    await control(page).click();
    await toOptions(page).click();
    await expect(form(page).getByRole('status')).toHaveText('gpt-4.1 doesn’t support effort, so it isn’t sent.');
    await page.keyboard.press('Escape');
    await expect(control(page)).toBeFocused();
    await send(page, 'And now');
    await waitForIdle(page);
    expect(sent()).toMatchObject({ model: 'gpt-4.1', max_tokens: 1000 });
    expect(Object.keys(sent())).not.toContain('reasoning_effort');

    await control(page).click();
    await toOptions(page).press('Enter');
    await form(page).getByRole('button', { name: 'Use defaults' }).click();
    await expect(control(page)).toHaveAccessibleName('Model: gpt-4.1');
    await expect(control(page)).toHaveText('gpt-4.1');
    // Back to the row that led here.
    await form(page).getByRole('button', { name: 'Back to models' }).click();
    await expect(toOptions(page)).toBeFocused();
    await expect(toOptions(page)).toContainText('Default');
  },
);

test(
  cite('STREAM-8', 'thinking streams, collapses to its duration, and expands again; hidden thinking is labeled'),
  fullRunOnly,
  async ({ page }) => {
    await start(page, 'a-model-of-ours');
    let say: (value?: unknown) => void = () => {};
    const told = new Promise((resolve) => {
      say = resolve;
    });
    const counted = { completion_tokens: 50, completion_tokens_details: { reasoning_tokens: 40 } };
    model.push(
      [{ reasoning: ['First I look.\n', 'Then I decide.'] }, { until: told }, { text: 'Decided.' }],
      [{ text: 'At once.' }, { usage: counted }],
    );
    await control(page).click();
    await toOptions(page).click();
    await expect(form(page).getByRole('status')).toContainText('The server may reject some of these');
    await expect(form(page).getByRole('radio')).toHaveCount(8);
    await page.keyboard.press('Escape');

    await send(page, 'Decide');
    const thinking = page.locator('[data-thinking]');
    await expect(thinking).toHaveAttribute('data-thinking', 'live');
    await expect(thinking).toContainText(/Thinking…\d+ s/);
    await expect(thinking).toContainText('Then I decide.');
    await expect(thinking).not.toContainText('First I look.');
    say();
    await waitForIdle(page);
    await expect(thinking).toHaveText(/^Thought for [\d.]+ (ms|s)$/);
    await thinking.getByRole('button').click();
    await expect(thinking).toContainText('First I look.\nThen I decide.');

    await send(page, 'Again');
    await waitForIdle(page);
    await expect(page.locator('[data-thinking="unseen"]')).toHaveText(/The provider didn’t share the thinking\.$/);
  },
);
