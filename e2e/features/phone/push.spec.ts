// A message of the push service arrives while the window is closed: a notification, whose payload comes from the host.

import { expect, test } from '@playwright/test';
import { cite } from '../../../test/support/cite.ts';
import { type Host, projectFolder, startHost } from '../../support/host.ts';
import { openApp } from '../../support/window.ts';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' });

let host: Host | null = null;
test.afterEach(async () => {
  await host?.stop();
  host = null;
});

test(
  cite('REMOTE-6', 'a message is shown while the window is closed, and not while it is open'),
  async ({ page, context }) => {
    host = await startHost({ args: ['--project', projectFolder()] });
    await openApp(page, host);
    const { origin } = new URL(page.url());
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const [worker] = context.serviceWorkers();
    // A headless browser shows none.
    await worker?.evaluate(() => {
      const scope = self as unknown as { registration: { showNotification: unknown }; notices: unknown[] };
      scope.notices = [];
      scope.registration.showNotification = async (title: string, options: object) => {
        scope.notices.push({ title, ...options });
      };
    });
    const notices = () => worker?.evaluate(() => (self as unknown as { notices: { title: string }[] }).notices);
    const client = await context.newCDPSession(page);
    const registration = new Promise<string>((resolve) => {
      client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      });
    });
    await client.send('ServiceWorker.enable');
    const registrationId = await registration;

    const elsewhere = await context.newPage();
    const sender = await context.newCDPSession(elsewhere);
    const deliver = (title: string, conversationId: unknown = 'c1') =>
      sender.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify({ title, body: 'A call needs your permission', conversationId }),
      });
    await sender.send('ServiceWorker.enable');
    await deliver('While it is open');
    await deliver('Not a payload of the host', 7);
    expect(await notices()).toEqual([]);

    await page.goto('about:blank');
    // The worker knows about the closed window a moment later.
    const windows = () =>
      worker?.evaluate(async () => {
        const scope = self as unknown as { clients: { matchAll(of: object): Promise<unknown[]> } };
        return (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).length;
      });
    await expect.poll(windows).toBe(0);
    await deliver('Find the bug');
    await expect
      .poll(notices)
      .toMatchObject([
        { title: 'Find the bug', body: 'A call needs your permission', tag: 'throughline.c1', data: 'c1' },
      ]);
  },
);
