// Stand-ins for AppImages: each is one executable file that starts an unpacked app of its own version, as an AppImage does with
// the one that it contains. The AppImage runtime itself is not on npm.

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { foreignBinary } from './electronRuntime.ts';
import { preparedFolders } from './packageApp.ts';
import { giveToApp } from './place.ts';

/** Large enough for a download to be interrupted. */
const padding = Buffer.alloc(2_000_000, '# padding\n');

/** The bytes of an AppImage. `code`: JavaScript that its main process runs first. */
export function appImageOf(version: string, code = ''): Buffer {
  const app = unpackedApp(version, code);
  const script = `#!/bin/sh
APPIMAGE="$(readlink -f "$0")"
export APPIMAGE
exec '${path.join(app, foreignBinary)}' "$@"
`;
  return Buffer.concat([Buffer.from(script), padding]);
}

export function writeAppImage(file: string, bytes: Buffer): void {
  writeFileSync(file, bytes);
  chmodSync(file, 0o755);
  giveToApp(file);
}

/** The prepared app as another version. Hard links: it is a third of a gigabyte. */
function unpackedApp(version: string, code: string): string {
  const prepared = preparedFolders();
  if (!prepared) throw new Error('the real Electron was not prepared');
  const name = `app-${version}${code === '' ? '' : `-${Buffer.from(code).toString('hex').slice(0, 40)}`}`;
  const folder = path.join(prepared.work, 'apps', name);
  if (existsSync(folder)) return folder;
  mkdirSync(path.dirname(folder), { recursive: true });
  const partial = `${folder}.${process.pid}`;
  execFileSync('cp', ['-al', prepared.electron, partial]);
  const main = path.join(partial, 'resources', 'app', 'out', 'main.cjs');
  const text = readFileSync(main, 'utf8');
  const ownVersion = /(name: "throughline",\s*version: ")[\d.]+/;
  if (!ownVersion.test(text)) throw new Error('the bundle has no version of its own');
  rmSync(main);
  writeFileSync(main, `${code}\n${text.replace(ownVersion, `$1${version}`)}`);
  try {
    renameSync(partial, folder);
  } catch (thrown) {
    // Another worker was first.
    if (!existsSync(folder)) throw thrown;
    rmSync(partial, { recursive: true });
  }
  return folder;
}
