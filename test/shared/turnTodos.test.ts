// Which to-do list is pinned above the composer.

import { describe, expect, test } from 'vitest';
import type { Message, Todo } from '../../shared/conversation/message.ts';
import { areTodosDone, currentTodo, searchTodos } from '../../shared/conversation/turnTodos.ts';
import { cite } from '../support/cite.ts';

const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const todo = (content: string, status: Todo['status'] = 'pending'): Todo => ({ content, status });

const user = (id: string, minute: number): Message =>
  ({ v: 1, id, parentId: null, createdAt: at(minute), role: 'user', content: 'go' }) as Message;
const wrote = (id: string, minute: number, todos: Todo[]): Message =>
  ({
    v: 1,
    id,
    parentId: null,
    createdAt: at(minute),
    role: 'tool',
    content: '',
    details: { todos: { before: [], after: todos } },
  }) as unknown as Message;
const turnTodos = (messages: Message[], since: string | null) => searchTodos(messages, since).kept;
const other = (id: string, minute: number): Message =>
  ({ v: 1, id, parentId: null, createdAt: at(minute), role: 'tool', content: 'ok' }) as unknown as Message;

describe("the turn's list", () => {
  const list = [todo('a', 'completed'), todo('b')];

  test(cite('UI-14', "the turn's newest list applies, whatever came after it"), () => {
    const messages = [user('u', 1), wrote('t1', 2, [todo('a')]), wrote('t2', 3, list), other('x', 4)];
    expect(turnTodos(messages, null)).toEqual({ messageId: 't2', todos: list });
  });

  test(cite(['UI-14', 'UI-10'], 'the readable part of a damaged list is shown'), () => {
    const spoiled = [null, 'a', { content: 3 }, todo('b')] as Todo[];
    expect(turnTodos([user('u', 1), wrote('t', 2, spoiled)], null)?.todos).toEqual([todo('b')]);
  });

  test(cite('UI-14', "the user's next message starts another turn; one during the run does not"), () => {
    const messages = [user('u', 1), wrote('t', 2, list), user('u2', 5), other('x', 6)];
    expect(turnTodos(messages, null)).toBeNull();
    expect(turnTodos(messages, at(5))).toBeNull();
    expect(turnTodos(messages, at(1))).toEqual({ messageId: 't', todos: list });
    const goesOn = { ...user('u2', 5), content: 'Continue.' } as Message;
    for (const since of [at(5), null]) {
      expect(turnTodos([user('u', 1), wrote('t', 2, list), goesOn], since)?.messageId).toBe('t');
    }
  });

  test(cite('UI-14', 'if the messages do not reach back to the start of the turn, the list is unknown'), () => {
    expect(turnTodos([other('x', 4), other('y', 5)], null)).toBeUndefined();
    expect(turnTodos([], null)).toBeUndefined();
    expect(turnTodos([wrote('t', 2, list)], null)).toEqual({ messageId: 't', todos: list });
  });

  test(cite('UI-14', 'the line names the item in progress, else the next one, and disappears when all is done'), () => {
    const kept = (todos: Todo[]) => ({ messageId: 't', todos });
    expect(currentTodo(kept([todo('a'), todo('b', 'in_progress')]))?.content).toBe('b');
    expect(currentTodo(kept([todo('a', 'completed'), todo('b')]))?.content).toBe('b');
    expect([areTodosDone(kept([todo('a', 'completed')])), areTodosDone(kept([])), areTodosDone(kept(list))]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
