import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import {
  assistantMessage,
  call,
  conversationOf,
  messageIdAt,
  toolMessage,
  userMessage,
} from '../support/messageBuilder.ts';
import { askFor, sidecar, userTexts, writeConversation } from '../support/storedConversation.ts';

async function resume(app: TestApp, conversationId: string): Promise<string> {
  const from = app.events.length;
  await app.call('run.resume', { conversationId });
  return (await app.event('run.ended', undefined, from)).end;
}

async function reopened(app: TestApp, messages: Message[], more: { partial?: object } = {}): Promise<string> {
  const id = await writeConversation(app, { messages, ...more });
  await app.call('conversation.open', { conversationId: id });
  return id;
}

async function restart(app: TestApp): Promise<TestApp> {
  await app.close();
  return startTestApp({ dataDir: app.dataDir, folder: app.folder, settings: { approvalMode: 'all' } });
}

test(
  cite('SEQ-1', 'after a failed call the request is repeated, byte for byte, and the log keeps the failure'),
  async () => {
    const refusal = { status: 400, body: { error: { message: 'no' } } };
    const app = await startTestApp({
      replies: [{ text: 'one' }, refusal, refusal, { text: 'two' }, { text: 'three' }],
    });
    const id = await app.start();
    await app.turn(id, 'first');
    expect(await app.turn(id, 'second')).toBe('error');
    expect(await resume(app, id)).toBe('error');
    expect(await resume(app, id)).toBe('done');
    await app.turn(id, 'third');
    const sent = app.model.requests.map((request) => request.text);
    expect(sent[2]).toBe(sent[1]);
    expect(sent[3]).toBe(sent[1]);
    const bodies = app.model.requests.map((request) => request.body.messages);
    expect(bodies[4]?.slice(0, bodies[3]?.length)).toEqual(bodies[3]);
    expect(app.rows(id).filter((row) => row.partType === 'error')).toHaveLength(2);
    expect(userTexts(app.rows(id))).toEqual(['first', 'second', 'third']);
  },
);

test('a failed call with some text is followed by a message that says to continue', async () => {
  const app = await startTestApp({
    replies: [[{ text: 'half of ' }, { chunk: { error: { message: 'gone', code: 400 } } }], { text: 'it' }],
  });
  const id = await app.start();
  expect(await app.turn(id, 'tell me')).toBe('error');
  expect(await resume(app, id)).toBe('done');
  expect(userTexts(app.rows(id))).toEqual(['tell me', 'Continue.']);
});

test(
  cite('LOOP-15', 'after a crash between results and the reply the run continues, and no finished call runs again'),
  async () => {
    const app = await startTestApp({ replies: [{ text: 'All done.' }], settings: { approvalMode: 'all' } });
    const counter = path.join(app.folder, 'counter');
    const messages = conversationOf([
      userMessage('count'),
      assistantMessage('', [call('a', 'run_command', JSON.stringify({ command: `echo x >> ${counter}` }))]),
      toolMessage('a', '(no output)', { toolName: 'run_command' }),
    ]);
    const id = await reopened(app, messages);
    expect(await resume(app, id)).toBe('done');
    expect(() => readFileSync(counter)).toThrow();
    expect(app.rows(id).map((row) => row.role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(app.model.requests[0]?.body.messages.map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
    ]);
  },
);

test(cite('LOOP-15', 'after a stop during tools the run continues and the finished call stays finished'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const counter = path.join(app.folder, 'counter');
  const count = askFor('1', 'run_command', { command: `echo x >> ${counter}` });
  app.model.push({ calls: [count, askFor('2', 'run_command', { command: 'sleep 60' })] }, { text: 'Fine.' });
  const id = await app.start();
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  await app.event('call.started', (event) => event.index === 1, from);
  await app.call('run.stop', { conversationId: id });
  expect(await resume(app, id)).toBe('done');
  expect(readFileSync(counter, 'utf8')).toBe('x\n');
  expect(userTexts(app.rows(id))).toEqual(['go']);
  expect(app.rows(id).filter((row) => row.role === 'tool')).toHaveLength(2);
});

test('after the turn limit the run continues from the results', async () => {
  const app = await startTestApp({
    otherwise: { calls: [{ id: '', name: 'list_files', arguments: '{}' }] },
    settings: { approvalMode: 'all', maxTurns: 2 },
  });
  const id = await app.start();
  expect(await app.turn(id, 'look')).toBe('max_turns');
  app.model.push({ text: 'Seen.' });
  expect(await resume(app, id)).toBe('done');
  expect(userTexts(app.rows(id))).toEqual(['look']);
});

test(
  cite('RESUME-8', 'a reply cut off by a crash is stored as interrupted and continued by a real message'),
  async () => {
    const app = await startTestApp({ replies: [{ text: 'the other half' }] });
    const messages = conversationOf([userMessage('tell me')]);
    const partial = {
      v: 1,
      messageId: messageIdAt(77),
      parentId: messages[0]?.id,
      text: 'half an answer',
      reasoning: '',
      startedAt: '2026-01-02T03:04:06.000Z',
    };
    const id = await reopened(app, messages, { partial });
    expect(await resume(app, id)).toBe('done');
    const said = app.rows(id).filter((row) => row.role !== 'system');
    expect(said.map((row) => row.content)).toEqual(['tell me', 'half an answer', 'Continue.', 'the other half']);
    expect(said[1]).toMatchObject({ id: partial.messageId, finishReason: 'interrupted' });
    expect(sidecar(app, id, 'partial.json')).toBeNull();
  },
);

test('an answered, empty or open conversation is not continued', async () => {
  const app = await startTestApp();
  const answered = await reopened(app, conversationOf([userMessage('hi'), assistantMessage('hello')]));
  const empty = await app.start();
  const open = await reopened(
    app,
    conversationOf([userMessage('do'), assistantMessage('', [call('a', 'run_command'), call('b', 'write_file')])]),
  );
  for (const [id, word] of [
    [answered, 'has a reply'],
    [empty, 'empty'],
    [open, 'run_command, write_file'],
  ] as const) {
    const before = id === empty ? '' : readFileSync(app.messagesFile(id), 'utf8');
    const refused = await app.client.call('run.resume', { conversationId: id });
    expect(refused).toMatchObject({ ok: false, error: { code: 'NOTHING_TO_RESUME' } });
    expect(JSON.stringify(refused)).toContain(word);
    if (id !== empty) expect(readFileSync(app.messagesFile(id), 'utf8')).toBe(before);
  }
  expect(app.model.requests).toHaveLength(0);
});

test('the continuing request is the same after a restart', async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  app.model.push({ calls: [askFor('1', 'list_files', {})] }, { status: 400, body: { error: { message: 'no' } } });
  const id = await app.start();
  await app.turn(id, 'go');
  const again = await restart(app);
  again.model.push({ text: 'ok' });
  await again.call('conversation.open', { conversationId: id });
  expect(await resume(again, id)).toBe('done');
  expect(again.model.requests[0]?.text).toBe(app.model.requests[1]?.text);
});
