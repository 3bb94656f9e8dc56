// A small copy of a conversation, made of what other devices stored, for the store to merge as it merges any copy.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { atomicWrite } from '../../../stores/files/atomicWrite.ts';
import { folderMode } from '../../../stores/files/disk.ts';
import { syncFolderOf } from '../../../stores/removal/deletedNotes.ts';
import { projectFileOf, type SyncedProject } from './localProject.ts';
import type { SyncContext } from './syncContext.ts';

const unsynced = { synced: false };
const withoutProject = 'chats';

export interface StagedConversation {
  conversationId: string;
  project: SyncedProject | null;
  /** Lines, parents first. */
  lines: readonly Buffer[];
  /** Lines of the record of started and ended calls. */
  calls: readonly Buffer[];
  removed: readonly string[];
}

/** Leftovers of a crash are removed with the next pass. */
export function stagingFolder(dataDir: string): string {
  return join(syncFolderOf(dataDir), 'staging');
}

/** Throws file system errors. */
export async function mergeStaged(context: SyncContext, staged: StagedConversation): Promise<Result<void>> {
  const { disk, store, data } = context;
  const root = join(stagingFolder(data.root), `${staged.conversationId}.${process.pid}`);
  await disk.rm(root, { recursive: true, force: true });
  const project = join(root, 'projects', staged.project?.id ?? withoutProject);
  const folder = join(project, 'conversations', staged.conversationId);
  await disk.mkdir(folder, { recursive: true, mode: folderMode });
  if (staged.project) await atomicWrite(disk, join(project, 'project.json'), projectFileOf(staged.project), unsynced);
  if (staged.lines.length > 0) await atomicWrite(disk, join(folder, 'messages.json'), logOf(staged.lines), unsynced);
  if (staged.calls.length > 0) {
    const executions = join(project, 'state', 'logs', 'execution');
    await disk.mkdir(executions, { recursive: true, mode: folderMode });
    const text = Buffer.concat(staged.calls.flatMap((line) => [line, newline]));
    await atomicWrite(disk, join(executions, `${staged.conversationId}.jsonl`), text, unsynced);
  }
  const removed = JSON.stringify({ v: 1, ids: staged.removed, unfinished: [] });
  if (staged.removed.length > 0) await atomicWrite(disk, join(folder, 'removed.json'), removed, unsynced);
  const merged = await store.mergeFrom(root, { removals: () => true, folders: () => false });
  await disk.rm(root, { recursive: true, force: true });
  if (!merged.ok) return merged;
  const report = merged.value[0];
  if (!report) return fail('INTERNAL', say`What another machine wrote could not be merged.`);
  if (!report.result.ok) return report.result;
  return ok(undefined);
}

async function* logOf(lines: readonly Buffer[]): AsyncGenerator<Uint8Array> {
  for (const [at, line] of lines.entries()) {
    yield Buffer.from(at === 0 ? '[\n' : ',');
    yield line;
    yield newline;
  }
  yield Buffer.from(']\n');
}

const newline = Buffer.from('\n');
