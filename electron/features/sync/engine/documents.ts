// Settings, presets, memory and rules, as registers: the user chooses which of them to sync. With the conversations, the identity
// of each project's repository is synced, so that another machine finds its own folder of it. Everything else in the data folder
// stays on its machine: keys, trust, approvals of servers and hooks, and the addresses that keys are sent to.

import { dirname, join } from 'node:path';
import { isSafeId } from '../../../../shared/core/ids.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { defaultSettings, type Settings } from '../../../../shared/features/settings/settings.ts';
import type { SyncPart } from '../../../../shared/features/sync/sync.ts';
import { repositorySchema } from '../../../conversation/formats.ts';
import { atomicWrite, copyAside, makeFolder } from '../../../stores/files/atomicWrite.ts';
import { diskReason, listNames, readWholeFile } from '../../../stores/files/disk.ts';
import { sourceOfBytes } from '../../../stores/files/logSources.ts';
import { collectValues, openValues, type RegisterRow, setRegister, unseen } from './registerRows.ts';
import { canonical } from './registers.ts';
import type { SyncContext } from './syncContext.ts';

export interface DocumentOptions {
  /** The parts that the user chose on this machine. */
  parts(): Promise<readonly SyncPart[]>;
  settings: {
    read(): Promise<{ settings: Settings }>;
    update(patch: Record<string, unknown>): Promise<{ ok: boolean }>;
  };
  /** Another machine's project has another identity now. */
  repositoriesChanged?(): void;
}

type SyncedPart = SyncPart | 'repositories';

/** In place of a conversation's ID. */
export const documentsId = '';

/** Settings that mean the same on every machine. Providers, approvals, commands, ports and paths are not among them. */
const syncedSettings = [
  ...([
    'titles',
    'maxTurns',
    'idleTimeoutSeconds',
    'retryMinutes',
    'maskTokens',
    'compactAt',
    'contextWindows',
  ] as const),
  ...(['prices', 'spendLimit', 'disabledTools', 'deferToolsAbove', 'theme', 'accent', 'textSize', 'codeSize'] as const),
  ...(['density', 'contrast', 'motion', 'language', 'notifications', 'shortcuts', 'instructions'] as const),
] as const satisfies readonly (keyof Settings)[];

const maxTextBytes = 1024 * 1024;
const presetName = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,99}\.md$/u;

function partOf(field: string): SyncedPart | null {
  const [kind] = field.split(':');
  if (kind === 'setting') return 'settings';
  if (kind === 'preset') return 'presets';
  if (kind === 'repository') return 'repositories';
  return kind === 'memory' || kind === 'rules' ? kind : null;
}

/** The file of a text; null if the field names none, as one from a newer version. */
function pathOf({ data }: SyncContext, field: string): string | null {
  const [kind, name = ''] = field.split(':');
  if (kind === 'rules' && name === '') return data.permissions;
  if (kind === 'preset') return presetName.test(name) ? join(data.root, 'presets', name) : null;
  if (kind !== 'memory') return null;
  if (name === '') return join(data.root, 'memory.md');
  return isSafeId(name) ? join(data.projectFolder(name), 'memory.md') : null;
}

async function readText({ disk }: SyncContext, path: string): Promise<string | null> {
  const file = await readWholeFile(disk, path);
  return file.kind === 'content' && file.bytes.length <= maxTextBytes ? file.bytes.toString('utf8') : null;
}

async function valuesHere(
  context: SyncContext,
  { settings }: DocumentOptions,
  parts: ReadonlySet<SyncedPart>,
): Promise<Map<string, unknown>> {
  const { disk, data, store } = context;
  const values = new Map<string, unknown>();
  for (const { id, repository } of await store.listProjects()) {
    if (repository) values.set(`repository:${id}`, repository);
  }
  if (parts.has('settings')) {
    const current = (await settings.read()).settings;
    for (const key of syncedSettings) {
      if (canonical(current[key]) !== canonical(defaultSettings[key])) values.set(`setting:${key}`, current[key]);
    }
  }
  const fields: string[] = [];
  if (parts.has('rules')) fields.push('rules');
  if (parts.has('presets')) {
    const names = await listNames(disk, join(data.root, 'presets'));
    fields.push(...names.filter((name) => presetName.test(name)).map((name) => `preset:${name}`));
  }
  if (parts.has('memory')) fields.push('memory', ...(await data.projectIds()).map((id) => `memory:${id}`));
  for (const field of fields) {
    const path = pathOf(context, field);
    const text = path === null ? null : await readText(context, path);
    if (text !== null) values.set(field, text);
  }
  return values;
}

async function partsOf(options: DocumentOptions): Promise<ReadonlySet<SyncedPart>> {
  return new Set([...(await options.parts()), 'repositories'] as const);
}

/** Whether the user has chosen the field's part, and its project. */
function chosenIn({ leftOut }: SyncContext, parts: ReadonlySet<SyncedPart>): (field: string) => boolean {
  return (field) => {
    const part = partOf(field);
    const project = /^(?:memory|repository):(.+)$/.exec(field)?.[1];
    return part !== null && parts.has(part) && (project === undefined || !leftOut.has(project));
  };
}

export async function collectDocuments(context: SyncContext, options: DocumentOptions): Promise<void> {
  const parts = await partsOf(options);
  const values = await valuesHere(context, options, parts);
  const isChosen = chosenIn(context, parts);
  // On a machine that joins, what the others have wins; the text that was here is kept aside.
  collectValues(context, documentsId, values, (field, row) => !isChosen(field) || row?.local === unseen);
}

/** Writes the winning values of others for the chosen parts. */
export async function applyDocuments(context: SyncContext, options: DocumentOptions): Promise<void> {
  const parts = await partsOf(options);
  const isChosen = chosenIn(context, parts);
  const rows = openValues(context, documentsId).filter(({ field }) => isChosen(field));
  if (rows.length === 0) return;
  const here = await valuesHere(context, options, parts);
  for (const row of rows) {
    const now = here.has(row.field) ? canonical(here.get(row.field)) : null;
    if (row.local !== unseen && row.local !== now) continue;
    try {
      const isWritten = row.value === now || (await write(context, options, row, now !== null));
      if (isWritten) setRegister(context, documentsId, { ...row, local: row.value });
    } catch (thrown) {
      context.problems.set(row.field, say`A synced text could not be saved: ${diskReason(thrown)}.`);
    }
  }
}

async function write(
  context: SyncContext,
  options: DocumentOptions,
  { field, value, local }: RegisterRow,
  exists: boolean,
): Promise<boolean> {
  const { disk, data, clock } = context;
  const next: unknown = value === null ? null : JSON.parse(value);
  const [kind, name = ''] = field.split(':');
  if (kind === 'setting') {
    const key = syncedSettings.find((each) => each === name);
    if (key === undefined) return false;
    return (await options.settings.update({ [key]: next === null ? defaultSettings[key] : next })).ok;
  }
  if (kind === 'repository') {
    const isNoted = await noteRepository(context, name, next);
    if (isNoted) options.repositoriesChanged?.();
    return isNoted;
  }
  const path = pathOf(context, field);
  if (path === null || (next !== null && typeof next !== 'string')) return false;
  // A project that is not here yet.
  if (kind === 'memory' && name !== '' && !(await data.projectIds()).includes(name)) return false;
  if (exists && local === unseen) {
    const before = Buffer.from((await readText(context, path)) ?? '', 'utf8');
    await copyAside(disk, path, 'merged', clock.now(), sourceOfBytes(before));
  }
  if (next === null) await disk.rm(path, { force: true });
  else {
    await makeFolder(disk, dirname(path));
    await atomicWrite(disk, path, next);
  }
  return true;
}

/** False: the project is not here yet, or its folder was read here, which counts more. */
async function noteRepository({ store }: SyncContext, projectId: string, value: unknown): Promise<boolean> {
  const repository = repositorySchema.nullable().safeParse(value);
  const project = await store.getProject(projectId);
  if (!repository.success || !project.ok || project.value.repositoryReadAt !== undefined) return false;
  return (await store.noteRepository(projectId, repository.data, null)).ok;
}
