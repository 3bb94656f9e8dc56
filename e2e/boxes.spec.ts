// Reading tool results: matches that open their file, side-by-side diffs, an output far too large to render, and a JSON
// tree by keyboard.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../test/support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../test/support/fakeModelServer.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { startGallery } from './support/gallery.ts';
import { type Host, projectFolder, startHost } from './support/host.ts';
import { soon } from './support/soon.ts';
import { openApp, photograph, send, waitForIdle } from './support/window.ts';

let host: Host | undefined;
let model: FakeModelServer | undefined;

test.afterEach(async () => {
  await host?.stop();
  await model?.close();
  [host, model] = [undefined, undefined];
});

async function open(page: Page, folder: string): Promise<FakeModelServer> {
  model = await startFakeModelServer();
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-e2e-0123456789', OPENAI_MODEL: 'fake-model' };
  const settings = { approvalMode: 'all', resultCapMegabytes: 200 };
  host = await startHost({ args: ['--project', folder], env, settings });
  await openApp(page, host);
  return model;
}

const call = (name: string, args: object, id = 'c1') => ({ calls: [{ id, name, arguments: JSON.stringify(args) }] });

test(
  cite('UI-1', 'a match opens its file at its line by keyboard, and a missing file is reported'),
  fullRunOnly,
  async ({ page }) => {
    const folder = projectFolder();
    const lines = Array.from({ length: 3000 }, (_, at) => (at === 2399 ? 'here is the needle' : `line ${at + 1}`));
    writeFileSync(path.join(folder, 'src', 'long.txt'), `${lines.join('\n')}\n`);
    const asked = await open(page, folder);
    asked.push(call('search_files', { pattern: 'n.edle' }), { text: 'Found.' });
    await send(page, 'find it');
    await expect(page.getByText('Found.', { exact: true })).toBeVisible();
    await waitForIdle(page);
    const row = page.getByRole('button', { name: /^Searched for/ });
    await row.focus();
    await page.keyboard.press('Enter');
    const box = page.locator('[data-tool="search_files"]');
    await expect(box.locator('mark')).toHaveText('needle');
    await box.locator('[data-item]').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Files' });
    const line = panel.locator('[data-line="2400"]');
    await expect(line).toContainText('here is the needle');
    await expect(line).toBeInViewport();
    await photograph(page, 'file-panel');
    await panel.getByRole('searchbox').fill('line 77');
    await expect(panel.locator('mark[data-current]')).toHaveText('line 77');
    await page.keyboard.press('F3');
    await expect(panel.getByText('2 of 11')).toBeVisible();
    const saved = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Save as file…' }).click();
    expect((await saved).suggestedFilename()).toBe('long.txt');
    await panel.getByRole('button', { name: 'Mention line 2,400' }).click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('@src/long.txt#L2400 ');
    writeFileSync(path.join(folder, 'src', 'long.txt'), 'short now\n');
    await panel.getByRole('button', { name: 'Reload' }).click();
    await expect(panel.getByText(/Line 2,400 no longer exists/)).toBeVisible();
  },
);

test(cite('UI-1', 'a diff shows inline or side by side, as the user last chose'), fullRunOnly, async ({ page }) => {
  const asked = await open(page, projectFolder());
  asked.push(
    call('read_file', { path: 'notes.txt' }),
    call('edit_file', { path: 'notes.txt', old_text: 'wants more', new_text: 'wants much more' }, 'c2'),
    { text: 'Edited.' },
  );
  await send(page, 'edit it');
  await expect(page.getByText('Edited.', { exact: true })).toBeVisible();
  await waitForIdle(page);
  const box = page.locator('[data-tool="edit_file"]');
  await box.getByRole('button', { name: /^Edited notes\.txt/ }).click();
  await expect(box.locator('[data-diff="inline"]')).toBeVisible();
  await expect(box.locator('[data-changed]')).toHaveText(['much ']);
  await box.getByRole('button', { name: 'Side by side' }).click();
  await expect(box.locator('[data-diff="split"]')).toBeVisible();
  await photograph(page, 'diff-side-by-side');
  await page.reload();
  await expect(page.getByText('Edited.', { exact: true })).toBeVisible();
  await box.getByRole('button', { name: /^Edited notes\.txt/ }).click();
  await expect(box.locator('[data-diff="split"]')).toBeVisible();
  // The menu of a collapsed row has every action, by keyboard too.
  const row = box.getByRole('button', { name: /^Edited notes\.txt/ });
  await row.click();
  await row.focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Copy path' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Undo changes…' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Open notes.txt' }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Files' })).toContainText('Basil wants much more.');
});

test(
  cite(['UI-1', 'UI-5'], 'a hundred-megabyte output and a ten-megabyte line can be opened, paged through and searched'),
  fullRunOnly,
  async ({ page }) => {
    const asked = await open(page, projectFolder());
    const command = `head -c 10000000 /dev/zero | tr '\\0' x; echo; seq 1 11000000; echo the needle at the end`;
    asked.push(call('run_command', { command, timeout_seconds: 80 }), { text: 'That is a lot.' });
    await send(page, 'print it');
    await expect(page.getByText('That is a lot.', { exact: true })).toBeVisible({ timeout: 60_000 });
    await waitForIdle(page);
    await page.getByRole('button', { name: /^Ran head/ }).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'More', exact: true }).press('ArrowRight');
    await page.getByRole('menuitem', { name: 'Find in result…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    const text = dialog.getByRole('document', { name: 'Full output' });
    await expect(text).toContainText('xxxxxxxxxx');
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('THE NEEDLE');
    await expect(dialog.getByText('1 of 1')).toBeVisible({ timeout: 30_000 });
    await expect(text.locator('mark[data-current]')).toBeInViewport();
    await expect(text.locator('mark[data-current]')).toHaveText('the needle');
    const goTo = dialog.getByRole('textbox', { name: 'Go to line or %' });
    await goTo.fill('5000001');
    await goTo.press('Enter');
    await expect(text.locator('[data-line="5000001"]')).toContainText('5000000');
    await expect(text.locator('[data-line="5000001"]')).toBeInViewport();
    await photograph(page, 'full-output');
    // Only the visible part is rendered, whatever the size.
    expect(await text.locator('[data-offset]').count()).toBeLessThan(20_000);
    await goTo.fill('5%');
    await goTo.press('Enter');
    await expect(text).toContainText('xxxxxxxxxx');
  },
);

test(
  cite(
    ['UI-13', 'UI-18'],
    'a screen reader hears a turn of thirty calls as the question, one line, what needs attention, and the reply',
  ),
  async ({ page }) => {
    const gallery = await startGallery();
    try {
      await gallery.show(page, 'turnFolded', 'theme=light');
      const log = page.getByRole('log', { name: 'Transcript' });
      await expect(log).toMatchAriaSnapshot(`
        - log "Transcript":
          - /children: equal
          - heading "You" [level=2]
          - text: The export is slow since last week. Find out why and make it fast again.
          - button "Copy message"
          - button "Edit and resend"
          - button "Message actions"
          - time
          - button /^30 steps, Ran 2 commands, edited 2 files, read 19 files, searched 4 times, 3 more calls, 1 failed, 14 lines added, 33 removed, 4 min 0 s$/
          - region "Ran npm test -- export":
            - button "Ran npm test -- export, Failed, Exit 1, 3.4 s"
            - button "Call actions"
          - heading "Assistant" [level=2]
          - paragraph
          - paragraph
          - button "Copy message"
          - button "Regenerate"
          - button "Message actions"
          - time
          - text: · atlas-large
          - region "Changes in this turn"
          - heading "You" [level=2]
          - text: Does it keep its order?
          - button "Copy message"
          - button "Edit and resend"
          - button "Message actions"
          - time
          - heading "Assistant" [level=2]
          - paragraph
          - button "Copy message"
          - button "Regenerate"
          - button "Message actions"
          - time
          - text: · atlas-large
      `);
      // A call's menu: at most six actions, and the rest in a submenu.
      const row = log.getByRole('button', { name: /^Ran npm test -- export/ });
      await row.focus();
      await page.keyboard.press('Shift+F10');
      const items = page.getByRole('menuitem');
      await expect(items.last()).toHaveText('More');
      await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1);
      expect(await items.count()).toBeLessThanOrEqual(7);
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('menuitem', { name: 'Show in chain' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Copy arguments' })).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await expect(page.getByRole('menuitem', { name: 'More' })).toBeFocused();
      await test.step(cite('UI-8', 'the compact density reduces the space between turns'), async () => {
        const air = () =>
          page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => getComputedStyle(row).paddingBottom));
        await expect.poll(air, soon).toContain('24px');
        await gallery.turn(page, 'turnFolded', 'theme=light&density=compact');
        await expect.poll(air).toContain('16px');
        expect(await air()).not.toContain('24px');
      });
      await test.step(
        cite(['UI-15', 'UI-23'], 'code and tables take the column, and with a toggle the width; text keeps its lines'),
        async () => {
          const boxes = (of: string) =>
            page.locator(of).evaluateAll((all) =>
              all.map((each) => {
                const { left, width } = each.getBoundingClientRect();
                return { left: Math.round(left), width: Math.round(width) };
              }),
            );
          const widest = async (of: string) => Math.max(...(await boxes(of)).map(({ width }) => width));
          const over = () => log.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
          const wide = ['.markdown .wide-code > .code-block', '.markdown .table-frame'];
          for (const [width, least] of [
            [1700, 900],
            [800, 300],
          ] as const) {
            await page.setViewportSize({ width, height: 900 });
            await gallery.turn(page, 'wideContent', 'theme=light');
            // A narrow column leaves space for the scrollbar.
            if (width === 1700)
              await expect(async () => {
                const [column] = await boxes('[data-composer-box]');
                for (const part of wide) for (const box of await boxes(part)) expect(box).toEqual(column);
              }).toPass();
            const toggle = page.getByRole('button', { name: 'Wider than the text' });
            if (width === 1700) await toggle.first().click();
            else await expect(toggle).toHaveCount(0);
            for (const part of wide) {
              await expect.poll(() => widest(part), soon).toBeGreaterThan(least);
              const space = () => log.evaluate(({ clientWidth }) => clientWidth);
              await expect.poll(async () => (await space()) - (await widest(part)), soon).toBeGreaterThanOrEqual(0);
            }
            await expect.poll(() => widest('.markdown .block > p'), soon).toBeLessThan(620);
            await expect.poll(over, soon).toBe(0);
          }
        },
      );
    } finally {
      await gallery.stop();
    }
  },
);

test(
  cite('UI-1', 'a JSON tree is expanded, navigated and copied by keyboard alone'),
  fullRunOnly,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const gallery = await startGallery();
    try {
      await gallery.show(page, 'formsJson', 'theme=light');
      const tree = page.getByRole('tree');
      await tree.getByRole('treeitem').first().focus();
      await page.keyboard.press('End');
      const days = tree.getByRole('treeitem', { name: /days/ });
      await expect(days).toBeFocused();
      await expect(days).toHaveAttribute('aria-expanded', 'false');
      await page.keyboard.press('ArrowRight');
      await expect(days).toHaveAttribute('aria-expanded', 'true');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('p');
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), soon).toBe('days[0].day');
      await page.keyboard.press('c');
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), soon).toBe('0');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await expect(days).toBeFocused();
    } finally {
      await gallery.stop();
    }
  },
);
