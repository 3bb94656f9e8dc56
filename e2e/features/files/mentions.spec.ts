// Mentioning files with @: completing the path, what is sent, what cannot be read; and trusting a folder's
// instructions.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
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
    const chosen = await field.getAttribute('aria-activedescendant');
    await expect(page.locator(`[id="${chosen}"]`)).toHaveAttribute('aria-selected', 'true');
    await field.press('Enter');
    await expect(field).toHaveValue('compare @src/water.ts ');
    await expect(options(page)).toHaveCount(0);
    await field.pressSequentially('with @说明');
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
        const own = await field.boundingBox();
        return list && own ? list.y + list.height - own.y : null;
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
