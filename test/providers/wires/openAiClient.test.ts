// OpenAI's own client next to ours: both read the same from the same stream. This also verifies these tests' model
// server, which was written here.

import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { modelRequest, replyOf } from '../../support/modelCall.ts';
import type { Speech } from '../../support/wires/speech.ts';
import { startWireServer } from '../../support/wires/wireServer.ts';
import { wireProvider } from '../../support/wireUnderTest.ts';

const said: Speech = {
  thought: 'They want two files.',
  text: 'Grüße 🙂: reading both.',
  calls: [
    { id: 'call_a', name: 'read_file', arguments: '{"path": "a.txt" , "n": 1.0}' },
    { id: 'call_b', name: 'read_file', arguments: '{"path":"ä/😀"}' },
  ],
};
const messages = [{ role: 'user' as const, content: 'hello' }];

test(cite('PROVIDER-1', 'Chat Completions'), async () => {
  const server = await startWireServer(() => said);
  const ours = await replyOf(wireProvider('openai', server.address), { request: modelRequest({ model: 'm' }) });
  const client = new OpenAI({ baseURL: `${server.address}/v1`, apiKey: 'k', maxRetries: 0 });
  const theirs = await client.chat.completions.stream({ model: 'm', messages }).finalChatCompletion();
  const message = theirs.choices[0]?.message;
  expect(message?.content).toBe(ours.text);
  expect(theirs.choices[0]?.finish_reason).toBe(ours.finishReason);
  const calls = (message?.tool_calls ?? []).flatMap((call) =>
    'function' in call ? [{ id: call.id, ...call.function }] : [],
  );
  expect(calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given }))).toEqual(ours.calls);
});

test(cite('PROVIDER-1', 'Responses'), async () => {
  const server = await startWireServer(() => said);
  const ours = await replyOf(wireProvider('responses', server.address), { request: modelRequest({ model: 'm' }) });
  const client = new OpenAI({ baseURL: `${server.address}/v1`, apiKey: 'k', maxRetries: 0 });
  const stream = await client.responses.create({ model: 'm', input: messages, store: false, stream: true });
  let text = '';
  const calls: { id: string; name: string; arguments: string }[] = [];
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') text += event.delta;
    if (event.type === 'response.output_item.done' && event.item.type === 'function_call') {
      calls.push({ id: event.item.call_id, name: event.item.name, arguments: event.item.arguments });
    }
  }
  expect(text).toBe(ours.text);
  expect(calls).toEqual(ours.calls);
});
