// Importing other apps' conversations in the window: chosen, previewed, imported, opened. Their titles are only ever
// rendered as text.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { fixtures } from '../../../test/interop/fixtures/web.ts';
import { buildZip } from '../../../test/interop/zip/buildZip.ts';
import { cite } from '../../../test/support/cite.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { type Host, startHost } from '../../support/host.ts';
import { soon } from '../../support/soon.ts';
import { chooseToAdd, openApp } from '../../support/window.ts';

let host: Host;
test.afterEach(() => host?.stop());

const session = readFileSync(
  path.join(
    import.meta.dirname,
    '../../../test/interop/fixtures/claudeCode/11111111-2222-4333-8444-555555555555.jsonl',
  ),
);
const zip = buildZip([{ name: 'conversations.json', content: fixtures.chatgpt }]);
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

async function openImport(page: Page) {
  await chooseToAdd(page, 'Import…');
  const dialog = page.getByRole('dialog', { name: 'Import conversations' });
  await expect(dialog.getByRole('button', { name: 'Choose files…' })).toBeFocused();
  return dialog;
}

async function choose(page: Page, files: ReturnType<typeof file>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files…' }).click();
  await (await chooser).setFiles(files);
}

test(
  cite('UI-9', 'files are chosen, previewed, imported by keyboard, opened, and recognized the next time'),
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({});
    await openApp(page, host);
    const dialog = await openImport(page);
    await choose(page, [file('session.jsonl', session), file('export.zip', zip)]);
    const list = dialog.getByRole('listbox', { name: 'Conversations' });
    await expect(list).toBeFocused();
    await expect(dialog.getByText('2 new')).toBeVisible();
    await expect(list.getByRole('option', { name: 'Boats' })).toContainText('ChatGPT');
    // One is deselected, and then selected again with the others.
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('button', { name: 'Import 1', exact: true })).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: 'All' })).toBeChecked({ indeterminate: true });
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Import 2', exact: true }).press('Enter');
    await expect(dialog.getByRole('status')).toHaveText('2 conversations imported.');
    await expect(list).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('[data-role="user"]').first()).toContainText('How many boats?');
    await expect(page.getByRole('navigation', { name: 'Conversations' }).getByText('Boats')).toBeVisible();
    await expect.poll(() => host.files().filter((name) => name.includes('import.tmp-')), soon).toEqual([]);

    // When the source has grown since, the new part is imported.
    await openImport(page);
    const [boats] = JSON.parse(fixtures.chatgpt);
    const more = { id: 'm', author: { role: 'user' }, content: { content_type: 'text', parts: ['And ships?'] } };
    const last = boats.current_node;
    boats.mapping[last].children.push('m');
    boats.mapping.m = { id: 'm', parent: last, children: [], message: more };
    boats.current_node = 'm';
    await choose(page, [file('session.jsonl', session), file('conversations.json', JSON.stringify([boats]))]);
    await expect(dialog.getByText('1 with new messages · 1 already here')).toBeVisible();
    await page.getByRole('button', { name: 'Import 1', exact: true }).click();
    await expect(dialog.getByRole('status')).toHaveText('1 conversation updated.');
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.locator('[data-role="user"]').last()).toContainText('And ships?');
  },
);

test(
  cite(
    'SEC-4',
    'hostile names do nothing, damaged entries are named, an import can be stopped, and dropped files are accepted',
  ),
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({});
    const dialogs: string[] = [];
    page.on('dialog', (shown) => {
      dialogs.push(shown.message());
      void shown.dismiss();
    });
    await openApp(page, host);
    const dialog = await openImport(page);
    const title = '<img src=x onerror=alert(1)> \u202Egnp.exe';
    const [boats] = JSON.parse(fixtures.chatgpt);
    const hostile = JSON.stringify([{ ...boats, title }]);
    const many = Array.from({ length: 3000 }, (_, at) =>
      JSON.stringify({ messages: [{ role: 'user', content: `Question ${at}` }] }),
    );
    const given = [
      { name: 'conversations.json', text: hostile },
      { name: '<b>x\u202Ejson.txt', text: 'no conversation' },
      { name: 'many.jsonl', text: many.join('\n') },
    ];
    await dialog.evaluate((node, files) => {
      const dataTransfer = new DataTransfer();
      for (const { name, text } of files) dataTransfer.items.add(new File([text], name));
      const place = node.querySelector('[data-import]') as Element;
      for (const type of ['dragenter', 'dragover', 'drop']) {
        place.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    }, given);
    await expect(dialog.getByRole('option', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
    await expect(dialog.locator('img')).toHaveCount(0);
    await expect(dialog.locator('[data-unseen]').first()).toBeVisible();
    await dialog.getByText('1 problem').click();
    await expect(dialog.getByText('Throughline cannot read conversations in this format.')).toBeVisible();
    await expect(dialog.locator('b')).toHaveCount(0);
    // Of three thousand, only the visible ones are rendered.
    expect(await dialog.getByRole('option').count()).toBeLessThan(60);
    await dialog.getByRole('button', { name: 'Import 3,001' }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog.getByText('Stopped. Conversations imported so far are kept.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(dialogs).toEqual([]);
  },
);
