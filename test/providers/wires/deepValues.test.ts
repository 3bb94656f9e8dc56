// Values nested too deep to walk or write again: an answer with one is a readable failure like any other.

import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { callModel, failureOf } from '../../support/modelCall.ts';
import { contentType } from '../../support/wires/speech.ts';
import { startWireServer } from '../../support/wires/wireServer.ts';
import { wireProvider } from '../../support/wireUnderTest.ts';

const levels = 20_000;
const lists = '['.repeat(levels) + ']'.repeat(levels);
const errors = `${'{"error":'.repeat(levels)}1${'}'.repeat(levels)}`;

async function answered(kind: ProviderKind, status: number, type: string, body: string) {
  const server = await startWireServer(() => (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  });
  return wireProvider(kind, server.address);
}

const event = (kind: ProviderKind, json: string): string => (kind === 'ollama' ? `${json}\n` : `data: ${json}\n\n`);

describe.each(providerKinds)('%s', (kind) => {
  test.each([
    ['a message that is a list', 400, `{"error":{"message":${lists}}}`],
    ['an error in an error', 400, errors],
    ['a detail', 500, `{"error":{"details":${lists}}}`],
  ])(cite('STREAM-10', 'an error status with %s'), async (_what, status, body) => {
    const failure = await failureOf(await answered(kind, status, 'application/json', body));
    expect(failure).toMatchObject({ code: 'LLM_HTTP_ERROR', status });
    expect(failure.message.length).toBeLessThan(1000);
  });

  test.each([
    ['a message that is a list', `{"type":"error","error":{"message":${lists}}}`],
    ['an error in an error', `{"type":"error","error":${errors}}`],
  ])(cite('STREAM-10', 'an error event with %s'), async (_what, json) => {
    const provider = await answered(kind, 200, contentType(kind), event(kind, json));
    expect(await failureOf(provider)).toMatchObject({ retryable: expect.any(Boolean) });
  });
});

test.each([
  ['in its usage', `"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"x":${lists}}}`],
  ['in a part', `"finishReason":"STOP","x":${lists}}]}`],
])(cite('STREAM-10', 'a Google chunk with such a value %s is ignored'), async (_what, rest) => {
  const said = event('gemini', '{"candidates":[{"content":{"parts":[{"text":"So "}]}}]}');
  const deep = event('gemini', `{"candidates":[{"content":{"parts":[{"text":"far"}]},${rest}`);
  const { outcome } = await callModel(await answered('gemini', 200, contentType('gemini'), said + deep));
  expect(outcome).toMatchObject({ kind: 'failed', failure: { partial: { text: 'So ' } } });
});
