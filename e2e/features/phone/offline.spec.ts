// An installed window on a phone, while the host cannot be reached: it opens, and shows what it last received, with its time.

import { expect, type Page, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { composer, openApp, photograph } from '../../support/window.ts';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' });

let host: Host | null = null;
test.afterEach(async () => {
  await host?.stop();
  host = null;
});

/** Reads what the browser has stored: the key's properties, the sealed bytes as text, and what they open to. */
function stored(page: Page): Promise<{ extractable: boolean; text: string; opened: string } | null> {
  return page.evaluate(
    () =>
      new Promise<{ extractable: boolean; text: string; opened: string } | null>((resolve) => {
        const opening = indexedDB.open('throughline', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('lastState');
        opening.onsuccess = () => {
          const store = opening.result.transaction('lastState').objectStore('lastState');
          const key = store.get('key');
          const state = store.get('state');
          state.onsuccess = async () => {
            opening.result.close();
            if (!key.result || !state.result) return resolve(null);
            const { iv, bytes } = state.result;
            const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key.result, bytes);
            const text = new TextDecoder('latin1').decode(bytes);
            resolve({ extractable: key.result.extractable, text, opened: new TextDecoder().decode(opened) });
          };
        };
      }),
  );
}

test(
  cite('REMOTE-4', 'without the host, the page opens and shows its last known state, until it is removed'),
  async ({ page, context }) => {
    host = await startHost({ args: ['--project', projectFolder()] });
    await openApp(page, host);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await composer(page).tap();
    await page.keyboard.insertText('Remember the basil');
    await page.getByRole('button', { name: 'Send' }).tap();
    await expect(page.getByText('I am a script, not a model').first()).toBeVisible();
    // Hiding the page saves at once; a test cannot hide it, so it waits for a save.
    await expect
      .poll(async () => (await stored(page))?.opened ?? '', { timeout: 30_000 })
      .toContain('I am a script, not a model');
    const sealed = await stored(page);
    expect(sealed?.extractable).toBe(false);
    expect(sealed?.text).not.toContain('basil');

    await host.stop();
    const later = await context.newPage();
    await later.goto(host.origin);
    const last = later.getByRole('region', { name: 'Last known state' });
    await expect(last).toContainText('nothing can be sent or answered');
    await photograph(later, 'phone-offline');
    await last.getByRole('button', { name: /Remember the basil/ }).tap();
    await expect(last.getByText('I am a script, not a model').first()).toBeVisible();
    // Nothing but the page and the files of the build: the contract and unknown paths fail.
    const statuses = await later.evaluate(() =>
      Promise.all(
        ['/contract', '/api/v1/conversations', '/assets/unknown.js', '/?a=b'].map((path) =>
          fetch(path).then(String, () => 'failed'),
        ),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set(['failed']));
    await last.getByRole('button', { name: 'Back' }).tap();
    await last.getByRole('button', { name: 'Remove from this device' }).tap();
    await expect(last).toHaveCount(0);
    await expect.poll(() => stored(later)).toBeNull();
  },
);

test(cite('REMOTE-4', 'it can be installed: a manifest with icons that exist'), async ({ page }) => {
  host = await startHost({ args: ['--project', projectFolder()] });
  await page.goto(host.url);
  const client = await page.context().newCDPSession(page);
  const { errors, url, data } = await client.send('Page.getAppManifest');
  expect({ errors, url }).toEqual({ errors: [], url: `${host.origin}/manifest.webmanifest` });
  const { icons } = JSON.parse(data ?? '{}') as { icons: { src: string; type: string }[] };
  for (const { src, type } of icons) {
    const response = await page.request.get(`${host.origin}/${src}`);
    expect([response.status(), response.headers()['content-type']]).toEqual([200, type]);
  }
  // Its browser is a private one, where nothing can be installed.
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
