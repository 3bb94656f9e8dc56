// Outcome and details of a call, from OpenCode's tool part.

import type { Outcome, Todo, ToolDetails } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { row, rows, text } from '../looseJson.ts';

/** Null if the call has no result. */
export function resultOf(state: JsonObject): { content: string; outcome: Outcome } | null {
  if (state.status === 'completed') {
    const code = row(state.metadata)?.exit;
    return { content: text(state.output), outcome: typeof code === 'number' && code !== 0 ? 'error' : 'ok' };
  }
  if (state.status !== 'error') return null;
  const content = text(state.error);
  return { content, outcome: outcomeOfError(content, row(state.metadata)) };
}

function outcomeOfError(message: string, metadata: JsonObject | null): Outcome {
  if (/^The user (?:rejected permission|dismissed)|specified a rule which prevents/.test(message)) return 'denied';
  if (metadata?.interrupted === true || /^Tool execution aborted/.test(message)) return 'cancelled';
  return /^\[?Tool execution was interrupted/.test(message) ? 'interrupted' : 'error';
}

export function detailsOf(state: JsonObject, todosBefore: readonly Todo[]): ToolDetails {
  const metadata = row(state.metadata) ?? {};
  const path = row(state.input)?.filePath;
  const todos = Array.isArray(metadata.todos) ? rows(metadata.todos).map(todoOf) : null;
  return {
    ...(typeof metadata.exit === 'number' ? { exitCode: metadata.exit } : {}),
    ...(typeof metadata.diff === 'string' && metadata.diff !== '' ? { diff: metadata.diff } : {}),
    ...(typeof path === 'string' ? { path } : {}),
    ...(metadata.truncated === true ? { truncated: true } : {}),
    ...(todos ? { todos: { before: [...todosBefore], after: todos } } : {}),
  };
}

function todoOf({ content, status }: JsonObject): Todo {
  const todoStatus = status === 'in_progress' || status === 'completed' ? status : 'pending';
  return { content: text(content), status: todoStatus };
}
