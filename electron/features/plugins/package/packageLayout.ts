// Recognizes what an unpacked folder contains, and where in it.

import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { visibleText } from '../../../../shared/core/visibleText.ts';
import type { PluginKind } from '../../../../shared/features/plugins/plugin.ts';
import { isBundleManifest, maxManifest } from '../../../mcp/bundle/bundleManifest.ts';
import { manifestName, readManifestIn } from '../../../mcp/bundle/installedBundle.ts';
import { parseFrontmatter, textField } from '../../customizations/frontmatter.ts';
import { bundleId, checkBundle } from './bundleFiles.ts';
import { isReservedName } from './entryPath.ts';
import { pluginManifests, readManifest } from './manifest.ts';

export interface PackageContent {
  kind: PluginKind;
  /** Unique among the installed plugins. */
  name: string;
  /** The folder to install. */
  folder: string;
}

const maxNamed = 20;
const maxDepth = 4;
const skillName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** `inner`: the folder that the user named; empty: the whole. Moves a skill to where skills of a plugin are. */
export async function recognizePackage(unpacked: string, inner: string): Promise<Result<PackageContent>> {
  const read = await recognize(unpacked, inner);
  return read.ok && isReservedName(read.value.name)
    ? fail('NOT_SUPPORTED', say`Its name, “${read.value.name}”, is reserved. Nothing was installed.`)
    : read;
}

async function recognize(unpacked: string, inner: string): Promise<Result<PackageContent>> {
  const root = inner === '' ? await onlyFolder(unpacked) : await innerFolder(unpacked, inner);
  if (await isFile(join(root, manifestName))) {
    const bundle = await bundlePackage(root);
    if (bundle !== null) return bundle;
  }
  for (const manifest of pluginManifests) {
    if (await isFile(join(root, ...manifest.split('/')))) return pluginPackage(root, manifest);
  }
  if (await isFile(join(root, 'SKILL.md'))) return skillPackage(unpacked, root);
  const skills = await skillsBelow(root, '', maxDepth);
  const [only, ...more] = skills;
  if (only === undefined)
    return fail('NOT_SUPPORTED', say`There is no SKILL.md in it, so it cannot be installed. Nothing was installed.`);
  if (more.length === 0) return skillPackage(unpacked, join(root, ...only.split('/')));
  const names = skills.slice(0, maxNamed).map((name) => visibleText(name));
  return fail(
    'PLUGIN_FAILED',
    say`It has ${skills.length} skills. Name the folder of one: ${names.join(', ')}${skills.length > maxNamed ? ', …' : ''}`,
  );
}

async function pluginPackage(root: string, manifest: string): Promise<Result<PackageContent>> {
  const read = readManifest(await readFile(join(root, ...manifest.split('/')), 'utf8'), manifest);
  return read.ok ? ok({ kind: 'plugin', name: read.value.name, folder: root }) : read;
}

/** Null: its manifest.json is no bundle's. */
async function bundlePackage(root: string): Promise<Result<PackageContent> | null> {
  const { size } = await stat(join(root, manifestName));
  if (size <= maxManifest * 3 && !isBundleManifest(await readFile(join(root, manifestName), 'utf8'))) return null;
  const read = await readManifestIn(root);
  if (!read.ok) return read;
  const { manifest } = read.value;
  const checked = await checkBundle(manifest, root);
  return checked.ok ? ok({ kind: 'bundle', name: bundleId(manifest.name), folder: root }) : checked;
}

/** Archives often have one folder with everything in it. */
async function onlyFolder(unpacked: string): Promise<string> {
  const [name, ...more] = await readdir(unpacked, { withFileTypes: true });
  return name?.isDirectory() && more.length === 0 ? join(unpacked, name.name) : unpacked;
}

/** The folder that the user named, without the only folder that an archive may have around everything. */
async function innerFolder(unpacked: string, inner: string): Promise<string> {
  const [named, below] = [unpacked, await onlyFolder(unpacked)].map((root) => join(root, ...inner.split('/')));
  const isThere = await stat(named as string).catch(() => null);
  return (isThere === null ? below : named) as string;
}

async function skillPackage(unpacked: string, root: string): Promise<Result<PackageContent>> {
  const text = await readFile(join(root, 'SKILL.md'), 'utf8');
  const read = parseFrontmatter(text);
  if ('message' in read) return fail('NOT_SUPPORTED', say`SKILL.md, line ${read.line}: ${read.message}`);
  const name = textField(read.fields, 'name')?.trim() ?? '';
  if (!skillName.test(name) || name.length > 64) {
    return fail(
      'NOT_SUPPORTED',
      say`SKILL.md has no valid name: “${visibleText(name.slice(0, 80))}”. Skills are named with lowercase letters, digits and hyphens.`,
    );
  }
  if ((textField(read.fields, 'description')?.trim() ?? '') === '')
    return fail('NOT_SUPPORTED', say`SKILL.md has no description, so no model would know when to use it.`);
  const folder = join(unpacked, '..', 'content');
  await mkdir(join(folder, 'skills'), { recursive: true, mode: 0o700 });
  await rename(root, join(folder, 'skills', name));
  return ok({ kind: 'skill', name, folder });
}

async function skillsBelow(at: string, below: string, depth: number): Promise<string[]> {
  const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
  const skills: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (!entry.isDirectory() || entry.name === 'node_modules') continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (await isFile(join(at, entry.name, 'SKILL.md'))) skills.push(path);
    else if (depth > 1) skills.push(...(await skillsBelow(join(at, entry.name), path, depth - 1)));
  }
  return skills;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}
