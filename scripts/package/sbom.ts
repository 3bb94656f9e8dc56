// The bill of materials of a package, as CycloneDX 1.6: from the module lists of the bundles, the packages that are shipped as
// they are, Electron and Node. Deterministic.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtPackages, noticeOf, vendored } from '../notices.ts';

export const sbomFile = 'out/sbom.cdx.json';

interface Locked {
  version: string;
  integrity?: string;
}

export function writeSbom(root: string): void {
  writeFileSync(join(root, sbomFile), sbomText(root));
}

export function sbomText(root: string): string {
  const { packages } = readJson(join(root, 'package-lock.json')) as { packages: Record<string, Locked> };
  const { name, version, license, description } = readJson(join(root, 'package.json')) as Record<string, string>;
  const libraries = builtPackages(root).map((folder) => libraryOf(root, folder, packages[folder]));
  const components = [...libraries, ...otherParts(root)].sort((one, other) =>
    one['bom-ref'] < other['bom-ref'] ? -1 : 1,
  );
  const app = { type: 'application', 'bom-ref': 'app', name, version, description, ...licenseOf(license ?? '') };
  return `${JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${idOf(JSON.stringify([app, components]))}`,
      version: 1,
      metadata: { component: app },
      components,
      dependencies: [{ ref: 'app', dependsOn: components.map((component) => component['bom-ref']) }],
    },
    null,
    1,
  )}\n`;
}

function libraryOf(root: string, folder: string, locked: Locked | undefined) {
  const { name, version, license, source } = noticeOf(root, folder);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    // A package may be installed twice in one version.
    'bom-ref': `${purl}#${folder}`,
    ...namesOf(name),
    version,
    ...hashesOf(locked?.integrity),
    ...licenseOf(license),
    purl,
    ...(source === null ? {} : { externalReferences: [{ type: 'vcs', url: addressOf(source) }] }),
  };
}

/** Their versions are pinned in package.json. Chromium, V8 and the Node inside Electron follow from Electron's version. */
function otherParts(root: string) {
  const { devDependencies } = readJson(join(root, 'package.json')) as { devDependencies: Record<string, string> };
  const data = { type: 'data', 'bom-ref': 'vendored', ...namesOf(vendored.name), version: vendored.version };
  const programs = (['electron', 'node'] as const).map((name) => {
    const version = devDependencies[name] ?? '';
    const purl = `pkg:${name === 'electron' ? 'npm' : 'generic'}/${name}@${version}`;
    return { type: 'platform', 'bom-ref': purl, name, version, ...licenseOf('MIT'), purl };
  });
  return [{ ...data, ...licenseOf(vendored.license) }, ...programs];
}

function licenseOf(license: string) {
  const isExpression = /\s|^\(/.test(license);
  return {
    licenses: [isExpression ? { expression: license.replace(/^\((.*)\)$/, '$1') } : { license: { id: license } }],
  };
}

function namesOf(name: string): { group?: string; name: string } {
  const [first = '', second] = name.split('/');
  return second === undefined ? { name: first } : { group: first, name: second };
}

/** npm also accepts a repository's name on GitHub. */
function addressOf(source: string): string {
  return /^[\w.-]+\/[\w.-]+$/.test(source) ? `https://github.com/${source}` : source.replace(/^git\+/, '');
}

/** npm's checksum is of the package's archive. */
function hashesOf(integrity: string | undefined) {
  const [, value] = /^sha512-(\S+)/.exec(integrity ?? '') ?? [];
  return value === undefined
    ? {}
    : { hashes: [{ alg: 'SHA-512', content: Buffer.from(value, 'base64').toString('hex') }] };
}

/** A UUID of a text (version 8: derived in a way of our own). */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 32).split('');
  hex[12] = '8';
  hex[16] = '8';
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
