// A stored branch as the live state of its conversation begins: nothing runs in it. Pure.

import type { ConversationInfo, ConversationState } from '../../shared/conversation/event.ts';
import { pairResults } from '../../shared/conversation/pairing.ts';
import type { ConversationMeta } from '../../shared/formats.ts';
import type { ApprovalMode } from '../../shared/permission.ts';
import { type Sentence, say, toUserTextData } from '../../shared/sentence.ts';
import type { StoredBranch } from '../ports/store.ts';
import { lastRewind } from './undo/rewind.ts';

export function stateOf(branch: StoredBranch, defaultMode: ApprovalMode): ConversationState {
  return {
    conversationId: branch.conversationId,
    ...shownMeta(branch, defaultMode, lastRewind(branch.meta, branch) !== null),
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
    notices: (branch.readOnly ? [branch.readOnly, ...branch.notices] : branch.notices).map(toUserTextData),
    removed: false,
  };
}

export function shownMeta(
  { projectId, meta }: { projectId: string; meta: ConversationMeta },
  mode: ApprovalMode,
  rewound: boolean,
): ConversationInfo {
  return {
    projectId,
    title: meta.title,
    model: meta.model,
    approvalMode: meta.approvalMode ?? mode,
    requiredServer: meta.requiredServer,
    rewound,
    pinned: meta.pinned,
    archived: meta.archived,
  };
}

/** One warning for results that cannot be sent; they stay in the log. */
export function leftOut({ messages, hasEarlier }: StoredBranch): Sentence[] {
  // What a result at the beginning answers may stand before it.
  const firstCall = messages.findIndex((message) => message.role === 'assistant' && message.tool_calls);
  const seen = hasEarlier ? messages.slice(Math.max(0, firstCall)) : messages;
  const { orphans, duplicates } = pairResults(seen);
  const count = orphans.length + duplicates.length;
  if (count === 0) return [];
  return [
    say`${count === 1 ? say`One tool result answers` : say`${count} tool results answer`} no call of its own and is not sent to the model. It is kept in the log.`,
  ];
}
