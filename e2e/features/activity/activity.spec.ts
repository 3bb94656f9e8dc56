// Several conversations at once: messages sent in the background, shown on the activity page, and answered there with
// the same boxes and safeguards as in the conversation.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import {
  type FakeModelServer,
  type Reply,
  type RequestBody,
  startFakeModelServer,
} from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, openApp, photograph } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;
let release: () => void = () => {};

test.afterEach(async () => {
  release();
  await host?.stop();
  await model?.close();
});

let calls = 0;
const asks = (name: string, ...args: unknown[]): Reply => ({
  calls: args.map((one) => ({ id: `call_${++calls}`, name, arguments: JSON.stringify(one) })),
});

/** Picks the reply by the user's last message, in any conversation. */
function byWords(replies: Record<string, Reply>): Reply {
  return (body: RequestBody) => {
    const last = body.messages.at(-1);
    if (last?.role === 'tool') return { text: 'Finished.' };
    const said = JSON.stringify(last?.content ?? '');
    const found = Object.entries(replies).find(([word]) => said.includes(word));
    return found ? found[1] : { text: 'Hello.' };
  };
}

async function open(page: Page, replies: Record<string, Reply>): Promise<string> {
  const folder = projectFolder();
  model = await startFakeModelServer({ otherwise: byWords(replies) });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', folder], env });
  await openApp(page, host);
  return folder;
}

/** Sends in the background: the field is empty again immediately. */
async function sendBehind(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Alt+Enter');
  await expect(composer(page)).toHaveValue('');
}

/** Returns the latest request of the conversation whose first message begins with these words. */
const requestOf = (words: string): string => model.requests.findLast(({ text }) => text.includes(words))?.text ?? '';
const entry = (page: Page, title: string): Locator => page.locator('[data-activity]').filter({ hasText: title });
/** Clicks are ignored for a moment after the list has moved. */
const pressUntil = (button: Locator, gone: Locator): Promise<void> =>
  expect(async () => {
    if ((await gone.count()) > 0) await button.click({ timeout: 2000 });
    await expect(gone).toHaveCount(0, { timeout: 500 });
  }).toPass();
const openActivity = (page: Page): Promise<void> =>
  page
    .getByRole('complementary')
    .getByRole('button', { name: /^Activity/ })
    .click();

test(
  cite(
    'UI-11',
    'three background conversations on one page: one runs, one asks and is answered there, one failed and is retried',
  ),
  fullRunOnly,
  async ({ page }) => {
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    let fails = 1;
    const folder = await open(page, {
      slowly: [{ text: 'Thinking ' }, { until }, { text: 'done.' }],
      touch: asks('run_command', { command: 'touch made.txt' }),
      break: () =>
        fails-- > 0 ? { status: 400, body: { error: { message: 'Nothing works today.' } } } : { text: 'Works.' },
    });
    await sendBehind(page, 'think slowly');
    await sendBehind(page, 'touch a file');
    await sendBehind(page, 'break it');
    await expect(page.locator('[data-activity-waiting="1"]')).toBeVisible();
    await expect(page.getByText('Running in the background').first()).toBeVisible();

    await page.keyboard.press('Control+Shift+Y');
    const list = page.locator('[data-activities]');
    await expect(list).toBeFocused();
    await expect(entry(page, 'think slowly')).toHaveAttribute('data-group', 'running');
    await expect(entry(page, 'break it')).toHaveAttribute('data-group', 'stopped');
    await expect(entry(page, 'break it')).toContainText('Nothing works today.');
    await expect(page.getByText('1 waiting for you, 1 running')).toBeVisible();

    const asking = entry(page, 'touch a file');
    await expect(asking.locator('[data-tool="run_command"]')).toContainText('touch made.txt');
    await photograph(page, 'activity');
    // The shortcut goes to the approval, and the box's shortcut answers it.
    await page.keyboard.press('Control+Shift+A');
    await expect(asking.locator('[data-waits-for]')).toBeFocused();
    await expect(asking.getByRole('button', { name: 'Allow once' })).toBeEnabled();
    await expect(async () => {
      await page.keyboard.press('Control+Enter');
      await expect(asking).toHaveAttribute('data-group', 'ended', { timeout: 500 });
    }).toPass();
    expect(existsSync(path.join(folder, 'made.txt'))).toBe(true);
    await expect(list).toBeFocused();

    await entry(page, 'break it').getByRole('button', { name: 'Try again' }).click();
    await expect(entry(page, 'break it')).toHaveAttribute('data-group', 'ended');

    await entry(page, 'think slowly').getByRole('button', { name: /^Stop/ }).click();
    // A run that the user stopped is not listed as new.
    await expect(entry(page, 'think slowly')).toHaveCount(0);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(entry(page, 'touch a file')).toHaveCount(0);
  },
);

test(
  cite(
    ['UI-11', 'APPROVE-8'],
    'on the activity page, no key allows a dangerous call, several are answered together, a form is filled in, and a moving entry is not answered',
  ),
  async ({ page }) => {
    await open(page, {
      grave: asks('run_command', { command: 'rm -rf ~/old' }),
      several: asks('read_file', { path: 'README.md' }, { path: 'notes.txt' }),
      question: asks('ask_user', {
        message: 'Before I begin',
        questions: [{ question: 'Which colour?', options: ['Red', 'Blue'] }],
      }),
    });
    await sendBehind(page, 'grave matter');
    await expect(page.locator('[data-activity-waiting="1"]')).toBeVisible();
    await sendBehind(page, 'several things');
    await sendBehind(page, 'question me');
    await openActivity(page);

    const several = entry(page, 'several things');
    await expect(several.locator('[data-waiting-together]')).toBeVisible();
    await expect(several.locator('[data-waits-for]').first()).toBeHidden();

    const grave = entry(page, 'grave matter').locator('[data-waits-for]');
    await expect(grave.getByRole('region', { name: 'Check carefully before you allow this' })).toBeVisible();
    await grave.focus();
    await page.keyboard.press('Control+Enter');
    await expect(grave).toBeVisible();

    // Entries below move up when it disappears: a click meant for another place must answer nothing.
    const allowAll = several.getByRole('button', { name: 'Allow all 2 once' });
    await expect(allowAll).toHaveAttribute('aria-disabled', 'false');
    await several.evaluate((row: HTMLElement) => {
      const before = row.getBoundingClientRect().y;
      const look = (): void => {
        if (row.getBoundingClientRect().y >= before) return void requestAnimationFrame(look);
        const button = [...row.querySelectorAll('button')].find((one) => one.textContent?.includes('Allow all 2 once'));
        button?.click();
        // An answer in flight cannot be sent twice.
        requestAnimationFrame(() => {
          document.body.dataset.click = button?.isConnected && !button.disabled ? 'ignored' : 'taken';
        });
      };
      look();
    });
    await pressUntil(grave.getByRole('button', { name: 'Deny', exact: true }), grave);
    await expect(page.locator('body')).toHaveAttribute('data-click', 'ignored');
    await expect(several).toHaveAttribute('data-group', 'waiting');

    await several.getByRole('button', { name: 'Review one by one' }).click();
    await expect(several.locator('[data-waits-for]').first()).toBeFocused();
    await several.getByRole('button', { name: 'Review together' }).click();
    await pressUntil(allowAll, several.locator('[data-waits-for]'));
    await expect.poll(() => requestOf('several things')).toContain('Basil wants more.');

    const form = entry(page, 'question me');
    await form.getByText('Blue').click();
    await pressUntil(form.getByRole('button', { name: 'Send' }), form.locator('[data-waits-for]'));
    await expect(form).toHaveAttribute('data-group', 'ended');
    await expect.poll(() => requestOf('question me')).toContain('Blue');
  },
);

test(
  cite(
    'UI-11',
    'an open conversation is sent to the background and continues; Escape and the arrow keys work without a pointer',
  ),
  fullRunOnly,
  async ({ page }) => {
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    await open(page, { slowly: [{ text: 'Thinking ' }, { until }, { text: 'done.' }] });
    await composer(page).fill('think slowly');
    await composer(page).press('Enter');
    await expect(page.getByText('Thinking')).toBeVisible();
    await page.keyboard.press('Control+Shift+b');
    await expect(page.locator('[data-role="user"]')).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
    await page
      .getByRole('region', { name: /notifications/i })
      .getByRole('button', { name: 'Activity' })
      .click();
    await expect(entry(page, 'think slowly')).toHaveAttribute('data-group', 'running');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-activity-open]')).toBeFocused();
    release();
    await expect(entry(page, 'think slowly')).toHaveAttribute('data-group', 'ended');
    await page.keyboard.press('Escape');
    await expect(composer(page)).toBeVisible();
  },
);
