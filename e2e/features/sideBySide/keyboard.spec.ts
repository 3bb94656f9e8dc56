// Two conversations side by side: the keyboard and the mark stay together, and a side leaves with its conversation only.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { lengthenTimers } from '../../support/slowTimers.ts';
import { soon } from '../../support/soon.ts';
import {
  dropOnSide,
  field,
  focused,
  host,
  open,
  openTwo,
  pressUntil,
  row,
  side,
  sides,
  stopTwo,
  write,
} from '../../support/twoSides.ts';
import { composer, sendAnswered } from '../../support/window.ts';

test.afterEach(stopTwo);

const waits = '[data-waits-for="approval"]';

async function followLink(page: Page, conversationId: string | null): Promise<void> {
  await page.evaluate((id) => {
    location.hash = `#conversation=${id}`;
  }, conversationId);
}

test(cite('DESK-8', 'whatever moves to the other side, keys are typed there'), async ({ page }) => {
  await openTwo(page);
  const [left, right] = [side(page, /alpha/), side(page, /beta/)];
  await expect(field(right)).toBeFocused();
  const idOf = (name: string): Promise<string | null> => row(page, name).getAttribute('data-conversation');
  const betaId = await idOf('beta begins');
  await followLink(page, await idOf('alpha begins'));
  await expect(left).toHaveAttribute('data-pane', 'focused');
  await expect(field(left)).toBeFocused();
  await page.keyboard.type('to the left');
  await expect(field(left)).toHaveValue('to the left');
  await expect(field(right)).toHaveValue('');
  await row(page, 'beta begins').click();
  await expect(field(right)).toBeFocused();
  await page.keyboard.press('Control+K');
  await page.keyboard.type('alpha');
  await page.locator('[data-kind="conversation"]').filter({ hasText: 'alpha begins' }).click();
  await expect(page.locator('[data-palette]')).toHaveCount(0);
  await expect(field(left)).toBeFocused();
  await expect(left).toHaveAttribute('data-pane', 'focused');
  // Where only one is seen, the other one is shown.
  await page.setViewportSize({ width: 800, height: 700 });
  await expect(page.getByText('Answer to beta begins.')).toBeHidden();
  await followLink(page, betaId);
  await expect(page.getByText('Answer to beta begins.')).toBeVisible();
  await expect(composer(page)).toBeFocused();
});

test(cite('DESK-8', 'the shortcut for what waits goes to a question in the other side'), async ({ page }) => {
  await openTwo(page);
  await write(page, /alpha/, 'read notes.txt');
  const left = side(page, /alpha/);
  await expect(left.locator(waits)).toBeVisible();
  await field(side(page, /beta/)).click();
  await page.keyboard.press('Control+Shift+A');
  await expect(left).toHaveAttribute('data-pane', 'focused');
  await expect(left.locator(waits)).toBeFocused();
});

test(
  cite('DESK-8', 'keys for a conversation that another window deletes do not answer in the other'),
  async ({ page, context }) => {
    await openTwo(page);
    await write(page, /alpha/, 'read notes.txt');
    await expect(side(page, /alpha/).locator(waits)).toBeVisible();
    const other = await context.newPage();
    await other.goto(host.url);
    await expect(row(other, 'beta begins')).toBeVisible();
    await field(side(page, /beta/)).click();
    await page.keyboard.type('for beta');
    const question = other.getByRole('alertdialog');
    // The page was just opened: its keys may still be loading.
    await expect
      .poll(async () => {
        await row(other, 'beta begins').press('Delete');
        return await question.count();
      }, soon)
      .toBe(1);
    // Keys are ignored until the user has noticed the change.
    await lengthenTimers(page, 700);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(sides(page)).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('more for beta');
    await expect(composer(page)).toHaveValue('');
    await expect(composer(page)).not.toBeFocused();
    // As the host has it.
    await other.close();
    await page.reload();
    await expect(page.locator(waits)).toBeVisible();
    await composer(page).click();
    await pressUntil(page, 'Control+Enter', page.getByText('Done with read notes.txt.'));
  },
);

test(
  cite('DESK-8', 'the focused side leaves with its conversation, which comes back to the list only'),
  async ({ page }) => {
    await openTwo(page);
    await row(page, 'beta begins').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(sides(page)).toHaveCount(0);
    await expect(page.getByText('Answer to alpha begins.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'beta begins')).toBeVisible();
    await expect(page.getByText('Answer to alpha begins.')).toBeVisible();
    await expect(sides(page)).toHaveCount(0);
  },
);

test(
  cite('DESK-8', 'after archiving the focused side, the user writes in the other'),
  fullRunOnly,
  async ({ page }) => {
    await openTwo(page);
    await page.keyboard.press('Control+K');
    await page.keyboard.type('archive');
    await page
      .getByRole('option', { name: /^Archive/ })
      .first()
      .click();
    await expect(sides(page)).toHaveCount(0);
    await expect(page.getByText('Answer to alpha begins.')).toBeVisible();
    await expect(composer(page)).toBeFocused();
  },
);

test(cite('DESK-8', 'new chats beside keep their texts over a reload'), fullRunOnly, async ({ page }) => {
  await open(page);
  await sendAnswered(page, 'alpha begins');
  await expect(page.getByText('Answer to alpha begins.')).toBeVisible();
  await page.keyboard.press('Control+\\');
  await expect(field(focused(page))).toBeFocused();
  await page.keyboard.type('on the right');
  // There is one already.
  await page.keyboard.press('Control+\\');
  await expect(side(page, /alpha/)).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash, soon).toMatch(/^#beside=left\.[\w-]+$/);
  await page.reload();
  await expect(sides(page)).toHaveCount(2);
  await expect(focused(page)).toHaveAccessibleName('New chat');
  await expect(field(focused(page))).toHaveValue('on the right');
  // Two of them.
  await field(side(page, /alpha/)).click();
  await page.keyboard.press('Control+Shift+O');
  await expect(side(page, 'New chat')).toHaveCount(2);
  await expect(field(focused(page))).toBeFocused();
  await page.keyboard.type('on the left');
  await page.reload();
  await expect(side(page, 'New chat')).toHaveCount(2);
  await expect(field(focused(page))).toHaveValue('on the left');
  await expect(field(page.locator('[data-pane="away"]'))).toHaveValue('on the right');
  const places = sides(page).evaluateAll((panes) =>
    panes
      .toSorted((one, two) => one.getBoundingClientRect().x - two.getBoundingClientRect().x)
      .map((pane) => pane.querySelector('textarea')?.value),
  );
  expect(await places).toEqual(['on the left', 'on the right']);
  // The only one that stays.
  await focused(page).getByRole('button', { name: 'Close this side' }).click();
  await expect(sides(page)).toHaveCount(0);
  await page.reload();
  await expect(composer(page)).toHaveValue('on the right');
});

test(cite('DESK-8', 'a conversation dropped on the other half changes places'), fullRunOnly, async ({ page }) => {
  await openTwo(page);
  await dropOnSide(page, 'alpha begins', 'right');
  await expect(side(page, /alpha/)).toHaveAttribute('data-pane', 'focused');
  const left = async (name: RegExp): Promise<number> => (await side(page, name).boundingBox())?.x ?? 0;
  await expect.poll(async () => (await left(/alpha/)) > (await left(/beta/)), soon).toBe(true);
  await expect(field(side(page, /alpha/))).toBeFocused();
});
