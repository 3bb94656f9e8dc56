import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openCallText } from '../../shared/conversation/repair.ts';
import { expectCallsAnswered, startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { assistantMessage, call, conversationOf, messageIdAt, userMessage } from '../support/messageBuilder.ts';
import { conversationFolder, sidecar, writeConversation } from '../support/storedConversation.ts';

test(cite(
  ['RESUME-8', 'STORE-19'],
  "a reply's text is on disk within about a second, with its IDs, even when the stream stalls",
), { tags: ['all'] }, async () => {
  const app = await startTestApp({
    replies: [
      [
        { headers: { 'x-request-id': 'req-1' } },
        { text: ['one '] },
        { reasoning: 'hm' },
        { text: ['two ', 'three'] },
        { hang: true },
      ],
    ],
  });
  const id = await app.start();
  const shown = app.event('reply.delta', (event) => event.text?.endsWith('three') ?? false);
  const { messageId } = await app.call('run.send', { conversationId: id, text: 'go' });
  await shown;
  const partial = await vi.waitFor(
    () => {
      const found = sidecar(app, id, 'partial.json');
      expect(found?.text).toBe('one two three');
      return found;
    },
    { timeout: 20_000, interval: 10 },
  );
  const response = { id: 'chatcmpl-fake', requestId: 'req-1' };
  expect(partial).toMatchObject({ parentId: messageId, reasoning: 'hm', messageId: expect.any(String), response });
  await app.call('run.stop', { conversationId: id });
  expect(existsSync(path.join(conversationFolder(app.dataDir, id), 'partial.json'))).toBe(false);
  expect(app.rows(id).at(-1)).toMatchObject({ id: partial?.messageId, content: 'one two three' });
});

test(cite('RESUME-8', 'partial.json is gone when the reply is stored'), async () => {
  const app = await startTestApp({ replies: [[{ text: ['a ', 'b ', 'c'] }]] });
  const id = await app.start();
  await app.turn(id, 'go');
  expect(sidecar(app, id, 'partial.json')).toBeNull();
  expect(existsSync(path.join(conversationFolder(app.dataDir, id), 'partial.json'))).toBe(false);
});

const lost = {
  v: 1,
  messageId: messageIdAt(77),
  text: 'half an answer',
  reasoning: '',
  model: 'fake-model',
  response: { id: 'chatcmpl-lost', requestId: 'req-lost' },
  startedAt: '2026-01-02T03:04:06.000Z',
};

test(
  cite(['RESUME-8', 'STORE-19'], 'a reply cut off by a crash is shown, sent, and stored once by the next message'),
  async () => {
    const app = await startTestApp({ replies: [{ text: 'whole' }, { text: 'more' }] });
    const messages = conversationOf([userMessage('tell me')]);
    const id = await writeConversation(app, { messages, partial: { ...lost, parentId: messages[0]?.id } });
    const snapshot = await app.call('conversation.open', { conversationId: id });
    expect(snapshot).toMatchObject({ run: null, reply: { messageId: lost.messageId, text: 'half an answer' } });
    expect(app.rows(id)).toHaveLength(1);
    const { body } = await app.call('conversation.request', { conversationId: id, text: 'go on' });
    expect(JSON.stringify(body)).toContain('half an answer');

    expect(await app.turn(id, 'go on')).toBe('done');
    expect(await app.turn(id, 'and on')).toBe('done');
    const cut = app.rows(id).filter((row) => row.content === 'half an answer');
    const { messageId, response } = lost;
    expect(cut).toMatchObject([{ id: messageId, role: 'assistant', finishReason: 'interrupted', response }]);
    for (const { text } of app.model.requests) expect(text).not.toMatch(/chatcmpl-lost|req-lost/);
    const said = app.rows(id).filter((row) => row.role !== 'system');
    expect(said.map((row) => row.content)).toEqual(['tell me', 'half an answer', 'go on', 'whole', 'and on', 'more']);
    expect(app.model.requests[0]?.text).toBe(JSON.stringify(body));
    expect(sidecar(app, id, 'partial.json')).toBeNull();
    expect((await app.call('conversation.open', { conversationId: id })).reply).toBeNull();
  },
);

test(cite('RESUME-8', 'a partial reply whose record was stored after all is not shown again'), async () => {
  const app = await startTestApp({ replies: [{ text: 'more' }] });
  const messages = conversationOf([userMessage('tell me'), assistantMessage('half an answer, and the rest')]);
  const partial = { ...lost, messageId: messages[1]?.id, parentId: messages[0]?.id };
  const id = await writeConversation(app, { messages, partial });
  expect((await app.call('conversation.open', { conversationId: id })).reply).toBeNull();
  await app.turn(id, 'go on');
  expect(app.rows(id).filter((row) => row.role === 'assistant')).toHaveLength(2);
});

test(
  cite('RESUME-4', 'among open calls, one without a start in the log is shown and sent as not started'),
  async () => {
    const app = await startTestApp({ replies: [{ text: 'I see.' }, { text: 'ok' }] });
    const messages = conversationOf([
      userMessage('do both'),
      assistantMessage('', [call('a', 'run_command', '{"command":"x"}'), call('b', 'run_command', '{"command":"y"}')]),
    ]);
    const asked = messages[1]?.id ?? '';
    const at = '2026-01-02T03:04:07.000Z';
    const started = {
      v: 1,
      type: 'tool_started',
      at,
      messageId: asked,
      toolCallId: 'a',
      index: 0,
      name: 'run_command',
    };
    const id = await writeConversation(app, { messages, execution: [started] });
    const snapshot = await app.call('conversation.open', { conversationId: id });
    expect(snapshot.openCalls.filter((call) => call.state === 'not_started')).toMatchObject([
      { messageId: asked, index: 1 },
    ]);

    const { body } = await app.call('conversation.request', { conversationId: id, text: 'well?' });
    const sent = (body as { messages: { role: string; content: string }[] }).messages;
    const told = sent.filter((message) => message.role === 'tool').map((message) => message.content);
    expect(told).toEqual([openCallText('unknown'), openCallText('not_started')]);
    expect(new Set(told).size).toBe(2);

    expect(await app.turn(id, 'well?')).toBe('done');
    expect(app.model.requests[0]?.text).toBe(JSON.stringify(body));
    expectCallsAnswered(app.rows(id));
    await app.turn(id, 'again');
    expectCallsAnswered(app.rows(id));
    expect((await app.call('conversation.open', { conversationId: id })).openCalls).toEqual([]);
  },
);
