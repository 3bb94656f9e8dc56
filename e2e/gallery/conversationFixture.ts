// Concise builders of messages and conversations, so that scenes read as what they show.

import type { ApprovalRequest, ConversationState, LiveCall } from '../../shared/conversation/event.ts';
import type { AssistantMessage, Message, ToolMessage } from '../../shared/conversation/message.ts';
import { say } from '../../shared/core/sentence.ts';

export function conversationFixture(change: Partial<ConversationState> = {}): ConversationState {
  return {
    conversationId: 'current',
    projectId: 'p1',
    title: 'Find why the health check is slow',
    model: { provider: 'environment', model: 'atlas-large' },
    approvalMode: 'ask',
    modelOptions: null,
    requiredServer: null,
    preset: null,
    rewound: false,
    undone: [],
    marks: {},
    seq: 1,
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
    worktree: null,
    openCalls: [],
    elsewhere: false,
    notices: [],
    removed: false,
    ...change,
  };
}

const start = Date.parse('2026-03-03T09:00:00Z');

export interface Script {
  messages: Message[];
  user(text: string): Script;
  says(text: string, more?: Partial<AssistantMessage>): Script;
  /** A reply with these calls; `result` answers them. */
  asks(text: string | null, ...calls: [name: string, args: unknown][]): Script;
  /** The result of the oldest unanswered call. */
  result(content: string, more?: Partial<ToolMessage>): Script;
  add(message: Message): Script;
}

export function script(prefix = 'm'): Script {
  const messages: Message[] = [];
  const open: { id: string; name: string }[] = [];
  const base = () => {
    const number = messages.length;
    return {
      v: 1,
      id: `${prefix}${number}`,
      parentId: number === 0 ? null : `${prefix}${number - 1}`,
      createdAt: new Date(start + number * 4000).toISOString(),
    };
  };
  const self: Script = {
    messages,
    user(text) {
      messages.push({ ...base(), role: 'user', content: text });
      return self;
    },
    says(text, more = {}) {
      messages.push({ ...base(), role: 'assistant', content: text, model: 'atlas-large', ...more });
      return self;
    },
    asks(text, ...calls) {
      const made = base();
      const list = calls.map(([name, args], index) => ({
        id: `${made.id}_${index}`,
        type: 'function' as const,
        function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
      }));
      open.push(...list.map((call) => ({ id: call.id, name: call.function.name })));
      messages.push({ ...made, role: 'assistant', content: text, tool_calls: list, model: 'atlas-large' });
      return self;
    },
    result(content, more = {}) {
      const call = open.shift() ?? { id: '', name: '' };
      const made = base();
      messages.push({
        ...made,
        role: 'tool',
        tool_call_id: call.id,
        toolName: call.name,
        content,
        outcome: 'ok',
        startedAt: made.createdAt,
        duration: 40,
        ...more,
      });
      return self;
    },
    add(message) {
      messages.push(message);
      return self;
    },
  };
  return self;
}

export function approval(messageId: string, index: number, change: Partial<ApprovalRequest>): LiveCall {
  const request: ApprovalRequest = {
    approvalId: `ask-${messageId}-${index}`,
    messageId,
    index,
    toolName: 'run_command',
    kind: 'execute',
    preview: { type: 'command', command: 'npm test', cwd: '/home/mei/src/harbour-api' },
    reason: say`It runs a command on your machine.`,
    ...(change.reason === undefined ? { reasonType: 'generic' } : {}),
    offers: [],
    askedAt: new Date().toISOString(),
    ...change,
  };
  return { messageId, index, state: 'waiting', approval: request, output: '' };
}
