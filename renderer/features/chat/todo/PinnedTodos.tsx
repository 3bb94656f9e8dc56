// The model's to-do list above the composer while tasks remain: one line with the current task, which expands. After
// the run, it stays until dismissed or the user continues.

import { ChevronUp, ListTodo, X } from 'lucide-react';
import { useEffect, useId, useMemo, useState } from 'react';
import type { Message } from '../../../../shared/conversation/message.ts';
import { areTodosDone, currentTodo, searchTodos, type TurnTodos } from '../../../../shared/conversation/turnTodos.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useActions, useConversation, useConversationView, useSession, useView } from '../../../core/state/context.tsx';
import { Boundary } from '../../../ui/Boundary.tsx';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { visibleText } from '../../../ui/visibleText.ts';
import { TodoItem } from '../../results/TodoView.tsx';

/** The turn's to-do list. If its message is no longer loaded, it is requested from the host, once. */
const none: readonly Message[] = [];

function useTurnTodos(): TurnTodos | null {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id);
  const messages = useConversation((state) => state.messages) ?? none;
  const hasEarlier = useConversation((state) => state.hasEarlier) ?? false;
  const since = useConversation((state) => state.run?.startedAt) ?? null;
  const { kept: found, said } = useMemo(() => searchTodos(messages, since), [messages, since]);
  const isFar = found === undefined && hasEarlier;
  const before = isFar ? (messages[0]?.id ?? null) : null;
  const [far, setFar] = useState<{ of: string; kept: TurnTodos | null } | null>(null);
  // For the same turn of the same branch: its messages may be unloaded, but the list stays.
  const turn = `${conversationId} ${since ?? ''}`;
  useEffect(() => {
    if (found !== undefined) return setFar({ of: turn, kept: found });
    if (conversationId === null || before === null) return;
    const controller = new AbortController();
    void call('conversation.todos', { conversationId, before, since, said }, controller.signal).then((answer) => {
      if (!controller.signal.aborted && answer.ok) setFar({ of: turn, kept: answer.value.kept });
    });
    return () => controller.abort();
  }, [call, conversationId, before, since, said, found, turn]);
  if (found !== undefined) return found;
  return isFar && far?.of === turn ? far.kept : null;
}

const words = lateStrings.results.todo;

export function PinnedTodos() {
  const todos = useTurnTodos();
  const dismissed = useView((view) => view.dismissedTodos);
  if (!todos || areTodosDone(todos) || dismissed === todos.messageId) return null;
  return (
    <Boundary of={todos} instead={() => null}>
      <Pinned todos={todos} />
    </Boundary>
  );
}

function Pinned({ todos }: { todos: TurnTodos }) {
  const { view } = useSession();
  const listId = useId();
  const running = useConversation((state) => state.run !== null) ?? false;
  const remembered = useView((now) => now.todosOpen);
  // A list left over after a run stays collapsed until expanded.
  const [lookedAt, setLookedAt] = useState(false);
  const open = running ? remembered : lookedAt;
  const toggle = (): void => (running ? view.setState({ todosOpen: !open }) : setLookedAt(!open));
  const done = todos.todos.filter(({ status }) => status === 'completed').length;
  const current = currentTodo(todos);
  return (
    <section aria-label={words.pinned} data-pinned-todos className="mx-auto w-full max-w-[808px] px-6 pb-2">
      <div className="overflow-hidden rounded-l border border-line bg-page">
        <div className="flex items-center pr-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={listId}
            onClick={toggle}
            className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-l pr-1 pl-3 text-left text-ui focus-visible:-outline-offset-2"
          >
            <ListTodo
              className={classes('size-4 shrink-0', running ? 'text-accent' : 'text-ink-3')}
              strokeWidth={1.75}
              aria-hidden
            />
            <span className="tabular shrink-0 text-ink-3">{words.progress(done, todos.todos.length)}</span>
            {current && (
              <span className="min-w-0 flex-1 truncate" title={visibleText(current.content)}>
                {running ? visibleText(current.content) : words.left(visibleText(current.content))}
              </span>
            )}
            <ChevronUp
              className={classes('size-4 shrink-0 text-ink-3 transition-transform duration-120', open && 'rotate-180')}
              strokeWidth={1.75}
              aria-hidden
            />
          </button>
          {!running && (
            <IconButton
              icon={X}
              label={words.dismiss}
              size="small"
              onClick={() => view.setState({ dismissedTodos: todos.messageId })}
            />
          )}
        </div>
        <div className="h-0.5 bg-soft" aria-hidden>
          <div
            className={classes('h-full transition-[width] duration-180', running ? 'bg-accent' : 'bg-line-strong')}
            style={{ width: `${(done / todos.todos.length) * 100}%` }}
          />
        </div>
        <ul
          id={listId}
          hidden={!open}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          tabIndex={0}
          aria-label={words.pinned}
          className="max-h-[min(16rem,32dvh)] overflow-y-auto px-3 py-1.5 text-ui focus-visible:-outline-offset-2"
        >
          {todos.todos.map((todo, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: to-dos have no id
            <TodoItem key={index} todo={todo} change="" />
          ))}
        </ul>
      </div>
    </section>
  );
}
