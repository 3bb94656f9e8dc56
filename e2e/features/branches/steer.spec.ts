// Steering a conversation: a message edited and sent again, a reply regenerated, branches, a fork, a quote, an export;
// and its place in the list.

import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { startGallery } from '../../support/gallery.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { composer, openApp, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;
let model: FakeModelServer;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
});

/** Repeats the last message and how often it was asked; `hold` blocks one reply until the test continues. */
async function openEcho(
  page: Page,
  hold: { what: string; until: Promise<unknown> } | null = null,
  lines = 0,
): Promise<void> {
  let asked = 0;
  const reply = (body: { messages: { role: string; content?: unknown }[] }) => {
    asked++;
    const last = body.messages.findLast(({ role }) => role === 'user');
    // The app's own context comes before it.
    const text = `Answer ${asked} to: ${String(last?.content).split('\n').at(-1)}${'\n\nAnd so on.'.repeat(lines)}`;
    return hold && text.includes(hold.what) ? [{ until: hold.until }, { text }] : { text };
  };
  model = await startFakeModelServer({ replies: Array.from({ length: 12 }, () => reply) });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  host = await startHost({ args: ['--project', projectFolder()], env, settings: { approvalMode: 'all' } });
  await openApp(page, host);
}

const user = (page: Page): Locator => page.locator('[data-role="user"]');
const queued = (page: Page): Locator => page.locator('[data-queued]');
const reply = (page: Page): Locator => page.locator('[data-role="assistant"]');

test(
  cite('UI-6', 'a message is edited and sent again: both versions stay, and the user can switch between them'),
  async ({ page }) => {
    await openEcho(page);
    await send(page, 'first question');
    await expect(reply(page).last()).toContainText('Answer 1');
    await send(page, 'second question');
    await expect(reply(page).last()).toContainText('Answer 2');
    await waitForIdle(page);

    await user(page).first().hover();
    await page.getByRole('button', { name: 'Edit and resend' }).first().click();
    const field = page.getByRole('textbox', { name: 'Edit message' });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('first question');
    await field.press('Escape');
    await expect(page.getByRole('button', { name: 'Edit and resend' }).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await field.fill('another first question');
    await field.press('Enter');
    await expect(reply(page)).toHaveCount(1);
    await expect(reply(page).last()).toContainText('to: another first question');
    await expect(user(page)).toHaveText(['another first question']);
    await expect(composer(page)).toBeFocused();
    await waitForIdle(page);

    const versions = page.getByRole('group', { name: 'Versions of this message' });
    await expect(versions).toContainText('2 of 2');
    await photograph(page, 'branches');
    await versions.getByRole('button', { name: 'Previous version' }).click();
    await expect(user(page)).toHaveText(['first question', 'second question']);
    await expect(reply(page).last()).toContainText('Answer 2 to: second question');
    await expect(versions).toContainText('1 of 2');
    // There is no earlier version: the focus is next to the button, in the switch of the other message.
    await expect(versions.getByRole('button', { name: 'Version 1 of 2' })).toBeFocused();

    // The next request contains the open branch, and nothing of the other.
    await send(page, 'third question');
    await expect(reply(page).last()).toContainText('Answer 4');
    const sent = JSON.stringify(model.requests.at(-1)?.body);
    expect(sent).toContain('second question');
    expect(sent).not.toContain('another first question');
    await waitForIdle(page);

    await host.stop();
    host = await startHost({ dataDir: host.dataDir, args: ['--continue'] });
    await openApp(page, host);
    await expect(user(page)).toHaveText(['first question', 'second question', 'third question']);
    await expect(page.getByRole('group', { name: 'Versions of this message' })).toContainText('1 of 2');
  },
);

test(cite('UI-6', 'the message whose version is switched stays where it is'), async ({ page }) => {
  await openEcho(page, null, 12);
  const answered = async (question: string): Promise<void> => {
    await expect(reply(page).last()).toContainText(`to: ${question}`);
    await waitForIdle(page);
  };
  for (const question of ['first', 'second', 'third']) {
    await send(page, question);
    await answered(question);
  }
  const second = page.locator('[data-row]').filter({ has: user(page).filter({ hasText: 'second' }) });
  await second.hover();
  await second.getByRole('button', { name: 'Edit and resend' }).click();
  const field = page.getByRole('textbox', { name: 'Edit message' });
  await field.fill('another second');
  await field.press('Enter');
  await answered('another second');
  await send(page, 'fourth');
  await answered('fourth');

  const versions = page.getByRole('group', { name: 'Versions of this message' });
  const bottomOf = async (text: string): Promise<number> => {
    const box = await user(page).filter({ hasText: text }).boundingBox();
    return box ? box.y + box.height : Number.NaN;
  };
  // Only rows of this branch are in view.
  await user(page)
    .filter({ hasText: 'another second' })
    .evaluate((message) => {
      const log = message.closest('[role="log"]') as HTMLElement;
      const row = message.closest('[data-row]') as HTMLElement;
      log.scrollTop += row.getBoundingClientRect().top - log.getBoundingClientRect().top;
    });
  // Where it is at the moment of the click: rows above may still be measured.
  const previous = versions.getByRole('button', { name: 'Previous version' });
  await expect(previous).toBeEnabled();
  const before = await previous.evaluate((button: HTMLElement) => {
    const message = button.closest('[data-row]')?.querySelector('[data-role="user"]');
    const bottom = message?.getBoundingClientRect().bottom ?? Number.NaN;
    button.click();
    return bottom;
  });
  await expect(versions).toContainText('1 of 2');
  await expect.poll(async () => Math.abs((await bottomOf('second')) - before), soon).toBeLessThan(2);
});

test(cite('UI-6', 'a reply is regenerated; the previous one is a step away'), fullRunOnly, async ({ page }) => {
  await openEcho(page);
  await send(page, 'tell me');
  await expect(reply(page).last()).toContainText('Answer 1');
  await waitForIdle(page);
  await reply(page).last().hover();
  await page.getByRole('button', { name: 'Regenerate' }).last().focus();
  await page.keyboard.press('Enter');
  await expect(reply(page).last()).toContainText('Answer 2 to: tell me');
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName), soon).not.toBe('body');
  await expect(user(page)).toHaveCount(1);
  const replies = page.getByRole('group', { name: 'Replies to this message' });
  await expect(replies).toContainText('2 of 2');
  await replies.getByRole('button', { name: 'Reply 2 of 2' }).click();
  await page.getByRole('menuitemcheckbox', { name: /Answer 1 to: tell me/ }).click();
  await expect(reply(page).last()).toContainText('Answer 1 to: tell me');
  await expect(replies).toContainText('1 of 2');
});

test(
  cite('UI-6', 'a fork up to a message is its own conversation; quoting and exporting start from the focused message'),
  fullRunOnly,
  async ({ page }) => {
    await openEcho(page);
    await send(page, 'keep this');
    await expect(reply(page).last()).toContainText('Answer 1');
    await send(page, 'leave this');
    await expect(reply(page).last()).toContainText('Answer 2');
    await waitForIdle(page);

    await reply(page).first().hover();
    await page.getByRole('button', { name: 'Message actions' }).nth(1).click();
    await page.getByRole('menuitem', { name: /^Fork/ }).click();
    await expect(user(page)).toHaveText(['keep this']);
    await expect(page.getByRole('heading', { name: /^Copy of / })).toBeVisible();
    await send(page, 'in the copy');
    await expect(reply(page).last()).toContainText('Answer 3');
    await waitForIdle(page);
    expect(host.conversationIds()).toHaveLength(2);

    await reply(page).last().hover();
    await page.getByRole('button', { name: 'Message actions' }).last().click();
    await page.getByRole('menuitem', { name: 'Quote in message' }).click();
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue(/^> Answer 3 to: in the copy\n\n$/);

    await page.locator('[aria-current="page"]').hover();
    await page.getByRole('button', { name: /^Actions for Copy of / }).click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Save…' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.md$/);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain('keep this');
    expect(text).toContain('Answer 3 to: in the copy');
    expect(text).not.toContain('leave this');
  },
);

test(
  cite(
    ['UI-6', 'LOOP-8'],
    'during a run a message is queued, or the run is stopped for it; a queued message can go first, too',
  ),
  async ({ page }) => {
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
    await openEcho(page, { what: 'think long', until });
    await send(page, 'think long');
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    const queue = page.getByRole('button', { name: 'Queue', exact: true });
    for (const text of ['first of the queue', 'second of the queue', 'third of the queue']) {
      await composer(page).fill(text);
      await expect(queue).toBeVisible();
      if (text.startsWith('second')) await queue.click();
      else await composer(page).press('Enter');
      await expect(queued(page).last()).toContainText(text);
    }
    // Neither stops the run.
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await expect(user(page)).toHaveText(['think long']);
    await queued(page).nth(1).getByRole('button', { name: 'Edit' }).click();
    await expect(composer(page)).toHaveValue('second of the queue');
    await expect(queued(page)).toHaveText([/first of the queue/, /third of the queue/]);
    await queued(page).nth(1).getByRole('button', { name: 'Remove from the queue' }).click();
    await expect(queued(page)).toHaveText([/first of the queue/]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(composer(page)).toHaveValue('second of the queue\n\nthird of the queue');
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);

    // The run is stopped; the text being written goes first, and the queued message after its reply.
    await composer(page).fill('this at once');
    await composer(page).press('Control+Enter');
    await expect(user(page)).toHaveText(['think long', 'this at once', 'first of the queue']);
    await expect(reply(page).last()).toContainText('to: first of the queue');
    await waitForIdle(page);
    await expect(queued(page)).toHaveCount(0);
    await expect(reply(page)).toContainText(['to: this at once', 'to: first of the queue']);
    await expect(reply(page)).toHaveCount(2);
    goOn();
  },
);

test(
  cite(['UI-12', 'RESUME-5'], 'the list pins, archives with undo, and marks unread replies'),
  fullRunOnly,
  async ({ page }) => {
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
    await openEcho(page, { what: 'one thing more', until });
    await send(page, 'older talk');
    await expect(reply(page).last()).toContainText('Answer 1');
    await waitForIdle(page);
    await page.getByRole('button', { name: 'New chat', exact: true }).click();
    // Recent conversations are one click or one digit away.
    const recent = page.getByRole('main').getByRole('button', { name: /^older talk/ });
    await expect(recent).toContainText('Ctrl+1');
    await page.keyboard.press('Control+1');
    await expect(user(page)).toHaveText(['older talk']);
    await page.getByRole('button', { name: 'New chat', exact: true }).click();
    await recent.click();
    await expect(user(page)).toHaveText(['older talk']);
    await page.getByRole('button', { name: 'New chat', exact: true }).click();
    await send(page, 'newer talk');
    await expect(reply(page).last()).toContainText('Answer 2');
    const list = page.getByRole('navigation', { name: 'Conversations' });
    const act = async (title: string, item: string): Promise<void> => {
      await list.getByRole('button', { name: new RegExp(`^${title}`) }).hover();
      await page.getByRole('button', { name: new RegExp(`^Actions for ${title}`) }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await act('older talk', 'Pin');
    await expect(list.getByRole('heading', { name: 'Pinned' })).toBeVisible();
    await expect(list.locator('[data-conversation]').first()).toContainText('older talk');

    await act('older talk', 'Archive');
    await expect(list.getByRole('button', { name: /^older talk/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(list.getByRole('button', { name: /^older talk/ })).toBeVisible();
    await act('older talk', 'Archive');
    // The notice is reached and dismissed by keyboard.
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices).toContainText('older talk');
    await page.keyboard.press('F8');
    await expect(notices.getByRole('button', { name: 'Dismiss' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(notices.getByRole('button')).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName), soon).not.toBe('body');
    await list.getByRole('button', { name: /^Archive/ }).click();
    await list.getByRole('button', { name: /^older talk/ }).click();
    await expect(user(page)).toHaveText(['older talk']);

    // A reply arrives while the page is closed.
    const id = await page.locator('[data-conversation]', { hasText: 'newer talk' }).getAttribute('data-conversation');
    await list.getByRole('button', { name: /^newer talk/ }).click();
    await expect(user(page)).toHaveText(['newer talk']);
    const held = model.requests.length;
    await send(page, 'say one thing more');
    await page.goto('about:blank');
    await expect.poll(() => model.requests.length, soon).toBeGreaterThan(held);
    // By the time another process was answered, the host has noticed that the window closed.
    await host.throughline(['list']);
    goOn();
    await expect
      .poll(
        () => host.contents().some((text) => text.includes('"unread":true') || text.includes('"unread": true')),
        soon,
      )
      .toBe(true);
    await openApp(page, host);
    await expect(page.locator(`[data-conversation="${id}"]`)).toBeVisible();
    await page.locator(`[data-conversation="${id}"]`).click();
    await expect(reply(page).last()).toContainText('say one thing more');
    await expect(page.locator('[data-unread]')).toHaveCount(0);
  },
);

test(
  cite(
    'UI-12',
    'a title being edited is not lost when its row scrolls away, and keyboard navigation continues from there',
  ),
  fullRunOnly,
  async ({ page }) => {
    const gallery = await startGallery();
    try {
      await gallery.show(page, 'list-many', 'theme=light');
      const list = page.getByRole('navigation', { name: 'Conversations' });
      const row = list.locator('[data-conversation]').nth(2);
      const id = await row.getAttribute('data-conversation');
      const same = list.locator(`[data-conversation="${id}"]`);
      await same.focus();
      for (const end of ['Escape', 'Enter']) {
        await page.keyboard.press('F2');
        const field = list.getByRole('textbox', { name: 'Conversation title' });
        await expect(field).toBeFocused();
        await field.fill('A new title');
        await list.evaluate((element) => element.scrollTo(0, 6000));
        await expect(list.locator('[data-conversation]').nth(20)).toBeVisible();
        await expect(field).toBeFocused();
        await expect(field).toHaveValue('A new title');
        await page.keyboard.press(end);
        await expect(same).toBeFocused();
        await list.evaluate((element) => element.scrollTo(0, 0));
      }
      // A dialog that is dismissed with Escape returns the focus as well.
      await page.keyboard.press('Delete');
      await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(same).toBeFocused();
    } finally {
      await gallery.stop();
    }
  },
);
