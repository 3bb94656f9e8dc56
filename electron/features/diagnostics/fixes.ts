// The doctor's repairs, each after the user asked for it. Nothing here loses work: worktrees with changes stay.

import { chmod, rm } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { sizeText } from '../../host/terminal/terminalText.ts';
import { diskErrorReason } from '../../lib/diskReason.ts';
import { staleLocks } from './checks/data.ts';
import type { DoctorParts } from './doctorParts.ts';
import type { Machine } from './machine.ts';

export interface RepairParts {
  machine: Machine;
  parts: DoctorParts;
}

export async function applyFix({ parts, machine }: RepairParts, fix: string): Promise<Result<Sentence>> {
  try {
    const [kind, id = ''] = fix.split(':');
    switch (kind) {
      case 'permissions':
        await chmod(parts.dataDir, 0o700);
        return ok(say`Only your user account can open the data folder now.`);
      case 'indexes': {
        const rebuilt = await parts.reindex();
        return rebuilt.ok ? ok(say`The indexes were rebuilt.`) : rebuilt;
      }
      case 'locks': {
        const left = await staleLocks(machine.names, parts.dataDir);
        for (const path of left) await rm(path, { force: true });
        return ok(say`Removed files of free locks: ${left.length}.`);
      }
      case 'leftovers':
        await parts.endLeftovers();
        return ok(say`Processes of killed runs were ended.`);
      case 'unused':
        return await removeUnused(parts);
      case 'worktree':
        return await removeWorktree(parts, id);
      default:
        return fail('NOT_SUPPORTED', say`There is nothing to fix under this name.`);
    }
  } catch (thrown) {
    return fail('STORE_WRITE_FAILED', say`This could not be fixed: ${diskErrorReason(thrown)}.`);
  }
}

async function removeUnused({ store }: DoctorParts): Promise<Result<Sentence>> {
  const space = await store.space();
  if (!space.ok) return space;
  let bytes = 0;
  for (const { projectId } of space.value.projects) {
    for (const what of ['results', 'attachments', 'temporary'] as const) {
      const freed = await store.freeSpace(projectId, what);
      if (!freed.ok) return freed;
      bytes += freed.value.bytes;
    }
  }
  return ok(say`Freed: ${sizeText(bytes)}.`);
}

async function removeWorktree({ worktrees }: DoctorParts, conversationId: string): Promise<Result<Sentence>> {
  const removal = await worktrees.removal(conversationId);
  if (!removal.ok) return removal;
  const { fileCount, commitCount, seen, path } = removal.value;
  if (fileCount > 0 || commitCount > 0)
    return fail('CONTENT_CHANGED', say`The worktree has changes now. Nothing was removed.`);
  const removed = await worktrees.remove(conversationId, { keepBranch: false, seen });
  return removed.ok ? ok(say`The worktree was removed: ${path}`) : removed;
}
