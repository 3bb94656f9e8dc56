// The desktop host's smaller parts: its scheme, its window's bounds, the folder dialog, a page that crashed.

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { registerAppScheme, serveAppScheme } from '../../../electron/host/desktop/appProtocol.ts';
import { createDesktopNative } from '../../../electron/host/desktop/native.ts';
import { openWindow } from '../../../electron/host/desktop/window.ts';
import { cite } from '../../support/cite.ts';
import { electronDouble } from '../../support/electronDouble.ts';
import { writeTree } from '../../support/fileTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test(cite('SEC-1', "18: our scheme serves the page's files, to our own host, and nothing else"), async () => {
  const folder = tempFolder();
  writeTree(folder, { 'page/index.html': 'the page', 'page/assets/a.js': 'script', 'secret.txt': 'secret' });
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'page', 'link.txt'));
  const double = electronDouble();
  registerAppScheme(double.electron.protocol as never);
  expect(double.schemes.flatMap(({ privileges }) => Object.keys(privileges ?? {}))).not.toContain('bypassCSP');
  serveAppScheme(double.electron.protocol as never, join(folder, 'page'));
  const get = async (address: string, method?: string) => {
    const answer = await double.fetchPage(address, method);
    return [answer?.status, answer?.headers.get('content-type')?.split(';')[0], await answer?.text()];
  };
  expect(await get('throughline://app/')).toEqual([200, 'text/html', 'the page']);
  expect(await get('throughline://app/index.html?x#y')).toEqual([200, 'text/html', 'the page']);
  expect(await get('throughline://app/assets/a.js')).toEqual([200, 'text/javascript', 'script']);
  const page = await double.fetchPage('throughline://app/');
  expect(page?.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
  for (const address of [
    'throughline://app/../secret.txt',
    'throughline://app/..%2fsecret.txt',
    'throughline://app/%2e%2e%2fsecret.txt',
    'throughline://app/..%5csecret.txt',
    'throughline://app//etc/passwd',
    'throughline://app/%2fetc%2fpasswd',
    'throughline://app/link.txt',
    'throughline://app/index.html%00',
    'throughline://app/assets',
    'throughline://other/index.html',
    'throughline://app.evil.com/index.html',
    'throughline://app@evil.com/index.html',
  ]) {
    expect([address, (await get(address))[0]]).toEqual([address, 404]);
  }
  expect((await get('throughline://app/', 'POST'))[0]).toBe(404);
});

test('a page whose process died is reloaded immediately, and again only after a pause', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { electron } = electronDouble();
  const parts = {
    Window: electron.BrowserWindow as never,
    screen: electron.screen as never,
    nativeTheme: electron.nativeTheme as never,
    dataFolder: tempFolder(),
    preload: '/preload.cjs',
  };
  const { window } = openWindow(parts, { address: 'throughline://app/', saved: null, others: [] });
  const contents = window.webContents as unknown as { emit(...args: unknown[]): void; reloads: number };
  const die = (reason: string): void => contents.emit('render-process-gone', {}, { reason });
  die('clean-exit');
  expect(contents.reloads).toBe(0);
  die('crashed');
  expect(contents.reloads).toBe(1);
  die('oom');
  die('crashed');
  vi.advanceTimersByTime(9_000);
  expect(contents.reloads).toBe(1);
  vi.advanceTimersByTime(1_001);
  expect(contents.reloads).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(contents.reloads).toBe(2);
});

test('the folder dialog returns a folder, or none', async () => {
  const { electron, picks } = electronDouble();
  const native = createDesktopNative({ ...electron, currentWindow: () => null, desktop: null } as never);
  picks.push({ canceled: false, filePaths: ['/project'] });
  expect(await native.pickFolder()).toEqual({ supported: true, path: '/project' });
  expect(await native.pickFolder()).toEqual({ supported: true, path: null });
});

test('a file is chosen in the dialog of the system, by its extension', async () => {
  const { electron, picks } = electronDouble();
  const native = createDesktopNative({ ...electron, currentWindow: () => null, desktop: null } as never);
  picks.push({ canceled: false, filePaths: ['/weather.mcpb'] });
  expect(await native.pickFile(['mcpb'])).toEqual({ supported: true, path: '/weather.mcpb' });
  expect(await native.pickFile([])).toEqual({ supported: true, path: null });
});

test("import files are picked in the system's dialog: files or folders, several at once", async () => {
  const { electron, picks } = electronDouble();
  const native = createDesktopNative({ ...electron, currentWindow: () => null, desktop: null } as never);
  picks.push({ canceled: false, filePaths: ['/a.jsonl', '/b.zip'] });
  expect(await native.pickToImport('files')).toEqual({ supported: true, paths: ['/a.jsonl', '/b.zip'] });
  picks.push({ canceled: true, filePaths: ['/a.jsonl'] });
  expect(await native.pickToImport('folder')).toEqual({ supported: true, paths: [] });
});

test('a file is shown in the file manager, and never opened', async () => {
  const { electron, revealed, opened } = electronDouble();
  const native = createDesktopNative({ ...electron, currentWindow: () => null, desktop: null } as never);
  expect(await native.revealFile('/project/a.sh')).toBe(true);
  expect(revealed).toEqual(['/project/a.sh']);
  expect(opened).toEqual([]);
});
