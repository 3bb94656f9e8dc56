// Merges a conversation's conflict files and completes what a crash interrupted. A file is renamed to `….merged-<time>`
// once its content is durable in ours; none is ever deleted.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { metaSchema, removedSchema } from '../../conversation/formats.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { setAside } from '../files/atomicWrite.ts';
import { diskReason, statOrNull } from '../files/disk.ts';
import { withSource } from '../files/logSources.ts';
import type { ConflictFile, ConflictFinder } from './conflictFiles.ts';
import { type CopyDisk, openCopy } from './copyDisk.ts';
import { scanCopy } from './copyScan.ts';
import { type MergeDeps, type MergeResult, mergeCopy, type OtherCopy, recoverInterruptedMerge } from './mergeCopy.ts';
import { planMerge } from './mergePlan.ts';

export interface ConflictMerge {
  /**
   * Returns sentences about what was merged and what failed. The caller holds the lock. On an error the open branch is
   * unknown, so nothing may be appended; nothing is lost.
   */
  settle(paths: ConversationPaths): Promise<Result<UserText[]>>;
}

/** Removed IDs first, so that their messages are not merged at all. */
const order = { removed: 0, meta: 1, messages: 2 } as const;

/**
 * Removals in a conflict file apply without asking: anyone who can write to our folder can write our files too. Links
 * are still refused, because sync programs bring them from elsewhere.
 */
export function createConflictMerge(deps: MergeDeps & { finder: ConflictFinder }): ConflictMerge {
  const { disk, finder, clock, removed } = deps;
  /** Files that cannot be merged as they are, by the version that was refused. */
  const refused = new Map<string, string>();
  /** Conversations without an interrupted merge of another process. */
  const settled = new Map<string, bigint>();

  function stampOf(path: string): string {
    const now = statOrNull(disk, path);
    return now ? `${now.dev} ${now.ino} ${now.size} ${now.mtime}` : '';
  }

  async function copyOf({ kind, name }: ConflictFile, copy: CopyDisk): Promise<Result<OtherCopy>> {
    const { files } = copy;
    const path = join(copy.root, name);
    const nothing: OtherCopy = {
      disk: copy.disk,
      takesRemoval: () => true,
      messages: null,
      meta: null,
      removedIds: [],
      state: null,
    };
    if (kind === 'messages') return ok({ ...nothing, messages: path });
    if (kind === 'meta') {
      const meta = await files.read(path, metaSchema, () => metaSchema.parse({}), 'meta.json');
      return meta.notice === null ? ok({ ...nothing, meta: meta.value }) : unreadable(meta.notice);
    }
    const ids = await files.read(path, removedSchema, () => removedSchema.parse({}), 'removed.json');
    return ids.notice === null ? ok({ ...nothing, removedIds: ids.value.ids }) : unreadable(ids.notice);
  }

  async function isTakenIn(paths: ConversationPaths, copy: CopyDisk, name: string): Promise<boolean> {
    const ours = await withSource(disk, paths.messages, (source) => scanCopy(source));
    const theirs = await withSource(copy.disk, join(copy.root, name), (source) => scanCopy(source, ours.records.ids));
    const removedIds = new Set((await removed.read(paths)).ids);
    return (await planMerge(ours.records, theirs.records, removedIds)).append.length === 0;
  }

  async function takeIn(paths: ConversationPaths, conflict: ConflictFile, copy: CopyDisk): Promise<UserText> {
    const { name, path, kind } = conflict;
    const stamp = stampOf(path);
    const other = await copyOf(conflict, copy);
    const merged = other.ok ? await mergeCopy(deps, paths, other.value) : other;
    if (!merged.ok) {
      if (merged.error.code !== 'STORE_WRITE_FAILED') refused.set(path, stamp);
      return say`“${name}” was not merged: ${merged.error}`;
    }
    try {
      // If another app changes it meanwhile, the next message checks again.
      const isWhole = stampOf(path) === stamp && (merged.value.added === 0 || (await isTakenIn(paths, copy, name)));
      if (isWhole) await setAside(disk, path, 'merged', clock.now());
    } catch (thrown) {
      return say`“${name}” was merged, but not renamed: ${diskReason(thrown)}.`;
    }
    return kind === 'messages' ? describeMerge(`“${name}”`, merged.value) : say`“${name}” was merged.`;
  }

  return {
    async settle(paths) {
      const conflictFiles = await finder.find(paths);
      const conflicts = conflictFiles.filter(({ path }) => !refused.has(path) || refused.get(path) !== stampOf(path));
      const sentences: UserText[] = [];
      try {
        const copy = conflicts.length === 0 ? null : await openCopy(disk, paths.folder, () => clock.now());
        for (const conflict of conflicts.toSorted((a, b) => order[a.kind] - order[b.kind])) {
          if (copy) sentences.push(await takeIn(paths, conflict, copy));
        }
      } catch (thrown) {
        sentences.push(say`The copies next to this conversation could not be read: ${diskReason(thrown)}.`);
      }
      const changed = statOrNull(disk, paths.meta)?.mtime ?? null;
      if (changed !== null && settled.get(paths.meta) === changed) return ok(sentences);
      const done = await recoverInterruptedMerge(deps, paths);
      if (!done.ok) return done;
      const now = statOrNull(disk, paths.meta)?.mtime ?? null;
      if (now === null) settled.delete(paths.meta);
      else settled.set(paths.meta, now);
      return ok(sentences);
    },
  };
}

function unreadable(notice: Sentence): ReturnType<typeof fail> {
  return fail('STORE_READ_FAILED', notice);
}

/** Returns sentences about what was merged. */
export function describeMerge(
  what: UserText,
  { added, renamed, removed, withheld, unreadable: bad }: MergeResult,
): Sentence {
  const parts = [added === 1 ? say`Merged one message from ${what}.` : say`Merged ${added} messages from ${what}.`];
  for (const { id, as } of renamed.slice(0, 5)) {
    parts.push(say`Its message ${id} has the same ID as one here but different content. It is kept as ${as}.`);
  }
  if (renamed.length > 5) parts.push(say`And ${renamed.length - 5} more.`);
  if (removed > 0) parts.push(say`Also permanently removed here: ${removed}.`);
  if (withheld.length > 0) {
    parts.push(
      withheld.length === 1
        ? say`One message that was permanently removed there is kept here.`
        : say`${withheld.length} messages that were permanently removed there are kept here.`,
    );
  }
  if (bad > 0) parts.push(say`${bad} of its parts could not be read. They stay in the copy.`);
  return say.all(parts);
}
