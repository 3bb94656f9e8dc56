// How far a to-do list is. Which list is pinned, and until when, is decided in shared/conversation/turnTodos.ts.

import type { Todo } from '../../../../shared/conversation/message.ts';
import type { KeptTodos } from '../../../../shared/conversation/turnTodos.ts';

/** Nothing is left to do, or nothing was. */
export function isDone({ todos }: KeptTodos): boolean {
  return todos.every(({ status }) => status === 'completed');
}

/** What is done now, or comes next. */
export function currentTodo({ todos }: KeptTodos): Todo | undefined {
  return todos.find(({ status }) => status === 'in_progress') ?? todos.find(({ status }) => status === 'pending');
}
