// The app in a real Electron: what its page, foreign pages, frames and URLs are not allowed to do.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from '@playwright/test';
import { cite } from '../../test/support/cite.ts';
import { type RealApp, test } from '../support/realElectron/realElectron.ts';
import { soon } from '../support/soon.ts';
import { composer } from '../support/window.ts';

const pageUrl = 'throughline://app/';

test(
  cite(['SHIP-5', 'SEC-1', 'SEC-3'], "the page's process is in Chromium's sandbox and has one transport and no Node"),
  async ({ electron }) => {
    const started = await electron.start();
    const page = await started.page();
    const reach = await page.evaluate(() => {
      const bridge: object = Reflect.get(globalThis, 'throughline');
      const powers = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'];
      return {
        bridge: Object.keys(bridge).sort(),
        frozen: Object.isFrozen(bridge),
        powers: powers.filter((name) => Reflect.get(globalThis, name) !== undefined),
      };
    });
    expect(reach).toEqual({ bridge: ['close', 'onClose', 'onMessage', 'send'], frozen: true, powers: [] });
    const pid = await (await started.app.browserWindow(page)).evaluate((window) => window.webContents.getOSProcessId());
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    // A filter for system calls, and no way to gain rights.
    expect(status).toMatch(/^Seccomp:\t2$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
  },
);

test(
  cite(['SHIP-5', 'SEC-3'], 'a foreign page with our preload script gets no answer, and neither does a frame'),
  async ({ electron }) => {
    const started = await electron.start();
    const page = await started.page();
    const call = JSON.stringify({ kind: 'request', id: 4711, method: 'app.open', params: {} });
    await started.app.evaluate(async ({ BrowserWindow }, frame) => {
      const preload = BrowserWindow.getAllWindows()[0]?.webContents.session.getPreloads?.()[0];
      const [first] = BrowserWindow.getAllWindows();
      const paths = (first?.webContents as unknown as { _getPreloadPaths(): string[] } | undefined)?._getPreloadPaths();
      const foreign = new BrowserWindow({
        show: false,
        webPreferences: { preload: preload ?? paths?.[0] ?? '', sandbox: true, contextIsolation: true },
      });
      await foreign.loadURL('data:text/html,<p>foreign');
      await foreign.webContents.executeJavaScript(`
        globalThis.heard = [];
        throughline.onMessage((text) => heard.push(text));
        throughline.send(${JSON.stringify(frame)});
      `);
    }, call);
    await expect.poll(() => started.said(), soon).toContain('an IPC message of a stranger');
    const heard = await started.app.evaluate(({ BrowserWindow }) => {
      const foreign = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().startsWith('data:'));
      return foreign?.webContents.executeJavaScript('heard');
    });
    expect(heard).toEqual([]);
    // A frame is refused by the page's policy, and has no bridge.
    await page.evaluate(async (url) => {
      const frame = document.createElement('iframe');
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      frame.src = url;
      document.body.append(frame);
      // A refused frame loads an error page, or keeps its empty one.
      await Promise.race([loaded, new Promise((resolve) => requestIdleCallback(resolve))]);
    }, pageUrl);
    const frames = page.frames().filter((frame) => frame !== page.mainFrame());
    expect(frames).toHaveLength(1);
    expect(await frames[0]?.evaluate(() => Reflect.get(globalThis, 'throughline'))).toBeUndefined();
    expect(frames[0]?.url()).not.toContain(pageUrl);
    await expect(composer(page)).toBeVisible();
  },
);

test(
  cite(
    ['SHIP-5', 'SEC-1', 'SEC-4'],
    'the window stays on its page, opens no others, and loads nothing from the network',
  ),
  async ({ electron }) => {
    const hits: string[] = [];
    const server = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.end('<title>evil</title>');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const evil = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const started = await electron.start();
      const page = await started.page();
      const opened = await collectOpened(started);
      for (const act of ['location', 'link', 'form', 'open', 'refresh', 'download'] as const)
        await page.evaluate(leave, { act, evil });
      const refused = await page.evaluate(async (url) => {
        const outcome = await Promise.allSettled([
          fetch(url),
          import(`${url}/module.js`),
          new Promise((resolve, reject) => {
            const image = new Image();
            image.onload = resolve;
            image.onerror = reject;
            image.src = `${url}/picture`;
          }),
        ]);
        return outcome.map(({ status }) => status);
      }, evil);
      expect(refused).toEqual(['rejected', 'rejected', 'rejected']);
      await expect.poll(opened, soon).toContain(`${evil}/open`);
      expect(started.app.windows()).toHaveLength(1);
      expect(page.url().split('#')[0]).toBe(pageUrl);
      // Without the waiting of a locator: the test's tool takes the refused navigations for unfinished ones.
      expect(await page.evaluate(() => document.querySelector('textarea') !== null)).toBe(true);
      expect(hits).toEqual([]);
    } finally {
      server.close();
    }
  },
);

test(
  cite(['SHIP-5', 'SEC-4'], 'permissions follow a table, and the scheme serves only its files'),
  async ({ electron }) => {
    const started = await electron.start({ switches: ['--use-fake-device-for-media-stream'] });
    const page = await started.page();
    const states = await page.evaluate(async () => {
      const names = [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'midi',
        'clipboard-read',
        'clipboard-write',
      ];
      return Promise.all(
        names.map(async (name) => [name, (await navigator.permissions.query({ name: name as PermissionName })).state]),
      );
    });
    expect(Object.fromEntries(states)).toMatchObject({
      ...{ geolocation: 'denied', notifications: 'denied', camera: 'denied', microphone: 'denied', midi: 'denied' },
      'clipboard-read': 'denied',
    });
    expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied');
    expect(
      await page.evaluate(() =>
        navigator.mediaDevices.getUserMedia({ audio: true }).then(
          () => 'given',
          (thrown: Error) => thrown.name,
        ),
      ),
    ).toBe('NotAllowedError');
    const secret = path.join(started.dataDir, 'settings.json');
    const addresses = [
      ...['index.html', '../../main.cjs', '..%2f..%2fpackage.json', '%2e%2e/%2e%2e/package.json', '//etc/passwd'],
      ...['%2fetc%2fpasswd', 'assets', `../../${secret}`],
    ];
    const statuses = await page.evaluate(
      (all) => Promise.all(all.map(async (address) => (await fetch(`throughline://app/${address}`)).status)),
      addresses,
    );
    expect(Object.fromEntries(addresses.map((address, at) => [address, statuses[at]]))).toEqual(
      Object.fromEntries(addresses.map((address) => [address, address === 'index.html' ? 200 : 404])),
    );
  },
);

/** Returns the URLs given to the system; nothing opens. */
async function collectOpened({ app }: RealApp): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'openedByTest', opened);
    shell.openExternal = async (url) => void opened.push(url);
  });
  return () => app.evaluate(() => Reflect.get(globalThis, 'openedByTest') as string[]);
}

/** Runs in the page. */
function leave({
  act,
  evil,
}: {
  act: 'location' | 'link' | 'form' | 'open' | 'refresh' | 'download';
  evil: string;
}): void {
  const url = `${evil}/${act}`;
  if (act === 'location') location.href = url;
  if (act === 'open') window.open(url);
  if (act === 'link' || act === 'download') {
    const link = document.createElement('a');
    link.href = url;
    if (act === 'download') link.download = 'file';
    document.body.append(link);
    link.click();
  }
  if (act === 'form') {
    const form = document.createElement('form');
    form.action = url;
    document.body.append(form);
    form.submit();
  }
  if (act === 'refresh') {
    const meta = document.createElement('meta');
    meta.httpEquiv = 'refresh';
    meta.content = `0;url=${url}`;
    document.head.append(meta);
  }
}
