// Determines whether answers can edit, and their minimum cost, before anything is sent.

import { errorSentence, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import type { CompareOffer } from '../../../shared/features/compare/methods.ts';
import { inputCost } from '../../../shared/features/models/cost.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { measureContext } from '../../chat/context/contextSize.ts';
import { runSettings } from '../../chat/runSettings.ts';
import { estimateTextTokens } from '../../conversation/estimateTokens.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { WorktreeService } from '../worktrees/worktreeService.ts';

export interface OfferRequest {
  conversationId: string | null;
  projectId: string | null;
  text: string;
  models: readonly ModelRef[];
}

type Deps = ChatDeps & { worktrees: Pick<WorktreeService, 'offer'> };

export async function compareOffer(deps: Deps, request: OfferRequest): Promise<Result<CompareOffer>> {
  const { conversationId, text, models } = request;
  const branch = conversationId === null ? null : await deps.store.readBranch(conversationId, 'context');
  if (branch && !branch.ok) return branch;
  const projectId = branch ? branch.value.projectId : request.projectId;
  const editing = await editingOffer(deps, projectId, branch?.value ?? null);
  const size = branch ? await contextTokens(deps, branch.value) : 0;
  const tokens = size + estimateTextTokens(text);
  const costs = await Promise.all(
    models.map(async (model) => {
      const price = await deps.providers.price(model).catch(() => null);
      return { tokens, usd: inputCost(tokens, price) };
    }),
  );
  const reason = editing.canEdit ? null : toUserTextData(editing.reason);
  return ok({ ...editing, reason, costs });
}

/** Whether contestants can change files: only in worktrees, and not where the conversation only plans. */
export async function editingOffer(
  { store, settings, worktrees }: Pick<Deps, 'store' | 'settings' | 'worktrees'>,
  projectId: string | null,
  branch: StoredBranch | null,
): Promise<{ canEdit: boolean; reason: UserText; uncommitted: number }> {
  const no = (reason: UserText) => ({ canEdit: false, reason, uncommitted: 0 });
  if (projectId === null) return no(say`This chat has no folder.`);
  const project = await store.getProject(projectId);
  const byDefault = (project.ok ? project.value.approvalMode : null) ?? (await settings()).approvalMode;
  if ((branch?.meta.approvalMode ?? byDefault) === 'plan') {
    return no(say`This conversation is in plan mode, which changes no files.`);
  }
  const offer = await worktrees.offer(projectId);
  if (!offer.ok) return no(errorSentence(offer.error));
  if (branch?.meta.worktree) {
    const place = await store.workingFolder(branch);
    const missing = place.ok ? place.value.missing : place.error;
    if (missing) return no(errorSentence(missing));
    // The answers start with its state, so there is nothing to choose.
    return { canEdit: true, reason: '', uncommitted: 0 };
  }
  return { canEdit: true, reason: '', uncommitted: offer.value.uncommitted };
}

/** Zero if it cannot be measured, for example without a model: the estimate is a minimum. */
async function contextTokens(deps: Deps, branch: StoredBranch): Promise<number> {
  const settings = await runSettings(deps, branch, { preview: true, lookOnly: true });
  return settings.ok ? (await measureContext(deps, branch, settings.value)).used : 0;
}
