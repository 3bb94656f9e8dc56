// Reviewing changes in the side panel: reading, undoing a part, and commenting.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { composer, openApp, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;
let folder: string;

test.beforeEach(async ({ page }) => {
  model = await startFakeModelServer();
  folder = projectFolder();
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', folder], env, settings: { approvalMode: 'all' } });
  await openApp(page, host);
});

test.afterEach(async () => {
  await host?.stop();
  await model.close();
});

const code = Array.from({ length: 60 }, (_, at) => `export const value${at + 1} = ${at + 1};`);
const changed = code.with(9, 'export const value10 = 1000;').toSpliced(49, 1);
const text = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;
const panel = (page: Page) => page.locator('[data-review-panel]');
const cursor = (page: Page) => panel(page).locator('[data-review-line="cursor"]');
const read = (): string => readFileSync(path.join(folder, 'src/values.ts'), 'utf8');

async function changeFiles(page: Page): Promise<void> {
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  writeFileSync(path.join(folder, 'src/values.ts'), text(code));
  writeFileSync(path.join(folder, 'after.txt'), text(changed));
  const command = [
    'mkdir "<img src=x onerror=alert(1)>"',
    'cp after.txt src/values.ts',
    'echo new > "<img src=x onerror=alert(1)>/$(printf "a\\nb").txt"',
    'printf "\\0\\1" > data.bin',
  ].join(' && ');
  model.push(
    { calls: [{ id: 'c1', name: 'run_command', arguments: JSON.stringify({ command }) }] },
    { text: 'All done.' },
  );
  await send(page, 'change the values');
  await expect(page.getByText('All done.')).toBeVisible();
  await waitForIdle(page);
  await page.locator('[data-turn-changes]').getByRole('button', { name: 'Review' }).click();
  await expect(panel(page).locator('[data-review-file]')).toHaveCount(3);
}

test(
  cite(['REVIEW-1', 'REVIEW-2'], 'changes are read by keyboard in the panel, and a hunk is undone and redone'),
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await changeFiles(page);
    await expect(panel(page).locator('[data-review-files]')).toContainText('a⏎b.txt');
    await expect(page.locator('img[src="x"]')).toHaveCount(0);

    // Through all changes of all files, and back.
    await panel(page).locator('[data-review-file]').first().getByRole('button').click();
    await expect(cursor(page)).toContainText('new');
    await page.keyboard.press('n');
    await expect(panel(page).locator('[data-review-open="data.bin"]')).toContainText('Not a text file');
    await page.keyboard.press('n');
    await expect(cursor(page)).toContainText('value10 = 10;');
    await expect(cursor(page).locator('[data-changed]').first()).toHaveText('10');
    await page.keyboard.press('n');
    await expect(cursor(page)).toContainText('value50 = 50;');
    await page.keyboard.press('p');
    await expect(cursor(page)).toContainText('value10 = 10;');
    await photograph(page, 'review');

    // Both lines of the change, by line.
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('u');
    await expect.poll(read, soon).toBe(text(code.toSpliced(49, 1)));
    await expect(panel(page).locator('[data-review-hunk]')).toHaveCount(1);
    await panel(page).locator('[data-review-last-undo]').getByRole('button', { name: 'Redo' }).click();
    await expect.poll(read, soon).toBe(text(changed));
    await expect(panel(page).locator('[data-review-hunk]')).toHaveCount(2);
    await panel(page).locator('[data-review-hunk="1"]').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(read, soon).toBe(text(code.with(9, 'export const value10 = 1000;')));
    // A mark is for the content that was read.
    await expect(panel(page).locator('[data-review-hunk]')).toHaveCount(1);

    // Marks, layout and the other targets.
    await panel(page).locator('[data-review-lines]').focus();
    await page.keyboard.press('v');
    await expect(panel(page)).toContainText('1 of 3 viewed');
    await panel(page).getByRole('button', { name: 'Show as a tree' }).click();
    await expect(panel(page).getByRole('button', { name: 'src', exact: true })).toBeVisible();
    await panel(page)
      .getByRole('button', { name: /^Choose which changes to show/ })
      .click();
    await page.getByRole('menuitemcheckbox', { name: 'Whole conversation' }).click();
    await expect(panel(page)).toContainText('1 of 3 viewed');
    await panel(page)
      .getByRole('button', { name: /^Choose which changes to show/ })
      .click();
    await page.getByRole('menuitemcheckbox', { name: /since HEAD/ }).click();
    await expect(panel(page).getByRole('alert')).toContainText('not in a Git repository');
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    expect(model.requests.length).toBeGreaterThan(0);
  },
);

test(
  cite(
    ['REVIEW-3', 'UI-2'],
    'comments on lines survive a reload, report that a line has changed, and are sent as one message',
  ),
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await changeFiles(page);
    await panel(page).locator('[data-review-file="src/values.ts"]').getByRole('button').click();
    await expect(cursor(page)).toContainText('value10 = 10;');
    await page.keyboard.press('Shift+ArrowDown');
    const comment = panel(page).locator('textarea');
    await page.keyboard.press('c');
    await expect(comment).toBeFocused();
    await page.keyboard.type('Why so much?');
    await page.keyboard.press('Control+Enter');
    await expect(panel(page).locator('[data-review-comment]')).toContainText('Why so much?');
    await page.keyboard.press('n');
    await page.keyboard.press('c');
    await expect(comment).toBeFocused();
    await page.keyboard.type('Keep this one');
    // Never saved by hand, and the page goes away.
    await expect(panel(page).getByRole('button', { name: 'Send 2 comments' })).toBeVisible();
    await page.reload();
    await expect(panel(page).getByRole('button', { name: 'Send 2 comments' })).toBeVisible();

    writeFileSync(path.join(folder, 'src/values.ts'), text(changed.with(9, 'export const value10 = 7;')));
    await panel(page).getByRole('button', { name: 'Reload' }).click();
    await panel(page).getByRole('button', { name: '2 comments', exact: true }).click();
    await expect(panel(page).locator('[data-review-comments]')).toContainText('Outdated: the line has changed');
    await composer(page).fill('my draft stays');
    model.push({ text: 'I will.' });
    await panel(page).getByRole('button', { name: 'Send 2 comments' }).click();
    await expect(page.getByText('I will.')).toBeVisible();
    await expect(panel(page).locator('[data-review-comments]')).toHaveCount(0);
    await expect(composer(page)).toHaveValue('my draft stays');
    const sent = JSON.stringify(model.requests.at(-1));
    for (const part of [
      'src/values.ts',
      'line 10',
      'value10 = 1000',
      'Why so much?',
      'deleted line 50',
      'value50 = 50',
      'Keep this one',
    ])
      expect(sent).toContain(part);
  },
);
