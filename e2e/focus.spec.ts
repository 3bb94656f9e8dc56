// When the focused element is closed, answered, removed from a list or disabled, the focus moves to a sensible place.

import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { startFakeModelServer } from '../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { startGallery } from './support/gallery.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import { composer, openApp, send, waitForIdle } from './support/window.ts';

let host: Host | undefined;

test.afterEach(async () => {
  await host?.stop();
  host = undefined;
});

/** Renders three rows of two buttons each, and another button below them. */
function drawRows(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.querySelector('[data-rows]')?.remove();
    const row = (n: number): string => `<li id="row${n}"><button>Send ${n}</button><button>Remove ${n}</button></li>`;
    document
      .querySelector('main')
      ?.insertAdjacentHTML(
        'afterbegin',
        `<div data-rows><p>Nothing to press.</p><ul>${[1, 2, 3].map(row).join('')}</ul><button>Below</button></div>`,
      );
  });
}

const losses: { what: string; from: string; to: string; happens: () => void }[] = [
  { what: 'a row goes', from: 'Remove 2', to: 'Remove 3', happens: () => document.getElementById('row2')?.remove() },
  { what: 'the last row goes', from: 'Send 3', to: 'Send 2', happens: () => document.getElementById('row3')?.remove() },
  {
    what: 'the list goes',
    from: 'Remove 2',
    to: 'Below',
    happens: () => document.querySelector('[data-rows] ul')?.remove(),
  },
  {
    what: 'a row goes, and then the list',
    from: 'Remove 2',
    to: 'Below',
    happens: () => {
      document.getElementById('row2')?.remove();
      document.querySelector('[data-rows] ul')?.remove();
    },
  },
  {
    what: 'it is disabled',
    from: 'Send 1',
    to: 'Remove 1',
    happens: () => document.querySelector('#row1 button')?.setAttribute('disabled', ''),
  },
  {
    what: 'it is disabled for a moment',
    from: 'Send 1',
    to: 'Send 1',
    happens: () => {
      const button = document.querySelector('#row1 button');
      button?.setAttribute('disabled', '');
      requestAnimationFrame(() => requestAnimationFrame(() => button?.removeAttribute('disabled')));
    },
  },
  {
    what: 'it is hidden',
    from: 'Send 1',
    to: 'Send 2',
    happens: () => {
      const row = document.getElementById('row1');
      if (row) row.hidden = true;
    },
  },
  {
    what: 'its row is moved',
    from: 'Remove 1',
    to: 'Remove 1',
    happens: () => document.querySelector('[data-rows] ul')?.append(document.getElementById('row1') ?? ''),
  },
];

test(
  cite(
    'UI-9',
    'when a focused element disappears, the focus moves to what replaced it; clicking empty space still clears it',
  ),
  async ({ page }) => {
    const gallery = await startGallery();
    await gallery.show(page, 'talk', 'theme=light');
    for (const { what, from, to, happens } of losses) {
      await drawRows(page);
      await page.getByRole('button', { name: from, exact: true }).focus();
      await page.evaluate(happens);
      await expect(page.getByRole('button', { name: to, exact: true }), what).toBeFocused();
    }
    await drawRows(page);
    await page.getByRole('button', { name: 'Send 1', exact: true }).focus();
    await page.getByText('Nothing to press.').click();
    // This row no longer had the focus when it was removed.
    await page.evaluate(() => document.getElementById('row1')?.remove());
    await frames(page);
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
    await gallery.stop();
  },
);

function frames(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    for (let n = 0; n < 8; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

const row = (page: Page, title: string): Locator =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: new RegExp(`^${title}`) });

test(
  cite(
    ['UI-9', 'UI-12', 'LOOP-8'],
    'when conversations or queued messages disappear, here or in another window, the focus stays in their list',
  ),
  fullRunOnly,
  async ({ page, context }) => {
    const titles = ['first talk', 'second talk', 'third talk', 'fourth talk', 'fifth talk'];
    const model = await startFakeModelServer({
      replies: [...titles.map((title) => ({ text: `About ${title}.` })), [{ text: 'Endless ' }, { hang: true }]],
    });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
    host = await startHost({ args: ['--project', projectFolder()], env, settings: { approvalMode: 'all' } });
    await openApp(page, host);
    for (const title of titles) {
      await page.keyboard.press('Control+Shift+o');
      await send(page, title);
      await waitForIdle(page);
    }
    const actions = (title: string) => page.getByRole('button', { name: new RegExp(`^Actions for ${title}`) });
    const archive = async (title: string): Promise<void> => {
      await actions(title).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Archive', exact: true }).press('Enter');
    };

    await archive('third talk');
    await expect(row(page, 'third talk')).toHaveCount(0);
    await expect(actions('second talk')).toBeFocused();

    await row(page, 'second talk').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(row(page, 'second talk')).toHaveCount(0);
    await expect(row(page, 'first talk')).toBeFocused();

    // The notification returns the focus to a row that another window is about to remove.
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('button').last()).toBeFocused();
    const notices = page.locator('[data-toast]');
    // One may also time out.
    await expect(async () => {
      if ((await notices.count()) > 0) await page.keyboard.press('Escape');
      await expect(notices).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await expect(row(page, 'first talk')).toBeFocused();
    const other = await context.newPage();
    await openApp(other, host);
    await row(other, 'first talk').focus();
    await other.keyboard.press('Delete');
    await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(row(page, 'first talk')).toHaveCount(0);
    // The next item in the list is the archive's heading.
    await expect(row(page, 'Archive')).toBeFocused();
    await other.close();

    await send(page, 'talk without end');
    const queue = page.getByRole('list', { name: 'Queued messages' });
    const remove = queue.getByRole('button', { name: 'Remove from the queue' });
    for (const [at, text] of ['one', 'two', 'three'].entries()) {
      await composer(page).fill(text);
      await composer(page).press('Enter');
      await expect(remove).toHaveCount(at + 1);
    }
    await remove.nth(1).press('Enter');
    await expect(queue.getByRole('listitem')).toHaveText([/one/, /three/]);
    await expect(remove.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(queue.getByRole('listitem')).toHaveText([/one/]);
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(queue).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName), soon).not.toBe('body');
    await model.close();
  },
);
