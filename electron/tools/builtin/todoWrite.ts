// todo_write: the model's task list, visible to the user.

import { z } from 'zod';
import type { Todo } from '../../../shared/conversation/message.ts';
import type { Tool } from '../../ports/tool.ts';
import { defineStateTool } from '../defineTool.ts';
import { successOutput } from '../toolOutput.ts';
import words from './todoWrite.md?raw';

const maxTodos = 100;

const schema = z.strictObject({
  todos: z
    .array(
      z.strictObject({
        content: z.string().min(1).max(1000).describe('What to do.'),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    )
    .max(maxTodos)
    .describe('The full list; it replaces the previous one.'),
});

const marks = { pending: '[ ]', in_progress: '[>]', completed: '[x]' } as const;

export function createTodoWrite(): Tool {
  return defineStateTool({
    name: 'todo_write',
    kind: 'state',
    // Parallel calls would overwrite each other's list.
    exclusive: true,
    words,
    schema,
    preview: (args) => ({ type: 'text', text: listOf(args.todos) }),

    run(args, context) {
      const todos = { before: [...context.todos], after: args.todos };
      if (args.todos.length === 0) return successOutput('The to-do list is now empty.', { todos });
      const completed = args.todos.filter((todo) => todo.status === 'completed').length;
      const heading = `The to-do list has ${args.todos.length} items, ${completed} completed.`;
      return successOutput(`${heading}\n${listOf(args.todos)}`, { todos });
    },
  });
}

function listOf(todos: readonly Todo[]): string {
  return todos.map((todo) => `${marks[todo.status]} ${todo.content}`).join('\n');
}
