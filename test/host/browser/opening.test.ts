// Opening the user's browser: the built host with the test's opener in place of the system's, which records its
// arguments, as any user of the machine could read them.

import { existsSync, readFileSync, statSync, watch } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openPrivately } from '../../../electron/host/desktop/openExternally.ts';
import { handOverPage, writeHandOverPage } from '../../../electron/host/handOverPage.ts';
import { sessionIn, tokenRequest } from '../../support/browserServer.ts';
import { cite } from '../../support/cite.ts';
import { electronDouble } from '../../support/electronDouble.ts';
import { rawRequest } from '../../support/rawRequest.ts';
import { headless } from '../../support/runningHost.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const onLinux = process.platform === 'linux';

/** Programs that only record their arguments, in the file `told`. */
async function machine(): Promise<{ told: string; env: Record<string, string> }> {
  const folder = tempFolder();
  const told = join(folder, 'told');
  const bin = join(folder, 'bin');
  const own = join(folder, 'tmp');
  await mkdir(bin);
  await mkdir(own);
  for (const [name, script] of [
    ['xdg-open', `#!/bin/sh\necho "$@" >> '${told}.new'; mv '${told}.new' '${told}'\n`],
    ['xdg-settings', '#!/bin/sh\necho some.desktop\n'],
  ] as const) {
    await writeFile(join(bin, name), script);
    await chmod(join(bin, name), 0o755);
  }
  return { told, env: { PATH: `${bin}:${process.env.PATH ?? ''}`, DISPLAY: ':99', TMPDIR: own } };
}

async function appears(path: string): Promise<void> {
  await new Promise<void>((done) => {
    const watcher = watch(dirname(path), () => existsSync(path) && settle());
    const settle = (): void => {
      watcher.close();
      done();
    };
    if (existsSync(path)) settle();
  });
}

test.runIf(onLinux)(
  cite(['SEC-2', 'START-5'], 'the opener gets a file that only its owner can read, and that is deleted once used'),
  { tags: ['all'] },
  async () => {
    const dataDir = join(tempFolder(), 'data');
    const starts = [await machine(), await machine()];
    let port = 0;
    for (const { told, env } of starts) {
      const host = headless(['--port', '0', '--data', dataDir], env);
      await host.prints('#token=');
      await appears(told);
      const page = readFileSync(told, 'utf8').trim();
      const [, at = '', token = ''] = /127\.0\.0\.1:(\d+)\/#token=([\w-]+)/.exec(host.said()) ?? [];
      port = Number(at);
      expect(statSync(page).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(page)).mode & 0o777).toBe(0o700);
      const [, ticket = ''] =
        /url=http:\/\/127\.0\.0\.1:\d+\/#token=([\w-]{43})"/.exec(readFileSync(page, 'utf8')) ?? [];
      expect(ticket).not.toBe('');
      expect(ticket).not.toBe(token);
      // Its arguments contain neither.
      expect(page).not.toContain(ticket);
      expect(sessionIn(await rawRequest(port, tokenRequest(port, ticket)))).toMatch(/^[\w-]{43}$/);
      await expect.poll(() => existsSync(dirname(page))).toBe(false);
      expect((await rawRequest(port, tokenRequest(port, ticket))).status).toBe(401);
    }
  },
);

test.runIf(onLinux)(cite('SEC-2', 'an unused page is deleted with the host'), { tags: ['all'] }, async () => {
  const { told, env } = await machine();
  const host = headless(['--port', '0', '--data', join(tempFolder(), 'data')], env);
  await appears(told);
  const page = readFileSync(told, 'utf8').trim();
  expect(existsSync(page)).toBe(true);
  host.child.kill('SIGTERM');
  await host.finished;
  expect(existsSync(dirname(page))).toBe(false);
});

test('the page redirects and contains nothing of its own, whatever the URL contains', () => {
  const page = handOverPage(`https://example.com/a?b='"><script>&c=d#e"f`);
  expect(page).toContain('<meta name="referrer" content="no-referrer">');
  expect(page).not.toMatch(/<script|'/);
  expect(page).toContain('content="0;url=https://example.com/a?b=%27%22%3E%3Cscript%3E&amp;c=d#e%22f"');
});

test('a browser from a snap gets the page in a folder that it can see', async () => {
  const home = tempFolder();
  const write = (answer: string) =>
    writeHandOverPage('http://127.0.0.1:1/', { platform: 'linux', home, defaultBrowser: async () => answer });
  const own = join(home, 'snap', 'firefox', 'common');
  const before = await write('firefox_firefox.desktop\n');
  expect(before.path.startsWith(home)).toBe(false);
  await before.remove();
  await mkdir(own, { recursive: true });
  const inside = await write('firefox_firefox.desktop\n');
  expect(inside.path.startsWith(own)).toBe(true);
  await inside.remove();
  expect(existsSync(inside.path)).toBe(false);
  for (const other of ['firefox.desktop', '../x_y.desktop', '', 'org.mozilla.firefox.desktop']) {
    const page = await write(other);
    expect([other, page.path.startsWith(home)]).toEqual([other, false]);
    await page.remove();
  }
});

test.runIf(onLinux)(cite('MCP-4', "a sign-in address never appears in a program's arguments"), async () => {
  const { electron, opened, openedPaths } = electronDouble();
  const address = 'https://example.com/authorize?state=s3cret&code_challenge=c';
  expect(await openPrivately(electron.shell, address, 'linux')).toBe(true);
  expect(opened).toEqual([]);
  expect(readFileSync(openedPaths[0] ?? '', 'utf8')).toBe(handOverPage(address));
  expect(await openPrivately(electron.shell, 'file:///etc/passwd', 'linux')).toBe(false);
  expect(await openPrivately(electron.shell, address, 'darwin')).toBe(true);
  expect(opened).toEqual([address]);
});
