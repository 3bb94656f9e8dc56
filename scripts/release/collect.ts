// Puts the packages of all systems together. A release is complete or does not happen: a missing, changed or unexpected file is an
// error.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billName, checksums } from '../package/finish.ts';

export interface Collected {
  version: string;
  /** With a folder for each job. */
  from: string;
  /** Created; must be empty. */
  to: string;
}

/** As electron-builder names them (electron-builder.yml). */
export function expectedFiles(version: string): string[] {
  const name = `throughline-${version}`;
  return [
    ...[`${name}.AppImage`, `${name}-arm64.AppImage`, `${name}.tar.gz`, `${name}-arm64.tar.gz`],
    ...[`throughline_${version}_amd64.deb`, `throughline_${version}_arm64.deb`],
    ...[`${name}.x86_64.rpm`, `${name}.aarch64.rpm`],
    ...['x64', 'arm64', 'universal'].flatMap((arch) => [`${name}-mac-${arch}.dmg`, `${name}-mac-${arch}.zip`]),
    ...['x64', 'arm64'].map((arch) => `${name}-win-${arch}.exe`),
    ...[
      ['linux', 'x64'],
      ['linux', 'arm64'],
      ['darwin', 'arm64'],
      ['win32', 'x64'],
      ['win32', 'arm64'],
    ].map(([platform = '', arch = '']) => billName(version, platform, arch)),
  ].sort();
}

/** Returns the names of the files in `to`. */
export async function collectRelease({ version, from, to }: Collected): Promise<string[]> {
  mkdirSync(to, { recursive: true });
  if (readdirSync(to).length > 0) throw new Error(`${to} is not empty.`);
  const sources = new Map<string, string>();
  for (const job of readdirSync(from).sort()) {
    const folder = join(from, job);
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    const names = sums.split('\n').flatMap((line) => /^[0-9a-f]{64} {2}([\w.-]+)$/.exec(line)?.[1] ?? []);
    const actual = await checksums(names.map((name) => join(folder, name)));
    if (actual !== sums) throw new Error(`The packages of ${job} are not those that its SHA256SUMS lists.`);
    for (const name of names) {
      if (sources.has(name)) throw new Error(`${name} was made twice.`);
      sources.set(name, join(folder, name));
    }
  }
  const expected = expectedFiles(version);
  const missing = expected.filter((name) => !sources.has(name));
  const unexpected = [...sources.keys()].filter((name) => !expected.includes(name));
  if (missing.length + unexpected.length > 0)
    throw new Error(
      `The release is not complete. Missing: ${missing.join(', ')}. Unexpected: ${unexpected.join(', ')}.`,
    );
  for (const [name, file] of sources) copyFileSync(file, join(to, name));
  writeFileSync(join(to, 'SHA256SUMS'), await checksums(expected.map((name) => join(to, name))));
  return readdirSync(to).sort();
}
