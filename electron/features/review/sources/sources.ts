// Finds the changes to review: those recorded for a conversation's calls, or the working tree against a commit.

import { ok, type Result } from '../../../../shared/core/errors.ts';
import { toUserTextData } from '../../../../shared/core/sentence.ts';
import type { ReviewTarget } from '../../../../shared/features/review/review.ts';
import type { ChatDeps } from '../../../chat/chatDeps.ts';
import { workingFolders } from '../../../chat/undo/undoScope.ts';
import { toVisibleChanges } from '../../../stores/undo/netChanges.ts';
import type { Git } from '../../git/repository/git.ts';
import type { UndoService } from '../../undo/undoService.ts';
import { commitSource } from './commitSource.ts';
import type { ReviewSource } from './source.ts';
import type { WorkingFiles } from './workingFiles.ts';

export interface SourceDeps {
  store: ChatDeps['store'];
  undo: UndoService;
  git: Git;
  files: WorkingFiles;
}

export async function sourceOf(
  deps: SourceDeps,
  conversationId: string,
  target: ReviewTarget,
): Promise<Result<ReviewSource>> {
  if (target.type === 'commit') {
    const branch = await deps.store.readBranch(conversationId, { tail: 1 });
    if (!branch.ok) return branch;
    const place = await workingFolders(deps, branch.value);
    return place.ok ? commitSource(deps, place.value.folder, target.commit) : place;
  }
  const net = await deps.undo.netChanges(conversationId, target);
  if (!net.ok) return net;
  const { scope, changes, untouchable, read, notCovered, isUndone } = net.value;
  return ok({
    folder: scope.folder,
    entries: changes,
    visible: toVisibleChanges(changes),
    untouchable,
    read,
    notCovered: notCovered.map(toUserTextData),
    isUndone,
    isCurrent: false,
  });
}
