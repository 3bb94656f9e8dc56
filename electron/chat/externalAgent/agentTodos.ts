// To-do lists of an external agent: its plan, or a call to its own tool for them. Pure.

import type { NewMessage, Todo, ToolCall, ToolDetails } from '../../../shared/conversation/message.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import { nativeToolName } from '../../../shared/features/tools/familiarCall.ts';
import { boundedText } from '../../lib/boundedText.ts';
import type { AgentCall } from '../../ports/externalAgents.ts';
import { nameOfCall } from './agentCalls.ts';

const maxTodos = 500;
const maxTodoLength = 4000;

export function isTodoCall(call: AgentCall): boolean {
  return nativeToolName(nameOfCall(call)) === 'todo_write';
}

/**
 * Returns the list that a call writes; null: it is no such call, or its arguments are something else. The names are those of
 * OpenCode and Claude (`todos`, `content`), Gemini (`description`), and Codex (`plan`, `step`).
 */
export function todosOfCall(call: AgentCall): Todo[] | null {
  if (!isTodoCall(call) || !isJsonObject(call.rawInput)) return null;
  const list = call.rawInput.todos ?? call.rawInput.plan;
  if (!Array.isArray(list)) return null;
  return list.slice(0, maxTodos).flatMap((entry: unknown): Todo[] => {
    if (!isJsonObject(entry)) return [];
    const content = entry.content ?? entry.description ?? entry.step;
    const status = statuses.find((known) => known === entry.status);
    // A cancelled item is no longer on the list.
    if (typeof content !== 'string' || (status === undefined && entry.status === 'cancelled')) return [];
    return [{ content: boundedText(content, maxTodoLength), status: status ?? 'pending' }];
  });
}

const statuses: readonly Todo['status'][] = ['pending', 'in_progress', 'completed'];

/** `before`: the list before the call, unless the call has changed it already. */
export function withTodos(details: ToolDetails, before: Todo[], after: Todo[]): ToolDetails {
  return { ...details, todos: { before: details.todos?.before ?? before, after } };
}

/** A plan as a call to our own tool, with its result. */
export function planRecords(id: string, before: Todo[], after: Todo[]): { call: ToolCall; result: NewMessage } {
  const name = 'todo_write';
  return {
    call: { id, type: 'function', function: { name, arguments: JSON.stringify({ todos: after }) } },
    result: {
      role: 'tool',
      tool_call_id: id,
      toolName: name,
      outcome: 'ok',
      content: planText(after),
      details: { todos: { before, after } },
    },
  };
}

function planText(plan: readonly Todo[]): string {
  if (plan.length === 0) return 'The plan is empty.';
  return `The plan:\n${plan.map(({ content, status }) => `- ${status}: ${content}`).join('\n')}`;
}

export function todosOfPlan(entries: readonly Todo[]): Todo[] {
  return entries.slice(0, maxTodos).map(({ content, status }) => ({ content, status }));
}

export function isSameList(one: readonly Todo[], other: readonly Todo[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
