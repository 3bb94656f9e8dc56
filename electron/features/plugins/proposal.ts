// Describes a package: its files, its effects, and how it differs from the installed version.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import { visibleParts } from '../../../shared/core/visibleText.ts';
import type { FileChange, PluginProposal, ProposedFile } from '../../../shared/features/plugins/plugin.ts';
import { decodePlainText } from '../../lib/plainText.ts';
import {
  hashOfFiles,
  type InstalledPlugin,
  type InstalledPlugins,
  type ListedFile,
  readFolder,
} from '../../stores/installedPlugins.ts';
import { diffText } from '../../tools/text/diffText.ts';
import { ranCommand } from '../customizations/definition.ts';
import { readDefinition } from '../customizations/readDefinition.ts';
import { type BundlePlan, readBundleMain } from './package/bundleContent.ts';
import type { PackageContent } from './package/packageLayout.ts';
import { readPluginMain } from './package/pluginContent.ts';
import type { FetchedPackage } from './source/fetchPackage.ts';
import { sourceLabel } from './source/parseSource.ts';

const maxListed = 500;
const maxDiffedBytes = 512 * 1024;
const maxDiff = 100_000;
const maxText = 256 * 1024;
const maxNamed = 20;

export interface PackageDescription {
  proposal: PluginProposal;
  hash: string;
  description: string;
}

export async function describePackage(
  id: string,
  { content, source, isSigned }: FetchedPackage,
  installed: InstalledPlugins,
  before: InstalledPlugin | null,
  bundles: BundleDeps,
): Promise<Result<PackageDescription>> {
  const files = await readFolder(content.folder);
  const hash = hashOfFiles(files);
  const pluginId = before?.id ?? content.name;
  const plan = { root: installed.folderOf(pluginId, hash), data: installed.dataOf(pluginId), isSigned, ...bundles };
  const stored = { values: before?.settings ?? {}, secrets: before?.secrets ?? [] };
  const read = content.kind === 'bundle' ? await readBundleMain(content.folder, { ...plan, stored }) : null;
  if (read?.ok === false) return read;
  const main = read?.value ?? { ...(await readMain(content)), bundle: null };
  const oldFolder = before && installed.folderOf(before.id, before.current.hash);
  const old = oldFolder === null ? [] : await readFolder(oldFolder);
  const compared = compareFiles(files, old);
  const proposed = await Promise.all(
    listedFirst(compared).map((each) => proposedFile(each, oldFolder, content.folder)),
  );
  const proposal: PluginProposal = {
    id,
    kind: content.kind,
    name: content.name,
    description: main.description,
    version: main.version,
    source: sourceLabel(source),
    commit: source.type === 'git' ? source.commit : '',
    hash,
    bytes: files.reduce((sum, [, , bytes]) => sum + bytes, 0),
    files: proposed,
    moreFiles: compared.length - proposed.length,
    programs: files.filter(([, , , isScript]) => isScript).length,
    text: main.text,
    effects: [
      ...main.effects,
      ...(await hiddenCharacters(content.folder, files)),
      ...(read ? [] : scriptEffects(files)),
    ].map(toUserTextData),
    bundle: main.bundle,
    replaces: before && {
      id: before.id,
      version: before.current.version,
      hash: before.current.hash,
      changedByHand: await installed.changedByHand(before.id, before.current.hash),
    },
  };
  return ok({ proposal, hash, description: main.description });
}

/** Facts that a bundle's description needs besides its files. */
export type BundleDeps = Pick<BundlePlan, 'folders' | 'host'>;

interface Compared {
  file: ListedFile;
  change: FileChange;
}

function compareFiles(files: readonly ListedFile[], old: readonly ListedFile[]): Compared[] {
  const before = new Map(old.map((file) => [file[0], file] as const));
  const now = new Set(files.map(([path]) => path));
  const compared = files.map((file): Compared => {
    const same = before.get(file[0]);
    const change = same === undefined ? 'added' : same[1] === file[1] ? 'same' : 'changed';
    return { file, change };
  });
  const removed = old.flatMap((file): Compared[] => (now.has(file[0]) ? [] : [{ file, change: 'removed' }]));
  const order = (each: Compared): number => (each.change === 'same' ? 1 : 0);
  return [...compared, ...removed].sort(
    (one, other) => order(one) - order(other) || (one.file[0] < other.file[0] ? -1 : 1),
  );
}

/** If there are too many, those that can be run come first, so that no number of others hides them. */
function listedFirst(compared: readonly Compared[]): readonly Compared[] {
  if (compared.length <= maxListed) return compared;
  const isFirst = ({ file: [, , , isScript], change }: Compared): boolean => isScript && change !== 'same';
  return [...compared.filter(isFirst), ...compared.filter((each) => !isFirst(each))].slice(0, maxListed);
}

async function proposedFile(
  { file: [path, , bytes, isScript], change }: Compared,
  oldFolder: string | null,
  folder: string,
): Promise<ProposedFile> {
  const isChange = oldFolder !== null && change !== 'same';
  const isLarge = isChange && bytes > maxDiffedBytes;
  const diff = isLarge ? null : isChange ? await diffOf(path, oldFolder, folder, change) : '';
  const isCut = diff === null || diff.length > maxDiff;
  return { path, bytes, isScript, change, diff: (diff ?? '').slice(0, maxDiff), isCut };
}

/** Null: it is too large. */
async function diffOf(path: string, oldFolder: string, folder: string, change: FileChange): Promise<string | null> {
  const read = (root: string): Promise<Buffer> => readFile(join(root, ...path.split('/'))).catch(() => Buffer.alloc(0));
  const old = change === 'added' ? null : await read(oldFolder);
  const next = change === 'removed' ? Buffer.alloc(0) : await read(folder);
  if (next.length > maxDiffedBytes || (old?.length ?? 0) > maxDiffedBytes) return null;
  return diffText(path, old, next);
}

interface MainFile {
  text: string;
  description: string;
  version: string;
  effects: UserText[];
}

async function readMain(content: PackageContent): Promise<MainFile> {
  return content.kind === 'plugin' ? readPluginMain(content.folder) : readSkillMain(content);
}

async function readSkillMain({ folder, name }: PackageContent): Promise<MainFile> {
  const bytes = await readFile(join(folder, 'skills', name, 'SKILL.md'));
  const text = decodePlainText(bytes.subarray(0, maxText)) ?? '';
  const place = { scope: 'plugin', root: '', path: '', label: '', program: 'throughline', own: false } as const;
  const read = readDefinition('skill', { folder: place, names: [name, 'SKILL.md'], label: name, path: '', text });
  if (!('id' in read)) return { text, description: '', version: '', effects: [read.message] };
  const effects: UserText[] = [
    read.forPerson ? say`You call it with /${name}; then its text is sent.` : say`You cannot call it yourself.`,
    ...(read.forModel ? [say`The model may read it on its own, and then works by it.`] : []),
    ...(ranCommand.test(read.body) ? [say`It names commands for the model to run.`] : []),
    ...read.notes,
  ];
  const version =
    /^[ \t]*version:[ \t]*["']?([\w.+-]{1,40})["']?[ \t]*$/m.exec(text.split(/^---\s*$/m)[1] ?? '')?.[1] ?? '';
  return { text, description: read.description, version, effects };
}

function scriptEffects(files: readonly ListedFile[]): UserText[] {
  const scripts = files.flatMap(([path, , , isScript]) => (isScript ? [path] : []));
  if (scripts.length === 0) return [];
  return [say`It has scripts: ${listed(scripts)}. Each run is approved and sandboxed like any other.`];
}

async function hiddenCharacters(folder: string, files: readonly ListedFile[]): Promise<UserText[]> {
  const names: string[] = [];
  for (const [path, , bytes] of files) {
    if (bytes > maxText || !/\.(?:md|txt|json|ya?ml)$/i.test(path)) continue;
    const text = decodePlainText(await readFile(join(folder, ...path.split('/'))).catch(() => Buffer.alloc(0))) ?? '';
    if (visibleParts(text).some(({ marked }) => marked)) names.push(path);
  }
  if (names.length === 0) return [];
  return [say`Characters that are invisible or change the order of the text are in ${listed(names)}.`];
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, maxNamed).join(', ')}${names.length > maxNamed ? ', …' : ''}`;
}
