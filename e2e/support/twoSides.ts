// Two conversations side by side, for the tests: a window, its host and a model that answers each message.

import { expect, type Locator, type Page } from '@playwright/test';
import { type FakeModelServer, type RequestBody, startFakeModelServer } from '../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from './host.ts';
import { soon } from './soon.ts';
import { openApp, sendAnswered } from './window.ts';

export let host: Host;
export let model: FakeModelServer;

/** After each test. */
export async function stopTwo(): Promise<void> {
  await host?.stop();
  await model?.close();
}

let calls = 0;

/** Answers "read FILE" with a call, and everything else with text. */
function reply({ messages }: RequestBody) {
  const last = messages.at(-1);
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  // The environment comes first.
  const request = (typeof content === 'string' ? content : (content.at(-1)?.text ?? '')).split('\n').at(-1) ?? '';
  if (last?.role === 'tool') return { text: `Done with ${request}.` };
  const [, file] = /read (\S+)/.exec(request) ?? [];
  if (!file) return { text: `Answer to ${request}.` };
  return { calls: [{ id: `call_${++calls}`, name: 'read_file', arguments: JSON.stringify({ path: file }) }] };
}

export async function open(page: Page): Promise<void> {
  model = await startFakeModelServer({ otherwise: reply });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', projectFolder()], env });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openApp(page, host);
}

export const sides = (page: Page): Locator => page.getByRole('region').and(page.locator('[data-pane]'));
export const side = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });
export const field = (pane: Locator): Locator => pane.getByRole('textbox', { name: 'Message' });
export const focused = (page: Page): Locator => page.locator('[data-pane="focused"]');
export const row = (page: Page, name: string | RegExp): Locator =>
  page.locator('[data-conversation]').filter({ hasText: name });

/** Left "alpha …", right "beta …", which has the focus. */
export async function openTwo(page: Page): Promise<void> {
  await open(page);
  await sendAnswered(page, 'alpha begins');
  await expect(page.getByText('Answer to alpha begins.')).toBeVisible();
  await page.keyboard.press('Control+\\');
  await expect(sides(page)).toHaveCount(2);
  await expect(field(focused(page))).toBeFocused();
  await page.keyboard.type('beta begins');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Answer to beta begins.')).toBeVisible();
}

export async function write(page: Page, name: RegExp, text: string): Promise<void> {
  const message = field(side(page, name));
  await message.click();
  await message.fill(text);
  await message.press('Enter');
}

/** Right after a message was sent, the keys that answer are ignored for a moment. */
export async function pressUntil(page: Page, keys: string, done: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press(keys);
      return await done.count();
    }, soon)
    .toBeGreaterThan(0);
}

/** Drags what the mouse is over to a side's half, where the window accepts it; the button stays down. */
export async function dragToSide(page: Page, which: 'left' | 'right'): Promise<void> {
  const box = await page.getByRole('main').boundingBox();
  if (!box) throw new Error('The page has no box.');
  const x = box.x + box.width * (which === 'left' ? 0.3 : 0.7);
  await page.mouse.down();
  // A drag begins, and is noticed, some moves later.
  let y = box.y + 300;
  await expect(async () => {
    y += 2;
    await page.mouse.move(x, y, { steps: 4 });
    await expect(page.locator(`[data-side-drop="${which}"] .border-accent`)).toBeVisible({ timeout: 500 });
  }).toPass();
  // The browser drops only once it knows that the page accepts it here.
  await page.mouse.move(x, y + 2, { steps: 2 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Drags a row of the sidebar to a side's half and drops it there. Returns once the conversation has the focus. */
export async function dropOnSide(page: Page, name: string, which: 'left' | 'right'): Promise<void> {
  // A busy browser may drop before it knows that the page accepts it: then nothing happens, and the user drags again.
  await expect(async () => {
    await row(page, name).hover();
    await dragToSide(page, which);
    await page.mouse.up();
    await expect(side(page, new RegExp(name))).toHaveAttribute('data-pane', 'focused', { timeout: 3000 });
  }).toPass();
}
