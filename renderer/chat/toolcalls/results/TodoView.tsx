// A to-do list as it was left.

import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import type { Todo } from '../../../../shared/conversation/message.ts';
import { strings } from '../../../strings.ts';
import { classes } from '../../../ui/classes.ts';

const icons = { pending: Circle, in_progress: CircleDot, completed: CircleCheck };

export function TodoView({ todos }: { todos: readonly Todo[] }) {
  return (
    <ul className="px-3 py-2 text-ui">
      {todos.map((todo, index) => {
        const Icon = icons[todo.status] ?? Circle;
        const done = todo.status === 'completed';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: to-dos have no other name
          <li key={index} className="flex items-start gap-2 py-0.5">
            <Icon
              className={classes(
                'mt-0.5 size-4 shrink-0',
                todo.status === 'in_progress' ? 'text-accent' : 'text-ink-3',
              )}
              strokeWidth={1.75}
              aria-label={strings.calls.todo[todo.status]}
            />
            <span className={classes('wrap-anywhere min-w-0', done && 'text-ink-3')}>{todo.content}</span>
          </li>
        );
      })}
    </ul>
  );
}
