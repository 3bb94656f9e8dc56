// An empty conversation's state, as in a view.

import type { ConversationState } from '../../shared/conversation/event.ts';

export function conversationState(conversationId: string): ConversationState {
  return {
    conversationId,
    projectId: 'p',
    title: '',
    model: null,
    approvalMode: 'ask',
    marks: {},
    modelOptions: null,
    requiredServer: null,
    preset: null,
    worktree: null,
    rewound: false,
    undone: [],
    seq: 0,
    messages: [],
    hasEarlier: false,
    run: null,
    reply: null,
    calls: [],
    queue: [],
    draft: '',
    draftAttachments: [],
    pinned: false,
    archived: false,
    openCalls: [],
    elsewhere: false,
    notices: [],
    removed: false,
  };
}
