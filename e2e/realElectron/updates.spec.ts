// Updates from start to end in a real Electron: a server on this machine, and AppImages that replace themselves. The "AppImages"
// are executable files that start an unpacked app, since the AppImage runtime is not on npm.

import { createPrivateKey, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { publicKeyOf } from '../../scripts/publishUpdate/publishRelease.ts';
import { cite } from '../../test/support/cite.ts';
import { liveNames } from '../../test/support/liveFiles.ts';
import { type Publisher, publish, startUpdateServer, type UpdateServer } from '../../test/support/updateServer.ts';
import { appImageOf, writeAppImage } from '../support/realElectron/appImages.ts';
import { preparedFolders } from '../support/realElectron/packageApp.ts';
import { updateKeyFile } from '../support/realElectron/place.ts';
import { type RealElectron, test } from '../support/realElectron/realElectron.ts';
import { soon } from '../support/soon.ts';
import { send, waitForIdle } from '../support/window.ts';

const current = '0.1.0';
const manifest = 'updates-linux-x64.json';

let server: UpdateServer;
test.beforeEach(async () => {
  server = await startUpdateServer();
});
test.afterEach(() => server.close());

function ownPublisher(): Publisher {
  const privateKey = createPrivateKey(readFileSync(path.join(preparedFolders()?.work ?? '', updateKeyFile)));
  return { privateKey, publicKey: publicKeyOf(privateKey) };
}

/** A free port below those that systems assign to programs that want any, so nothing takes it until it is used. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const listener = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    listener.once('error', () => resolve(false));
    listener.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

/** An installed AppImage with one conversation, started. */
async function installed(electron: RealElectron) {
  const target = path.join(electron.folder('apps'), 'Throughline.AppImage');
  const bytes = appImageOf(current);
  writeAppImage(target, bytes);
  const port = await freePort();
  const app = await electron.start({
    binary: target,
    env: { THROUGHLINE_UPDATE_SERVER: server.address },
    // The version that is started in its place can be reached at the same port.
    switches: [`--inspect=127.0.0.1:${port}`],
  });
  const page = await app.page();
  await send(page, 'hello from before the update');
  await waitForIdle(page);
  return {
    app,
    page,
    target,
    isCurrent: () => readFileSync(target).equals(bytes),
    /** The app that the update started: it is not Playwright's, so only what it shows can be read. */
    successor: () => successorAt(port),
  };
}

interface Successor {
  /** Everything that its window shows. */
  text(): Promise<string>;
  quit(): Promise<void>;
}

/** Over Node's debugging protocol: Chromium's of this version answers only the first app on a port. */
async function successorAt(port: number): Promise<Successor> {
  const socketOf = async (): Promise<string> => {
    const targets = await fetch(`http://127.0.0.1:${port}/json/list`).then(
      (response) => response.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
      () => [],
    );
    return targets[0]?.webSocketDebuggerUrl ?? '';
  };
  await expect.poll(socketOf, soon).not.toBe('');
  // A version that crashes is gone again, and another one follows.
  const run = async (expression: string): Promise<unknown> => {
    const socket = await socketOf();
    return socket === '' ? '' : evaluate(socket, expression);
  };
  return {
    async text() {
      const [window, code] = ['BrowserWindow.getAllWindows()[0]', 'document.body.innerText'];
      return String(await run(`${electronModule}.${window}?.webContents.executeJavaScript('${code}') ?? ''`));
    },
    async quit() {
      await run(`${electronModule}.app.quit()`);
      await expect.poll(socketOf, soon).toBe('');
    },
  };
}

const electronModule = "process.mainModule.require('electron')";

async function evaluate(address: string, expression: string): Promise<unknown> {
  const socket = new WebSocket(address);
  const answer = new Promise<string>((resolve) => {
    socket.onmessage = ({ data }) => resolve(String(data));
    socket.onclose = () => resolve('{}');
  });
  const params = { expression, awaitPromise: true, returnByValue: true };
  socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
  const { result } = JSON.parse(await answer) as { result?: { result?: { value?: unknown } } };
  socket.close();
  return result?.result?.value;
}

async function openUpdates(page: Page) {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Check for updates');
  await page.keyboard.press('Enter');
  return page.getByRole('tabpanel');
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test(
  cite(
    ['SHIP-7', 'SHIP-8'],
    'an update is declined, interrupted, continued, accepted and installed, and everything is still there',
  ),
  async ({ electron }) => {
    const next = { version: '0.2.0', bytes: appImageOf('0.2.0'), notes: 'Two things are *new*.' };
    publish(server, ownPublisher(), next);
    const { app, page, target, isCurrent, successor } = await installed(electron);
    expect(server.requests).toEqual([]);
    const section = await openUpdates(page);
    await expect(section).toContainText('Version 0.2.0 is available');
    await expect(section.locator('em')).toHaveText('new');
    await press(page, 'Skip this version');
    await expect(section).toContainText('You skipped this version.');
    await press(page, 'Don’t skip it');
    expect(server.requests).toEqual([`GET ${manifest}`]);

    const file = 'Throughline-0.2.0.AppImage';
    server.instead = (name, _request, response) => {
      if (name !== file) return false;
      response.writeHead(200, { 'content-length': next.bytes.length });
      response.write(next.bytes.subarray(0, 1_000_000), () => response.destroy());
      return true;
    };
    await press(page, /^Download/);
    await expect(section.getByRole('alert')).toBeVisible();
    server.instead = () => false;
    await press(page, 'Continue');
    await expect(section).toContainText('Downloaded and verified.');
    expect(server.requests.at(-1)).toMatch(/^GET Throughline-0\.2\.0\.AppImage bytes=\d+-$/);
    expect(isCurrent()).toBe(true);

    await press(page, 'Install and restart');
    expect(await app.ended).toBe(0);
    const after = await successor();
    await expect.poll(after.text, soon).toContain('Version 0.2.0 was installed. Before, this was 0.1.0.');
    expect(await after.text()).toContain('hello from before the update');
    expect(readFileSync(target).equals(next.bytes)).toBe(true);
    await expect.poll(() => liveNames(path.dirname(target)).filter((name) => name.startsWith('.')), soon).toEqual([]);
    await after.quit();

    const again = await electron.start({ binary: target, dataDir: app.dataDir });
    const back = await again.page();
    await expect(back.locator('[data-role="user"]')).toContainText('hello from before the update');
    await send(back, 'and after it');
    await waitForIdle(back);
    await expect(await openUpdates(back)).toContainText('Throughline 0.2.0');
  },
);

test(
  cite('SHIP-7', 'a damaged, an unsigned, an older and a foreign update are refused by name, and nothing changes'),
  async ({ electron }) => {
    const publisher = ownPublisher();
    publish(server, publisher, { version: '0.2.0', bytes: Buffer.from('any'), arch: 'arm64' });
    const { page, isCurrent } = await installed(electron);
    const section = await openUpdates(page);
    const alert = section.getByRole('alert');
    await expect(alert).toContainText('for linux on arm64, but this is linux on x64');
    publish(server, publisher, { version: '0.0.9', bytes: Buffer.from('any') });
    await press(page, 'Check for updates');
    await expect(alert).toContainText('0.0.9, which is older than this one (0.1.0)');
    server.files.set(manifest, Buffer.from('{"v":1,"version":"0.2.0"}'));
    await press(page, 'Check for updates');
    await expect(alert).toContainText('is not signed');
    const bytes = appImageOf('0.2.0');
    publish(server, publisher, { version: '0.2.0', bytes });
    server.files.set('Throughline-0.2.0.AppImage', Buffer.from(bytes).fill('?', 500, 600));
    await press(page, 'Check for updates');
    await press(page, /^Download/);
    await expect(alert).toContainText('damaged: its checksum is not the announced one');
    expect(isCurrent()).toBe(true);
  },
);

test(
  cite('SHIP-8', 'a version that does not start is refused, or rolled back with all data, and not offered again'),
  async ({ electron }) => {
    const publisher = ownPublisher();
    publish(server, publisher, { version: '0.3.0', bytes: appImageOf('0.3.0', 'process.exit(3);') });
    const { app, page, target, isCurrent, successor } = await installed(electron);
    const section = await openUpdates(page);
    await press(page, /^Download/);
    await press(page, 'Install and restart');
    await expect(section.getByRole('alert')).toContainText('Version 0.3.0 does not start on this machine');
    expect(isCurrent()).toBe(true);

    // It prints its version, and crashes when it opens its window.
    const crash =
      "if (!process.env.THROUGHLINE_PROBE) require('electron').app.on('browser-window-created', () => process.exit(4));";
    publish(server, publisher, { version: '0.4.0', bytes: appImageOf('0.4.0', crash) });
    await press(page, 'Check for updates');
    await expect(section).toContainText('Version 0.4.0 is available');
    await press(page, /^Download/);
    await press(page, 'Install and restart');
    expect(await app.ended).toBe(0);
    const after = await successor();
    await expect.poll(after.text, soon).toContain('Version 0.4.0 did not start, so 0.1.0 was restored.');
    expect(await after.text()).toContain('hello from before the update');
    expect(isCurrent()).toBe(true);
    expect(existsSync(path.join(path.dirname(target), '.Throughline.AppImage.previous'))).toBe(false);
    await after.quit();

    const env = { THROUGHLINE_UPDATE_SERVER: server.address };
    const again = await electron.start({ binary: target, dataDir: app.dataDir, env });
    await expect(await openUpdates(await again.page())).toContainText('This is the latest version.');
  },
);
