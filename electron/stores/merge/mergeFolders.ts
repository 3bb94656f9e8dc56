// Merges a copied conversation, project or data folder into ours: conversations we have are extended, others are added.
// The copy is only read.

import { basename, dirname, join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import { type ExecutionEntry, metaSchema, type ProjectFile, removedSchema } from '../../conversation/formats.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { createExecutionLog } from '../executionLog.ts';
import { atomicWrite, makeFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason, listNames } from '../files/disk.ts';
import type { Access } from '../locks/access.ts';
import { conflictedFileOf } from './conflictFiles.ts';
import { describeMerge } from './conflictMerge.ts';
import { type CopyDisk, listSubfolders, openCopy } from './copyDisk.ts';
import { type MergeDeps, type MergeResult, mergeCopy, type OtherCopy } from './mergeCopy.ts';
import type { CopyState } from './mergeFiles.ts';
import { bindFolder, ensureProject, type ProjectMergeDeps, readTheirProject, type Unbound } from './mergeProjects.ts';

/** Someone's conversation folder: `<project>/conversations/<id>`, or a standalone one. */
export interface CopiedFolder {
  conversationId: string;
  folder: string;
  /** Its project's folder; null if standalone. */
  project: string | null;
}

/**
 * What the user agreed to. Neither happens without consent: the copy may come from someone else, and may have changed
 * by the time of the answer. Merging again does the rest.
 */
export interface MergeConsent {
  /** Whether a message removed for good there is removed here too. A fork shares IDs with its original. */
  removals(conversationId: string, messageId: string): boolean;
  /** Whether a project without a folder on this machine gets the one named in the copy. */
  folders(projectId: string, folder: string): boolean;
}

export interface FolderMergeDeps extends MergeDeps, ProjectMergeDeps {
  data: DataFolder;
  access: Access;
  changed(conversationId: string): void;
}

export interface FolderMergeReport {
  conversationId: string;
  /** True if it did not exist here. */
  isNew: boolean;
  result: Result<MergeResult>;
  /** The folder that its project did not get. */
  unbound: Unbound | null;
  notice: string;
}

export async function mergeFolders(
  deps: FolderMergeDeps,
  path: string,
  consent: MergeConsent,
): Promise<Result<FolderMergeReport[]>> {
  const { disk, clock } = deps;
  let copy: CopyDisk;
  let folders: CopiedFolder[];
  try {
    copy = await openCopy(disk, resolve(path), () => clock.now());
    if (copy.root === (await disk.realpath(deps.data.root).catch(() => null))) {
      return fail('STORE_READ_FAILED', say`${path} is the data folder itself; there is nothing to merge.`);
    }
    const alone = aloneIn(copy.root, await disk.readdir(copy.root));
    if (alone?.project) copy = await openCopy(disk, alone.project, () => clock.now());
    folders = alone ? [alone] : await copiedFolders(copy);
  } catch (thrown) {
    return fail('STORE_READ_FAILED', say`${path} cannot be read: ${diskReason(thrown)}. Nothing was changed.`);
  }
  if (folders.length === 0) {
    const what = say`${path} is neither a conversation folder nor a data folder. Nothing was changed.`;
    return fail('CONVERSATION_NOT_FOUND', say.all([what, ...copy.refused]));
  }
  // Sessions of other apps are read here from where they are.
  const ownFolders = folders.filter(({ conversationId }) => !isInPlace(conversationId));
  if (ownFolders.length === 0) {
    return fail(
      'STORE_READ_ONLY',
      say`${path} contains only sessions of another app, which are read from that app’s files.`,
    );
  }
  const reports: FolderMergeReport[] = [];
  for (const folder of ownFolders) reports.push(await mergeOne(deps, copy, folder, consent));
  return ok(reports);
}

async function mergeOne(
  deps: FolderMergeDeps,
  copy: CopyDisk,
  from: CopiedFolder,
  consent: MergeConsent,
): Promise<FolderMergeReport> {
  const { conversationId } = from;
  copy.refused.clear();
  const theirs = from.project === null ? null : await readTheirProject(copy, from.project);
  const existing = await deps.data.locate(conversationId);
  const isNew = !existing.ok && existing.error.code === 'CONVERSATION_NOT_FOUND';
  const place = isNew ? await makePlace(deps, conversationId, theirs) : existing;
  const result = place.ok
    ? await deps.access.write(conversationId, say`merging another copy`, (ours) =>
        mergeFolder(deps, ours, copy, from, {
          takesRemoval: (messageId) => consent.removals(conversationId, messageId),
          skipsRefused: true,
        }),
      )
    : place;
  const unbound = place.ok ? await bindFolder(deps, theirs, consent.folders) : null;
  deps.changed(conversationId);
  const what = say`the copy of ${conversationId}`;
  const outcome = result.ok ? describeMerge(what, result.value) : say`${conversationId}: ${result.error}`;
  return { conversationId, isNew, result, unbound, notice: say.all([outcome, ...[...copy.refused].slice(0, 20)]).text };
}

/** Merges the copy and its own conflict files. The caller holds the conversation's lock. */
export async function mergeFolder(
  deps: MergeDeps,
  paths: ConversationPaths,
  { disk, files }: CopyDisk,
  { folder, project }: Pick<CopiedFolder, 'folder' | 'project'>,
  { takesRemoval, skipsRefused }: Pick<OtherCopy, 'takesRemoval'> & Pick<CopyState, 'skipsRefused'>,
): Promise<Result<MergeResult>> {
  const inState = (...names: string[]): string => join(project ?? '', 'state', ...names);
  const state: CopyState | null =
    project === null
      ? null
      : { disk, results: inState('logs', 'tool-results'), attachments: inState('attachments'), skipsRefused };
  let names: string[];
  try {
    names = await listNames(disk, folder);
  } catch (thrown) {
    return unreadable(basename(folder), diskReason(thrown));
  }
  const of = (kind: 'messages' | 'meta' | 'removed'): string[] => [
    `${kind}.json`,
    ...names.filter((name) => conflictedFileOf(name) === kind).sort(),
  ];
  const removedIds: string[] = [];
  for (const name of of('removed')) {
    const read = await files.read(join(folder, name), removedSchema, () => removedSchema.parse({}), name);
    if (read.unread !== undefined && !skipsRefused) return unreadable(name, read.unread);
    removedIds.push(...read.value.ids);
  }
  if (project !== null) {
    const brought = await mergeExecutionLog(
      deps,
      paths,
      disk,
      inState('logs', 'execution', `${paths.conversationId}.jsonl`),
    );
    if (!brought.ok) return brought;
  }
  const total: MergeResult = { added: 0, renamed: [], removed: 0, withheld: [], unreadable: 0 };
  for (const name of of('messages')) {
    const isMain = name === 'messages.json';
    const meta = isMain
      ? await files.read(join(folder, 'meta.json'), metaSchema, () => metaSchema.parse({}), name)
      : null;
    if (meta?.unread !== undefined && !skipsRefused) return unreadable('meta.json', meta.unread);
    const other: OtherCopy = {
      disk,
      takesRemoval,
      messages: names.includes(name) ? join(folder, name) : null,
      meta: meta?.value ?? null,
      removedIds,
      state,
    };
    const merged = await mergeCopy(deps, paths, other);
    if (!merged.ok) return merged;
    total.added += merged.value.added;
    total.removed += merged.value.removed;
    total.unreadable += merged.value.unreadable;
    total.renamed = total.renamed.concat(merged.value.renamed);
    total.withheld = [...new Set([...total.withheld, ...merged.value.withheld])];
  }
  return ok(total);
}

function unreadable(name: string, reason: UserText): ReturnType<typeof fail> {
  return fail('STORE_READ_FAILED', say`Its ${name} could not be read: ${reason}. Nothing was merged.`);
}

/** Merges start entries that only the other copy has; otherwise a started call could run again. */
async function mergeExecutionLog(
  deps: MergeDeps,
  paths: ConversationPaths,
  from: Disk,
  path: string,
): Promise<Result<void>> {
  const log = createExecutionLog(deps.disk);
  const [ours, copied] = [await log.read(paths), await createExecutionLog(from).read({ ...paths, execution: path })];
  if (!ours || !copied) {
    return fail(
      'STORE_READ_FAILED',
      say`The copy was not merged because its record of started tool calls could not be read.`,
    );
  }
  // Its process IDs mean nothing on this machine.
  const portable = ({ pid: _pid, processStartedAt: _startedAt, ...entry }: ExecutionEntry) => entry;
  const ourEntries = new Set(ours.map((entry) => JSON.stringify(portable(entry))));
  const theirs = copied.map((entry) => maskDeep(deps.mask, portable(entry)));
  const lines = theirs.filter((entry) => !ourEntries.has(JSON.stringify(entry)));
  if (ourEntries.size === 0 && lines.length > 0) return bringWhole(deps, paths, lines);
  for (const entry of lines) {
    const appended = await log.append(paths, entry);
    if (!appended.ok) return appended;
  }
  return ok(undefined);
}

async function bringWhole(
  { disk }: MergeDeps,
  paths: ConversationPaths,
  lines: readonly object[],
): Promise<Result<void>> {
  try {
    await makeFolder(disk, dirname(paths.execution), paths.project);
    await atomicWrite(disk, paths.execution, lines.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    return ok(undefined);
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', say`The started calls could not be recorded: ${diskReason(thrown)}.`);
  }
}

/** Creates a folder for a new conversation: in its original project, else among chats without a folder. */
async function makePlace(
  deps: FolderMergeDeps,
  conversationId: string,
  theirs: ProjectFile | null,
): Promise<Result<ConversationPaths>> {
  const { disk, data, projects } = deps;
  try {
    if (theirs) await ensureProject(deps, theirs);
    const target = theirs ? ok(theirs) : await projects.openFolderless();
    if (!target.ok) return target;
    const paths = data.pathsOf(target.value.id, conversationId);
    await makeFolder(disk, paths.folder, paths.project);
    return ok(paths);
  } catch (thrown) {
    return fail(
      'STORE_WRITE_FAILED',
      say`The conversation could not be created: ${diskReason(thrown)}. Nothing was changed.`,
    );
  }
}

async function copiedFolders(copy: CopyDisk): Promise<CopiedFolder[]> {
  const path = copy.root;
  const inside = await copy.disk.readdir(path);
  if (inside.includes('projects')) {
    const ids = await listSubfolders(copy, join(path, 'projects'), isSafeId);
    return (await Promise.all(ids.map((id) => ofProject(copy, join(path, 'projects', id))))).flat();
  }
  return inside.includes('conversations') ? ofProject(copy, path) : [];
}

/** A single conversation's folder, with or without its project around it. */
function aloneIn(path: string, inside: readonly string[]): CopiedFolder | null {
  if (!inside.some((name) => name === 'messages.json' || conflictedFileOf(name) === 'messages')) return null;
  // A copied folder may be named like `<id> (1)`.
  const id = /^[0-9A-Za-z][0-9A-Za-z_-]*/.exec(basename(path))?.[0];
  if (!isSafeId(id)) return null;
  const isInProject = basename(dirname(path)) === 'conversations';
  return { conversationId: id, folder: path, project: isInProject ? dirname(dirname(path)) : null };
}

async function ofProject(copy: CopyDisk, project: string): Promise<CopiedFolder[]> {
  const all = join(project, 'conversations');
  if (!(await copy.disk.readdir(project)).includes('conversations')) return [];
  return (await listSubfolders(copy, all, isSafeId)).map((id) => ({
    conversationId: id,
    folder: join(all, id),
    project,
  }));
}
