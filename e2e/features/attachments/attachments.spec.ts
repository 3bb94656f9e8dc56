// Attachments: pasted, dropped and picked files, and long pastes; a draft's attachments survive a restart.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { realImages } from '../../../test/support/images.ts';
import { fullRunOnly } from '../../../test/support/volume.ts';
import { holdFrames } from '../../support/holdFrames.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, openApp, photograph, send, waitForIdle } from '../../support/window.ts';

let host: Host;

test.afterEach(async () => {
  await host?.stop();
});

interface Given {
  name: string;
  type: string;
  base64: string;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const chips = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');

/** Dispatches a paste event with files or text, like a browser. */
async function paste(page: Page, { files = [], text = '' }: { files?: Given[]; text?: string }): Promise<void> {
  await composer(page).evaluate(
    (field, { given, words }) => {
      const clipboardData = new DataTransfer();
      if (words !== '') clipboardData.setData('text/plain', words);
      for (const { name, type, base64: bytes } of given) {
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        clipboardData.items.add(new File([content], name, { type }));
      }
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { given: files, words: text },
  );
}

/** Drags a file over the chat and drops it there. */
async function drag(page: Page, file: Given, steps: readonly string[]): Promise<void> {
  await composer(page).evaluate(
    (field, { given, events }) => {
      const dataTransfer = new DataTransfer();
      const content = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([content], given.name, { type: given.type }));
      for (const name of events) {
        field.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    { given: file, events: [...steps] },
  );
}

test(
  cite(
    'WORK-2',
    'a pasted image, dropped text and a long paste are attached, survive a restart, and are sent with the message',
  ),
  async ({ page }) => {
    const folder = projectFolder();
    host = await startHost({ args: ['--project', folder] });
    await openApp(page, host);
    const field = composer(page);
    await field.fill('half a thought');
    await paste(page, {
      files: [{ name: 'image.png', type: 'image/png', base64: realImages.png.toString('base64') }],
    });
    await expect(chips(page)).toHaveText([/Pasted image\.png/]);

    const notes = { name: '笔记.txt', type: 'text/plain', base64: base64('第一步：浇水。\n') };
    await drag(page, notes, ['dragenter', 'dragover']);
    await expect(page.getByText('Drop to attach')).toBeVisible();
    await drag(page, notes, ['drop']);
    await expect(page.getByText('Drop to attach')).toHaveCount(0);
    await expect(chips(page)).toHaveText([/Pasted image\.png/, /笔记\.txt/]);
    await expect(field).toBeFocused();

    await paste(page, { text: 'line\n'.repeat(500) });
    await expect(chips(page)).toHaveText([/Pasted image\.png/, /笔记\.txt/, /Pasted text\.txt/]);
    await expect(field).toHaveValue('half a thought');

    await paste(page, { files: [{ name: 'a.zip', type: 'application/zip', base64: base64('PK\u0003\u0004\0\0') }] });
    await expect(page.getByRole('alert')).toContainText('a.zip was not attached: it is not an image');
    await page.getByRole('button', { name: 'Remove a.zip' }).click();
    await photograph(page, 'attachments');

    // Kills the app and starts another one on the same data.
    await host.kill9();
    expect(host.conversationIds()).toEqual([]);
    host = await startHost({ dataDir: host.dataDir, args: ['--project', folder] });
    const moved = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    await page.goto('about:blank');
    await page.addInitScript((kept) => {
      for (const [name, value] of Object.entries(JSON.parse(kept) as Record<string, string>)) {
        if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
      }
    }, moved);
    await page.goto(host.url);
    await expect(composer(page)).toHaveValue('half a thought');
    await expect(chips(page)).toHaveText([/Pasted image\.png/, /笔记\.txt/, /Pasted text\.txt/]);
    await expect(chips(page).first().locator('img')).toBeVisible();

    // An attached text can be moved into the message, and the keyboard removes any attachment.
    await page.getByRole('button', { name: 'Insert into message' }).first().click();
    await expect(composer(page)).toHaveValue(/第一步：浇水。/);
    await expect(chips(page)).toHaveCount(2);
    await composer(page).fill('look at this');
    await page.getByRole('button', { name: 'Open Pasted text.txt' }).focus();
    await page.keyboard.press('Delete');
    await expect(chips(page)).toHaveText([/Pasted image\.png/]);
    await expect(page.getByRole('button', { name: 'Open Pasted image.png' })).toBeFocused();

    await composer(page).press('Enter');
    const row = page.getByRole('list', { name: 'Sent with this message' });
    await expect(row.getByRole('button', { name: 'Open Pasted image.png' }).locator('img')).toBeVisible();
    await expect(chips(page)).toHaveCount(0);
    await waitForIdle(page);
    await row.getByRole('button', { name: 'Open Pasted image.png' }).click();
    await expect(page.getByRole('dialog').getByRole('img', { name: 'Pasted image.png' })).toBeVisible();
    await page.keyboard.press('Escape');
    const [id = ''] = host.conversationIds();
    const { stdout } = await host.throughline(['request', id]);
    expect(stdout).toContain(realImages.png.toString('base64'));
  },
);

test(
  cite('WORK-2', 'a message whose file is still uploading waits for it, until Escape or a failure cancels that'),
  async ({ page }) => {
    host = await startHost({ args: ['--project', projectFolder()] });
    const frames = await holdFrames(page);
    await openApp(page, host);
    const field = composer(page);
    const hint = page.getByText('Sends when the files are ready');
    const png = { name: 'image.png', type: 'image/png', base64: realImages.png.toString('base64') };
    frames.hold('attachment.add');
    await field.fill('look at this');
    await paste(page, { files: [png] });
    await field.press('Enter');
    await expect(hint).toBeVisible();
    await expect(field).toHaveValue('look at this');
    await photograph(page, 'attachment-waits');

    await field.press('Escape');
    await expect(hint).toHaveCount(0);
    await field.press('Enter');
    await expect(hint).toBeVisible();
    await field.press('End');
    await field.pressSequentially('!');
    await expect(hint).toHaveCount(0);
    frames.release();
    await expect(chips(page)).toHaveText([/Pasted image\.png/]);
    await expect(field).toHaveValue('look at this!');

    // One that fails.
    frames.hold('attachment.add');
    await paste(page, { files: [{ name: 'a.zip', type: 'application/zip', base64: base64('PK\u0003\u0004\0\0') }] });
    await field.press('Enter');
    await expect(hint).toBeVisible();
    frames.release();
    await expect(page.getByRole('alert')).toContainText('a.zip was not attached');
    await expect(hint).toHaveCount(0);
    await expect(field).toHaveValue('look at this!');
    await page.getByRole('button', { name: 'Remove a.zip' }).click();

    // The button, too.
    frames.hold('attachment.add');
    await paste(page, { files: [{ name: 'notes.txt', type: 'text/plain', base64: base64('Water them.\n') }] });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(hint).toBeVisible();
    await expect(field).toBeFocused();
    frames.release();
    const row = page.getByRole('list', { name: 'Sent with this message' });
    await expect(row.getByRole('button', { name: /^Open/ })).toHaveCount(2);
    await expect(field).toHaveValue('');
    await expect(hint).toHaveCount(0);
    await waitForIdle(page);
    await expect(row).toHaveCount(1);
  },
);

test(
  'arrow up in an empty composer recalls earlier messages, and loses nothing typed',
  fullRunOnly,
  async ({ page }) => {
    host = await startHost({ args: ['--project', projectFolder()] });
    await openApp(page, host);
    const field = composer(page);
    for (const text of ['first words', 'second words']) {
      await send(page, text);
      await waitForIdle(page);
    }
    await field.press('ArrowUp');
    await expect(field).toHaveValue('second words');
    await field.press('ArrowUp');
    await expect(field).toHaveValue('first words');
    await field.press('ArrowUp');
    await expect(field).toHaveValue('first words');
    await field.press('ArrowDown');
    await expect(field).toHaveValue('second words');
    await field.press('ArrowDown');
    await expect(field).toHaveValue('');
    await field.fill('mine');
    await field.press('ArrowUp');
    await expect(field).toHaveValue('mine');
  },
);
