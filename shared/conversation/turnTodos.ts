// The to-do list of a turn: the latest that the model wrote since the user's message. "Continue" messages do not start
// a turn, nor do messages sent during a run after the list was written.

import type { Message, Todo } from './message.ts';
import { continueText } from './repair.ts';

export interface TurnTodos {
  /** The record of the result with the list. */
  messageId: string;
  todos: readonly Todo[];
}

/** Nothing is left to do, or nothing was. */
export function areTodosDone({ todos }: TurnTodos): boolean {
  return todos.every(({ status }) => status === 'completed');
}

/** The item in progress, or the next one. */
export function currentTodo({ todos }: TurnTodos): Todo | undefined {
  return todos.find(({ status }) => status === 'in_progress') ?? todos.find(({ status }) => status === 'pending');
}

export interface TodoSearch {
  /** Null: the turn has no list. Undefined: the messages do not reach back far enough to tell. */
  kept: TurnTodos | null | undefined;
  /** The user wrote during the current run, after these messages. */
  said: boolean;
}

/** `since`: start of the current run (ISO 8601), or null. `said`: whether the user wrote after these messages. */
export function searchTodos(messages: readonly Message[], since: string | null, userWrote = false): TodoSearch {
  let saidNow = userWrote;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at] as Message;
    const inRun = since !== null && message.createdAt >= since;
    const todos = message.role === 'tool' ? message.details?.todos?.after : undefined;
    if (Array.isArray(todos)) {
      const list = { messageId: message.id, todos: todos.filter(isTodo) };
      return { kept: saidNow && !inRun ? null : list, said: saidNow };
    }
    if (message.role !== 'user' || message.content === continueText) continue;
    if (!inRun) return { kept: null, said: saidNow };
    saidNow = true;
  }
  return { kept: undefined, said: saidNow };
}

/** Details come from a file, which may be damaged. */
function isTodo(entry: unknown): entry is Todo {
  if (typeof entry !== 'object' || entry === null) return false;
  const { content, status } = entry as Partial<Todo>;
  return typeof content === 'string' && typeof status === 'string';
}
