// The to-do list of a turn: the newest that the model wrote since the person's message that began it. A message that only asks to
// go on begins no turn; nor does one that was said in the middle of a run, after the list was written.

import type { Message, Todo } from './message.ts';
import { continueText } from './repair.ts';

export interface KeptTodos {
  /** The record of the result that has it. */
  messageId: string;
  todos: readonly Todo[];
}

/** Nothing is left to do, or nothing was. */
export function isDone({ todos }: KeptTodos): boolean {
  return todos.every(({ status }) => status === 'completed');
}

/** What is done now, or comes next. */
export function currentTodo({ todos }: KeptTodos): Todo | undefined {
  return todos.find(({ status }) => status === 'in_progress') ?? todos.find(({ status }) => status === 'pending');
}

export interface TodoSearch {
  /** Null: the turn has none. Undefined: the messages do not reach back far enough to know. */
  kept: KeptTodos | null | undefined;
  /** The person said something in the run that goes on, after what stands before these messages. */
  said: boolean;
}

/** `since`: when the run that goes on began (ISO 8601); null: none does. `said`: of what stands after these messages. */
export function searchTodos(messages: readonly Message[], since: string | null, said = false): TodoSearch {
  let saidNow = said;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at] as Message;
    const inRun = since !== null && message.createdAt >= since;
    const todos = message.role === 'tool' ? message.details?.todos?.after : undefined;
    if (Array.isArray(todos)) {
      const kept = { messageId: message.id, todos: todos.filter(isTodo) };
      return { kept: saidNow && !inRun ? null : kept, said: saidNow };
    }
    if (message.role !== 'user' || message.content === continueText) continue;
    if (!inRun) return { kept: null, said: saidNow };
    saidNow = true;
  }
  return { kept: undefined, said: saidNow };
}

/** Details are data from a file, which may be spoiled. */
function isTodo(entry: unknown): entry is Todo {
  if (typeof entry !== 'object' || entry === null) return false;
  const { content, status } = entry as Partial<Todo>;
  return typeof content === 'string' && typeof status === 'string';
}
