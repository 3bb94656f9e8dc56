// Things that two conversations side by side must not share: edits of messages with the same ids, marks of find; and what shows which
// side has the focus without colors.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Host, startHost } from '../../support/host.ts';
import { row, side } from '../../support/twoSides.ts';
import { openApp, send, waitForIdle } from '../../support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

async function open(page: Page): Promise<void> {
  host = await startHost({});
  await page.setViewportSize({ width: 1280, height: 800 });
  await openApp(page, host);
  await send(page, 'Water the basil');
  await waitForIdle(page);
}

async function openBeside(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+\\');
  await expect(page.locator('[data-pane]')).toHaveCount(2);
  await page.locator('[data-pane="focused"]').getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await expect(side(page, text)).toBeVisible();
  await waitForIdle(page);
}

test(cite('DESK-8', 'an edit in a fork is not shown in its original next to it'), async ({ page }) => {
  await open(page);
  await page.locator('[data-message]').last().hover();
  await page.getByRole('button', { name: 'Message actions' }).last().click();
  await page.getByRole('menuitem', { name: /Fork/ }).click();
  await expect(row(page, 'Water the basil')).toHaveCount(2);
  await row(page, /^Water the basil/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /side/i }).click();
  await expect(page.locator('[data-pane]')).toHaveCount(2);
  const edits = page.getByRole('textbox', { name: /Edit/ });
  const focused = page.locator('[data-pane="focused"]');
  await focused.locator('[data-role="user"]').hover();
  await focused.getByRole('button', { name: 'Edit and resend' }).click();
  await expect(edits).toHaveCount(1);
  await expect(focused.getByRole('textbox', { name: /Edit/ })).toBeFocused();
});

test(cite('DESK-8', 'both sides keep the marks of their own search'), async ({ page }) => {
  await open(page);
  await openBeside(page, 'Water the thyme');
  const marked = () =>
    page.evaluate(() =>
      ['found', 'found-here'].map((name) => [...(CSS.highlights.get(name) ?? [])].map((range) => String(range))),
    );
  for (const [name, word] of [
    [/thyme/, 'thyme'],
    [/basil/, 'basil'],
  ] as const) {
    await side(page, name).getByRole('textbox', { name: 'Message' }).click();
    await page.keyboard.press('Control+f');
    await expect(side(page, name).getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(word);
    await expect.poll(async () => (await marked()).flat()).toContain(word);
  }
  await expect.poll(async () => (await marked())[1]?.toSorted()).toEqual(['basil', 'thyme']);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await marked())[1]).toEqual(['thyme']);
});

test(cite('DESK-8', 'a row that goes while it is dragged leaves nothing over the page'), async ({ page }) => {
  await open(page);
  await openBeside(page, 'Water the thyme');
  await row(page, 'basil').hover();
  await page.mouse.down();
  await page.mouse.move(700, 300, { steps: 5 });
  await expect(page.locator('[data-side-drop]')).toHaveCount(2);
  // As when another window deletes it.
  await row(page, 'basil').evaluate((item) => item.closest('[data-row-key]')?.remove());
  await expect(row(page, 'basil')).toHaveCount(0);
  await page.mouse.up();
  await page.mouse.move(720, 320);
  await expect(page.locator('[data-side-drop]')).toHaveCount(0);
});

test(
  cite(['DESK-8', 'UI-18'], 'without colors, a line shows the side that has the focus, and one divides the two'),
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open(page);
    await openBeside(page, 'Water the thyme');
    const top = (pane: string) =>
      page.locator(`[data-pane="${pane}"]`).evaluate((element) => getComputedStyle(element).borderTopWidth);
    expect([await top('focused'), await top('away')]).toEqual(['2px', '0px']);
    await expect(
      row(page, 'basil').locator('[aria-current="true"]').or(page.locator('[aria-current="true"]')).first(),
    ).toContainText('basil');
  },
);
