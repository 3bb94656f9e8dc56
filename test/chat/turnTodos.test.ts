// A turn's to-do list from the host: also if it was written hundreds of records before the window's part.

import { expect, test } from 'vitest';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';

const write = (id: string, todos: object[]) => ({ id, name: 'todo_write', arguments: JSON.stringify({ todos }) });

test(cite('UI-14', 'the host finds a list written far up in the turn, but none of an earlier turn'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const conversationId = await app.start();
  const todos = [
    { content: 'Look', status: 'completed' },
    { content: 'Write', status: 'in_progress' },
  ];
  app.model.push({ calls: [write('1', todos)] });
  for (let at = 0; at < 3; at++) {
    app.model.push({ calls: [{ id: `l${at}`, name: 'list_files', arguments: '{"path":"."}' }] });
  }
  app.model.push({ text: 'Half of it is done.' });
  expect(await app.turn(conversationId, 'Do it')).toBe('done');
  const opened = await app.call('conversation.open', { conversationId, tail: 2 });
  expect(opened.messages.length).toBe(2);
  const before = opened.messages[0]?.id ?? '';
  const asked = { conversationId, before, since: null };
  const { kept } = await app.call('conversation.todos', asked);
  expect(kept?.todos).toEqual(todos);
  const whole = await app.call('conversation.open', { conversationId, tail: 200 });
  const result = whole.messages.find((message) => message.role === 'tool' && message.details?.todos);
  expect(kept?.messageId).toBe(result?.id);

  app.model.push({ text: 'It rains.' });
  expect(await app.turn(conversationId, 'What of the weather?')).toBe('done');
  const last = (await app.call('conversation.open', { conversationId, tail: 1 })).messages[0];
  expect(await app.call('conversation.todos', { ...asked, before: last?.id ?? '' })).toEqual({ kept: null });
  // A message during the active run does not start a turn.
  const since = whole.messages[0]?.createdAt ?? '';
  const during = await app.call('conversation.todos', { ...asked, before: last?.id ?? '', since });
  expect(during.kept?.todos).toEqual(todos);
  // A list from before the run is void once the user sent something during it.
  const now = new Date().toISOString();
  expect(await app.call('conversation.todos', { ...asked, since: now, said: true })).toEqual({ kept: null });
  await app.close();
});
