// A whole session by keyboard alone: nothing here uses the pointer, and the focus is never lost.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../test/support/fakeModelServer.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import { composer, photograph, stopWithEscape, waitForIdle } from './support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

/** Asserts that a visible element has the focus; `after` describes the step in a failure. */
async function focusIsHeld(page: Page, after: string): Promise<void> {
  const place = () =>
    page.evaluate(() => {
      const { activeElement: one } = document;
      if (one === null || one === document.body || one === document.documentElement) return 'nowhere';
      return one.checkVisibility({ visibilityProperty: true })
        ? 'held'
        : `on what is not seen: ${one.outerHTML.slice(0, 80)}`;
    });
  await expect.poll(place, { ...soon, message: `the focus after: ${after}` }).toBe('held');
}

async function inPalette(page: Page, words: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
  const option = palette.getByRole('option', { name }).first();
  await expect(option).toBeVisible();
  for (let step = 0; step < 12 && (await option.getAttribute('aria-selected')) !== 'true'; step++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(palette.getByRole('combobox')).toHaveCount(0);
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let step = 0; step < 45 && !(await isFocused(wanted)); step++) await page.keyboard.press('Tab');
  expect(await isFocused(wanted)).toBe(true);
}

/** Whether it, or an element in it, has the focus. */
function isFocused(wanted: Locator): Promise<boolean> {
  return wanted.evaluate((one) => one.contains(document.activeElement));
}

test(
  cite(
    ['UI-9', 'UI-2', 'UI-3', 'UI-6', 'UI-8', 'MENTION-4', 'APPROVE-1', 'LOOP-8'],
    'a whole session by keyboard alone: a folder, a mention, an approval, a stop, a search, the chain, a fork, an export, a setting',
  ),
  async ({ page }) => {
    const folder = projectFolder();
    writeFileSync(path.join(folder, 'shed.txt'), 'The marmalade is on the upper shelf.\n');
    model = await startFakeModelServer({
      replies: [
        { calls: [{ id: 'call_1', name: 'read_file', arguments: '{"path":"shed.txt"}' }] },
        { text: 'All is read.' },
        [{ text: ['It begins, ', 'and goes on for a while.\n\n', 'Then '] }, { hang: true }],
      ],
    });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ env, settings: { approvalMode: 'ask' } });
    await page.goto(host.url);
    await expect(composer(page)).toBeVisible();
    await focusIsHeld(page, 'the start');

    await test.step('choosing a folder', async () => {
      await page.keyboard.press('Control+o');
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
      await page.keyboard.type(`${path.dirname(folder)}/pro`);
      // Does not wait: the answers to earlier input are still arriving.
      await page.keyboard.press('Tab');
      await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue(`${folder}/`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(
        page
          .getByRole('main')
          .getByRole('button', { name: /project/ })
          .first(),
      ).toBeVisible();
      await focusIsHeld(page, 'a folder was chosen');
    });

    await test.step('mentioning a file in a message and sending it', async () => {
      await expect(composer(page)).toBeFocused();
      await page.keyboard.type('Look at @not');
      await expect(page.getByRole('option')).toHaveText([/notes\.txt/]);
      await page.keyboard.press('Enter');
      await page.keyboard.type('and at the shed');
      await expect(composer(page)).toHaveValue('Look at @notes.txt and at the shed');
      await page.keyboard.press('Enter');
      await expect(page.locator('[data-mention="notes.txt"]')).toBeVisible();
      await focusIsHeld(page, 'a message was sent');
    });

    await test.step('answering the pending call', async () => {
      const card = page.locator('[data-state="waiting"]');
      await expect(card.getByRole('button', { name: 'Allow once' })).toBeEnabled();
      await page.keyboard.press('Control+Shift+a');
      await expect.poll(() => card.evaluate((one) => one.contains(document.activeElement)), soon).toBe(true);
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText('All is read.', { exact: true })).toBeVisible();
      await waitForIdle(page);
      await focusIsHeld(page, 'an approval was answered');
    });

    await test.step('stopping a run', async () => {
      await inPalette(page, 'message field', /^Focus the message field/);
      await expect(composer(page)).toBeFocused();
      await page.keyboard.type('Go on');
      await page.keyboard.press('Enter');
      await expect(page.getByText('It begins, and goes on')).toBeVisible();
      await stopWithEscape(page, page.getByRole('button', { name: 'Stop' }));
      await focusIsHeld(page, 'a run was stopped');
    });

    await test.step('finding a word that occurs only in a result, whose box opens', async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('marmalade');
      // Entries that are not indexed yet appear automatically.
      const found = page.getByRole('dialog').locator('[data-kind="hit"]', { hasText: 'read_file: result' });
      await expect(found).toBeVisible();
      for (let step = 0; step < 12 && (await found.getAttribute('aria-selected')) !== 'true'; step++)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const box = page.locator('[data-tool-call][data-tool="read_file"]');
      await expect(box).toContainText('The marmalade is on the upper shelf');
      await expect(box).toBeInViewport();
      await focusIsHeld(page, 'a jump to what was found');
      await expect.poll(() => box.evaluate((one) => one.contains(document.activeElement)), soon).toBe(true);
    });

    await test.step('moving through the chain and on to a box', async () => {
      await page.keyboard.press('Control+j');
      const tree = page.getByRole('tree');
      await expect(tree).toBeVisible();
      await focusIsHeld(page, 'the chain was opened');
      await tabTo(page, tree);
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await expect(tree.locator('[aria-selected="true"]')).toContainText('shed.txt');
      await page.keyboard.press('Enter');
      const row = page.locator('[data-tool-call][data-tool="read_file"] button').first();
      await expect(row).toBeFocused();
      await photograph(page, 'keyboard-chain');
      await page.keyboard.press('Escape');
      await expect.poll(() => tree.evaluate((one) => one.contains(document.activeElement)), soon).toBe(true);
      await page.keyboard.press('Control+j');
      await expect(tree).toHaveCount(0);
      await focusIsHeld(page, 'the chain was closed');
    });

    await test.step('forking from the focused message', async () => {
      await inPalette(page, 'focus the conversation', /^Focus the conversation/);
      await expect(page.getByRole('log')).toBeFocused();
      await page.keyboard.press('Home');
      const read = page.locator('[data-message]', { hasText: 'All is read.' });
      for (let step = 0; step < 12 && !(await read.evaluate((one) => one.contains(document.activeElement))); step++)
        await page.keyboard.press('j');
      await focusIsHeld(page, 'going from message to message');
      await inPalette(page, 'fork conv', /^Fork conversation/);
      await expect(page.getByRole('heading', { name: /^Copy of / })).toBeVisible();
      await expect(page.locator('[data-role="user"]')).toHaveCount(1);
      await expect(page.getByText('All is read.', { exact: true })).toBeVisible();
      await focusIsHeld(page, 'a fork');
    });

    await test.step('exporting the conversation', async () => {
      await inPalette(page, 'export this', /^Export this conversation/);
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: 'Save…' })).toBeVisible();
      await focusIsHeld(page, 'the export was opened');
      await tabTo(page, dialog.getByRole('radiogroup'));
      for (const format of [/page/i, /^JSON/]) {
        await page.keyboard.press('ArrowDown');
        await expect(dialog.getByRole('radio', { name: format, checked: true })).toBeVisible();
      }
      await tabTo(page, dialog.getByRole('button', { name: 'Save…' }));
      const download = page.waitForEvent('download');
      await page.keyboard.press('Enter');
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/\.json$/);
      const text = readFileSync(await file.path(), 'utf8');
      expect(() => JSON.parse(text)).not.toThrow();
      expect(text).toContain('The marmalade is on the upper shelf');
      expect(text).not.toContain('It begins');
      await expect(dialog).toHaveCount(0);
      await focusIsHeld(page, 'an export');
    });

    await test.step('changing a setting', async () => {
      await page.keyboard.press('Control+Comma');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('tablist')).toBeVisible();
      await focusIsHeld(page, 'the settings were opened');
      await tabTo(page, dialog.getByRole('tablist'));
      const appearance = dialog.getByRole('tab', { name: 'Appearance' });
      const selected = dialog.getByRole('tab', { selected: true });
      for (let step = 0; step < 20 && (await appearance.getAttribute('aria-selected')) !== 'true'; step++) {
        const before = await selected.innerText();
        await page.keyboard.press('ArrowDown');
        // On a slow page, further key presses would skip the target.
        await expect(selected).not.toHaveText(before);
      }
      const themes = dialog.getByRole('radiogroup').first();
      await tabTo(page, themes);
      const dark = themes.getByRole('radio', { name: 'Dark' });
      for (let step = 0; step < 4 && !(await isFocused(dark)); step++) await page.keyboard.press('ArrowRight');
      await focusIsHeld(page, 'a setting was changed');
      await expect(dark).toBeChecked();
      await expect.poll(() => host.contents().some((text) => /"theme":\s*"dark"/.test(text)), soon).toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await focusIsHeld(page, 'the settings were closed');
    });
  },
);
