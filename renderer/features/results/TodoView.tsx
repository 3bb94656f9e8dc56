// A to-do list as a call left it, with the changes since the previous one.

import { Circle, CircleCheck, CircleDot, CircleMinus } from 'lucide-react';
import type { Todo } from '../../../shared/conversation/message.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { visibleText } from '../../ui/visibleText.ts';

const icons = { pending: Circle, in_progress: CircleDot, completed: CircleCheck };
const words = lateStrings.results.todo;

export function TodoView({ before, todos }: { before: readonly Todo[]; todos: readonly Todo[] }) {
  const old = new Map(before.map((todo) => [todo.content, todo]));
  const now = new Set(todos.map(({ content }) => content));
  const removedTodos = before.filter(({ content }) => !now.has(content));
  const done = todos.filter(({ status }) => status === 'completed').length;
  return (
    <div className="px-3 py-2 text-ui">
      <p className="tabular pb-1 text-ink-3 text-small">{words.done(done, todos.length)}</p>
      <ul>
        {todos.map((todo, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: to-dos have no stable id
          <TodoItem key={index} todo={todo} change={changeOf(todo, old.get(todo.content), before.length > 0)} />
        ))}
        {removedTodos.map((todo, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: to-dos have no stable id
          <li key={index} className="flex items-start gap-2 py-0.5 text-ink-3">
            <CircleMinus className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden />
            <span className="wrap-anywhere min-w-0 line-through">{visibleText(todo.content)}</span>
            <span className="ml-auto shrink-0 pl-2 text-small leading-5">{words.gone}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function TodoItem({ todo, change }: { todo: Todo; change: string }) {
  const Icon = icons[todo.status] ?? Circle;
  return (
    <li className="flex items-start gap-2 py-0.5">
      <Icon
        className={classes('mt-0.5 size-4 shrink-0', todo.status === 'in_progress' ? 'text-accent' : 'text-ink-3')}
        strokeWidth={1.75}
        aria-label={strings.calls.todo[todo.status]}
      />
      <span className={classes('wrap-anywhere min-w-0', todo.status === 'completed' && 'text-ink-3')}>
        {visibleText(todo.content)}
      </span>
      {change !== '' && <span className="ml-auto shrink-0 pl-2 text-ink-3 text-small leading-5">{change}</span>}
    </li>
  );
}

/** `hasPrevious`: there was a previous list. In the first list everything is new, which needs no label. */
function changeOf(todo: Todo, before: Todo | undefined, hasPrevious: boolean): string {
  if (!before) return hasPrevious ? words.added : '';
  return before.status === todo.status ? '' : words.was(strings.calls.todo[before.status] ?? '');
}
