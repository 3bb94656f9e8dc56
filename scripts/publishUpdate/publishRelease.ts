// Signs and publishes a release into a folder: files first, manifests last, each in one step.

import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
  compareVersions,
  type ManifestFile,
  manifestName,
  openManifest,
  sealManifest,
} from '../../electron/features/updates/manifest.ts';

export interface ReleaseOptions {
  version: string;
  /** The packages, as electron-builder names them. */
  from: string;
  /** The folder that the server serves. */
  to: string;
  privateKey: KeyObject;
  /** Markdown. */
  notes: string;
  stagingPercentage: number | null;
  /** Allows a lower version than the published one. */
  withdraw: boolean;
  now: Date;
}

interface Artifact {
  source: string;
  platform: string;
  archs: string[];
  file: ManifestFile;
}

const kinds = [
  { ending: /\.AppImage$/, kind: 'appImage', platform: 'linux' },
  { ending: /\.deb$/, kind: 'deb', platform: 'linux' },
  { ending: /\.rpm$/, kind: 'rpm', platform: 'linux' },
  { ending: /\bmac\b.*\.zip$/, kind: 'zip', platform: 'darwin' },
  { ending: /\.exe$/, kind: 'nsis', platform: 'win32' },
] as const;

/** The 32 bytes of the public key, as Base64. */
export function publicKeyOf(privateKey: KeyObject): string {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('base64');
}

/** Throws before anything is visible to readers. */
export function publishRelease(options: ReleaseOptions): { manifest: string; files: string[] }[] {
  const { version, from, to, privateKey, now } = options;
  const artifacts = readdirSync(from).flatMap((name) => artifactOf(path.join(from, name), version) ?? []);
  if (artifacts.length === 0) throw new Error(`${from} has no packages of version ${version}. Nothing was published.`);
  mkdirSync(to, { recursive: true });
  const places = new Set(artifacts.flatMap(({ platform, archs }) => archs.map((arch) => `${platform} ${arch}`)));
  const manifests = [...places].sort().map((place) => {
    const [platform = '', arch = ''] = place.split(' ');
    const files = filesFor(artifacts, platform, arch);
    const name = manifestName(platform, arch);
    refuseOlder(path.join(to, name), options);
    const { notes, stagingPercentage } = options;
    const text = sealManifest(
      {
        ...{ v: 1, app: 'throughline', version, platform, arch, published: now.toISOString(), notes, files },
        ...(stagingPercentage === null ? {} : { stagingPercentage }),
      },
      privateKey,
    );
    const opened = openManifest(text, publicKeyOf(privateKey));
    if (!opened.ok) throw new Error(opened.error.message);
    return { name, text, files: files.map((file) => file.name) };
  });
  for (const { source, file } of artifacts) copyOnce(source, path.join(to, file.name), file);
  for (const { name, text } of manifests) replace(path.join(to, name), (temporary) => writeFileSync(temporary, text));
  return manifests.map(({ name, files }) => ({ manifest: name, files }));
}

/** A package of exactly this processor before one of both. */
function filesFor(artifacts: readonly Artifact[], platform: string, arch: string): ManifestFile[] {
  const fitting = artifacts.filter((each) => each.platform === platform && each.archs.includes(arch));
  return fitting
    .toSorted((one, other) => one.archs.length - other.archs.length)
    .filter((each, at, all) => all.findIndex(({ file }) => file.kind === each.file.kind) === at)
    .map(({ file }) => file);
}

function artifactOf(source: string, version: string): Artifact | null {
  const base = path.basename(source);
  const kind = kinds.find(({ ending }) => ending.test(base));
  if (!kind || !base.includes(version)) return null;
  const bytes = readFileSync(source);
  return {
    source,
    platform: kind.platform,
    archs: archsOf(base),
    file: {
      kind: kind.kind,
      name: base.replaceAll(' ', '-'),
      size: bytes.length,
      sha512: createHash('sha512').update(bytes).digest('base64'),
    },
  };
}

/** electron-builder leaves x64 out of most names. */
function archsOf(name: string): string[] {
  if (/universal/.test(name)) return ['arm64', 'x64'];
  return [/arm64|aarch64/.test(name) ? 'arm64' : 'x64'];
}

function refuseOlder(manifest: string, { version, privateKey, withdraw, now }: ReleaseOptions): void {
  if (!existsSync(manifest)) return;
  const before = openManifest(readFileSync(manifest, 'utf8'), publicKeyOf(privateKey));
  if (!before.ok) throw new Error(`${manifest} is not signed with this key. Nothing was published.`);
  if (Date.parse(before.value.published) >= now.getTime()) {
    throw new Error(`${manifest} was published later than now. Check the clock. Nothing was published.`);
  }
  if (!withdraw && compareVersions(version, before.value.version) < 0) {
    throw new Error(`${manifest} already offers ${before.value.version}. Use --withdraw to go back to ${version}.`);
  }
}

/** Readers may be downloading it, so a published file never changes. */
function copyOnce(source: string, target: string, { sha512 }: ManifestFile): void {
  if (existsSync(target)) {
    if (createHash('sha512').update(readFileSync(target)).digest('base64') === sha512) return;
    throw new Error(`${target} is already published with other content. Use another version. Nothing was published.`);
  }
  replace(target, (temporary) => copyFileSync(source, temporary));
}

function replace(target: string, write: (temporary: string) => void): void {
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.new`);
  try {
    write(temporary);
    const file = openSync(temporary, 'r+');
    fsyncSync(file);
    closeSync(file);
    renameSync(temporary, target);
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  }
}
