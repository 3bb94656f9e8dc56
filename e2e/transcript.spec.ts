// The transcript of conversations of any size: what is being read stays in place, and only nearby rows are on the page.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../test/support/fakeModelServer.ts';
import {
  type LargeConversation,
  type LargeConversationOptions,
  writeLargeConversation,
} from '../test/support/largeConversation.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { freshFolder } from './support/folders.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import { composer, openApp, sendAnswered, waitForIdle } from './support/window.ts';

let host: Host;
let model: FakeModelServer | undefined;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
  model = undefined;
});

const title = 'A large conversation';

async function open(page: Page, options: LargeConversationOptions): Promise<LargeConversation> {
  const dataDir = freshFolder('data');
  const made = writeLargeConversation(dataDir, { title, lineBytes: 0, resultBytes: 0, ...options });
  const env = model && { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake' };
  host = await startHost({ dataDir, ...(env ? { env } : {}) });
  await openApp(page, host);
  await page.getByRole('navigation').or(page.locator('body')).getByText(title).first().click();
  await expect(page.locator('[data-role="assistant"]').last()).toBeVisible();
  await rest(page);
  return made;
}

/** Waits until nothing has moved or appeared for some frames. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const log = document.querySelector('[role="log"]') as HTMLElement;
    let before = '';
    for (let same = 0, frames = 0; same < 8 && frames < 600; frames++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = `${log.scrollTop} ${log.scrollHeight} ${log.querySelectorAll('*').length}`;
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
}

/** Scrolls, and returns how far the content in the middle of the view is from its expected position. */
async function scrolledOff(page: Page, by: number): Promise<number> {
  const before = await page.evaluate(() => {
    const log = document.querySelector('[role="log"]') as HTMLElement;
    const { left, top, width, height } = log.getBoundingClientRect();
    const read = document.elementFromPoint(left + width / 2 - 200, top + height / 2) as HTMLElement;
    read.dataset.read = '';
    return { top: read.getBoundingClientRect().top, at: log.scrollTop };
  });
  await page.mouse.wheel(0, by);
  await rest(page);
  return page.evaluate(
    ({ top, step }) => {
      const log = document.querySelector('[role="log"]') as HTMLElement;
      const read = document.querySelector('[data-read]') as HTMLElement | null;
      const atEdge = log.scrollTop < 1 || log.scrollTop + log.clientHeight > log.scrollHeight - 2;
      const off = read && !atEdge ? read.getBoundingClientRect().top - top + step : 0;
      if (read) delete read.dataset.read;
      return off;
    },
    { top: before.top, step: by },
  );
}

async function drawnRows(page: Page): Promise<number> {
  return page.locator('[role="log"] [data-row]').count();
}

/** The numbers of the questions in view. */
function questions(page: Page): Promise<number[]> {
  return page
    .locator('[data-role="user"]')
    .evaluateAll((all) => all.map((one) => Number(/Question (\d+)/.exec(one.textContent ?? '')?.[1])));
}

test(
  cite(
    ['UI-5', 'RESUME-1'],
    'scrolling up through pages and down again moves nothing being read, with few rows on the page',
  ),
  fullRunOnly,
  async ({ page }) => {
    await open(page, { lines: 6000, calls: 600, callsInTurn: 2 });
    await page.getByRole('log').hover();
    const off: number[] = [];
    let most = 0;
    const up = async (by: number, steps: number): Promise<void> => {
      for (let step = 0; step < steps; step++) {
        off.push(Math.abs(await scrolledOff(page, by)));
        most = Math.max(most, await drawnRows(page));
      }
    };
    await up(-1500, 24);
    const [highest = 0] = await questions(page);
    expect(highest).toBeLessThan(280);
    await up(1500, 24);
    await expect.poll(() => questions(page), soon).toContain(299);
    expect(Math.max(...off)).toBeLessThanOrEqual(1.5);
    expect(most).toBeLessThan(80);
  },
);

test(
  cite(['UI-5', 'UI-1'], 'two thousand calls in one turn: one line, and only visible ones render when expanded'),
  fullRunOnly,
  async ({ page }) => {
    await open(page, { lines: 40, calls: 2000, callsInTurn: 2000 });
    const fold = page.locator('[data-tool-fold]');
    await page.getByRole('log').hover();
    // Failures stay visible, and so do the last two calls of the last turn.
    await expect(async () => {
      await page.mouse.wheel(0, -400);
      await rest(page);
      expect(await fold.textContent()).toContain('Read 1,978 files, 20 failed');
    }).toPass();
    await expect(page.locator('[data-tool-call]')).toHaveCount(22);
    await fold.click();
    await rest(page);
    expect(await drawnRows(page)).toBeLessThan(90);
    expect(Math.abs(await scrolledOff(page, 500))).toBeLessThanOrEqual(1.5);
    expect(await drawnRows(page)).toBeLessThan(90);
  },
);

test(
  cite('UI-9', 'the keyboard moves from message to message, to the first loaded one and to the end'),
  fullRunOnly,
  async ({ page }) => {
    await open(page, { lines: 2000, calls: 100, callsInTurn: 2 });
    const log = page.getByRole('log');
    // From the end, both keys go to the last message.
    for (const key of ['k', 'j']) {
      await composer(page).focus();
      await log.focus();
      await page.keyboard.press(key);
      const isLast = () =>
        log.evaluate((element) => [...element.querySelectorAll('[data-message]')].at(-1) === document.activeElement);
      await expect.poll(isLast, soon).toBe(true);
    }
    await log.focus();
    // Goes to the first loaded message each time, which loads the earlier ones.
    await expect
      .poll(async () => {
        await page.keyboard.press('Home');
        await rest(page);
        return (await questions(page))[0];
      }, soon)
      .toBe(0);
    await page.keyboard.press('j');
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.slice(0, 40));
    await expect.poll(focused, soon).toContain('Question 0');
    const first = await focused();
    await page.keyboard.press('j');
    await expect.poll(focused, soon).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(focused, soon).toBe(first);
    await page.keyboard.press('End');
    await rest(page);
    await expect(log).toContainText('of reply 49');
    const left = () => log.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
    await expect.poll(left, soon).toBeLessThan(2);
  },
);

test(
  cite(['UI-4', 'RESUME-5'], 'streaming content is followed from the end, and moves nothing for a reader further up'),
  async ({ page }) => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const part = (name: string): string[] => Array.from({ length: 40 }, (_one, at) => `${name} ${at} is a line.\n\n`);
    model = await startFakeModelServer({
      replies: [
        [
          { text: part('first') },
          { until: gates[0].promise },
          { text: part('second') },
          { until: gates[1].promise },
          { text: part('third') },
        ],
      ],
    });
    await open(page, { lines: 400, calls: 20, callsInTurn: 2 });
    const log = page.getByRole('log');
    const left = (): Promise<number> => log.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight);
    await composer(page).fill('count');
    await composer(page).press('Enter');
    const live = page.locator('[data-streaming]');
    await expect(live).toContainText('first 39');
    await rest(page);
    await expect.poll(left, soon).toBeLessThan(2);
    await log.hover();
    await page.mouse.wheel(0, -500);
    await rest(page);
    const place = await read(page);
    gates[0].resolve();
    await expect(live).toContainText('second 39');
    await rest(page);
    expect(Math.abs((await placeOfRead(page)) - place)).toBeLessThanOrEqual(1.5);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await rest(page);
    await expect.poll(left, soon).toBeLessThan(2);
    gates[1].resolve();
    await waitForIdle(page);
    await expect(page.locator('[data-role="assistant"]').last()).toContainText('third 39');
    await rest(page);
    await expect.poll(left, soon).toBeLessThan(2);
  },
);

test(
  cite(['UI-5', 'UI-3'], 'a jump into the middle is immediate, and so is the way back'),
  fullRunOnly,
  async ({ page }) => {
    await open(page, { lines: 6000, calls: 1000, callsInTurn: 5 });
    await page.getByRole('log').hover();
    // Returns to the same scroll position after visiting another page of the window.
    for (let step = 0; step < 12; step++) await scrolledOff(page, -500);
    const place = await read(page);
    const words = await page.locator('[data-read]').textContent();
    await page.keyboard.press('Control+Shift+f');
    await expect(page.getByRole('log')).toHaveCount(0);
    await page.keyboard.press('Escape');
    if ((await page.getByRole('log').count()) === 0) await page.getByText(title).first().click();
    await expect(page.getByRole('log')).toBeVisible();
    await rest(page);
    const back = page.getByText(words ?? '', { exact: true }).first();
    await expect.poll(async () => Math.abs(((await back.boundingBox())?.y ?? 0) - place), soon).toBeLessThanOrEqual(2);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await rest(page);
    await expect.poll(() => questions(page), soon).toContain(199);
  },
);

test(
  cite(
    ['UI-13', 'UI-4'],
    'a finished turn collapses into a line, but not while it is being read; expanded by keyboard, it stays so',
  ),
  fullRunOnly,
  async ({ page }) => {
    const gate = Promise.withResolvers<void>();
    const reads = (id: string, text = '') => [
      { text },
      { calls: [{ id, name: 'read_file', arguments: JSON.stringify({ path: 'notes.txt' }) }] },
    ];
    const long = Array.from({ length: 60 }, (_one, at) => `Step ${at} is a line.`).join('\n\n');
    model = await startFakeModelServer({
      replies: [
        reads('a', 'I look.'),
        reads('b', long),
        [{ until: gate.promise }, { text: 'The first answer.' }],
        reads('c', 'Once more.'),
        reads('d'),
        { text: 'The second answer.' },
        { text: 'The third answer.' },
      ],
    });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake' };
    host = await startHost({ env, args: ['--project', projectFolder()], settings: { approvalMode: 'reads' } });
    await openApp(page, host);
    const turns = page.locator('[data-tool-fold="turn"]');
    await test.step('with the reader scrolled up into it, the turn ends without moving anything', async () => {
      await sendAnswered(page, 'read it');
      await model?.request(3);
      await expect(page.locator('[data-tool-call][data-state="ok"]').last()).toBeVisible();
      await rest(page);
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -700);
      await rest(page);
      const place = await read(page);
      gate.resolve();
      await waitForIdle(page);
      await rest(page);
      expect(Math.abs((await placeOfRead(page)) - place)).toBeLessThanOrEqual(1.5);
      await expect(turns).toHaveCount(0);
    });
    await test.step('it collapses with the next message, and so does that when another follows', async () => {
      await page.getByRole('button', { name: 'Jump to latest' }).click();
      await sendAnswered(page, 'again');
      await expect(page.getByText('The second answer.')).toBeVisible();
      await waitForIdle(page);
      await expect(turns).toHaveText([/^2 steps/]);
      await sendAnswered(page, 'thanks');
      await expect(page.getByText('The third answer.')).toBeVisible();
      await waitForIdle(page);
      await expect(turns).toHaveText([/^2 steps/, /^2 steps/]);
      await expect(page.locator('[data-tool-call]')).toHaveCount(0);
      await expect(page.getByText('The first answer.')).toBeVisible();
    });
    await test.step("from the composer to a call's result, a turn back, takes at most ten keys", async () => {
      await composer(page).focus();
      const keys: string[] = [];
      const press = async (key: string): Promise<void> => {
        keys.push(key);
        await page.keyboard.press(key);
      };
      const isInLog = () => page.getByRole('log').evaluate((log) => log.contains(document.activeElement));
      while (!(await isInLog()) && keys.length < 8) await press('Shift+Tab');
      const isOnFold = () => turns.last().evaluate((line) => line === document.activeElement);
      while (!(await isOnFold()) && keys.length < 6) await press('k');
      await expect(turns.last()).toBeFocused();
      await press('Enter');
      await expect(turns.last()).toHaveAttribute('aria-expanded', 'true');
      await press('j');
      await press('j');
      const box = page.locator('[data-tool-call]').first();
      await expect(box.getByRole('button').first()).toBeFocused();
      await press('Enter');
      await expect(box).toContainText('Basil wants more.');
      expect(keys.length).toBeLessThanOrEqual(10);
    });
    await test.step('it is unchanged on return', async () => {
      await page.keyboard.press('Control+Shift+o');
      await expect(turns).toHaveCount(0);
      await page.getByRole('navigation', { name: 'Conversations' }).getByText('read it').first().click();
      await expect(turns.last()).toHaveAttribute('aria-expanded', 'true');
      await expect(page.locator('[data-tool-call]').first()).toContainText('Basil wants more.');
      await turns.last().click();
      await expect(page.locator('[data-tool-call]')).toHaveCount(0);
    });
  },
);

/** Reads which row is in the middle of the view. */
function read(page: Page): Promise<number> {
  return page.evaluate(() => {
    for (const before of document.querySelectorAll<HTMLElement>('[data-read]')) delete before.dataset.read;
    const { left, top, width, height } = (
      document.querySelector('[role="log"]') as HTMLElement
    ).getBoundingClientRect();
    const element = document.elementFromPoint(left + width / 2 - 200, top + height / 2) as HTMLElement;
    element.dataset.read = '';
    return element.getBoundingClientRect().top;
  });
}

function placeOfRead(page: Page): Promise<number> {
  return page.locator('[data-read]').evaluate((one) => one.getBoundingClientRect().top);
}
