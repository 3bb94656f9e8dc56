// Builds a conversation's initial live state from a stored branch: nothing is running yet.

import type { ConversationInfo, ConversationState } from '../../shared/conversation/event.ts';
import { pairResults } from '../../shared/conversation/pairing.ts';
import { type Sentence, say, toUserTextData } from '../../shared/core/sentence.ts';
import { isInPlace } from '../../shared/features/inPlace/inPlace.ts';
import type { PresetRef } from '../../shared/features/presets/preset.ts';
import { worktreeInfo } from '../../shared/features/worktrees/worktree.ts';
import type { ApprovalMode } from '../../shared/permission/permission.ts';
import type { ConversationMeta } from '../conversation/formats.ts';
import type { StoredBranch } from '../ports/store.ts';
import { undoableRewind } from './undo/rewind.ts';

export function stateOf(branch: StoredBranch, defaultMode: ApprovalMode): ConversationState {
  return {
    conversationId: branch.conversationId,
    ...displayMeta(branch, defaultMode, undoableRewind(branch.meta, branch) !== null),
    marks: branch.meta.marks,
    seq: 0,
    messages: branch.messages,
    hasEarlier: branch.hasEarlier,
    run: null,
    reply: null,
    calls: [],
    queue: [],
    draft: '',
    draftAttachments: [],
    openCalls: [],
    elsewhere: false,
    undone: [],
    notices: (branch.readOnly && !isInPlace(branch.conversationId)
      ? [branch.readOnly, ...branch.notices]
      : branch.notices
    ).map(toUserTextData),
    removed: false,
  };
}

export function displayMeta(
  { projectId, meta }: { projectId: string; meta: ConversationMeta },
  mode: ApprovalMode,
  rewound: boolean,
): ConversationInfo {
  return {
    projectId,
    title: meta.title,
    model: meta.model,
    approvalMode: meta.approvalMode ?? mode,
    modelOptions: meta.modelOptions ?? null,
    requiredServer: meta.requiredServer,
    preset: presetOf(meta),
    rewound,
    pinned: meta.pinned,
    archived: meta.archived,
    worktree: meta.worktree ? worktreeInfo(meta.worktree) : null,
    ...(meta.compares?.length ? { compares: meta.compares } : {}),
  };
}

/** Drops unknown fields. */
function presetOf({ preset }: ConversationMeta): PresetRef | null {
  return preset ? { scope: preset.scope, id: preset.id } : null;
}

/** Returns one warning for all results that cannot be sent; they stay in the log. */
export function unsendableNotices({ messages, hasEarlier }: StoredBranch): Sentence[] {
  // The call for a result at the start may precede the tail.
  const firstCall = messages.findIndex((message) => message.role === 'assistant' && message.tool_calls);
  const paired = hasEarlier ? messages.slice(Math.max(0, firstCall)) : messages;
  const { orphans, duplicates } = pairResults(paired);
  const count = orphans.length + duplicates.length;
  if (count === 0) return [];
  return [
    say`${count === 1 ? say`One tool result does not match` : say`${count} tool results do not match`} any call. Kept in the log but not sent to the model.`,
  ];
}
