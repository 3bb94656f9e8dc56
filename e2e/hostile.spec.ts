// Hostile replies in a real window: the surrounding content keeps working, and the user can type all the while.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { hostileTexts, ofSize } from '../test/features/markdown/hostileMarkdown.ts';
import { cite } from '../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { composer, openApp, send, unfold, waitForIdle } from './support/window.ts';

let host: Host;
let model: FakeModelServer;

test.beforeEach(async () => {
  model = await startFakeModelServer();
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

const start = async (dataDir?: string): Promise<void> => {
  host = await startHost({
    ...(dataDir === undefined ? {} : { dataDir }),
    args: ['--project', projectFolder()],
    env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' },
    settings: { approvalMode: 'all' },
  });
};

function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

const worst: [name: string, letters: number][] = [
  ['lists in lists on one line', 8000],
  ['quotes in quotes', 20_000],
  ['emphasis in emphasis', 12_000],
  ['images in images', 12_000],
  ['lines that may be headings', 12_000],
  ['a table of many columns and empty rows', 2_000_000],
  ['a fence of many lines that never closes', 1_000_000],
  ['one word', 1_000_000],
  ['marks on one letter', 200_000],
  ['marks on one letter of code', 200_000],
  ['a table of very many columns', 100_000],
  ['braces of a formula', 5000],
  ['formulas of as many letters as there may be', 60_000],
  ['a formula that says itself', 15_000],
];

// Each half shares one app, since starting the app takes as long as most of these tests.
for (const half of [0, 1]) {
  const mine = worst.filter((_, at) => at % 2 === half);
  const names = `${mine[0]?.[0]} and ${mine.length - 1} more`;
  test(
    cite(['UI-4', 'UI-5'], `${names}: typing works during and after streaming, and the content is there when reopened`),
    fullRunOnly,
    async ({ page }) => {
      test.setTimeout(240_000);
      const errors = errorsOf(page);
      await start();
      await openApp(page, host);
      for (const [name, letters] of mine) {
        await test.step(name, async () => {
          await page.keyboard.press('Control+Shift+o');
          await expect(composer(page)).toHaveValue('');
          await streamed(page, name, letters);
          expect(errors).toEqual([]);
        });
      }
    },
  );
}

async function streamed(page: Page, name: string, letters: number): Promise<void> {
  const hostile = hostileTexts.find((entry) => entry.name === name);
  if (!hostile) throw new Error(`there is no text "${name}"`);
  const text = ofSize(hostile, letters);
  const size = Math.max(100, Math.ceil(text.length / 200));
  const deltas = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
  let goOn = (): void => {};
  const typed = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const most = Math.ceil(deltas.length * 0.9);
  model.push([
    { text: deltas.slice(0, most) },
    { until: typed },
    { text: deltas.slice(most) },
    { text: '\n\nThe **end** of it.' },
  ]);
  await send(page, `go: ${name}`);
  await expect(page.locator('[data-streaming]')).not.toBeEmpty();
  await composer(page).pressSequentially('typed');
  await expect(composer(page)).toHaveValue('typed');
  goOn();
  await waitForIdle(page);
  await composer(page).pressSequentially(' on');
  await expect(composer(page)).toHaveValue('typed on');

  await page.reload();
  await expect(composer(page)).toHaveValue('typed on');
  await expect(page.locator('[data-role="assistant"]')).toContainText('of it.');
}

test(
  cite(['UI-5', 'UI-10'], 'a box that cannot be rendered shows text and says so; the rest of the page keeps working'),
  fullRunOnly,
  async ({ page }) => {
    const todos = [{ content: 'water the basil', status: 'pending' }];
    model.push({ calls: [{ id: 'c1', name: 'todo_write', arguments: JSON.stringify({ todos }) }] }, { text: 'Noted.' });
    await start();
    await openApp(page, host);
    await send(page, 'note it');
    await expect(page.getByText('Noted.')).toBeVisible();
    const { dataDir } = host;
    await host.stop();
    const log = host.files().find((file) => path.basename(file) === 'messages.json') ?? '';
    const stored = readFileSync(log, 'utf8');
    const spoiled = stored.replace(/"after":\s*\[\{[^\]]*\]/, '"after":[null]');
    expect(spoiled).not.toBe(stored);
    writeFileSync(log, spoiled);

    await start(dataDir);
    await openApp(page, host);
    await page.getByRole('navigation', { name: 'Conversations' }).getByText('note it').first().click();
    await unfold(page);
    const box = page.locator('[data-tool="todo_write"]');
    await box.getByRole('button').first().click();
    await expect(box.locator('[data-role="not-drawn"]')).toContainText('water the basil');
    await expect(page.getByText('Noted.')).toBeVisible();
    model.push({ text: 'Still here.' });
    await send(page, 'and now?');
    await expect(page.getByText('Still here.')).toBeVisible();
  },
);
