// A reply's thinking and its duration: while streaming, in its record, and where none of it was shown.

import { describe, expect, onTestFinished, test } from 'vitest';
import { createThinkingTimer } from '../../electron/chat/turn/thinkingTime.ts';
import type { ConversationEvent } from '../../shared/conversation/event.ts';
import type { AssistantMessage } from '../../shared/conversation/message.ts';
import { hasUnseenThinking } from '../../shared/conversation/unseenThinking.ts';
import { startAnsweringServer } from '../support/answeringServer.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { deltaStep } from '../support/fakeModelServer.ts';
import { messageOf } from '../support/messagesServer.ts';

const thinkingEvents = (app: TestApp) =>
  app.events.flatMap(({ event }) => (event.type === 'reply.thinking' ? [event.thinking] : []));

const lastReply = (app: TestApp, id: string) =>
  app.rows(id).findLast(({ role }) => role === 'assistant') as AssistantMessage;

const counted = { prompt_tokens: 9, completion_tokens: 50, completion_tokens_details: { reasoning_tokens: 40 } };

test(cite('STREAM-8', 'thinking is reported when it starts and ends, and its duration is in the record'), async () => {
  const app = await startTestApp();
  const id = await app.start();
  const begun = app.event('reply.thinking', ({ thinking }) => thinking.since !== undefined);
  const over = app.event('reply.thinking', ({ thinking }) => thinking.since === undefined);
  app.model.push([
    { reasoning: 'Let me see.' },
    { until: begun },
    { text: 'Yes.' },
    { until: over },
    { text: ' Sure.' },
  ]);
  await app.turn(id, 'well?');
  const [first, last, ...more] = thinkingEvents(app);
  expect(first).toEqual({ ms: 0, since: expect.stringMatching(/^\d{4}-/) });
  expect(last).toEqual({ ms: expect.any(Number) });
  expect(more).toEqual([]);
  expect(lastReply(app, id)).toMatchObject({
    content: 'Yes. Sure.',
    reasoning: 'Let me see.',
    reasoningMs: last?.ms,
  });
});

test(cite('STREAM-8', 'a stopped reply keeps its thinking and the duration'), async () => {
  const app = await startTestApp();
  const id = await app.start();
  app.model.push([{ reasoning: 'Let me see.' }, { text: 'Ye' }, { hang: true }]);
  const said = app.event('reply.delta', ({ text }) => text !== undefined);
  const ended = app.turn(id, 'well?');
  await said;
  await app.call('run.stop', { conversationId: id });
  expect(await ended).toBe('stopped');
  const kept = { content: 'Ye', finishReason: 'stopped', reasoning: 'Let me see.', reasoningMs: expect.any(Number) };
  expect(lastReply(app, id)).toMatchObject(kept);
});

test(cite('STREAM-8', 'so does one that breaks off, and none of it is sent'), async () => {
  const app = await startTestApp();
  const id = await app.start();
  app.model.push([{ reasoning: 'Let me see.' }, { closeAfter: 1 }], { text: 'Now.' });
  expect(await app.turn(id, 'well?')).toBe('error');
  expect(lastReply(app, id)).toMatchObject({
    partType: 'error',
    content: null,
    reasoning: 'Let me see.',
    reasoningMs: expect.any(Number),
  });
  await app.turn(id, 'and?');
  expect(app.model.requests.at(-1)?.text).not.toContain('Let me see.');
});

test('thinking that was only counted has a duration, and a reply without thinking has none', async () => {
  const app = await startTestApp();
  const id = await app.start();
  app.model.push([deltaStep({ role: 'assistant' }), { text: 'Yes.' }, { usage: counted }], { text: 'No.' });
  await app.turn(id, 'well?');
  const unseen = lastReply(app, id);
  expect(unseen).toMatchObject({ content: 'Yes.', reasoningMs: expect.any(Number) });
  expect(unseen.reasoning).toBeUndefined();
  expect(hasUnseenThinking(unseen)).toBe(true);
  expect(thinkingEvents(app)).toEqual([]);
  await app.turn(id, 'sure?');
  expect(lastReply(app, id).reasoningMs).toBeUndefined();
  expect(hasUnseenThinking(lastReply(app, id))).toBe(false);
});

test(cite('PROVIDER-7', 'the number of replies whose thinking was omitted is in the record'), async () => {
  const model = 'claude-opus-5-1';
  const dropped = [{ type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'prefix_binding_mismatch' }];
  const answers = [{}, { input_transformations: dropped }];
  const server = await startAnsweringServer(({ method }) => {
    if (method === 'GET') return { body: { data: [] } };
    const { events } = messageOf([{ type: 'text', text: 'Yes.' }], { model, message: answers.shift() ?? {} });
    return { body: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('') };
  });
  onTestFinished(server.close);
  const app = await startTestApp();
  const { id: provider } = await app.call('provider.save', {
    id: null,
    name: 'Claude',
    kind: 'anthropic',
    baseUrl: server.url,
  });
  await app.call('provider.setKey', { provider, key: 'sk-ant-test-1234567890' });
  const id = await app.start();
  await app.call('conversation.configure', { conversationId: id, model: { provider, model } });
  expect(await app.turn(id, 'well?')).toBe('done');
  expect(lastReply(app, id).droppedThinking).toBeUndefined();
  expect(await app.turn(id, 'sure?')).toBe('done');
  expect(lastReply(app, id).droppedThinking).toBe(1);
});

describe('thinking time', () => {
  function measured() {
    let at = 0;
    const told: ConversationEvent[] = [];
    const clock = { elapsed: () => at, now: () => new Date(at), wait: async () => {} };
    const pass = (ms: number): void => {
      at += ms;
    };
    const time = createThinkingTimer(clock, (event) => told.push(event));
    return { time, told, pass };
  }

  test('is the sum of its periods, and runs during one', () => {
    const { time, told, pass } = measured();
    expect(time.ms()).toBeUndefined();
    time.thinks();
    pass(1200);
    time.thinks();
    expect(time.ms()).toBe(1200);
    time.stops();
    pass(5000);
    time.stops();
    time.thinks();
    pass(300);
    time.stops();
    expect(time.ms()).toBe(1500);
    const since = (ms: number) => new Date(ms).toISOString();
    expect(told.map((event) => 'thinking' in event && event.thinking)).toEqual([
      { ms: 0, since: since(0) },
      { ms: 1200 },
      { ms: 1200, since: since(6200) },
      { ms: 1500 },
    ]);
  });

  test('when hidden, lasts from the start of the reply to its first piece', () => {
    const { time, pass } = measured();
    time.stops();
    expect(time.unseenMs()).toBeUndefined();
    pass(100);
    time.answers();
    pass(7000);
    time.answers();
    time.stops();
    pass(100);
    time.stops();
    expect(time.unseenMs()).toBe(7000);
  });
});

test.each([
  ['a block that is redacted', { anthropic: { content: [{ type: 'redacted_thinking', data: 'x' }] } }],
  ['a block without words', { anthropic: { content: [{ type: 'thinking', thinking: '', signature: 'x' }] } }],
  ['an encrypted item', { responses: { items: [{ type: 'reasoning', encrypted_content: 'x', summary: [] }] } }],
  ['an encrypted detail', { openai: { reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] } }],
])('%s is hidden thinking', (_name, providerData) => {
  expect(hasUnseenThinking({ providerData })).toBe(true);
  expect(hasUnseenThinking({ providerData, reasoning: 'Shown.' })).toBe(false);
});

test.each([
  ['no data', {}],
  [
    'data of another kind',
    { providerData: { openai: { provider: 'x', calls: { 0: {} }, list: [null, 'thinking', 7] } } },
  ],
  ['nothing that was counted', { usage: { reasoningTokens: 0 } }],
])('%s is not thinking', (_name, reply) => {
  expect(hasUnseenThinking(reply)).toBe(false);
});
