// Mentioning files with @: completing the path, what is sent, what cannot be read; and trusting a folder's
// instructions.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { gitIn } from '../../../test/support/gitProject.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { composer, openApp, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

async function openDemo(page: Page): Promise<string> {
  const folder = projectFolder();
  mkdirSync(path.join(folder, '文档'));
  writeFileSync(path.join(folder, '文档', '使用说明 第二版.md'), '第一步：浇水。\n');
  writeFileSync(path.join(folder, '.hidden'), '');
  host = await startHost({ args: ['--project', folder] });
  await openApp(page, host);
  return folder;
}

const options = (page: Page) => page.getByRole('option');

test(
  cite(['MENTION-4', 'UI-9'], 'a path is completed by keyboard and by pointer, and the composer keeps the focus'),
  async ({ page }) => {
    await openDemo(page);
    const field = composer(page);
    await field.pressSequentially('compare @');
    await expect(options(page)).toHaveText([/^src/, /^文档/, /README\.md/, /notes\.txt/]);
    await field.pressSequentially('wat');
    await expect(options(page)).toHaveText([/water\.ts/]);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-activedescendant', (await options(page).getAttribute('id')) ?? '');
    await expect(options(page)).toHaveAttribute('aria-selected', 'true');
    await field.press('Enter');
    await expect(field).toHaveValue('compare @src/water.ts ');
    await expect(options(page)).toHaveCount(0);
    await field.pressSequentially('with @说明');
    await expect(options(page)).toHaveText([/说明/]);
    await options(page).first().click();
    await expect(field).toHaveValue('compare @src/water.ts with @"文档/使用说明 第二版.md" ');
    await field.press('ControlOrMeta+z');
    await expect(field).toHaveValue('compare @src/water.ts with @说明');
    await field.fill('');
    await field.pressSequentially('@');
    // Enter before the completions arrive waits for them.
    await field.press('Enter');
    await expect(field).toHaveValue('@src/');
    await expect(options(page)).toHaveText([/water\.ts/]);
    await field.press('Tab');
    await expect(field).toHaveValue('@src/water.ts ');
    await field.fill('');
    await field.pressSequentially('@not');
    await expect(options(page)).toHaveText([/notes\.txt/]);
    await field.press('Escape');
    await expect(options(page)).toHaveCount(0);
    await field.pressSequentially('e');
    await expect(options(page)).toHaveCount(0);
    await expect(field).toHaveValue('@note');
    await field.fill('');
    await field.pressSequentially('@.hid');
    await expect(options(page)).toHaveText([/\.hidden/]);
    await field.fill('mail me@exa');
    await expect(options(page)).toHaveCount(0);
    await field.fill('');
    await field.pressSequentially('@zzzqqq');
    await expect(page.locator('p', { hasText: 'No matches' })).toBeVisible();
    await field.press('Escape');
    await expect(page.locator('p', { hasText: 'No matches' })).toHaveCount(0);
    await field.fill(Array.from({ length: 5 }, (_, at) => `line ${at + 1}`).join('\n'));
    await field.press('End');
    await field.pressSequentially(' @');
    await photograph(page, 'completion');
    await expect
      .poll(async () => {
        const list = await page.getByRole('listbox').boundingBox();
        const box = await field.boundingBox();
        return list && box ? list.y + list.height - box.y : null;
      }, soon)
      .toBeLessThanOrEqual(0);
  },
);

test(
  cite(['MENTION-2', 'MENTION-3'], 'a message shows what was included and what was not; sent content opens as it was'),
  async ({ page }) => {
    const folder = await openDemo(page);
    await send(page, 'see @src and @src/, @notes.txt#L2 and @"文档/使用说明 第二版.md" and @src/none.ts, @mei');
    await waitForIdle(page);
    const chip = (name: string) => page.locator(`[data-mention="${name}"]`);
    await expect(chip('notes.txt')).toContainText('line 2 · 21 B');
    await expect(chip('src/none.ts')).toContainText('Not attached. No such file or folder.');
    await expect(page.locator('[data-mention]')).toHaveCount(4);
    await expect(chip('src')).not.toContainText('B');
    await expect(page.locator('[data-role="user"]')).toContainText('see @src and @src/, @notes.txt#L2 and @"文档');
    await photograph(page, 'mentions');
    writeFileSync(path.join(folder, 'notes.txt'), 'all of it changed\n');
    await chip('notes.txt').getByRole('button').click();
    await expect(page.getByRole('dialog')).toContainText('Rosemary wants less.');
    await expect(page.getByRole('dialog')).not.toContainText('Basil');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(chip('notes.txt')).toContainText('line 2');
  },
);

test(
  cite(['SEQ-1', 'TEXT-4'], "a folder's AGENTS.md is shown, asks for trust once, and is then sent to the model"),
  fullRunOnly,
  async ({ page }) => {
    const folder = await openDemo(page);
    const line = page.getByRole('region', { name: 'Folder instructions' });
    await expect(line).toHaveCount(0);
    writeFileSync(path.join(folder, 'AGENTS.md'), 'Water in the morning.\n');
    await page.reload();
    for (const width of [480, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(line.getByRole('button')).toHaveCount(3);
      const rows = () =>
        line.getByRole('button').evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
      await expect.poll(rows, soon).toBe(1);
    }
    await line.getByRole('button', { name: 'No' }).click();
    await expect(line).toHaveCount(0);
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await expect(line).toHaveCount(0);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await line.getByRole('button', { name: 'View' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Water in the morning.');
    await dialog.getByRole('button', { name: 'Trust this folder' }).click();
    await expect(line).toHaveCount(0);
    await send(page, 'hello');
    await waitForIdle(page);
    await page.getByRole('button', { name: 'Folder instructions' }).click();
    await expect(page.getByRole('log')).toContainText('Water in the morning.');
    await expect(page.getByRole('log')).not.toContainText('instructions path');
    await photograph(page, 'instructions-row');
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await expect(line).toHaveCount(0);
    // Saved in an undetectable encoding: the window reports it until the notice is dismissed.
    writeFileSync(path.join(folder, 'AGENTS.md'), Buffer.from('R\xe8gle\n', 'latin1'));
    await page.reload();
    await expect(line).toContainText('AGENTS.md isn’t used. It is not UTF-8 text');
    await line.getByRole('button', { name: 'Hide' }).click();
    await expect(line).toHaveCount(0);
  },
);

test(
  cite('SEQ-1', 'trusting or not trusting a folder can be undone in the settings and in the palette'),
  fullRunOnly,
  async ({ page }) => {
    const folder = await openDemo(page);
    writeFileSync(path.join(folder, 'AGENTS.md'), 'Water in the morning.\n');
    await page.reload();
    const line = page.getByRole('region', { name: 'Folder instructions' });
    await line.getByRole('button', { name: 'No' }).click();
    const command = async (name: string): Promise<void> => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type(name);
      await page.getByRole('option', { name }).first().click();
    };
    await command('Trust this folder');
    await command('Settings');
    await page.getByRole('tab', { name: 'Approvals' }).click();
    const box = page.getByRole('region', { name: 'Trusted folders (AGENTS.md)' }).getByRole('checkbox');
    await expect(box).toBeChecked();
    await photograph(page, 'trusted-folders');
    await box.click();
    await expect(box).not.toBeChecked();
    await box.click();
    await expect(box).toBeChecked();
    await page.keyboard.press('Escape');
    await command('Stop trusting');
    // The host knows about it once the window offers the opposite action.
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Trust this folder');
    await expect(page.getByRole('option', { name: 'Trust this folder' }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await send(page, 'hello');
    await waitForIdle(page);
    await expect(page.getByRole('button', { name: 'Folder instructions' })).toHaveCount(0);
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await expect(line).toHaveCount(0);
  },
);

test(cite('UI-21', 'changes and a commit are completed, sent, and shown with the message'), async ({ page }) => {
  const folder = projectFolder();
  const git = gitIn(folder);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'Plant the basil');
  writeFileSync(path.join(folder, 'notes.txt'), 'Basil wants less.\n');
  host = await startHost({ args: ['--project', folder], env: { PATH: process.env.PATH ?? '' } });
  await openApp(page, host);
  const field = composer(page);
  await field.pressSequentially('compare @dif');
  await expect(options(page)).toHaveText([/^diff\s*Changes since the last commit$/]);
  await field.press('Enter');
  await field.pressSequentially('with @commit');
  await expect(options(page)).toHaveText([/^Plant the basil/]);
  await photograph(page, 'mention-commit');
  await field.press('Enter');
  await expect(field).toHaveValue(/^compare @diff with @commit:[0-9a-f]{7,} $/);
  await field.press('Enter');
  await waitForIdle(page);
  await page.getByRole('button', { name: 'Show content sent from diff' }).click();
  await expect(page.getByText('Basil wants less.').last()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Show content sent from commit:/ })).toContainText('Plant the basil');
});

test(cite('UI-21', 'a symbol is found by its name, inserts its lines, and is sent'), async ({ page }) => {
  const folder = projectFolder();
  writeFileSync(
    path.join(folder, 'src', 'beds.py'),
    'class Bed:\n    def water_all(self):\n        return 1\n\n    def weed(self):\n        return 2\n',
  );
  host = await startHost({ args: ['--project', folder] });
  await openApp(page, host);
  const field = composer(page);
  await field.pressSequentially('fix @wat');
  // The file by name, then the symbol.
  await expect(options(page)).toHaveText([/^water\.ts/, /^water_all Bed\s*method · src\/beds\.py:2$/]);
  await photograph(page, 'mention-symbol');
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue('fix @src/beds.py#L2-3 ');
  await field.pressSequentially('like @sym:li');
  await expect(options(page)).toHaveText([/^litres\s*function · src\/water\.ts:1$/]);
  await field.press('Tab');
  await expect(field).toHaveValue('fix @src/beds.py#L2-3 like @src/water.ts#L1 ');
  await field.press('Enter');
  await waitForIdle(page);
  await page.getByRole('button', { name: 'Show content sent from src/beds.py, lines 2–3' }).click();
  await expect(page.getByRole('dialog')).toContainText('def water_all');
  await expect(page.getByRole('dialog')).not.toContainText('weed');
});

test(cite('UI-21', 'a call is mentioned from its menu, and found from another conversation'), async ({ page }) => {
  host = await startHost({ args: ['--project', projectFolder()], settings: { approvalMode: 'all' } });
  await openApp(page, host);
  await send(page, 'Read the file README.md');
  await waitForIdle(page);
  const field = composer(page);
  await page
    .getByRole('button', { name: /^Read README\.md/ })
    .first()
    .hover();
  await page.getByRole('button', { name: 'Call actions' }).first().click();
  await page.getByRole('menuitem', { name: 'More', exact: true }).press('ArrowRight');
  await page.getByRole('menuitem', { name: 'Mention in message' }).click();
  await expect(field).toHaveValue(/^@chat:[^/]+\/[^:]+:0 $/);
  await expect(field).toBeFocused();
  const named = (await field.inputValue()).trim();
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(field).toHaveValue('');
  await field.pressSequentially('see @chat:');
  await expect(options(page)).toHaveCount(1);
  await expect(page.getByText('Tab lists the calls of this conversation')).toBeVisible();
  await field.press('Tab');
  await expect(options(page).first()).toHaveText(/^Read README\.md\s*Done · /);
  await photograph(page, 'mention-call');
  await field.press('Enter');
  await expect(field).toHaveValue(`see ${named} `);
  await field.press('Enter');
  await waitForIdle(page);
  await page.locator('[data-mention^="chat:"]').getByRole('button').click();
  await expect(page.getByRole('dialog')).toContainText('Tool: read_file');
  await expect(page.getByRole('dialog')).toContainText('A small project for trying things');
});
