// Valid replies in forms that OpenAI's streams never have, and endings that only look valid.

import { afterEach, describe, expect, test } from 'vitest';
import type { Provider } from '../../../electron/ports/provider.ts';
import { cite } from '../../support/cite.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from '../../support/fakeModelServer.ts';
import { deltaStep } from '../../support/fakeReply.ts';
import { callModel, failureOf, replyOf } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';

let server: FakeModelServer;
afterEach(() => server.close());

async function serve(reply: Reply): Promise<Provider> {
  server = await startFakeModelServer({ replies: [reply] });
  return openAiProvider(server.url);
}

/** A stream of these events and its end mark. */
function events(...list: unknown[]): Reply {
  return { raw: [...list.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'] };
}

const call = { id: 'call_a', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } };
const message = { role: 'assistant', content: 'It is here.', reasoning: 'Where?', tool_calls: [call] };
const whole = {
  id: 'x',
  object: 'chat.completion',
  model: 'm-1',
  choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
  usage: { prompt_tokens: 7, completion_tokens: 3 },
};
const taken = {
  text: 'It is here.',
  reasoning: 'Where?',
  calls: [{ id: 'call_a', name: 'read_file', arguments: '{"path":"a"}' }],
  finishReason: 'tool_calls',
  usage: { inputTokens: 7, outputTokens: 3, raw: { prompt_tokens: 7, completion_tokens: 3 } },
  model: 'm-1',
};

describe('a whole completion instead of a stream', () => {
  const text = JSON.stringify(whole, null, 2);
  test.each<[string, Reply]>([
    ['as JSON', { raw: [text], contentType: 'application/json' }],
    [
      'as JSON that calls itself a stream, in pieces',
      { raw: ['\ufeff\r\n ', ...text], contentType: 'text/event-stream' },
    ],
    ['as the one event of a stream', events(whole)],
  ])(cite('STREAM-6', '%s is a reply'), async (_name, reply) => {
    expect(await replyOf(await serve(reply))).toEqual(taken);
  });

  test(cite('STREAM-5', 'without a finish reason it is a reply; cut off it is not'), async () => {
    const unfinished = JSON.stringify({ choices: [{ message: { content: 'hi' } }] });
    expect(await replyOf(await serve({ raw: [unfinished] }))).toMatchObject({ text: 'hi', finishReason: null });
    await server.close();
    const failure = await failureOf(await serve({ raw: [text.slice(0, -20)], contentType: 'application/json' }));
    expect(failure.code).toBe('LLM_BAD_RESPONSE');
  });
});

describe('a message in place of a delta', () => {
  test(cite('STREAM-6', 'in pieces: all of them are used'), async () => {
    const piece = (content: string, finish: string | null = null) => ({
      choices: [{ index: 0, message: { content }, finish_reason: finish }],
    });
    const { text } = await replyOf(await serve(events(piece('ha'), piece('ha'), piece(' ha', 'stop'))));
    expect(text).toBe('haha ha');
  });

  test(cite('STREAM-6', 'a repetition after the deltas is used once'), async () => {
    const delta = (value: object) => ({ choices: [{ index: 0, delta: value }] });
    const made = await replyOf(
      await serve(
        events(delta({ reasoning: 'Where?' }), delta({ content: 'It is ' }), delta({ tool_calls: [call] }), whole),
      ),
    );
    expect(made).toEqual(taken);
  });

  const nameless = { type: 'function', function: call.function };
  test.each([
    ['trimmed', { content: '\nIt is here.' }, { content: 'It is here.' }, { text: '\nIt is here.' }],
    [
      'trimmed, with an end that was not streamed',
      { content: '\nIt is' },
      { content: 'It is here.' },
      { text: '\nIt is here.' },
    ],
    [
      'without the thinking that was in it',
      { content: '<think>a</think>b' },
      { content: 'b' },
      { text: 'b', reasoning: 'a' },
    ],
    [
      'with its thinking alone',
      { content: 'a', reasoning: 'Why?' },
      { content: null, reasoning: 'Why?' },
      { text: 'a', reasoning: 'Why?' },
    ],
    [
      'with a call that has no id',
      { tool_calls: [nameless] },
      { content: null, tool_calls: [nameless] },
      { calls: [{ ...taken.calls[0], id: '' }] },
    ],
    ['after a delta that says nothing', { role: 'assistant' }, message, { text: 'It is here.', calls: taken.calls }],
  ])(cite('STREAM-6', 'a repetition, %s, is shown and called once'), async (_name, delta, last, expected) => {
    const choice = (value: object) => ({ choices: [{ index: 0, ...value }] });
    const made = await replyOf(
      await serve(events(choice({ delta }), choice({ message: last, finish_reason: 'stop' }))),
    );
    expect(made).toMatchObject(expected);
  });
});

test(cite('STREAM-7', 'only the first of several choices is used, in whatever chunks they arrive'), async () => {
  const piece = (index: number, content: string, finish: string | null = null) => ({
    index,
    delta: { content },
    finish_reason: finish,
  });
  const reply = events(
    { choices: [piece(1, 'B'), piece(0, 'A')] },
    { choices: [piece(1, 'b', 'length')] },
    { choices: [piece(0, 'a')] },
    { choices: [piece(0, '', 'stop')] },
  );
  const { outcome, observed } = await callModel(await serve(reply));
  expect(observed.texts).toEqual(['A', 'a']);
  expect(outcome).toMatchObject({ kind: 'reply', reply: { text: 'Aa', finishReason: 'stop' } });
});

describe('endings that only look valid', () => {
  const finished = { choices: [{ index: 0, delta: { content: 'So far' }, finish_reason: 'length' }] };
  test.each<[string, unknown]>([
    ['an event of its own', { error: { code: 400, message: 'Token limit reached' } }],
    [
      'one with a choice',
      {
        error: { code: 400, message: 'Token limit reached' },
        choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
      },
    ],
    ['one inside a choice', { choices: [{ index: 0, delta: {}, error: { message: 'Token limit reached' } }] }],
  ])(cite('STREAM-6', 'an error after the finish reason is an error with the text: %s'), async (_name, error) => {
    const failure = await failureOf(await serve(events(finished, error)));
    expect(failure).toMatchObject({ partial: { text: 'So far' }, retryable: false });
    expect(failure.message).toBe(`127.0.0.1:${server.port} reported an error: Token limit reached`);
  });

  test(cite('STREAM-6', 'a response without a body is reported as such'), async () => {
    const failure = await failureOf(await serve({ raw: [], status: 204 }));
    expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: false });
    expect(failure.message).toBe(
      `127.0.0.1:${server.port} returned 204 with an empty body instead of a stream of events.`,
    );
  });
});

test(cite('STREAM-2', 'only the first 128 of too many calls are used, which is reported'), {
  tags: ['all'],
}, async () => {
  const calls = Array.from({ length: 3000 }, (_one, at) => ({
    id: `c${at}`,
    name: 'x',
    arguments: `{"n":${at}}`,
    pieces: 2,
  }));
  for (const index of ['places', 'none'] as const) {
    const named = calls.map((one) => (index === 'none' ? { ...one, index: null } : one));
    const made = await replyOf(await serve([{ text: 'All of them.' }, { calls: named }]));
    expect(made).toMatchObject({ text: 'All of them.', callsLeftOut: true });
    expect(made.calls).toEqual(
      calls.slice(0, 128).map(({ id, name, arguments: given }) => ({ id, name, arguments: given })),
    );
    await server.close();
  }
  const few = await replyOf(await serve([{ calls: calls.slice(0, 128) }]));
  expect(few.calls).toHaveLength(128);
  expect(few.callsLeftOut).toBeUndefined();
  // Some servers send an empty one at the end.
  await server.close();
  const empty = { index: 128, id: '', function: { name: '', arguments: '' } };
  const padded = await replyOf(await serve([{ calls: calls.slice(0, 128) }, deltaStep({ tool_calls: [empty] })]));
  expect(padded.calls).toHaveLength(128);
  expect(padded.callsLeftOut).toBeUndefined();
});
