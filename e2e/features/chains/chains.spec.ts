// The chain panel of a conversation: parallel calls, one waiting, one failing, one of an agent; as a list and as a
// timeline, filtered by result text, by keyboard alone; and the page with the calls of all conversations.

import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, openApp, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

let count = 0;
const asks = (...calls: [string, object][]): Reply => ({
  calls: calls.map(([name, args]) => ({ id: `call_${++count}`, name, arguments: JSON.stringify(args) })),
});

async function open(page: Page, replies: Reply[]): Promise<void> {
  model = await startFakeModelServer({ replies });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', projectFolder()], env, settings: { approvalMode: 'reads' } });
  await openApp(page, host);
}

/** The bar of an instant call, in pixels. */
const minBarWidth = 3;

const tree = (page: Page): Locator => page.getByRole('tree');
const row = (page: Page, text: string): Locator => tree(page).locator('[role="treeitem"]', { hasText: text }).first();
const chosen = (page: Page): Locator => tree(page).locator('[role="treeitem"][aria-selected="true"]');

test(
  cite('UI-2', 'a turn is a list and a waterfall: filtered by result text, and left and returned to by keyboard'),
  fullRunOnly,
  async ({ page }) => {
    await open(page, [
      asks(['read_file', { path: 'README.md' }], ['read_file', { path: 'notes.txt' }]),
      asks(['run_command', { command: 'echo lantern; exit 3' }]),
      asks(['run_agent', { task: 'Look at the water', title: 'Look at the water' }]),
      asks(['read_file', { path: 'src/water.ts' }]),
      { text: 'It is five litres.' },
      { text: 'All is read.' },
    ]);
    await send(page, 'Look at everything');
    const allow = (of: string): Locator =>
      page.getByRole('region', { name: of }).getByRole('button', { name: 'Allow once' });
    await expect(allow('echo lantern')).toBeEnabled();
    await allow('echo lantern').click();
    await expect(allow('Look at the water')).toBeEnabled();
    await allow('Look at the water').click();
    await expect(page.getByText('All is read.')).toBeVisible({ timeout: 20_000 });
    await waitForIdle(page);

    await page.keyboard.press('Control+j');
    await expect(tree(page)).toBeVisible();
    await expect(tree(page).locator('[role="treeitem"]')).toHaveCount(5);
    await expect(row(page, 'echo lantern')).toHaveAttribute('data-state', 'error');
    await expect(row(page, 'Read README.md').locator('[data-beside]')).toHaveCount(1);

    // One line of controls above the first row, and none below the last until a call is pointed at.
    const panel = page.locator('[data-chain-panel]');
    const top = async (of: Locator): Promise<number> => (await of.boundingBox())?.y ?? 0;
    expect((await top(tree(page))) - (await top(panel))).toBeLessThan(110);
    await expect(page.locator('[data-call-details]')).toHaveCount(0);
    await expect(row(page, 'Read README.md')).not.toContainText('read_file');
    await row(page, 'Read README.md').hover();
    await expect(page.locator('[data-call-details]')).toContainText('read_file');
    // They stay when the pointer leaves, whatever the chosen row shows; another chosen row replaces them.
    await tree(page).focus();
    await page.keyboard.press('Home');
    await expect(page.locator('[data-call-details]')).toHaveCount(0);
    await row(page, 'Read notes.txt').hover();
    await expect(page.locator('[data-call-details]')).toContainText('notes.txt');
    await page.locator('[data-call-details]').hover();
    await page.mouse.move(5, 5);
    await expect(page.locator('[data-call-details]')).toContainText('notes.txt');
    await page.keyboard.press('End');
    await expect(page.locator('[data-call-details]')).toContainText('run_agent');

    await page.getByRole('button', { name: 'Timeline' }).click();
    const bar = (text: string, kind: string): Locator => row(page, text).locator(`[data-bar="${kind}"]`);
    const box = async (of: Locator) => {
      const found = await of.boundingBox();
      if (!found) throw new Error('no bar');
      return found;
    };
    // In chronological order: read, waiting, running, the agent. The wait has its own bar.
    await expect(async () => {
      const [read, waited, ran, agent] = [
        await box(bar('Read README.md', 'ran')),
        await box(bar('echo lantern', 'waited')),
        await box(bar('echo lantern', 'ran')),
        await box(bar('Ran agent', 'ran')),
      ];
      expect(read.x).toBeLessThan(waited.x);
      expect(waited.x + waited.width).toBeLessThanOrEqual(ran.x + 1);
      expect(ran.x + ran.width).toBeLessThanOrEqual(agent.x + 1);
      expect(waited.width).toBeGreaterThan(minBarWidth);
    }).toPass();
    const waited = await box(bar('echo lantern', 'waited'));
    await photograph(page, 'chain-waterfall');

    // Zooms in by keyboard, moves along the overview strip, and zooms out fully.
    await tree(page).focus();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    const overview = page.getByRole('slider', { name: 'Timeline overview' });
    // Where it begins depends on how long the calls took.
    await overview.focus();
    await page.keyboard.press('End');
    await expect(overview).not.toHaveAttribute('aria-valuenow', '0');
    await expect(overview).toHaveAttribute('aria-valuetext', / of /);
    await page.keyboard.press('Home');
    await expect(overview).toHaveAttribute('aria-valuenow', '0');
    // By pointer: selects a span to zoom in; Ctrl and the wheel zoom further.
    const strip = await box(overview);
    const seen = page.locator('[data-seen]');
    const part = async () => (await box(seen)).width;
    const [from, to] = [strip.x + strip.width * 0.8, strip.x + strip.width * 0.9];
    await page.mouse.move(from, strip.y + 10);
    await page.mouse.down();
    await page.mouse.move(to, strip.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Math.abs((await part()) - strip.width * 0.1)).toBeLessThan(12);
    const near = await part();
    await page.mouse.move(waited.x, waited.y + 10);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await expect.poll(part).toBeLessThan(near);
    await page.getByRole('button', { name: 'Fit all' }).click();
    await expect(overview).toHaveCount(0);
    await expect(page.locator('[data-axis]')).toContainText('0 s');

    // The panel keeps its dragged width after a reload.
    const edge = page.getByRole('separator', { name: 'Panel width' });
    const width = async () => (await box(page.locator('[data-chain-panel]'))).width;
    const before = await width();
    await edge.focus();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowLeft');
    await expect.poll(width).toBeGreaterThan(before + 40);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('throughline.panelWidth'))).toMatch(/rem$/);
    await page.keyboard.press('Home');
    await expect.poll(width).toBe(before);

    // Shows the number of matches; one click clears the filter.
    const filter = page.getByRole('search', { name: 'Filter calls' });
    await filter.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Failed' }).click();
    await page.keyboard.press('Escape');
    await expect(filter.getByRole('button', { name: 'Filter: 1 active' })).toBeFocused();
    await expect(page.locator('[data-totals]').getByRole('status')).toHaveText('1 of 4 calls');
    await filter.getByRole('button', { name: 'Clear filter' }).click();
    await expect(tree(page).locator('[role="treeitem"]')).toHaveCount(5);
    await expect(filter.getByRole('searchbox')).toBeFocused();

    // The agent's calls are listed below its call, and lead to its box.
    await tree(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await expect(row(page, 'Read src/water.ts')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, 'Read src/water.ts')).toHaveCount(0);

    // Text that occurs only in the result.
    await page.keyboard.press('/');
    await page.keyboard.type('rosemary wants');
    await expect(tree(page).locator('[role="treeitem"]')).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await expect(tree(page)).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(chosen(page)).toContainText('notes.txt');
    await page.keyboard.press('Enter');
    const call = page.locator('[data-tool-call]', { hasText: 'notes.txt' });
    await expect(call).toBeInViewport();
    await expect(call.locator('button').first()).toHaveAttribute('aria-expanded', 'true');
    await expect(call.locator('button').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tree(page)).toBeFocused();
    await expect(chosen(page)).toContainText('notes.txt');
  },
);

test(
  cite('UI-2', 'the calls of all conversations are searched and opened, and the search is unchanged on return'),
  async ({ page }) => {
    await open(page, [
      asks(['read_file', { path: 'notes.txt' }]),
      { text: 'Read.' },
      asks(['read_file', { path: 'src/water.ts' }]),
      { text: 'Seen.' },
      asks(['run_command', { command: 'date' }]),
    ]);
    await send(page, 'Read the notes');
    await expect(page.getByText('Read.', { exact: true })).toBeVisible();
    await waitForIdle(page);
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await send(page, 'Read the water');
    await expect(page.getByText('Seen.', { exact: true })).toBeVisible();
    await waitForIdle(page);

    // A call that waits is marked as waiting; its title is readable next to the panel.
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await send(page, 'Tell me what the date is on this machine');
    await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible();
    await page.keyboard.press('Control+j');
    await expect(tree(page)).toBeVisible();
    const title = page.getByRole('heading', { level: 1 }).getByRole('button');
    await expect(title).toHaveText('Tell me what the date is on this machine');
    await expect
      .poll(() => title.evaluate((element) => element.scrollWidth - element.clientWidth))
      .toBeLessThanOrEqual(0);

    await page.keyboard.press('Control+Shift+L');
    const list = page.getByRole('listbox', { name: 'Matching calls' });
    await expect(list.getByRole('option')).toHaveCount(3, { timeout: 15_000 });
    await expect(list.getByRole('option').nth(1)).toContainText('src/water.ts');
    await expect(list.getByRole('option').first()).toContainText('Waiting for you');
    await expect(list).not.toContainText('Outcome unknown');
    await photograph(page, 'chains-waiting');
    await list.focus();
    await page.keyboard.press('/');
    await page.keyboard.type('rosemary');
    await expect(list.getByRole('option')).toHaveCount(1);
    await expect(list.locator('mark')).toHaveText('Rosemary');
    await page.keyboard.press('ArrowDown');
    await expect(list).toBeFocused();
    await page.keyboard.press('Enter');
    const call = page.locator('[data-tool-call]', { hasText: 'notes.txt' });
    await expect(call).toBeInViewport();
    await call.locator('button').first().focus();
    await page.keyboard.press('Escape');
    await expect(list.getByRole('option')).toHaveCount(1);
    await expect(page.getByRole('searchbox', { name: 'Filter calls' }).first()).toHaveValue('rosemary');

    // By pointer too; a user who continues typing is not sent back.
    const back = page.getByRole('button', { name: 'Back to all calls' });
    await page.keyboard.press('Enter');
    await expect(call).toBeInViewport();
    await photograph(page, 'chains-way-back');
    await back.click();
    await expect(list.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(back).toBeVisible();
    await composer(page).focus();
    await page.keyboard.type('And');
    await expect(back).toHaveCount(0);
    await call.locator('button').first().focus();
    await page.keyboard.press('Escape');
    await expect(composer(page)).toBeVisible();
    await expect(list).toHaveCount(0);
  },
);
