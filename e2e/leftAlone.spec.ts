// A tab that is idle for long and then reloaded. The browser reaches the host through a relay that counts connections,
// and the host's timeouts are short, so that an hour passes in a moment.

import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { createBrowserServer } from '../electron/host/browser/server.ts';
import { createSessions } from '../electron/host/browser/session.ts';
import { cite } from '../test/support/cite.ts';
import { fullRunOnly } from '../test/support/volume.ts';
import { soon } from './support/soon.ts';

const rendererFolder = fileURLToPath(new URL('../out/renderer/', import.meta.url));

interface Relay {
  server: Server;
  /** Connections that the browser opened and closed without sending anything. */
  silent(): number;
  /** Connections that the host has not closed: the contract's stays open. */
  open(): number;
}

function relayTo(port: number): Relay {
  let silent = 0;
  let open = 0;
  const server = createServer((browser) => {
    let spoke = false;
    open++;
    const host = connect(port, '127.0.0.1');
    browser.once('data', () => {
      spoke = true;
    });
    host.on('close', () => {
      open--;
      if (!spoke) silent++;
    });
    browser.on('error', () => host.destroy()).on('close', () => host.destroy());
    host.on('error', () => browser.destroy());
    browser.pipe(host);
    host.pipe(browser);
  });
  return { server, silent: () => silent, open: () => open };
}

/** Aborts requests before they are sent, so that the browser keeps the connections that it opened for them. */
function openInAdvance(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const given = Array.from({ length: 6 }, () => {
      const control = new AbortController();
      setTimeout(() => control.abort());
      return fetch('/', { signal: control.signal, cache: 'no-store' });
    });
    await Promise.allSettled(given);
  });
}

test(cite('START-10', 'a page idle for an hour reloads with its session'), fullRunOnly, async ({ page }) => {
  let now = 1_000_000;
  let attached = 0;
  const host = createBrowserServer({
    rendererFolder,
    sessions: createSessions('the-token', () => now),
    attach: () => void attached++,
    patience: { head: 300, look: 50, nextRequest: 300 },
  });
  const relay = relayTo(await host.listen(0));
  await new Promise<void>((done) => relay.server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(relay.server.address() as AddressInfo).port}`;
  try {
    await page.goto(`${origin}/#token=the-token`);
    await expect.poll(() => attached, soon).toBe(1);
    for (const round of [1, 2]) {
      now += 3_600_000;
      const before = relay.silent();
      // Polls at the default pace: immediate requests would use the connections that must stay idle.
      await expect
        .poll(async () => {
          await openInAdvance(page);
          return relay.silent();
        })
        .toBeGreaterThan(before);
      await expect.poll(relay.open, soon).toBeLessThanOrEqual(1);
      const answer = await page.reload();
      expect(answer?.status()).toBe(200);
      await expect.poll(() => attached, soon).toBe(1 + round);
    }
  } finally {
    relay.server.close();
    await host.close();
  }
});
