// Electron's security checklist, point by point, against the desktop entry point: main.ts itself runs, on a double of
// Electron and on the real core.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cite } from '../../support/cite.ts';
import { doors } from '../../support/commandLine.ts';
import { type ElectronDouble, electronDouble, FakeContents } from '../../support/electronDouble.ts';
import { startProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let double: ElectronDouble;

/** Runs main.ts again, with `args` after its own name, until its window is there. */
async function startDesktop(args: readonly string[]): Promise<void> {
  vi.resetModules();
  vi.doMock('electron', () => double.electron);
  const before = process.argv;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const listeners = signals.map((signal) => process.listeners(signal));
  process.argv = ['electron', root, '--', ...args];
  onTestFinished(async () => {
    double.app.quit();
    await expect.poll(() => double.app.exits).not.toEqual([]);
    for (const [at, signal] of signals.entries()) {
      for (const listener of process.listeners(signal)) {
        if (!listeners[at]?.includes(listener)) process.off(signal, listener);
      }
    }
    vi.doUnmock('electron');
  });
  await import('../../../electron/main.ts');
  process.argv = before;
}

async function startWithWindow() {
  const dataDir = join(tempFolder(), 'data');
  await startDesktop(['--data', dataDir]);
  await expect.poll(() => double.windows).toHaveLength(1);
  const [window] = double.windows;
  if (!window) throw new Error('no window');
  return { dataDir, window, contents: window.webContents };
}

beforeEach(() => {
  double = electronDouble();
});

const strangers = [
  'https://example.com/',
  'http://127.0.0.1:4817/',
  'file:///etc/passwd',
  'throughline://app.evil.com/',
  'throughline://app@evil.com/',
  'throughline://user@app/',
  'throughline://:word@app/',
  'throughline://evil/',
  'throughline-evil://app/',
  'javascript:alert(1)',
  'data:text/html,x',
  'about:blank',
  'not an address',
  '',
];

describe('the window', () => {
  test(cite('SEC-1', '1 and 18: it loads our own scheme, and nothing from the web or from a file'), {
    tags: ['all'],
  }, async () => {
    const { window } = await startWithWindow();
    expect(window.did[0]).toBe('load throughline://app/');
    expect(double.schemes).toEqual([
      {
        scheme: 'throughline',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ]);
    expect(double.app.order.indexOf('registerSchemesAsPrivileged')).toBeLessThan(double.app.order.indexOf('ready'));
  });

  test(
    cite('SEC-1', '2, 3, 4, 6, 8, 9, 10, 11: the page has no Node, its own world, a sandbox, and no extras'),
    async () => {
      const { window } = await startWithWindow();
      expect(double.app.sandboxed).toBe(true);
      expect(double.app.order[0]).toBe('enableSandbox');
      const { preload, ...preferences } = window.options.webPreferences ?? {};
      expect(preload).toMatch(/preload\.cjs$/);
      expect(preferences).toEqual({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        // Off until the user has chosen languages (DESK-4).
        spellcheck: true,
      });
    },
  );

  test(cite('SEC-1', '12: an embedded view is never attached'), async () => {
    const { contents } = await startWithWindow();
    expect(contents.prevented('will-attach-webview')).toBe(true);
  });

  test(cite('SEC-1', '13: it navigates only to our own page, by any means, compared as a parsed URL'), async () => {
    const { contents } = await startWithWindow();
    for (const url of strangers) {
      const navigations = [
        contents.prevented('will-navigate', { url }),
        contents.prevented('will-redirect', { url }),
        contents.prevented('will-frame-navigate', { url, isMainFrame: true }),
        contents.prevented('will-frame-navigate', { url, isMainFrame: false }),
      ];
      expect([url, ...navigations]).toEqual([url, true, true, true, true]);
    }
    const url = 'throughline://app/index.html';
    expect(contents.prevented('will-navigate', { url })).toBe(false);
    expect(contents.prevented('will-frame-navigate', { url, isMainFrame: true })).toBe(false);
    expect(contents.prevented('will-frame-navigate', { url, isMainFrame: false })).toBe(true);
  });

  test(cite('SEC-1', '14 and 15: no page opens a window; only web and mail addresses reach the system'), async () => {
    const { contents } = await startWithWindow();
    const good = ['https://example.com/a?b#c', 'http://example.com/', 'mailto:someone@example.com'];
    for (const address of good) expect(contents.open(address)).toEqual({ action: 'deny' });
    expect(double.opened).toEqual(good);
    for (const address of [
      ...strangers.filter((one) => !one.startsWith('http')),
      'calculator://',
      'smb://server/share',
      'ms-msdt:/id',
      'vbscript:x',
      'ftp://example.com/',
      'ssh://-oProxyCommand=x/',
      'throughline://app/',
      ' https:',
      'https://',
      `https://example.com/${'a'.repeat(9000)}`,
    ]) {
      expect(contents.open(address)).toEqual({ action: 'deny' });
    }
    expect(double.opened).toEqual(good);
  });

  test(cite('SEC-1', '12 to 14 hold for every page that is ever created, not only for the first'), async () => {
    await startWithWindow();
    const other = new FakeContents();
    double.app.emit('web-contents-created', {}, other);
    expect(other.prevented('will-navigate', { url: 'https://example.com/' })).toBe(true);
    expect(other.prevented('will-attach-webview')).toBe(true);
    expect(other.open('file:///etc/passwd')).toEqual({ action: 'deny' });
    expect(double.opened).toEqual([]);
  });
});

test(
  cite('SEC-1', '5: every permission is denied except writing text to the clipboard, for our own page'),
  async () => {
    await startWithWindow();
    const { request, check, device, display } = double.permissions;
    const names = [
      'clipboard-read',
      'display-capture',
      'fileSystem',
      'fullscreen',
      'geolocation',
      'hid',
      'idle-detection',
      'local-network-access',
      'media',
      'midiSysex',
      'notifications',
      'openExternal',
      'pointerLock',
      'serial',
      'storage-access',
      'usb',
      'window-management',
      'unknown',
    ] as const;
    type Name = (typeof names)[number] | 'clipboard-sanitized-write';
    const asked = (name: Name, requestingUrl: string, isMainFrame: boolean): boolean[] => {
      const answers: boolean[] = [];
      const details = { requestingUrl, isMainFrame };
      request?.(new FakeContents() as never, name, (granted) => answers.push(granted), details as never);
      answers.push(check?.(null, name, requestingUrl, details as never) ?? true);
      return answers;
    };
    for (const name of names) expect([name, ...asked(name, 'throughline://app/', true)]).toEqual([name, false, false]);
    expect(asked('clipboard-sanitized-write', 'throughline://app/', true)).toEqual([true, true]);
    expect(asked('clipboard-sanitized-write', 'throughline://app/', false)).toEqual([false, false]);
    expect(asked('clipboard-sanitized-write', 'https://example.com/', true)).toEqual([false, false]);
    expect(device?.()).toBe(false);
    const streams: object[] = [];
    display?.({}, (given) => streams.push(given));
    expect(streams).toEqual([{}]);
  },
);

test(cite('SEC-1', "7: the page's policy is in the headers of every response"), async () => {
  await startWithWindow();
  for (const address of ['throughline://app/', 'throughline://app/nothing']) {
    const answer = await double.fetchPage(address);
    expect(answer?.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(answer?.headers.get('content-security-policy')).not.toMatch(/unsafe-eval|https?:|\*|script-src [^;]*unsafe/);
    expect(answer?.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test(cite('SEC-1', '16: Electron is pinned, to the major version that this host is written for'), () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(devDependencies.electron).toMatch(/^45\.\d+\.\d+$/);
});

test(cite('SEC-1', '19: the fuses that a package is built with'), () => {
  const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  const fuses = Object.fromEntries(
    [...config.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name, on]) => [name, on]),
  );
  expect(fuses).toMatchObject({
    runAsNode: 'false',
    enableCookieEncryption: 'true',
    enableNodeOptionsEnvironmentVariable: 'false',
    enableNodeCliInspectArguments: 'false',
    enableEmbeddedAsarIntegrityValidation: 'true',
    onlyLoadAppFromAsar: 'true',
    grantFileProtocolExtraPrivileges: 'false',
  });
  expect(config).toMatch(/^asar: true$/m);
});

describe('starting and ending', () => {
  test(cite('START-5', "a second start brings the first one's window to the front, and exits"), async () => {
    const { window, dataDir } = await startWithWindow();
    window.minimized = true;
    window.did.length = 0;
    double.app.emit('second-instance');
    expect(window.did).toEqual(['restore', 'show', 'focus']);
    expect(double.app.paths.userData).toBe(join(dataDir, 'desktop'));
  });

  test(cite('START-5', 'the second start itself opens nothing'), async () => {
    double.app.isFirst = false;
    await startDesktop(['--data', join(tempFolder(), 'data')]);
    expect(double.app.exits).toEqual([0]);
    expect(double.app.order).not.toContain('ready');
    expect(double.windows).toEqual([]);
  });

  test(cite('START-5', 'where a browser host has the data, its URL is opened, through a page with a ticket'), {
    tags: ['all'],
  }, async () => {
    const dataDir = join(tempFolder(), 'data');
    const host = startProgram(`${doors}headless.js`, ['--no-open', '--port', '0', '--data', dataDir]);
    await host.prints('#token=');
    const [, address = '', token = ''] = /(http:\S+#token=)(\S+)/.exec(host.said()) ?? [];
    await startDesktop(['--data', dataDir]);
    await expect.poll(() => double.app.exits).toEqual([0]);
    expect(double.opened).toEqual([]);
    const [page = ''] = double.openedPaths;
    const written = readFileSync(page, 'utf8');
    expect(written).toContain(address);
    expect(written).not.toContain(token);
  });

  test(cite('START-4', 'an invalid option ends it with 2 before anything is created'), async () => {
    const folder = tempFolder();
    await startDesktop(['--data', join(folder, 'data'), '--nonsense']);
    expect(double.app.exits).toEqual([2]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test(cite('START-7', 'an obstacle at the start is one sentence, on the screen too'), async () => {
    const folder = tempFolder();
    await startDesktop(['--data', join(folder, 'data'), '--project', join(folder, 'none')]);
    await expect.poll(() => double.app.exits).toEqual([1]);
    expect(double.errorBoxes).toEqual([
      `The project folder ${join(folder, 'none')} does not exist. Nothing was started; check --project.`,
    ]);
    expect(double.windows).toEqual([]);
  });

  test(
    cite('START-6', "closing the last window closes the app and ends the process; the window's bounds are saved"),
    async () => {
      const { window, dataDir } = await startWithWindow();
      window.emit('close');
      window.emit('closed');
      double.app.emit('window-all-closed');
      await expect.poll(() => double.app.exits).toEqual([0]);
      const kept = JSON.parse(readFileSync(join(dataDir, 'window.json'), 'utf8'));
      expect(kept).toMatchObject({ x: 10, y: 20, width: 900, height: 700, maximized: false });
    },
  );

  test(cite('START-6', 'quitting twice closes once'), async () => {
    await startWithWindow();
    double.app.quit();
    double.app.quit();
    await expect.poll(() => double.app.exits).toEqual([0]);
    // An installer that asks for a password may block the app now, so no window is left.
    expect(double.windows.map((window) => window.destroyed)).toEqual([true]);
  });
});
