// Finding a word: in the palette, on the search page, and in the conversation, by keyboard alone.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type AcquiredLock, tryLock } from '../../../electron/stores/locks/locks.ts';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { composer, indexKnowsAll, openApp, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer | undefined;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
  model = undefined;
});

const example = 'List the files and read the README';

/** Replaces the marked nodes, as late syntax highlighting does. */
function drawMarkedAnew(page: Page): Promise<void> {
  return page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('found-here') ?? [])] as Range[];
    const node = range?.startContainer as Text;
    node.replaceWith(node.cloneNode());
  });
}

/** A conversation whose tools read a README that contains `words`, and a newer one that is open. */
async function twoConversations(page: Page, words = ''): Promise<void> {
  const folder = projectFolder();
  if (words !== '') writeFileSync(path.join(folder, 'README.md'), words);
  host = await startHost({ args: ['--project', folder], settings: { approvalMode: 'reads' } });
  await openApp(page, host);
  await send(page, example);
  await waitForIdle(page);
  await expect(page.locator('[data-role="assistant"]').last()).toContainText('The folder has');
  await page.keyboard.press('Control+Shift+o');
  await send(page, 'Say something else');
  await waitForIdle(page);
}

/**
 * A conversation whose command printed more than its box shows, with a word in the middle, followed by the replies in
 * `more`.
 */
async function muchPrinted(page: Page, ...more: string[]): Promise<void> {
  const command = 'seq 100000 150000; echo the marmalade is in the shed; seq 200000 250000';
  const texts = ['It printed a lot.', ...more].map((text) => ({ text }));
  model = await startFakeModelServer({
    replies: [{ calls: [{ name: 'run_command', arguments: { command } }] }, ...texts],
  });
  host = await startHost({
    args: ['--project', projectFolder()],
    settings: { approvalMode: 'all' },
    env: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'fake-model', OPENAI_API_KEY: 'sk-test' },
  });
  await openApp(page, host);
  await send(page, 'Print a lot');
  await expect(page.locator('[data-role="assistant"]').last()).toContainText('It printed a lot');
}

/** The text that is marked as the search target. */
function marked(page: Page): Promise<{ text: string; inBox: boolean; inView: boolean } | null> {
  return page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('found-here') ?? [])] as Range[];
    if (!range) return null;
    const place = range.getBoundingClientRect();
    const box = range.startContainer.parentElement?.closest('[data-tool-call]');
    const frame = (
      range.startContainer.parentElement?.closest('[data-scroll]') ?? document.body
    ).getBoundingClientRect();
    const inView = place.top >= Math.max(0, frame.top) && place.bottom <= Math.min(innerHeight, frame.bottom);
    return { text: range.toString(), inBox: Boolean(box), inView };
  });
}

test(
  cite('UI-3', "the palette finds a word in another conversation's tool result, and opens its box"),
  fullRunOnly,
  async ({ page }) => {
    const lines = Array.from({ length: 120 }, (_, n) => `${n}. Water the row number ${n}.`);
    lines[90] = '90. The marmalade is in the shed.';
    await twoConversations(page, `# Garden\n\n${lines.join('\n')}\n`);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    const field = palette.getByRole('combobox');
    await field.pressSequentially('marmalade');
    const hit = palette.locator('[role="option"][data-kind="hit"]', { hasText: 'read_file: result' });
    await expect(hit).toContainText('The marmalade is in the shed');
    await expect(hit.locator('mark')).toHaveText('marmalade');
    await expect(palette.getByRole('status')).toContainText(/\d+ match(es)?/);
    await photograph(page, 'find-palette');
    for (let n = 0; n < 12 && (await hit.getAttribute('aria-selected')) !== 'true'; n++)
      await page.keyboard.press('ArrowDown');
    await expect(field).toHaveAttribute('aria-activedescendant', (await hit.getAttribute('id')) ?? '');
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
    await expect.poll(() => marked(page), soon).toEqual({ text: 'marmalade', inBox: true, inView: true });
    // Colors replace the text once, and React would miss the node that is exchanged here.
    await expect(page.locator('[data-tool="read_file"] span > span', { hasText: 'marmalade' })).toBeAttached();
    await drawMarkedAnew(page);
    await expect.poll(() => marked(page), soon).toEqual({ text: 'marmalade', inBox: true, inView: true });
    await expect(page.locator('[data-tool-call][data-tool="read_file"]')).toBeInViewport();
    await photograph(page, 'find-jumped');
  },
);

test(
  cite('UI-3', 'a match beyond the collapsed result opens in the viewer, at its position'),
  fullRunOnly,
  async ({ page }) => {
    await muchPrinted(page);
    await page.keyboard.press('Control+Shift+o');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('combobox').fill('"marmalade is in"');
    await palette.locator('[data-kind="hit"]', { hasText: 'run_command: result' }).click();
    const viewer = page.getByRole('dialog');
    await expect(viewer.getByText('the marmalade is in the shed', { exact: true })).toBeInViewport({ timeout: 20_000 });
    await photograph(page, 'find-viewer');
  },
);

test(
  cite('UI-3', 'find keeps the focus in its field, even when a match opens a box or is only in the full output'),
  fullRunOnly,
  async ({ page }) => {
    await muchPrinted(page, 'One about plums.', 'Another about cherries.');
    await page.keyboard.press('Control+f');
    const bar = page.locator('[data-find-bar]');
    const field = bar.getByRole('searchbox');
    await expect(field).toBeFocused();
    await field.evaluate((input) => input.addEventListener('blur', () => input.setAttribute('data-was-left', '')));
    await field.pressSequentially('149999', { delay: 30 });
    // The match is only in the full output, which is offered but not opened automatically.
    const full = bar.getByRole('button', { name: 'Open full output' });
    await expect(full).toBeVisible();
    await page.keyboard.press('Control+a');
    await field.pressSequentially('marmalade', { delay: 30 });
    await expect.poll(async () => (await marked(page))?.text ?? (await full.isVisible()), soon).toBeTruthy();
    await expect(field).toHaveValue('marmalade');
    await expect(field).not.toHaveAttribute('data-was-left');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // The count follows the open branch.
    await page.keyboard.press('Escape');
    await composer(page).focus();
    await send(page, 'Now fruit');
    await expect(page.getByText('One about plums.')).toBeVisible();
    await waitForIdle(page);
    await page.locator('[data-role="assistant"]').last().hover();
    await page.getByRole('button', { name: 'Regenerate' }).last().click();
    await expect(page.getByText('Another about cherries.')).toBeVisible();
    await page.keyboard.press('Control+f');
    await field.fill('cherries');
    await expect(bar.getByRole('status')).toHaveText('Message 1 of 1');
    await page.getByRole('button', { name: 'Previous reply' }).click();
    await expect(page.getByText('One about plums.')).toBeVisible();
    await expect(bar.getByRole('status')).toHaveText(/branch/);
  },
);

test(
  cite('UI-3', 'the search page by keyboard: arrow keys, opening a hit, and returning to unchanged results'),
  fullRunOnly,
  async ({ page }) => {
    await twoConversations(page);
    await page.keyboard.press('Control+Shift+f');
    const field = page.getByRole('combobox', { name: 'Search messages and calls' });
    await expect(field).toBeFocused();
    await page.keyboard.type('wa');
    await expect(page.getByText('Keep typing')).toBeVisible();
    await page.keyboard.type('ter');
    const options = page.locator('[role="option"]');
    await expect(options.first()).toBeVisible();
    await indexKnowsAll(page);
    const count = await options.count();
    expect(count).toBeGreaterThan(1);
    await page.keyboard.press('ArrowDown');
    const chosen = page.locator('[role="option"][aria-selected="true"]');
    const before = await chosen.textContent();
    await photograph(page, 'find-page');
    await page.keyboard.press('Enter');
    await expect(field).toHaveCount(0);
    await expect.poll(async () => (await marked(page))?.text.toLowerCase(), soon).toBe('water');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(field).toHaveValue('water');
    await expect(field).toBeFocused();
    await expect(options).toHaveCount(count);
    await expect.poll(() => chosen.textContent(), soon).toBe(before);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Back to results' }).click();
    await expect(field).toBeFocused();
    await expect.poll(() => chosen.textContent(), soon).toBe(before);

    await page.getByRole('button', { name: 'Kind: Everything' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Your messages' }).click();
    await expect(page.getByText('No results for “water”')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Kind: Your messages' })).toBeFocused();
    await page.getByRole('button', { name: 'Clear filter' }).first().click();
    await expect(options).toHaveCount(count);
    await field.focus();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Search every conversation')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(composer(page)).toBeVisible();
  },
);

test(
  cite(
    'UI-3',
    'content that is not indexed yet is found as soon as it is: in the palette, in all calls, in the conversation',
  ),
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({ args: ['--project', projectFolder()], settings: { approvalMode: 'reads' } });
    await openApp(page, host);
    // The index lags while another process writes it.
    const locks = path.join(host.dataDir, 'locks');
    const holdIndex = async (): Promise<AcquiredLock> => {
      let held: AcquiredLock | null = null;
      await expect
        .poll(() => {
          const attempt = tryLock(locks, 'search.index', 'a test', new Date());
          if (attempt.kind === 'held') held = attempt.lock;
          return attempt.kind;
        }, soon)
        .toBe('held');
      return held as unknown as AcquiredLock;
    };
    let other = await holdIndex();
    await send(page, example);
    await waitForIdle(page);

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await page.keyboard.type('folder has');
    await expect(palette.getByRole('combobox')).toHaveValue('folder has');
    await expect(palette.locator('[data-kind="hit"]')).toHaveCount(0);
    await expect(palette).not.toContainText('No results');
    other.release();
    await expect(palette.locator('[data-kind="hit"]')).not.toHaveCount(0);
    await page.keyboard.press('Escape');

    other = await holdIndex();
    await send(page, example);
    await waitForIdle(page);
    await page.keyboard.press('Control+Shift+l');
    const options = page.getByRole('listbox', { name: 'Matching calls' }).getByRole('option');
    await expect(options).not.toHaveCount(0);
    const before = await options.count();
    other.release();
    await expect(options).toHaveCount(2 * before);
    await page.keyboard.press('Control+1');

    other = await holdIndex();
    await send(page, 'Something about a lighthouse');
    await waitForIdle(page);
    await page.keyboard.press('Control+f');
    const bar = page.locator('[data-find-bar]');
    await expect(bar.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('lighthouse');
    await expect(bar.getByRole('status')).toHaveText(/Searching/);
    other.release();
    await expect(bar.getByRole('status')).toHaveText(/essage (\d+) of \1$/);
  },
);

test(
  cite('UI-3', 'find in this conversation steps through the matches that the host reports'),
  fullRunOnly,
  async ({ page }) => {
    await twoConversations(page);
    await page.keyboard.press('Control+2');
    await expect(page.locator('[data-role="user"]').last()).toContainText(example);
    await page.keyboard.press('Control+f');
    const bar = page.locator('[data-find-bar]');
    const field = bar.getByRole('searchbox');
    await expect(field).toBeFocused();
    await page.keyboard.type('readme');
    await expect(bar.getByRole('status')).toHaveText(/essage (\d+) of \1$/);
    await indexKnowsAll(page);
    const said = (await bar.getByRole('status').textContent()) ?? '';
    const count = Number(said.split(' ').at(-1));
    expect(count).toBeGreaterThan(2);
    await expect.poll(async () => (await marked(page))?.text.toLowerCase(), soon).toBe('readme');
    await field.evaluate((input) => input.addEventListener('blur', () => input.setAttribute('data-was-left', '')));
    await expect(field).toBeFocused();
    await photograph(page, 'find-bar');
    await page.keyboard.press('Enter');
    await expect(bar.getByRole('status')).toHaveText(new RegExp(`essage 1 of ${count}$`));
    await expect.poll(async () => (await marked(page))?.inView, soon).toBe(true);
    await page.keyboard.press('Shift+Enter');
    await expect(bar.getByRole('status')).toHaveText(new RegExp(`essage ${count} of ${count}$`));
    await expect.poll(async () => (await marked(page))?.inView, soon).toBe(true);
    await expect(field).not.toHaveAttribute('data-was-left');
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    await expect.poll(() => marked(page), soon).toBeNull();
  },
);

test(
  cite('UI-9', 'shortcuts are listed and changed, conflicts are rejected, and changes apply immediately'),
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({ args: ['--project', projectFolder()] });
    await openApp(page, host);
    await composer(page).fill('What?');
    await page.keyboard.type('?');
    await expect(composer(page)).toHaveValue('What??');
    await page.keyboard.press('Control+/');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Toggle chain')).toBeVisible();
    await dialog.getByRole('button', { name: 'Change shortcuts…' }).click();
    const change = page.getByRole('button', { name: /^Change the shortcut for “Toggle sidebar”/ });
    await change.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('alert')).toContainText('Ctrl+K is already used for “Find anything”');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Shift+u');
    await expect(change).toContainText('Ctrl+Shift+U');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    const sidebar = page.getByRole('navigation', { name: 'Conversations' });
    await expect(sidebar).toBeVisible();
    await page.keyboard.press('Control+b');
    await expect(sidebar).toBeVisible();
    await page.keyboard.press('Control+Shift+u');
    await expect(sidebar).toHaveCount(0);
    const stored = () => host.contents().some((text) => text.includes('"sidebar.toggle": "Mod+Shift+U"'));
    await expect.poll(stored, soon).toBe(true);
  },
);
