// Two conversations side by side in one window: each with its own composer, run and approvals.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { soon } from '../../support/soon.ts';
import {
  dragToSide,
  dropOnSide,
  field,
  focused,
  model,
  open,
  openTwo,
  pressUntil,
  row,
  side,
  sides,
  stopTwo,
  write,
} from '../../support/twoSides.ts';
import { composer, photograph, sendAnswered, stopWithEscape } from '../../support/window.ts';

test.afterEach(stopTwo);

test(cite('DESK-8', 'each side sends, runs and asks by itself, and keys answer the focused one'), async ({ page }) => {
  await openTwo(page);
  const [left, right] = [side(page, /alpha/), side(page, /beta/)];
  await write(page, /alpha/, 'read notes.txt');
  await write(page, /beta/, 'read README.md');
  await expect(left.locator('[data-waits-for="approval"]')).toContainText('notes.txt');
  await expect(right.locator('[data-waits-for="approval"]')).toContainText('README.md');
  await expect(right).toHaveAttribute('data-pane', 'focused');
  // Questions on the screen are not announced.
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('');
  await photograph(page, 'side-by-side-asking');
  await pressUntil(page, 'Control+Enter', right.getByText('Done with read README.md.'));
  await expect(left.locator('[data-waits-for="approval"]')).toBeVisible();
  // The other one is answered by mouse, which moves the focus there.
  await left.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(left.getByText('Done with read notes.txt.')).toBeVisible();
  await expect(left).toHaveAttribute('data-pane', 'focused');
  await expect(page.locator('[data-unread]')).toHaveCount(0);
  await field(left).fill('left draft');
  await page.keyboard.press('F6');
  await expect(field(right)).toBeFocused();
  await page.keyboard.type('right draft');
  await expect(field(left)).toHaveValue('left draft');
  await expect(field(right)).toHaveValue('right draft');
  expect(model.requests.length).toBe(6);
});

test(cite('DESK-8', 'Escape stops the run of the focused side only'), fullRunOnly, async ({ page }) => {
  await openTwo(page);
  model.push({ hang: true }, { hang: true });
  await write(page, /alpha/, 'first');
  await model.request(3);
  await write(page, /beta/, 'second');
  await model.request(4);
  const stop = (name: RegExp): Locator => side(page, name).getByRole('button', { name: 'Stop' });
  await expect(stop(/alpha/)).toBeVisible();
  await expect(stop(/beta/)).toBeVisible();
  await stopWithEscape(page, stop(/beta/));
  await expect(stop(/alpha/)).toBeVisible();
});

test(cite('DESK-8', 'find, panels, commands and the sidebar act on the focused side'), async ({ page }) => {
  await openTwo(page);
  // Wide enough for a panel next to both.
  await page.setViewportSize({ width: 1600, height: 800 });
  const [left, right] = [side(page, /alpha/), side(page, /beta/)];
  await field(left).click();
  await page.keyboard.press('Control+F');
  const find = (pane: Locator): Locator => pane.getByRole('searchbox');
  await expect(find(left)).toBeFocused();
  await expect(find(right)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await field(right).click();
  await page.keyboard.press('Control+I');
  await expect(right.getByRole('button', { name: /^Context/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(left.getByRole('button', { name: /^Context/ })).toHaveAttribute('aria-pressed', 'false');
  // The panel follows the focus, and a click on its button in the other side does not close it.
  await left.getByRole('button', { name: /^Context/ }).click();
  await expect(left.getByRole('button', { name: /^Context/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Control+I');
  // A conversation that is open is shown where it is, and not twice.
  await row(page, 'alpha begins').click();
  await expect(left).toHaveAttribute('data-pane', 'focused');
  await expect(sides(page)).toHaveCount(2);
  await expect(row(page, 'alpha begins')).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('beta');
  await expect(page.locator('[data-kind="conversation"][aria-selected="true"]')).toContainText('beta begins');
  await page.keyboard.press('Alt+Enter');
  await expect(field(right)).toBeFocused();
  await page.keyboard.press('F6');
  // Another one replaces the focused side.
  await page.keyboard.press('Control+Shift+O');
  await expect(focused(page)).toHaveAccessibleName('New chat');
  await expect(right).toBeVisible();
  await row(page, 'alpha begins').focus();
  await page.keyboard.press('Control+Enter');
  await expect(sides(page)).toHaveCount(2);
  await expect(side(page, 'alpha begins')).toHaveAttribute('data-pane', 'focused');
  await expect(side(page, 'New chat')).toBeVisible();
});

test(cite('DESK-8', 'a side closes by its button, its shortcut, and with its conversation'), async ({ page }) => {
  await openTwo(page);
  await side(page, /alpha/).getByRole('button', { name: 'Close this side' }).click();
  await expect(sides(page)).toHaveCount(0);
  await expect(page.getByText('Answer to beta begins.')).toBeVisible();
  await expect(page.getByText('Answer to alpha begins.')).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  // On the left, and by the row's menu.
  await row(page, 'alpha begins').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open to the side' }).click();
  await expect(side(page, /alpha/)).toHaveAttribute('data-pane', 'focused');
  await expect(field(side(page, /alpha/))).toBeFocused();
  await page.keyboard.press('Control+Shift+Backslash');
  await expect(sides(page)).toHaveCount(0);
  await expect(page.getByText('Answer to beta begins.')).toBeVisible();
  await row(page, 'alpha begins').focus();
  await page.keyboard.press('Control+Enter');
  await expect(sides(page)).toHaveCount(2);
  await expect(field(side(page, /alpha/))).toBeFocused();
  await row(page, 'beta begins').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(sides(page)).toHaveCount(0);
  await expect(page.getByText('Answer to alpha begins.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'beta begins')).toBeVisible();
  await expect(sides(page)).toHaveCount(0);
});

test(cite('DESK-8', 'after a reload, both are where they were, with their texts and widths'), async ({ page }) => {
  await openTwo(page);
  await field(side(page, /beta/)).fill('half a sentence');
  await page.getByRole('button', { name: 'Swap sides' }).click();
  const divider = page.getByRole('separator', { name: 'Width of the left conversation' });
  const leftWidth = async (): Promise<number> => (await side(page, /beta/).boundingBox())?.width ?? 0;
  const middle = await leftWidth();
  await divider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(leftWidth, soon).toBeLessThan(middle);
  await page.keyboard.press('Home');
  await expect.poll(leftWidth, soon).toBeCloseTo(320, 0);
  await page.keyboard.press('End');
  await expect.poll(async () => (await side(page, /alpha/).boundingBox())?.width, soon).toBeCloseTo(320, 0);
  const line = await divider.boundingBox();
  if (!line) throw new Error('The line has no box.');
  const [x, y] = [line.x + line.width / 2, line.y + 300];
  expect(x).toBeCloseTo((await side(page, /alpha/).boundingBox())?.x ?? 0, -1);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 100, y, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await side(page, /alpha/).boundingBox())?.width, soon).toBeCloseTo(420, -1);
  await divider.dblclick();
  await expect.poll(leftWidth, soon).toBeCloseTo(middle, 0);
  await divider.focus();
  await page.keyboard.press('Home');
  await field(side(page, /alpha/)).click();
  await expect.poll(() => new URL(page.url()).hash, soon).toMatch(/^#conversation=[\w-]+&beside=left\.[\w-]+$/);
  await page.reload();
  await expect(sides(page)).toHaveCount(2);
  await expect(side(page, /alpha/)).toHaveAttribute('data-pane', 'focused');
  await expect(field(side(page, /beta/))).toHaveValue('half a sentence');
  await expect.poll(leftWidth, soon).toBeCloseTo(320, 0);
  const at = await Promise.all([/beta/, /alpha/].map(async (name) => (await side(page, name).boundingBox())?.x ?? 0));
  expect(at[0]).toBeLessThan(at[1] ?? 0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
});

test(cite('DESK-8', 'in a narrow window, one is shown at a time, with a switch between the two'), async ({ page }) => {
  await openTwo(page);
  await page.setViewportSize({ width: 800, height: 700 });
  const tabs = page.getByRole('group', { name: 'Open conversations' });
  await expect(tabs.getByRole('button', { name: 'beta begins' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Answer to alpha begins.')).toBeHidden();
  await tabs.getByRole('button', { name: 'alpha begins' }).click();
  await expect(page.getByText('Answer to alpha begins.')).toBeVisible();
  await expect(page.getByText('Answer to beta begins.')).toBeHidden();
  await expect(composer(page)).toBeFocused();
  // The switch marks that the hidden one waits.
  await sendAnswered(page, 'read notes.txt');
  await expect(page.locator('[data-waits-for="approval"]')).toBeVisible();
  await page.keyboard.press('F6');
  await expect(tabs.getByRole('button', { name: /alpha begins.*Waiting for you/ })).toBeVisible();
  await photograph(page, 'side-by-side-narrow');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(tabs).toHaveCount(0);
  await expect(page.getByText('Answer to alpha begins.')).toBeVisible();
  await expect(page.getByText('Answer to beta begins.')).toBeVisible();
});

test(
  cite('DESK-8', 'a conversation dragged from the sidebar opens on the half where it is dropped'),
  async ({ page }) => {
    await open(page);
    await sendAnswered(page, 'alpha begins');
    await expect(page.getByText('Answer to alpha begins.')).toBeVisible();
    await page.keyboard.press('Control+Shift+O');
    await sendAnswered(page, 'beta begins');
    await expect(page.getByText('Answer to beta begins.')).toBeVisible();
    await row(page, 'alpha begins').hover();
    await dragToSide(page, 'right');
    await expect(page.getByText('Open on the right')).toBeVisible();
    await photograph(page, 'side-by-side-drag');
    // Dropped elsewhere, it opens nothing.
    await page.mouse.move(40, 600, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByText('Open on the right')).toHaveCount(0);
    await expect(sides(page)).toHaveCount(0);
    await dropOnSide(page, 'alpha begins', 'right');
    await expect(sides(page)).toHaveCount(2);
    await expect(page.getByText('Open on the right')).toHaveCount(0);
    await expect(side(page, /alpha/)).toHaveAttribute('data-pane', 'focused');
    const at = await Promise.all([/beta/, /alpha/].map(async (name) => (await side(page, name).boundingBox())?.x ?? 0));
    expect(at[0]).toBeLessThan(at[1] ?? 0);
  },
);
