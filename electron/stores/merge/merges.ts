// The store's merges: with other folders, with conflict files, and of conversations that are in two projects.

import type { Result } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { ConflictFinder } from './conflictFiles.ts';
import type { ConflictMerge } from './conflictMerge.ts';
import { mergeDuplicates } from './duplicateConversations.ts';
import { type FolderMergeDeps, type FolderMergeReport, type MergeConsent, mergeFolders } from './mergeFolders.ts';

export interface Merges {
  /** Merges a copied conversation, project or data folder; the copy is only read. */
  mergeFrom(path: string, consent: MergeConsent): Promise<Result<FolderMergeReport[]>>;
  /**
   * Merges sync conflict files and conversations that exist in two projects; for one conversation, or all with null.
   * Returns sentences about what was merged and what failed.
   */
  mergeConflicts(conversationId: string | null): Promise<UserText[]>;
}

interface MergesDeps extends FolderMergeDeps {
  finder: ConflictFinder;
  conflicts: ConflictMerge;
  keysKnown(): Promise<void>;
}

export function createMerges(deps: MergesDeps): Merges {
  const { access, changed, conflicts, data, finder, keysKnown } = deps;
  return {
    async mergeFrom(path, consent) {
      await keysKnown();
      return mergeFolders(deps, path, consent);
    },

    async mergeConflicts(conversationId) {
      await keysKnown();
      const sentences = await mergeDuplicates(deps, conversationId);
      for (const paths of await data.conversations()) {
        const id = paths.conversationId;
        if (conversationId !== null && conversationId !== id) continue;
        if ((await finder.find(paths)).length === 0) continue;
        const done = await access.write(id, say`merging a conflict file`, (ours) => conflicts.settle(ours));
        sentences.push(...(done.ok ? done.value : [say`${id}: ${done.error}`]));
        changed(id);
      }
      return sentences;
    },
  };
}
