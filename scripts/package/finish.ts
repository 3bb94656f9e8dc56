// electron-builder's hooks: adds the command line to each unpacked app, and after everything is built and signed reads the
// fuses back, writes checksums and the bill of materials, and names what is not signed.

import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { AfterPackContext, BuildResult } from 'electron-builder';
import { staleChunks } from './chunks.ts';
import { addCommand, type PackagePlatform } from './command.ts';
import { differingFuses } from './fuses.ts';
import { sbomFile } from './sbom.ts';
import { signingProblems } from './signing.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** electron-builder's numbers. A universal app is merged from two that already have it. */
const arches = { 1: 'x64', 3: 'arm64' } as const;

/** Chunks of earlier builds must not be packaged. */
export async function beforePack({ packager }: Pick<AfterPackContext, 'packager'>): Promise<void> {
  const out = join(packager.projectDir, 'out');
  for (const name of staleChunks(out)) rmSync(join(out, name));
}

export async function afterPack({ appOutDir, arch, electronPlatformName, packager }: AfterPackContext): Promise<void> {
  const name = arches[arch as keyof typeof arches];
  if (name) addCommand(root, packager.getResourcesDir(appOutDir), electronPlatformName as PackagePlatform, name);
}

export async function afterAllArtifactBuild(result: BuildResult): Promise<string[]> {
  const { outDir, artifactPaths, configuration } = result;
  const binaries = unpackedBinaries(outDir, configuration.productName ?? '', configuration.executableName ?? '');
  if (binaries.length === 0) throw new Error(`no app was found in ${outDir} to read the fuses of`);
  for (const binary of binaries) {
    const wrong = await differingFuses(binary, configuration.electronFuses ?? {});
    if (wrong.length > 0) throw new Error(`${binary} has other fuses than electron-builder.yml: ${wrong.join(', ')}`);
  }
  process.stdout.write(`The fuses of ${binaries.length} app(s) were read back and are as set.\n`);
  for (const problem of signingProblems(process.platform, process.env)) process.stdout.write(`${problem}\n`);
  const packages = artifactPaths.filter((path) => existsSync(path));
  if (packages.length === 0) return [];
  // Native modules differ by system and processor, and so does the bill of materials.
  const bill = join(outDir, billName(appVersion(), process.platform, process.arch));
  copyFileSync(join(root, sbomFile), bill);
  packages.push(bill);
  const sums = join(outDir, 'SHA256SUMS');
  writeFileSync(sums, await checksums(packages));
  return [bill, sums];
}

export function billName(version: string, platform: string, arch: string): string {
  return `throughline-${version}-${platform}-${arch}.cdx.json`;
}

function appVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** In the form of sha256sum, by name. */
export async function checksums(files: readonly string[]): Promise<string> {
  const sorted = files.toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1));
  let text = '';
  for (const file of sorted) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    text += `${hash.digest('hex')}  ${basename(file)}\n`;
  }
  return text;
}

/** The apps' binaries in electron-builder's folder of results. */
function unpackedBinaries(outDir: string, product: string, executable: string): string[] {
  return readdirSync(outDir).flatMap((name) => {
    const candidates = [
      join(outDir, name, executable),
      join(outDir, name, `${product}.exe`),
      join(outDir, name, `${product}.app`),
    ];
    return /^(?:linux|win|mac)/.test(name) ? candidates.filter((path) => existsSync(path)).slice(0, 1) : [];
  });
}
