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

/** A failure, unlike a package that cannot be fetched. */
export class OtherContent extends Error {}

/** Returns the folder that the package was unpacked into. Throws `OtherContent` if npm has other content under the version. */
export function fetchPackage({ name, version, integrity }: PinnedPackage, cache: string): string {
  const folder = path.join(cache, `${name.replace('/', '+')}@${version}`);
  const unpacked = path.join(folder, 'package');
  if (statSync(unpacked, { throwIfNoEntry: false })) return unpacked;
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(path.join(cache, 'partial-'));
  try {
    const limits = ['--fetch-retries=0', '--fetch-timeout=60000'];
    const packed = execFileSync(
      'npm',
      ['pack', `${name}@${version}`, '--silent', ...limits, '--pack-destination', partial],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 120_000,
      },
    );
    const archive = path.join(partial, packed.trim().split('\n').at(-1) ?? '');
    const actual = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (actual !== integrity) throw new OtherContent(`${name}@${version} has other content than was pinned: ${actual}`);
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
