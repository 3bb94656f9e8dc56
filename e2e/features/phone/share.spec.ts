// Shares of other apps with the installed window: the form that a phone sends to the share target, answered by the service worker.

import { createServer } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openDevices, pairDevice } from '../../support/pairDevice.ts';
import { mapped, startTunnel } from '../../support/tunnel.ts';
import { composer, openApp, photograph } from '../../support/window.ts';

/** A service worker is refused otherwise, even if the page is not. */
const anyCertificate = '--ignore-certificate-errors';

test.use({
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), mapped, anyCertificate] }),
});

let host: Host | null = null;
test.afterEach(async () => {
  await host?.stop();
  host = null;
});

interface Shared {
  title?: string;
  text?: string;
  url?: string;
  files?: { name: string; type?: string; size?: number; content?: string }[];
}

/** Sends the form of the manifest as a navigation without a page behind it, as a phone does. */
async function share(page: Page, origin: string, { files = [], ...texts }: Shared): Promise<void> {
  await page.goto('about:blank');
  const answered = page.waitForURL((url) => url.origin === origin);
  await page.evaluate(
    ({ action, fields, list }) => {
      document.body.innerHTML =
        '<form method="post" enctype="multipart/form-data"><input type="file" name="files" multiple></form>';
      const form = document.forms[0] as HTMLFormElement;
      form.action = action;
      for (const [name, value] of fields) {
        const field = form.appendChild(document.createElement('textarea'));
        Object.assign(field, { name, value });
      }
      const data = new DataTransfer();
      for (const { name, type = 'text/plain', size, content } of list)
        data.items.add(new File([content ?? new Uint8Array(size ?? 10)], name, { type }));
      (form.elements[0] as HTMLInputElement).files = data.files;
      form.submit();
    },
    { action: `${origin}/share`, fields: Object.entries(texts), list: files },
  );
  await answered;
}

async function start(page: Page): Promise<Host> {
  host = await startHost({ args: ['--project', projectFolder()] });
  await openApp(page, host);
  await hasWorker(page);
  return host;
}

async function hasWorker(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** As if it had been shared eight days ago. */
function age(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const database = await resultOf(indexedDB.open('throughline-shared'));
    const shares = database.transaction('shares', 'readwrite').objectStore('shares');
    const [share] = await resultOf(shares.getAll());
    await resultOf(shares.put({ ...share, until: share.until - 8 * 24 * 3600_000 }));
    database.close();
  });
}

const waiting = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('throughline-shared');
    await new Promise((opened) => opening.addEventListener('success', opened));
    const counting = opening.result.transaction('shares').objectStore('shares').count();
    await new Promise((counted) => counting.addEventListener('success', counted));
    opening.result.close();
    return counting.result;
  });

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Shared with Throughline' });

test(
  cite('PHONE-20', 'text, a link and files from another app become a draft where the user says, and are not sent'),
  async ({ page }) => {
    const { origin } = await start(page);
    await composer(page).fill('My own words');
    const sent: string[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void sent.push(String(payload))));
    const text = '<img src=x onerror=alert(1)>\u202e hidden';
    await share(page, origin, {
      ...{ title: 'An article', text, url: 'https://a.example/' },
      files: [{ name: 'notes.txt', content: 'Basil' }],
    });
    const dialog = dialogOf(page);
    await expect(dialog).toContainText('An article');
    await expect(dialog).toContainText('<img src=x onerror=alert(1)>⟨U+202E⟩ hidden');
    await expect(dialog.getByRole('list', { name: 'Files' })).toContainText('notes.txt');
    await photograph(page, 'phone-shared');
    // Until then the host has nothing of it.
    expect(sent.join()).not.toContain('An article');
    await dialog.getByRole('button', { name: 'Add to the draft' }).tap();
    await expect(composer(page)).toHaveValue(`My own words\n\nAn article\n\n${text}\n\nhttps://a.example/`);
    await expect(page.getByText('notes.txt').first()).toBeVisible();
    expect(sent.join()).not.toContain('run.send');
    await expect(page.locator('[data-role="user"]')).toHaveCount(0);
    // It was taken: nothing is offered again.
    await page.reload();
    await expect(composer(page)).toHaveValue(/An article/);
    await expect(dialogOf(page)).toHaveCount(0);
  },
);

test(cite('PHONE-20', 'what is shared can go into a conversation, wait, or be discarded'), async ({ page }) => {
  const { origin } = await start(page);
  await composer(page).fill('Remember the basil');
  await page.getByRole('button', { name: 'Send' }).tap();
  await expect(page.getByText('I am a script, not a model').first()).toBeVisible();
  await share(page, origin, { text: 'First' });
  await share(page, origin, { text: 'Second' });
  await expect(dialogOf(page)).toContainText('First');
  // Later: offered again at the next start.
  await dialogOf(page).getByRole('button', { name: 'Not now' }).tap();
  await expect(dialogOf(page)).toContainText('Second');
  await dialogOf(page).getByRole('button', { name: 'Discard' }).tap();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.reload();
  await expect(dialogOf(page)).toContainText('First');
  await dialogOf(page).getByRole('combobox', { name: 'Add it to' }).tap();
  await page.getByRole('option', { name: /basil/ }).tap();
  await dialogOf(page).getByRole('button', { name: 'Add to the draft' }).tap();
  await expect(page.locator('[data-role="user"]').first()).toContainText('Remember the basil');
  await expect(composer(page)).toHaveValue('First');
  // After a week it is neither offered nor there.
  await share(page, origin, { text: 'Third' });
  await expect(dialogOf(page)).toContainText('Third');
  await age(page);
  await page.reload();
  await expect.poll(() => waiting(page)).toBe(0);
  await expect(dialogOf(page)).toHaveCount(0);
});

test(
  cite('PHONE-21', 'huge files, many files, hostile names, foreign pages and a flood do no harm'),
  async ({ page, request }) => {
    const { origin } = await start(page);
    const many = Array.from({ length: 60 }, (_, at) => ({ name: `file-${at}.txt` }));
    const odd = [{ name: '../../\u202etxt.exe' }, { name: '<script>.html', type: 'text/html' }];
    const longName = `${'quarterly-report-'.repeat(6)}.pdf.exe`;
    odd.push({ name: longName });
    const files = [{ name: 'huge.bin', size: 26 * 1024 * 1024 }, ...odd, ...many];
    await share(page, origin, { text: 'A short text', files });
    const list = dialogOf(page).getByRole('list', { name: 'Files' });
    await expect(list.getByRole('listitem')).toHaveCount(50);
    await expect(list.getByRole('listitem').first()).toContainText('txt.exe');
    await expect(list.getByRole('listitem').nth(1)).toContainText('script.html');
    await expect(dialogOf(page)).toContainText('huge.bin');
    await expect(dialogOf(page)).toContainText('file-59.txt');
    // The text stays in view above many files, and long names show how they end.
    const [box, name] = await Promise.all([
      dialogOf(page).getByText('A short text').boundingBox(),
      list.getByText(longName).evaluate((each) => each.scrollWidth - each.clientWidth),
    ]);
    expect(box?.height).toBeGreaterThan(15);
    expect(name).toBe(0);
    await dialogOf(page).getByRole('button', { name: 'Discard' }).tap();

    // The host takes none of it: neither without a service worker nor from a script.
    expect((await request.post(`${origin}/share`, { multipart: { text: 'x' } })).status()).toBe(403);
    expect((await request.post(`${origin}/share`, { headers: { origin }, multipart: { text: 'x' } })).status()).toBe(
      404,
    );

    // A website sends the form as itself.
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<form method="post" enctype="multipart/form-data" action="${origin}/share"><input name="text" value="evil"></form>`,
      );
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => site.once('listening', listening));
    await page.goto(`http://localhost:${(site.address() as { port: number }).port}/`);
    const answered = page.waitForResponse(`${origin}/share`);
    await page.evaluate(() => document.forms[0]?.submit());
    expect((await answered).status()).toBe(403);
    await expect(page.getByText('Other websites cannot share with Throughline.')).toBeVisible();
    site.close();

    // More than five do not fill the browser, and replace none.
    for (let at = 0; at < 5; at += 1) {
      await share(page, origin, { text: `Share ${at}` });
      await expect(dialogOf(page)).toContainText('Share 0');
    }
    await share(page, origin, { text: 'One too many' });
    await expect(page.getByText('Look at what you shared before')).toBeVisible();
  },
);

test(
  cite('PHONE-22', 'a device that may not send says so, and a removed one stores no shares'),
  async ({ page, browser }) => {
    const tunnel = await startTunnel();
    host = await startHost({ args: ['--project', projectFolder(), '--remote', tunnel.name] });
    tunnel.leadTo(host.origin);
    await page.setViewportSize({ width: 1200, height: 800 });
    await openApp(page, host);
    const context = await browser.newContext({
      ...{ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
      ...{ ignoreHTTPSErrors: true, serviceWorkers: 'allow' as const },
    });
    const phone = await context.newPage();
    await pairDevice({ page, phone, host, origin: tunnel.origin, right: 'Watch' });
    await expect(phone.getByRole('navigation').first()).toBeVisible();
    await hasWorker(phone);
    await share(phone, tunnel.origin, { text: 'From the phone' });
    await expect(dialogOf(phone)).toContainText('This device may not send messages.');
    await expect(dialogOf(phone).getByRole('button', { name: 'Add to the draft' })).toHaveCount(0);
    await photograph(phone, 'phone-shared-watching');
    await dialogOf(phone).getByRole('button', { name: 'Not now' }).tap();

    await openDevices(page);
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(phone.getByRole('textbox', { name: 'Code' })).toBeVisible();
    await expect
      .poll(() => phone.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .not.toContain('throughline-shared');
    // Nor does it take another one.
    const workers = () => phone.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(workers).toBe(0);
    await context.close();
    await tunnel.close();
  },
);
