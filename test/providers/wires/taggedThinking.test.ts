// Thinking that a server leaves in a reply's text, over every provider API.

import { describe, expect, test } from 'vitest';
import type { Provider } from '../../../electron/ports/provider.ts';
import { providerApis } from '../../../electron/providers/apis.ts';
import { createApiProvider } from '../../../electron/providers/http/apiProvider.ts';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { callModel, modelRequest, replyOf } from '../../support/modelCall.ts';
import { nextMessages } from '../../support/nextMessages.ts';
import { contentType, type Speech, speak } from '../../support/wires/speech.ts';
import { startWireServer } from '../../support/wires/wireServer.ts';
import { wireProvider } from '../../support/wireUnderTest.ts';

async function saying(kind: ProviderKind, ...speeches: Speech[]) {
  let at = 0;
  const server = await startWireServer(() => speeches[at++] ?? { text: 'And so on.' });
  return { provider: wireProvider(kind, server.address), server };
}

const call = { id: 'call_00001', name: 'look', arguments: { path: 'a' } };

describe.each(providerKinds)('%s', (kind) => {
  test.each([
    ['between tags', '<think>\nA secret plan.\n</think>\n\nThe answer.'],
    ['up to a closing tag', 'A secret plan.\n</think>\n\nThe answer.'],
    ['between tags of another model', '[THINK]A secret plan.[/THINK]The answer.'],
  ])(cite(['STREAM-8', 'PROVIDER-7'], 'text %s is thinking, and is not sent back'), async (_name, text) => {
    const { provider, server } = await saying(kind, { text });
    const { outcome, observed } = await callModel(provider);
    if (outcome.kind !== 'reply') throw new Error(JSON.stringify(outcome));
    expect(outcome.reply).toMatchObject({ text: 'The answer.', reasoning: 'A secret plan.' });
    expect([observed.texts.join(''), observed.reasonings.join('')]).toEqual(['The answer.', 'A secret plan.']);
    await replyOf(provider, { request: modelRequest({ messages: nextMessages(outcome.reply) }) });
    expect(server.requests[1]?.text).toContain('The answer.');
    expect(server.requests[1]?.text).not.toMatch(/secret|THINK|think>/);
  });

  test(cite('STREAM-8', "thinking before a reply's calls is not part of its text"), async () => {
    const { provider, server } = await saying(kind, { text: '<think>A secret plan.</think>', calls: [call] });
    const reply = await replyOf(provider);
    expect(reply).toMatchObject({ text: '', reasoning: 'A secret plan.', calls: [{ name: 'look' }] });
    await replyOf(provider, { request: modelRequest({ messages: nextMessages(reply) }) });
    expect(server.requests[1]?.text).not.toMatch(/secret|think>/);
  });
});

test(cite('STREAM-8', 'thinking in its own field and in the text is one'), async () => {
  const { provider } = await saying('openai', { thought: 'First.', text: '<thinking>Second.</thinking>\nYes.' });
  const { outcome, observed } = await callModel(provider);
  expect(outcome).toMatchObject({ reply: { text: 'Yes.', reasoning: 'First.\n\nSecond.' } });
  expect(observed.reasonings.join('')).toBe('First.\n\nSecond.');
});

test(cite('STREAM-8', 'a model that needs its thinking gets it back unchanged'), async () => {
  const text = '<think>\nA plan.\n</think>\n\nI look.';
  const request = modelRequest({ model: 'MiniMaxAI/MiniMax-M2' });
  const { provider, server } = await saying('openai', { text, calls: [call] }, { text: 'Yes.' });
  const reply = await replyOf(provider, { request });
  expect(reply).toMatchObject({ text: 'I look.', reasoning: 'A plan.' });
  const messages = nextMessages(reply);
  await replyOf(provider, { request: { ...request, messages } });
  expect(server.requests[1]?.body).toMatchObject({ messages: [{}, { role: 'assistant', content: text }, {}] });
  await replyOf(provider, { request: modelRequest({ model: 'other', messages }) });
  expect(server.requests[2]?.text).not.toContain('A plan.');
});

test(cite('STREAM-8', 'a reply cut off in its thinking has no answer; the partial text has no tags'), async () => {
  const { provider } = await saying(
    'openai',
    { text: '<think>A pl', cutOff: true },
    { text: 'A plan.\n</think>\nYes.' },
    { text: 'Half a pl', cutOff: true },
  );
  expect(await replyOf(provider)).toMatchObject({ text: '', reasoning: 'A pl', finishReason: 'length' });
  // Its reply started inside the thinking, so the next one is expected to.
  const messages = nextMessages(await replyOf(provider));
  const request = modelRequest({ messages });
  expect(await replyOf(provider, { request })).toMatchObject({ text: '', reasoning: 'Half a pl' });
});

/** At a maker's own address, without a network. */
function at(kind: ProviderKind, baseUrl: string, text: string): Provider {
  const body = speak(kind, { text }, { model: 'm', number: 1 }).join('');
  const fetch = async () => new Response(body, { headers: { 'content-type': contentType(kind) } });
  return createApiProvider(providerApis[kind], { id: 'test', baseUrl, key: 'sk-test-key-1234567890', fetch });
}

test.each([
  ['openai', 'https://api.openai.com/v1'],
  ['responses', 'https://api.openai.com/v1'],
  ['anthropic', 'https://api.anthropic.com'],
  ['gemini', 'https://generativelanguage.googleapis.com/v1beta'],
] as const)(
  cite('STREAM-8', '%s at %s: a server that separates thinking itself means tags as text'),
  async (kind, url) => {
    const text = '<think>is a tag</think> that some models write.';
    expect(await replyOf(at(kind, url, text))).toMatchObject({ text, reasoning: '' });
  },
);
