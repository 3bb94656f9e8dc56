// The API's view of conversations: stable, smaller forms of the stored messages. Arguments and results of calls are
// only included for a caller that may read them.

import type * as Api from '../../../shared/client/types.ts';
import type { ApprovalRequest, ConversationState } from '../../../shared/conversation/event.ts';
import { type ErrorInfo, type Message, type ToolMessage, textOf } from '../../../shared/conversation/message.ts';
import { textOf as sentenceText } from '../../../shared/core/sentence.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';

export function runStateOf(state: ConversationState | null): Api.RunState {
  if (!state?.run) return 'idle';
  return state.calls.some(({ state: one }) => one === 'waiting') ? 'waiting' : 'running';
}

export function summaryOf(row: ConversationRow, state: Api.RunState): Api.ConversationSummary {
  const { id, projectId, title, createdAt, updatedAt, messageCount, pinned, archived, tags = [] } = row;
  return { id, projectId, title, createdAt, updatedAt, messageCount, state, pinned, archived, tags };
}

export function messageView(message: Message, withCalls: boolean): Api.Message {
  const { id, role, createdAt } = message;
  const isResult = role === 'tool';
  return {
    id,
    role,
    createdAt,
    text: isResult && !withCalls ? '' : textOf(message),
    reasoning: (role === 'assistant' && message.reasoning) || null,
    model: (role === 'assistant' && message.model) || null,
    calls: role === 'assistant' ? callsView(message.tool_calls ?? [], withCalls) : [],
    result: isResult ? resultView(message) : null,
    error: role === 'assistant' && message.error ? errorView(message.error) : null,
  };
}

type StoredCalls = NonNullable<(Message & { role: 'assistant' })['tool_calls']>;

function callsView(calls: StoredCalls, withCalls: boolean): Api.ToolCall[] {
  return calls.map(({ id, function: { name, arguments: text } }, index) => ({
    index,
    id,
    tool: name,
    arguments: withCalls ? text : null,
  }));
}

export function resultView({ tool_call_id: callId, toolName: tool, outcome, duration }: ToolMessage): Api.ToolResult {
  return { callId, tool, outcome, durationMs: duration ?? null };
}

export function errorView({ code, cause, message }: ErrorInfo): { code: string; message: string } {
  return { code: cause ?? code, message };
}

export function approvalView(request: ApprovalRequest, withCalls: boolean): Api.WaitingApproval {
  const { approvalId, messageId, index, toolName, reason, preview, askedAt } = request;
  return {
    id: approvalId,
    messageId,
    index,
    tool: toolName,
    reason: sentenceText(reason),
    preview: withCalls ? previewText(preview) : null,
    windowOnly: isWindowOnly(request),
    askedAt,
  };
}

/** The user answers it where the whole call and its risks are visible. */
export function isWindowOnly({ grave, byItself, external }: ApprovalRequest): boolean {
  return grave !== undefined || byItself === true || external !== undefined;
}

function previewText(preview: ApprovalRequest['preview']): string {
  switch (preview.type) {
    case 'command':
      return preview.command;
    case 'diff':
      return preview.diff;
    case 'text':
      return preview.text;
  }
}

export function waitingOf(state: ConversationState | null, withCalls: boolean): Api.WaitingApproval[] {
  return (state?.calls ?? []).flatMap(({ approval }) => (approval ? [approvalView(approval, withCalls)] : []));
}
