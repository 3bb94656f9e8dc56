// Our own lists in a dialog: keys, type-ahead, filtering, placement, and what Escape and a press elsewhere close.

import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type Host, startHost } from './support/host.ts';
import { openApp } from './support/window.ts';

let host: Host;
test.afterEach(() => host.stop());

test(
  cite(['UI-23', 'UI-9'], 'lists of a form work by keyboard and pointer, and Escape closes them before the dialog'),
  async ({ page }) => {
    host = await startHost({});
    await page.setViewportSize({ width: 600, height: 560 });
    await openApp(page, host);
    await page.keyboard.press('Control+Comma');
    await page.getByRole('tab', { name: 'Approvals' }).click();
    // The rules have loaded: nothing moves anymore.
    await expect(page.getByText('No rules yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Add rule' }).click();
    const form = page.getByRole('form', { name: 'New rule' });
    const list = page.getByRole('listbox');

    const action = form.getByRole('combobox', { name: 'Action' });
    await expect(action).toBeFocused();
    const before = await action.textContent();
    // Also a shortcut that switches conversations where no field has the focus.
    await page.keyboard.press('Alt+ArrowDown');
    await expect(list).toBeVisible();
    await expect.poll(() => isInside(page, list)).toBe(true);
    // Something that loads above pushes the field out of sight: the list follows it, and stays open.
    await form.evaluate((element) => {
      const loaded = document.createElement('p');
      loaded.style.height = '2000px';
      loaded.dataset.loaded = '';
      element.before(loaded);
    });
    await expect(action).toBeInViewport();
    await expect(list).toBeVisible();
    await page.evaluate(() => document.querySelector('[data-loaded]')?.remove());
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(action).toHaveText(before ?? '');
    await expect(form).toBeVisible();

    // Typing selects; Tab takes it and moves on.
    const deny = list.getByRole('option', { name: 'Always deny' });
    // Letters after a pause are a new word, and a busy machine may pause.
    await expect(async () => {
      await page.keyboard.type('always d');
      await expect(deny).toHaveAttribute('data-highlighted', '', { timeout: 2000 });
    }).toPass();
    await page.keyboard.press('Tab');
    await expect(action).toHaveText('Always deny');
    const kind = form.getByRole('combobox', { name: 'Applies to' });
    await expect(kind).toBeFocused();

    // A press outside the dialog closes only the list.
    await kind.click();
    await expect(list).toBeVisible();
    await page.mouse.click(3, 300);
    await expect(list).toHaveCount(0);
    await expect(form).toBeVisible();
    await kind.click();
    await list.getByRole('option', { name: 'A tool', exact: true }).click();

    const tool = form.getByRole('combobox', { name: 'Tool' });
    await tool.fill('READ');
    await expect(list.getByRole('option').first()).toHaveText(/^read_/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(tool).toHaveValue('READ');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => list.getByRole('option').count()).toBeGreaterThan(5);
    await expect.poll(() => isInside(page, list)).toBe(true);
    await list.hover();
    await page.mouse.wheel(0, 5000);
    const last = list.getByRole('option').last();
    await expect(last).toBeInViewport();
    const name = (await last.textContent()) ?? '';
    await last.click();
    await expect(tool).toHaveValue(name);
    await tool.fill(name.slice(0, -1));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(tool).toHaveValue(name);
    // The second Enter belongs to the form.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Rules' })).toContainText(name);
  },
);

async function isInside(page: Page, list: Locator): Promise<boolean> {
  const box = await list.boundingBox();
  const size = page.viewportSize();
  if (!box || !size) return false;
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height;
}
