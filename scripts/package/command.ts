// The command line of a package: a copy of the Node that the project is built and tested with, and a script that starts it.
// The app itself does not run as Node (its fuse is off), and without a display it does not run at all.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandNodeFlags, nodePath } from '../nodePath.mjs';

export type PackagePlatform = 'linux' | 'darwin' | 'win32';
export type PackageArch = 'x64' | 'arm64';

/** Adds it to the resources of an unpacked app. */
export function addCommand(root: string, resources: string, platform: PackagePlatform, arch: PackageArch): void {
  const folder = join(resources, 'bin');
  mkdirSync(folder, { recursive: true });
  const node = join(folder, platform === 'win32' ? 'node.exe' : 'node');
  copyFileSync(nodeFor(root, platform, arch), node);
  chmodSync(node, 0o755);
  const script = join(folder, platform === 'win32' ? 'throughline.cmd' : 'throughline');
  writeFileSync(script, platform === 'win32' ? windowsScript() : unixScript());
  chmodSync(script, 0o755);
}

/** Other platforms' come from the package that npm would install there. */
function nodeFor(root: string, platform: PackagePlatform, arch: PackageArch): string {
  const installed = platform === process.platform && arch === process.arch ? nodePath(root) : null;
  if (installed !== null) return installed;
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8'));
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  const folder = mkdtempSync(join(tmpdir(), 'throughline-node-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // npm checks what it fetches against the registry's checksum.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [archive = ''] = readdirSync(folder);
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder]);
  return join(folder, 'package', 'bin', platform === 'win32' ? 'node.exe' : 'node');
}

function unixScript(): string {
  return `#!/bin/sh
# Throughline's command line, on the Node of its package.
self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=$(dirname "$self")/$target ;;
  esac
done
here=$(cd "$(dirname "$self")" && pwd -P) || exit 1
exec "$here/node" ${commandNodeFlags.join(' ')} "$here/../app.asar.unpacked/out/cli.js" "$@"
`;
}

function windowsScript(): string {
  const lines = [
    '@echo off',
    "rem Throughline's command line, on the Node of its package.",
    `"%~dp0node.exe" ${commandNodeFlags.join(' ')} "%~dp0..\\app.asar.unpacked\\out\\cli.js" %*`,
    '',
  ];
  return lines.join('\r\n');
}
