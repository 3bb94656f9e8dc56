// Tests of the fake server itself, since many tests rely on it: it streams its script, and rejects what a strict server
// rejects.

import { afterEach, expect, test } from 'vitest';
import { type FakeModelServer, startFakeModelServer } from './fakeModelServer.ts';
import { openAiRuleBreaks } from './openAiRules.ts';

let server: FakeModelServer | undefined;
afterEach(() => server?.close({ allowViolations: true }));

function post(body: unknown): Promise<Response> {
  return fetch(`${server?.url}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
}

const user = { role: 'user', content: 'hello' };
const call = (id: string, name = 'read_file') => ({ id, type: 'function', function: { name, arguments: '{}' } });
const calling = (...calls: unknown[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' });

test('streams a script with its calls, a matching finish reason, usage and the end mark', async () => {
  server = await startFakeModelServer({
    replies: [[{ text: ['Let ', 'me.'] }, { calls: [{ name: 'read_file', arguments: '{"path":"a"}', pieces: 2 }] }]],
  });
  const answer = await post({
    model: 'm',
    stream: true,
    stream_options: { include_usage: true },
    messages: [user],
  });
  const events = (await answer.text()).trim().split('\n\n');
  expect(events.at(-1)).toBe('data: [DONE]');
  const deltas = events.slice(0, -3).map((event) => JSON.parse(event.slice(6)).choices[0].delta);
  expect(deltas).toEqual([
    { content: 'Let ' },
    { content: 'me.' },
    { tool_calls: [{ index: 0, id: 'call_0', type: 'function', function: { name: 'read_file', arguments: '' } }] },
    { tool_calls: [{ index: 0, function: { arguments: '{"path' } }] },
    { tool_calls: [{ index: 0, function: { arguments: '":"a"}' } }] },
  ]);
  expect(events.at(-3)).toContain('"finish_reason":"tool_calls"');
  expect(events.at(-2)).toContain('"prompt_tokens"');
  server.assertNoViolations();
});

test('a rule violation is answered with 400 and makes close throw', async () => {
  server = await startFakeModelServer({ replies: [{ text: 'never' }] });
  const answer = await post({ model: 'm', messages: [user, calling(call('call_1')), user] });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('did not have response messages: call_1');
  await expect(server.close()).rejects.toThrow('R1');
});

test('a request after the end of the script is a violation', async () => {
  server = await startFakeModelServer();
  const answer = await post({ model: 'm', messages: [user] });
  expect(answer.status).toBe(500);
  expect(server.violations).toEqual([{ rule: 'script', message: 'no reply scripted' }]);
});

test.each([
  ['R1', [user, calling(call('a'), call('b')), result('a')]],
  ['R2', [user, result('a')]],
  ['R2', [user, calling(call('a')), result('a'), result('a')]],
  ['R2', [user, calling(call('a')), result('a'), { role: 'assistant', content: 'x' }, result('a')]],
  ['R3', [user, calling(call('a')), { role: 'tool', tool_call_id: 'a', content: [] }]],
  ['R4', [user, { role: 'assistant', content: null }, user]],
  ['R4', [user, { role: 'assistant', content: 'x', tool_calls: [] }, user]],
  ['R5', [user, calling(call('a', 'no spaces')), result('a')]],
  ['R6', [user, calling(call('x'.repeat(41))), result('x'.repeat(41))]],
  ['R8', [user, calling({ id: 'a', type: 'function', function: { name: 'f', arguments: {} } }), result('a')]],
  ['R9', [{ role: 'user', content: null }]],
  ['R43', [user, user]],
  ['R43', [user, { role: 'system', content: 'x' }, user]],
  ['R43', [user, { role: 'assistant', content: 'x' }]],
  ['unknown-key', [{ ...user, id: '01K' }]],
  ['unknown-key', [user, { role: 'assistant', content: 'x', providerData: {} }, user]],
  ['well-formed', [{ role: 'user', content: '\ud800' }]],
])('detects %s in %j', (rule, messages) => {
  expect(openAiRuleBreaks({ model: 'm', messages }).map((broken) => broken.rule)).toContain(rule);
});

test('detects R7 and R5 in tools', () => {
  const tool = (name: string) => ({ type: 'function', function: { name } });
  const rules = (tools: unknown[]) =>
    openAiRuleBreaks({ model: 'm', messages: [user], tools }).map((broken) => broken.rule);
  expect(rules(Array.from({ length: 129 }, (_, n) => tool(`t${n}`)))).toEqual(['R7']);
  expect(rules([])).toEqual(['R7']);
  expect(rules([tool('a.b')])).toEqual(['R5']);
  expect(rules([tool('a'), tool('b')])).toEqual([]);
});

test('a valid request causes no violation', () => {
  const messages = [
    { role: 'system', content: 's' },
    user,
    { ...calling(call('a'), call('b')), reasoning_content: 'thinking' },
    result('a'),
    result('b'),
    { role: 'assistant', content: 'done' },
    { role: 'user', content: [{ type: 'text', text: 'next' }] },
  ];
  expect(openAiRuleBreaks({ model: 'm', stream: true, messages })).toEqual([]);
});
