// Takes a copied conversation, project or data folder into ours: conversations that we have grow together with theirs,
// others are new here. The copy is only read.

import { basename, dirname, join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { metaSchema, projectSchema, removedSchema } from '../../../shared/formats.ts';
import { isSafeId } from '../../../shared/ids.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { ConversationPlace, DataFolder } from '../dataFolder.ts';
import { createExecutionLog } from '../executionLog.ts';
import { atomicWrite, makeFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import { entriesIn } from '../files/folderEntries.ts';
import type { JsonFiles } from '../files/jsonFile.ts';
import type { Access } from '../locks/access.ts';
import type { ProjectFiles } from '../projects/projectFiles.ts';
import { conflictOf } from './conflictFiles.ts';
import { mergedNotice } from './conflictMerge.ts';
import { type MergeDeps, type Merged, mergeCopy, type OtherCopy } from './mergeCopy.ts';

/** A conversation folder of somebody's: `<project>/conversations/<id>`, or one that was taken out of its project. */
export interface CopiedFolder {
  conversationId: string;
  folder: string;
  /** Folder of its project; null when it stands alone. */
  project: string | null;
}

export interface FolderMergeDeps extends MergeDeps {
  data: DataFolder;
  files: JsonFiles;
  access: Access;
  projects: ProjectFiles;
  changed(conversationId: string): void;
}

export interface FolderMergeReport {
  conversationId: string;
  /** True: it was not here before. */
  isNew: boolean;
  result: Result<Merged>;
  notice: string;
}

export async function mergeFolders(deps: FolderMergeDeps, path: string): Promise<Result<FolderMergeReport[]>> {
  let found: CopiedFolder[];
  try {
    const whole = resolve(path);
    if ((await deps.disk.realpath(whole)) === (await deps.disk.realpath(deps.data.root).catch(() => null))) {
      return fail('STORE_READ_FAILED', `${path} is the data folder itself; there is nothing to take in.`);
    }
    found = await copiedFolders(deps.disk, whole);
  } catch (thrown) {
    return fail('STORE_READ_FAILED', `${path} cannot be read: ${diskReason(thrown)}. Nothing was changed.`);
  }
  if (found.length === 0) {
    return fail(
      'CONVERSATION_NOT_FOUND',
      `${path} is neither a conversation's folder nor a data folder. Nothing was changed.`,
    );
  }
  const reports: FolderMergeReport[] = [];
  for (const copy of found) reports.push(await mergeOne(deps, copy));
  return ok(reports);
}

async function mergeOne(deps: FolderMergeDeps, copy: CopiedFolder): Promise<FolderMergeReport> {
  const { conversationId } = copy;
  const known = await deps.data.locate(conversationId);
  const isNew = !known.ok && known.error.code === 'CONVERSATION_NOT_FOUND';
  const place = isNew ? await makePlace(deps, copy) : known;
  const result = place.ok
    ? await deps.access.write(conversationId, 'taking in another copy', (ours) => mergeFolder(deps, ours, copy))
    : place;
  deps.changed(conversationId);
  const what = `the copy of ${conversationId}`;
  const notice = result.ok ? mergedNotice(what, result.value) : `${conversationId}: ${result.error.message}`;
  return { conversationId, isNew, result, notice };
}

/** The copy, with its own conflict files. The caller has the lock of the conversation. */
export async function mergeFolder(
  deps: MergeDeps & { files: JsonFiles },
  place: ConversationPlace,
  { folder, project }: Pick<CopiedFolder, 'folder' | 'project'>,
): Promise<Result<Merged>> {
  const { disk, files } = deps;
  const inState = (...names: string[]): string => join(project ?? '', 'state', ...names);
  const state =
    project === null ? null : { results: inState('logs', 'tool-results'), attachments: inState('attachments') };
  const names = await disk.readdir(folder).catch((): string[] => []);
  const of = (kind: 'messages' | 'meta' | 'removed'): string[] => [
    `${kind}.json`,
    ...names.filter((name) => conflictOf(name) === kind).sort(),
  ];
  const removedIds: string[] = [];
  for (const name of of('removed')) {
    const read = await files.read(join(folder, name), removedSchema, () => removedSchema.parse({}), name);
    removedIds.push(...read.value.ids);
  }
  if (project !== null) {
    const brought = await bringExecution(deps, place, inState('logs', 'execution', `${place.conversationId}.jsonl`));
    if (!brought.ok) return brought;
  }
  const total: Merged = { added: 0, renamed: [], removed: 0, unreadable: 0 };
  for (const name of of('messages')) {
    const isMain = name === 'messages.json';
    const meta = isMain
      ? await files.read(join(folder, 'meta.json'), metaSchema, () => metaSchema.parse({}), name)
      : null;
    const other: OtherCopy = {
      messages: names.includes(name) ? join(folder, name) : null,
      meta: meta?.value ?? null,
      removedIds,
      state,
    };
    const merged = await mergeCopy(deps, place, other);
    if (!merged.ok) return merged;
    total.added += merged.value.added;
    total.removed += merged.value.removed;
    total.unreadable += merged.value.unreadable;
    total.renamed.push(...merged.value.renamed);
  }
  return ok(total);
}

/** Which calls were started, where only the other copy knows it: else one could be taken for not started, and run again. */
async function bringExecution(deps: MergeDeps, place: ConversationPlace, path: string): Promise<Result<void>> {
  const log = createExecutionLog(deps.disk);
  const [ours, copied] = [await log.read(place), await log.read({ ...place, execution: path })];
  if (!ours || !copied) {
    return fail('STORE_READ_FAILED', 'Which tool calls were started could not be read, so the copy was not taken in.');
  }
  const known = new Set(ours.map((entry) => JSON.stringify(entry)));
  const theirs = copied.map((entry) => maskDeep(deps.mask, entry));
  const lines = theirs.filter((entry) => !known.has(JSON.stringify(entry)));
  if (known.size === 0 && lines.length > 0) return bringWhole(deps, place, lines);
  for (const entry of lines) {
    const noted = await log.append(place, entry);
    if (!noted.ok) return noted;
  }
  return ok(undefined);
}

async function bringWhole(
  { disk }: MergeDeps,
  place: ConversationPlace,
  lines: readonly object[],
): Promise<Result<void>> {
  try {
    await makeFolder(disk, dirname(place.execution), place.project);
    await atomicWrite(disk, place.execution, lines.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    return ok(undefined);
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', `Which calls were started could not be noted: ${diskReason(thrown)}.`);
  }
}

/** A folder for a conversation that is new here: in the project that it came from, else among the chats without a folder. */
async function makePlace(
  deps: FolderMergeDeps,
  { project, conversationId }: CopiedFolder,
): Promise<Result<ConversationPlace>> {
  const { disk, data, projects } = deps;
  try {
    const id = project === null ? null : await takeProject(deps, project);
    const target = id === null ? await projects.openFolderless() : ok({ id });
    if (!target.ok) return target;
    const place = data.place(target.value.id, conversationId);
    await makeFolder(disk, place.folder, place.project);
    return ok(place);
  } catch (thrown) {
    return fail(
      'STORE_WRITE_FAILED',
      `The conversation could not be made: ${diskReason(thrown)}. Nothing was changed.`,
    );
  }
}

/** The id of their project, which is here then too; null when its folder does not say which it is. */
async function takeProject({ disk, data, files }: FolderMergeDeps, folder: string): Promise<string | null> {
  const path = join(folder, 'project.json');
  const none = { v: 1, id: '', name: '', folders: {}, createdAt: '' };
  const theirs = await files.read(path, projectSchema, () => none, 'project.json');
  const id = basename(folder);
  if (theirs.notice !== null || !theirs.exists || !isSafeId(id) || theirs.value.id !== id) return null;
  if (await isFolder(disk, data.projectFolder(id))) return id;
  await makeFolder(disk, data.projectFolder(id), data.root);
  // Whether its folder is trusted is for the person here to say.
  const project = { ...theirs.value, trusted: {} };
  const written = await files.write(data.projectFile(id), project, { synced: true, unreadable: false });
  if (!written.ok) throw new Error(written.error.message);
  return id;
}

async function copiedFolders(disk: Disk, path: string): Promise<CopiedFolder[]> {
  const inside = await disk.readdir(path);
  if (inside.includes('projects')) {
    const ids = await folders(disk, join(path, 'projects'));
    return (await Promise.all(ids.map((id) => ofProject(disk, join(path, 'projects', id))))).flat();
  }
  if (inside.includes('conversations')) return ofProject(disk, path);
  if (!inside.some((name) => name === 'messages.json' || conflictOf(name) === 'messages')) return [];
  // A copy of a folder may have a name like `<id> (1)`.
  const id = /^[0-9A-Za-z][0-9A-Za-z_-]*/.exec(basename(path))?.[0];
  if (!isSafeId(id)) return [];
  const isInProject = basename(dirname(path)) === 'conversations';
  return [{ conversationId: id, folder: path, project: isInProject ? dirname(dirname(path)) : null }];
}

async function ofProject(disk: Disk, project: string): Promise<CopiedFolder[]> {
  const all = join(project, 'conversations');
  return (await folders(disk, all)).map((id) => ({ conversationId: id, folder: join(all, id), project }));
}

async function folders(disk: Disk, path: string): Promise<string[]> {
  const entries = await entriesIn(disk, path);
  return entries.flatMap((entry) => (entry.isDirectory() && isSafeId(entry.name) ? [entry.name] : [])).sort();
}

async function isFolder(disk: Disk, path: string): Promise<boolean> {
  return disk.stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
