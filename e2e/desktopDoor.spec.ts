// The desktop app's own main and preload with an Electron stand-in: what pages, frames and URLs are not allowed to do.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { maxFrameCharacters } from '../electron/lib/protocolServer.ts';
import { cite } from '../test/support/cite.ts';
import { type DesktopApp, test } from './support/electronStandIn/desktop.ts';
import type { Sender } from './support/electronStandIn/wire.ts';
import { soon } from './support/soon.ts';
import { composer } from './support/window.ts';

const channel = 'throughline:frame';
const own = 'throughline://app/';

test(cite(['SHIP-5', 'SEC-3'], 'the page has one transport and no raw IPC'), async ({ desktop }) => {
  const page = await (await desktop()).page();
  const found = await page.evaluate(() => {
    const bridge: object = Reflect.get(globalThis, 'throughline');
    const given: unknown[] = [];
    Reflect.get(bridge, 'onMessage')((...all: unknown[]) => given.push(all.map((one) => typeof one).join()));
    const powers = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron', 'standInSend'];
    return {
      bridge: Object.keys(bridge).sort(),
      frozen: Object.isFrozen(bridge),
      powers: powers.filter((name) => Reflect.get(globalThis, name) !== undefined),
      prototype: Object.getPrototypeOf(bridge) === Object.prototype,
    };
  });
  expect(found).toEqual({
    bridge: ['close', 'onClose', 'onMessage', 'send'],
    frozen: true,
    powers: [],
    prototype: true,
  });
});

test(
  cite(
    ['SHIP-5', 'SEC-3'],
    "calls from anything but the window's page are ignored, and so are frames outside the contract",
  ),
  async ({ desktop }) => {
    const app = await desktop();
    await app.page();
    const call = JSON.stringify({ kind: 'request', id: 4711, method: 'app.open', params: {} });
    const page: Sender = { window: 1, frame: 'main', url: own };
    const refused = async (from: Sender, args: unknown[], words: string): Promise<void> => {
      const before = app.said().length;
      await app.ask('ipc', { from, channel, args });
      await expect
        .poll(() => app.said().slice(before), { ...soon, message: JSON.stringify([from, args]).slice(0, 200) })
        .toContain(words);
    };
    for (const from of [
      { window: 'foreign', frame: 'main', url: own },
      { window: 1, frame: 'other', url: own },
      { window: 1, frame: 'gone', url: own },
      { window: 1, frame: 'dead', url: own },
      { window: 1, frame: 'main', url: 'https://evil.invalid/' },
      { window: 1, frame: 'main', url: 'throughline://app.evil/' },
      { window: 1, frame: 'main', url: 'throughline://app@evil/' },
      { window: 1, frame: 'main', url: 'file:///etc/passwd' },
      { window: 1, frame: 'main', url: 'about:blank' },
      { window: 1, frame: 'main', url: '' },
    ] satisfies Sender[]) {
      await refused(from, ['foreign', call], 'an IPC message of a stranger');
    }
    for (const args of [
      [],
      ['x'],
      [call],
      [null, call],
      ['', call],
      ['x'.repeat(65), call],
      [{ length: 1 }, call],
      ['x', 1],
      ['x', [call]],
      ['x', { kind: 'call' }],
      ['x', true],
      ['x', 'y'.repeat(maxFrameCharacters + 1)],
    ]) {
      await refused(page, args, 'an IPC message that is no frame');
    }
    // Well-formed frames that violate the contract close the connection or get an error, and do no harm.
    for (const frame of ['', '{', '[]', '{"kind":"request","id":4712,"method":"no.such","params":{}}', '__proto__']) {
      await app.ask('ipc', { from: page, channel, args: ['wrong', frame] });
    }
    expect(app.pages.frames.filter((frame) => frame.includes('4711'))).toEqual([]);
    // The same call from the page itself is answered. Repeated, because a late request of the page itself takes over the
    // connection.
    await expect
      .poll(async () => {
        await app.ask('ipc', { from: page, channel, args: ['another', call] });
        return app.pages.frames.some((frame) => frame.includes('"id":4711,"ok":true'));
      }, soon)
      .toBe(true);
  },
);

test(
  cite(['SHIP-5', 'SEC-1', 'SEC-4'], 'the window stays on its page, opens no others and embeds none'),
  async ({ desktop }) => {
    const app = await desktop();
    const page = await app.page();
    const foreign = 'https://evil.invalid/page';
    app.pages.elsewhere.set(foreign, '<p>evil</p>');
    await page.evaluate((url) => {
      location.href = url;
    }, foreign);
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'https://evil.invalid/page';
      document.body.append(link);
      link.click();
      const frame = document.createElement('iframe');
      frame.src = 'throughline://app/';
      document.body.append(frame);
    });
    for (const [url, isMainFrame, redirect] of [
      [foreign, true, true],
      ['file:///etc/passwd', true, false],
      ['throughline://app.evil/', true, false],
      ['data:text/html,x', true, false],
      [own, false, false],
      [`${own}assets/previewFrame-x.html?out`, false, false],
      [`${own}assets/previewFrame-x.html#out`, false, false],
      ['throughline://app.evil/assets/previewFrame-x.html', false, false],
      [foreign, false, false],
    ] as const) {
      expect([url, await app.ask('navigate', { window: 1, url, isMainFrame, redirect })]).toEqual([url, false]);
    }
    // The only document that a frame may load.
    const preview = { window: 1, url: `${own}assets/previewFrame-x.html`, isMainFrame: false, redirect: false };
    expect(await app.ask('navigate', preview)).toBe(true);
    await page.evaluate((url) => void window.open(url), foreign);
    await expect.poll(() => app.system, soon).toEqual([{ what: 'open', value: foreign }]);
    await expect.poll(() => page.context().pages().length, soon).toBe(1);
    expect(page.url().split('#')[0]).toBe('https://app.throughline.invalid/');
    await expect(composer(page)).toBeVisible();

    // A page that reaches the window anyway has a bridge without a listener.
    const shown = app.pages.last();
    if (!shown) throw new Error('there is no window');
    await app.pages.lead(shown, foreign);
    const before = app.pages.frames.length;
    await page.evaluate(() => {
      const call = JSON.stringify({ kind: 'request', id: 4711, method: 'app.open', params: {} });
      Reflect.get(globalThis, 'throughline').send(call);
    });
    await expect.poll(() => app.said(), soon).toContain('an IPC message of a stranger');
    expect(app.pages.frames.slice(before).filter((frame) => frame.includes('4711'))).toEqual([]);
  },
);

test(
  cite(
    ['SHIP-5', 'SEC-1', 'SEC-4'],
    'the system opens only allowed URLs, permissions follow a table, and the scheme serves only its files',
  ),
  async ({ desktop }) => {
    const app = await desktop();
    await app.page();
    await opensOnly(app);
    const permissions = [
      ['clipboard-sanitized-write', own, true, true],
      ['clipboard-sanitized-write', own, false, false],
      ['clipboard-sanitized-write', 'https://evil.invalid/', true, false],
      ...['clipboard-read', 'media', 'geolocation', 'notifications', 'midi', 'midiSysex', 'pointerLock', 'fullscreen']
        .concat([
          'openExternal',
          'display-capture',
          'hid',
          'serial',
          'usb',
          'fileSystem',
          'window-management',
          'unknown',
        ])
        .map((name) => [name, own, true, false] as const),
    ] as const;
    for (const [permission, url, isMainFrame, allowed] of permissions) {
      const given = await app.ask('permission', { permission, url, isMainFrame });
      expect([permission, url, given]).toEqual([permission, url, { request: allowed, check: allowed }]);
    }
    writeFileSync(join(app.dataDir, 'secret'), 'secret');
    for (const [url, status] of [
      [own, 200],
      [`${own}index.html`, 200],
      [`${own}../../secret`, 404],
      [`${own}..%2f..%2fsecret`, 404],
      [`${own}%2e%2e/%2e%2e/main.js`, 404],
      [`${own}..%5cmain.js`, 404],
      [`${own}//etc/passwd`, 404],
      [`${own}%2fetc%2fpasswd`, 404],
      [`${own}index.html%00`, 404],
      [`${own}assets`, 404],
      [`throughline://bundle/../../${join(app.dataDir, 'secret')}`, 404],
      ['throughline://app.evil/', 404],
      ['throughline://other/index.html', 404],
    ] as const) {
      const answer = await app.ask('page', { url, method: 'GET' });
      expect([url, answer.status]).toEqual([url, status]);
      expect(new Map(answer.headers).get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'/);
      expect(Buffer.from(answer.body, 'base64').toString()).not.toMatch(/^secret|root:/);
    }
    expect((await app.ask('page', { url: own, method: 'POST' })).status).toBe(404);
  },
);

async function opensOnly(app: DesktopApp): Promise<void> {
  const opened = [
    'https://example.org/a?b=c#d',
    'http://example.org/',
    'mailto:a@example.org',
    'HTTPS://EXAMPLE.ORG/x',
  ];
  const refused = [
    ...['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'blob:https://x/y', 'about:blank', ''],
    ...[
      'throughline://app/',
      'ms-msdt:/id',
      'search-ms:query=x',
      'smb://host/share',
      'ftp://host/',
      'vscode://x',
      'ssh://-x',
    ],
    ...['tel:+1', 'x-apple.systempreferences:', '\\\\host\\share', '/etc/passwd', 'C:\\Windows\\system32\\calc.exe'],
    `https://example.org/${'x'.repeat(9_000)}`,
  ];
  for (const url of [...opened, ...refused]) {
    expect([url, await app.ask('newWindow', { window: 1, url })]).toEqual([url, 'deny']);
  }
  const given = app.system.filter(({ what }) => what === 'open').map(({ value }) => value);
  expect(given).toEqual(opened.map((url) => new URL(url).href));
}
