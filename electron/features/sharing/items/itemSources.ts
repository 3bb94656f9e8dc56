// The user's own items, as they would be published before anything is masked.

import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, type UserText } from '../../../../shared/core/sentence.ts';
import type { Settings } from '../../../../shared/features/settings/settings.ts';
import { type ItemKind, isSingleItem } from '../../../../shared/features/sharing/items.ts';
import type { Permissions } from '../../../ports/permissions.ts';
import { teamRuleOf } from '../../../stores/teamRules.ts';
import { openFile } from '../../../tools/paths/openInside.ts';
import { sensitivityReason } from '../../../tools/paths/sensitivePaths.ts';
import type { FileCustomizations } from '../../customizations/customizations.ts';
import { listSkillFiles } from '../../customizations/skillFiles.ts';
import { findNamedPreset } from '../../presets/choosePreset.ts';
import type { Presets } from '../../presets/presets.ts';
import {
  type Item,
  type ItemFileContent,
  isItemName,
  isItemPath,
  mainFile,
  maxItemBytes,
  maxItemFiles,
} from './itemFormat.ts';

export interface ItemSourceDeps {
  customizations: Pick<FileCustomizations, 'list' | 'read' | 'pathOf'>;
  presets: Pick<Presets, 'list' | 'text'>;
  permissions: Pick<Permissions, 'list'>;
  settings(): Promise<Settings>;
}

export interface ItemSource {
  item: Item;
  /** About parts that are left out. */
  notes: UserText[];
}

/** Personal ones only: a project's are shared with its repository. */
const mine = { folder: null, trusted: false };

export async function readItemSource(deps: ItemSourceDeps, kind: ItemKind, name: string): Promise<Result<ItemSource>> {
  const source = await read(deps, kind, name);
  if (!source.ok) return source;
  const { item } = source.value;
  if (isItemName(item.kind, item.name)) return source;
  return fail('PARAMS_INVALID', say`The name “${item.name}” does not work on every system. Rename it first.`);
}

async function read(deps: ItemSourceDeps, kind: ItemKind, name: string): Promise<Result<ItemSource>> {
  switch (kind) {
    case 'preset':
      return readPreset(deps, name);
    case 'instructions':
      return readInstructions(deps);
    case 'rules':
      return readRules(deps);
    default:
      return readDefinitionFile(deps, kind, name);
  }
}

function single(kind: ItemKind, name: string, text: string, notes: UserText[] = []): Result<ItemSource> {
  return ok({ item: { kind, name, files: [{ path: mainFile[kind], bytes: Buffer.from(text, 'utf8') }] }, notes });
}

async function readPreset({ presets }: ItemSourceDeps, name: string): Promise<Result<ItemSource>> {
  const preset = await findNamedPreset(presets, mine, `personal:${name}`);
  if (!preset.ok) return preset;
  const { ref } = preset.value;
  const file = await presets.text(mine, ref);
  return file.ok ? single('preset', ref.id, file.value.text) : file;
}

async function readInstructions({ settings }: ItemSourceDeps): Promise<Result<ItemSource>> {
  const { instructions } = await settings();
  if (instructions.trim() !== '') return single('instructions', 'instructions', instructions);
  return fail('PARAMS_INVALID', say`You have no instructions for all conversations.`);
}

async function readRules({ permissions }: ItemSourceDeps): Promise<Result<ItemSource>> {
  const all = (await permissions.list()).filter(({ origin }) => origin.type !== 'team');
  const rules = all.flatMap((rule) => teamRuleOf(rule) ?? []);
  if (rules.length === 0) {
    return fail('PARAMS_INVALID', say`You have no rules that deny or ask everywhere. Only these can be published.`);
  }
  const left = all.length - rules.length;
  const notes =
    left > 0
      ? [say`Not shared: ${left} rules that allow something, or belong to one conversation, project or server.`]
      : [];
  return single('rules', 'rules', `${JSON.stringify(rules, null, 2)}\n`, notes);
}

async function readDefinitionFile(
  { customizations }: ItemSourceDeps,
  kind: 'command' | 'skill',
  name: string,
): Promise<Result<ItemSource>> {
  const { entries } = await customizations.list(mine);
  const alike = entries.filter(
    (entry) => entry.kind === kind && entry.origin.scope === 'personal' && entry.name === name,
  );
  const entry = alike.find(({ shadowedBy }) => shadowedBy === null) ?? alike[0];
  if (!entry) {
    return fail(
      'PARAMS_INVALID',
      kind === 'skill' ? say`You have no skill named “${name}”.` : say`You have no command named “${name}”.`,
    );
  }
  const [file, path] = [await customizations.read(mine, entry.id), await customizations.pathOf(mine, entry.id)];
  if (!file.ok) return file;
  const main = single(kind, name, file.value.text);
  if (!main.ok || kind !== 'skill' || path === null) return main;
  const others = await readFilesOf(path);
  if (!others.ok) return others;
  main.value.item.files.push(...others.value.files);
  return ok({ ...main.value, notes: others.value.notes });
}

/** The files of a skill besides its own; hidden ones, links, and what may hold secrets stay here. */
async function readFilesOf(skill: string): Promise<Result<{ files: ItemFileContent[]; notes: UserText[] }>> {
  const root = dirname(skill);
  const listed = await listSkillFiles(skill);
  const files: ItemFileContent[] = [];
  const notes: UserText[] = [];
  let bytes = 0;
  if (listed.more || listed.files.length >= maxItemFiles) return tooLarge();
  for (const path of listed.files) {
    const reason = sensitivityReason(path, 'read');
    if (reason !== null) notes.push(say`Not shared: ${path}, because ${reason}.`);
    else if (!isItemPath(path)) notes.push(say`Not shared: ${path}, because this name does not work on every system.`);
    else {
      const content = await readBytes(root, path, maxItemBytes - bytes);
      if (content === null) return tooLarge();
      if (!content.ok) return content;
      bytes += content.value.length;
      files.push({ path, bytes: content.value });
    }
  }
  return ok({ files, notes });
}

/** Null: it is larger. */
async function readBytes(root: string, path: string, max: number): Promise<Result<Buffer> | null> {
  try {
    const file = await openFile({ root, segments: path.split('/'), displayPath: path, exists: true });
    try {
      if (file.stats.size > max) return null;
      const bytes = await file.handle.readFile();
      return bytes.length > max ? null : ok(bytes);
    } finally {
      await file.handle.close();
    }
  } catch {
    return fail('STORE_READ_FAILED', say`${join(root, path)} cannot be read. Nothing was published.`);
  }
}

function tooLarge() {
  const megabytes = maxItemBytes / 1024 / 1024;
  return fail(
    'REQUEST_TOO_LARGE',
    say`A skill can be published with at most ${maxItemFiles} files, and ${megabytes} MB.`,
  );
}

/** Names the original in this machine's list of publications. */
export function sourceOf({ kind, name }: Pick<Item, 'kind' | 'name'>): string {
  return isSingleItem(kind) ? kind : `${kind}:${name}`;
}
