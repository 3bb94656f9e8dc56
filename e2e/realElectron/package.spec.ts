// The app as electron-builder packages it: what is in it, which fuses are set, and that it works from its archive.

import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPackage } from '@electron/asar';
import fuses from '@electron/fuses';
import { expect } from '@playwright/test';
import { cite } from '../../test/support/cite.ts';
import { type PackagedApp, packageApp, preparedFolders } from '../support/realElectron/packageApp.ts';
import { test } from '../support/realElectron/realElectron.ts';
import { send, unfold, waitForIdle } from '../support/window.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { FuseV1Options, getCurrentFuseWire } = fuses;
/** As characters in the binary. */
const [off, on] = ['0', '1'].map((state) => state.charCodeAt(0));

test.describe.configure({ mode: 'serial' });

let result: PackagedApp | null = null;

test(cite('SHIP-5', 'a package has the files that the app needs, and no others'), async ({ electron }) => {
  const folders = preparedFolders();
  if (!folders) throw new Error('nothing was prepared');
  result = await packageApp(root, folders.electron, folders.app, electron.folder('package'));
  const files = listPackage(result.archive, { isPack: false }).map((file) => file.replaceAll('\\', '/'));
  const inOut = files.flatMap((file) => /^\/out\/([^/]+)$/.exec(file)?.[1] ?? []);
  expect(inOut.filter((file) => !/\.(?:wasm|js|cjs)$/.test(file))).toEqual(['renderer']);
  expect(inOut).toEqual(
    expect.arrayContaining(['main.cjs', 'preload.cjs', 'indexWorker.js', 'tokenWorker.js', 'tree-sitter.wasm']),
  );
  expect(files).toContain('/out/renderer/index.html');
  expect(
    files.filter((file) => /\.(?:ts|tsx|map)$|\/(?:test|e2e|docs)\//.test(file) && !file.includes('/node_modules/')),
  ).toEqual([]);
  // Programs and libraries cannot start from inside an archive.
  const unpacked = readdirSync(`${result.archive}.unpacked`, { recursive: true }).map(String);
  for (const name of [/keyring.*\.node$/, /node-pty.*\.node$/, /ripgrep.*\/bin\/rg$/, /sqlite.*\.node$/])
    expect(unpacked.filter((file) => name.test(file))).not.toEqual([]);
  const ripgrep = unpacked.find((file) => /ripgrep.*\/bin\/rg$/.test(file)) ?? '';
  expect(execFileSync(path.join(`${result.archive}.unpacked`, ripgrep), ['--version'], { encoding: 'utf8' })).toMatch(
    /^ripgrep /,
  );
  expect(readdirSync(path.join(result.folder, 'resources'))).toEqual(
    expect.arrayContaining(['LICENSE.txt', 'THIRD-PARTY-NOTICES.txt', 'app.asar', 'app.asar.unpacked']),
  );
  expect(statSync(result.archive).size).toBeLessThan(90_000_000);
});

test(cite(['SHIP-5', 'SEC-1'], 'the fuses are set, and Electron does not run as Node'), async () => {
  test.skip(result === null, 'the app was not packaged');
  if (!result) return;
  const wire = await getCurrentFuseWire(result.binary);
  expect({
    runAsNode: wire[FuseV1Options.RunAsNode],
    cookies: wire[FuseV1Options.EnableCookieEncryption],
    nodeOptions: wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable],
    inspect: wire[FuseV1Options.EnableNodeCliInspectArguments],
    integrity: wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
    onlyAsar: wire[FuseV1Options.OnlyLoadAppFromAsar],
  }).toEqual({ runAsNode: off, cookies: on, nodeOptions: off, inspect: off, integrity: on, onlyAsar: on });
});

test(
  cite(['SHIP-5', 'START-1'], 'the packaged app chats and runs commands from its archive, even without its workers'),
  async ({ electron }) => {
    test.skip(result === null, 'the app was not packaged');
    if (!result) return;
    // Only for the test's own connection to the main process.
    await fuses.flipFuses(result.binary, {
      version: fuses.FuseVersion.V1,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
    });
    const project = electron.folder('project', { 'README.md': '# Garden\n\nBasil wants water.\n' });
    const started = await electron.start({ binary: result.binary, args: ['--project', project] });
    const page = await started.page();
    expect(await started.app.evaluate(({ app }) => [app.isPackaged, app.getName(), app.getAppPath()])).toEqual([
      true,
      'Throughline',
      result.archive,
    ]);
    await send(page, 'run echo basil');
    await page.getByRole('button', { name: 'Allow once', disabled: false }).click();
    await waitForIdle(page);
    await unfold(page);
    await expect(page.locator('[data-tool="run_command"][data-state="ok"]')).toBeAttached();
    await started.app.evaluate(({ app }) => app.quit()).catch(() => {});
    expect(await started.ended).toBe(0);
    // Electron 25 loads no ES modules from archives, so no worker starts. The app works without them.
    expect(
      started
        .said()
        .split('\n')
        .filter((line) => !line.includes('Worker.js')),
    ).toEqual([]);
  },
);
