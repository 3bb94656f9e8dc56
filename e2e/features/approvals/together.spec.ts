// Several pending calls are answered together, and an agent's page leads back to the call that started it.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { composer, openApp, photograph, send, sendAnswered, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

async function open(page: Page, replies: Reply[], files: readonly string[] = []): Promise<void> {
  const folder = projectFolder();
  for (const name of files) writeFileSync(path.join(folder, name), `what ${name} says`);
  model = await startFakeModelServer({ replies });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', folder], env });
  await openApp(page, host);
}

let calls = 0;
const asks = (...called: [name: string, args: unknown][]): Reply => ({
  calls: called.map(([name, args]) => ({ id: `call_${++calls}`, name, arguments: JSON.stringify(args) })),
});
const reads = (...names: string[]): Reply =>
  asks(...names.map((name): [string, unknown] => ['read_file', { path: name }]));
const bar = (page: Page): Locator => page.locator('[data-waiting-together]');
const waiting = (page: Page): Locator => page.locator('[data-tool-call][data-state="waiting"]');
/** The results in the last request. */
const told = (): string[] =>
  (model.requests.at(-1)?.body.messages ?? [])
    .filter((message) => message.role === 'tool')
    .map((message) => String(message.content));

/** Approving requires scrolling to the end of the list. */
function seeToEnd(page: Page): Promise<void> {
  return bar(page)
    .getByRole('list')
    .first()
    .first()
    .evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
}

test(
  cite('APPROVE-1', 'calls out of view in the bar are not allowed: approving early scrolls to the rest'),
  fullRunOnly,
  async ({ page }) => {
    const files = Array.from({ length: 16 }, (_, at) => `part-${at}.txt`);
    await page.setViewportSize({ width: 800, height: 480 });
    await open(page, [reads(...files), { text: 'All is read.' }], files);
    await sendAnswered(page, 'read all of them');
    const allow = bar(page).getByRole('button', { name: 'Allow all 16 once' });
    const rest = bar(page).getByRole('button', { name: 'Show the rest' });
    const last = bar(page).getByRole('listitem').last();
    await expect(rest).toBeEnabled();
    await expect(allow).toHaveCount(0);
    await expect(last).not.toBeInViewport();
    await page.keyboard.press('Control+Shift+A');
    await expect(bar(page)).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(
        () =>
          bar(page)
            .getByRole('list')
            .first()
            .first()
            .evaluate((list) => list.scrollTop),
        soon,
      )
      .toBeGreaterThan(0);
    await expect(allow).toHaveCount(0);
    await seeToEnd(page);
    await expect(allow).toBeEnabled();
    await expect(last).toBeInViewport();
    await expect(bar(page)).toContainText('16 calls waiting for you');
    await allow.click();
    await expect(page.getByText('All is read.')).toBeVisible();
  },
);

test(
  cite('APPROVE-1', 'two calls longer than the bar are not allowed before they were seen'),
  fullRunOnly,
  async ({ page }) => {
    const task = Array.from({ length: 80 }, (_, at) => `Step ${at}: look at it again.`).join('\n');
    await open(page, [asks(['run_agent', { task, title: 'One' }], ['run_agent', { task, title: 'Two' }])]);
    await sendAnswered(page, 'look twice');
    await expect(bar(page)).toContainText('2 calls waiting for you');
    await expect(bar(page).getByRole('button', { name: 'Deny all 2' })).toBeEnabled();
    await expect(bar(page).getByRole('button', { name: 'Show the rest' })).toBeEnabled();
    await expect(bar(page).getByRole('button', { name: 'Allow all 2 once' })).toHaveCount(0);
    // Only one long entry is expanded at a time.
    const rows = bar(page).getByRole('listitem').locator('button[aria-expanded]');
    await expect(rows.nth(0)).toHaveAttribute('aria-expanded', 'true');
    await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'false');
    await seeToEnd(page);
    await expect(bar(page).getByRole('button', { name: 'Allow all 2 once' })).toHaveCount(0);
    await bar(page).getByRole('button', { name: 'Show the rest' }).click();
    await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'true');
    await seeToEnd(page);
    await expect(bar(page).getByRole('button', { name: 'Allow all 2 once' })).toBeEnabled();
  },
);

test(
  cite(
    ['APPROVE-1', 'APPROVE-2', 'APPROVE-9'],
    'several pending calls are answered in one list, together or one at a time; a doubtful one only in its own card',
  ),
  async ({ page }) => {
    const files = ['a.txt', 'b.txt', '.env'];
    const two = reads('c.txt', 'd.txt', 'e.txt');
    await open(
      page,
      [two, { text: 'First.' }, reads(...files), { text: 'Read.' }],
      [...files, 'c.txt', 'd.txt', 'e.txt'],
    );
    await sendAnswered(page, 'read these');
    const one = (name: RegExp) => bar(page).getByRole('button', { name });
    await one(/^Deny: .*d\.txt/).click();
    await expect(page.locator('[data-tool="read_file"][data-state="denied"]')).toHaveCount(1);
    await expect(bar(page)).toBeFocused();
    await expect(bar(page)).toContainText('2 calls waiting for you');
    await expect(async () => {
      await one(/^Allow once: .*c\.txt/).click({ timeout: 2000 });
      await expect(bar(page)).toHaveCount(0, { timeout: 2000 });
    }).toPass();
    // The last one has its own card, without a body that repeats its row.
    await expect(waiting(page).getByRole('region', { name: 'What will happen' })).toHaveCount(0);
    await expect(waiting(page).getByRole('button', { name: 'Read without asking' })).toBeVisible();
    await waiting(page).getByRole('button', { name: 'Allow once' }).click();
    await expect(page.getByText('First.')).toBeVisible();
    expect(told()).toEqual([
      expect.stringContaining('what c.txt says'),
      expect.stringContaining('refused this call'),
      expect.stringContaining('what e.txt says'),
    ]);

    await sendAnswered(page, 'read all of them');
    await expect(bar(page)).toContainText('3 calls waiting for you');
    await expect(bar(page)).toContainText('1 must be allowed one by one');
    const items = bar(page).getByRole('list', { name: 'What each call would do' }).locator(':scope > li');
    await expect(items).toHaveCount(3);
    await expect(items.nth(0)).toContainText('a.txt');
    // One place to answer: the rows in the transcript are closed, and one button is emphasized.
    await expect(page.locator('[data-tool="read_file"] [data-answers]')).toHaveCount(0);
    const buttons = page.locator('main button').filter({ hasText: /^(Allow|Deny)/ });
    await expect(buttons).toHaveCount(2);
    await expect(page.getByText('Your approval mode asks before every read.')).toHaveCount(0);
    // A call that must be allowed alone is denied or opened here.
    await expect(items.nth(2).getByRole('button', { name: /^Allow once: / })).toHaveCount(0);
    await items
      .nth(2)
      .getByRole('button', { name: /^Open: Read .*\.env/ })
      .click();
    await expect(waiting(page).last()).toBeFocused();
    await expect(waiting(page).last().getByRole('button', { name: 'Allow once' })).toBeVisible();
    await composer(page).focus();
    await expect(items.nth(2)).toContainText('files like this often contain passwords and keys');
    await expect(page.locator('[data-waiting]')).toContainText('3 calls are waiting. You can answer them together');
    // Nothing that would answer gets the focus automatically.
    await expect(composer(page)).toBeFocused();
    await photograph(page, 'approval-together');
    await seeToEnd(page);
    await bar(page).getByRole('button', { name: 'Allow 2 once' }).click();
    await expect(bar(page)).toHaveCount(0);
    await expect(page.locator('[data-tool="read_file"][data-state="ok"]')).toHaveCount(2);
    await expect(waiting(page)).toHaveCount(1);
    await expect(waiting(page)).toContainText('.env');
    await waiting(page).getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(page.getByText('Read.', { exact: true })).toBeVisible();
    const last = told().slice(-3);
    expect(last[0]).toContain('what a.txt says');
    expect(last[1]).toContain('what b.txt says');
    expect(last[2]).not.toContain('what .env says');
  },
);

test(
  cite('APPROVE-1', 'the bar is reached and answered by keyboard alone, or collapsed to answer individually'),
  fullRunOnly,
  async ({ page }) => {
    await open(
      page,
      [reads('a.txt', 'b.txt'), { text: 'Refused.' }, reads('a.txt', 'b.txt'), { text: 'Allowed.' }],
      ['a.txt', 'b.txt'],
    );
    await send(page, 'first');
    await expect(bar(page).getByRole('button', { name: 'Deny all 2' })).toBeEnabled();
    // Not while a message is written.
    await composer(page).fill('by the way');
    await composer(page).press('Control+Backspace');
    await composer(page).fill('');
    await page.keyboard.press('Control+Shift+A');
    await expect(bar(page)).toBeFocused();
    await page.keyboard.press('Control+Backspace');
    await expect(page.getByText('Refused.')).toBeVisible();
    await expect(page.locator('[data-tool="read_file"][data-state="denied"]')).toHaveCount(2);
    await expect(composer(page)).toBeFocused();
    await waitForIdle(page);

    await send(page, 'second');
    await bar(page).getByRole('button', { name: 'Review one by one' }).click();
    await expect(bar(page)).toHaveCount(0);
    await expect(waiting(page).first()).toBeFocused();
    const folded = page.getByRole('region', { name: '2 calls waiting for you' });
    await folded.getByRole('button', { name: 'Review together' }).press('Enter');
    await bar(page).focus();
    await expect(bar(page).getByRole('button', { name: 'Allow all 2 once' })).toBeEnabled();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Allowed.')).toBeVisible();
    expect(told().slice(-2).join()).toContain('what b.txt says');
  },
);

test(
  cite('AGENT-1', "an agent's page names its parent, answers nothing itself, and links to the call and its approval"),
  fullRunOnly,
  async ({ page }) => {
    await open(page, [
      asks(['run_agent', { task: 'Make a file', title: 'Make a file' }]),
      asks(['run_command', { command: 'touch made' }]),
      { text: 'It is made.' },
      { text: 'All done.' },
    ]);
    await send(page, 'let somebody make it');
    const card = page.locator('[data-tool="run_agent"]');
    await expect(card.getByRole('button', { name: 'Allow once' })).toBeEnabled();
    // Starting the agent needs approval first.
    await card.getByRole('button', { name: 'Allow once' }).click();
    await expect(card).toContainText('Requested by agent “Make a file”');
    await card.getByRole('button', { name: 'Open conversation' }).click();

    const line = page.getByRole('navigation', { name: 'Started by' });
    await expect(line).toContainText('Started by: let somebody make it');
    const own = page.locator('[data-tool="run_command"]');
    await expect(own).toContainText('touch made');
    await expect(own.locator('[data-asked-above]')).toContainText('let somebody make it');
    await expect(own.getByRole('button', { name: 'Allow once' })).toHaveCount(0);
    await photograph(page, 'agent-page');
    await own.getByRole('button', { name: 'Go to the question' }).click();
    await expect(card.getByRole('button', { name: 'Allow once' })).toBeEnabled();
    await card.getByRole('button', { name: 'Allow once' }).click();
    await expect(page.getByText('All done.')).toBeVisible();
    await waitForIdle(page);

    await card.getByRole('button', { name: 'Open conversation' }).click();
    await expect(line).toBeVisible();
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect(line).toHaveCount(0);
    await expect(page.getByText('All done.')).toBeVisible();
    await expect(card.getByRole('button').first()).toBeFocused();
  },
);
