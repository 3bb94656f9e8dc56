// Text that no server accepts is never sent, whoever built the request: a conversation, a summary, a title, a tool.

import { expect, test } from 'vitest';
import { titleRequest } from '../../../electron/chat/titles/askTitle.ts';
import { summarize } from '../../../electron/compaction/summarize.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import type { ModelRequest, Provider } from '../../../electron/ports/provider.ts';
import { bodyInFormat } from '../../../electron/providers/requestFormats.ts';
import { isSendable } from '../../../shared/conversation/sendable.ts';
import { providerKinds } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { modelRequest, replyOf } from '../../support/modelCall.ts';
import { startWireServer } from '../../support/wires/wireServer.ts';
import { wireProvider } from '../../support/wireUnderTest.ts';

const bad = 'a\u0000b\u001b[1m\ud83d c';
const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`);

const asTool = (name: string, parameters: Record<string, unknown>) => ({
  type: 'function' as const,
  function: { name, description: `Looks ${bad}`, parameters },
});

const conversation: ModelRequest = modelRequest({
  system: `You help. ${bad}`,
  messages: [
    { role: 'user', content: `Question ${bad}` },
    {
      role: 'assistant',
      content: `Reply ${bad}`,
      tool_calls: [{ id: 'call_00001', type: 'function', function: { name: 'look', arguments: '{"path":"\\ud83d"}' } }],
      providerData: { openai: { provider: 'test', deep } },
    },
    { role: 'tool', tool_call_id: 'call_00001', content: `Result ${bad}` },
    { role: 'user', content: [{ type: 'text', text: `More ${bad}` }] },
  ],
  tools: [
    asTool('look', { type: 'object', properties: { path: { type: 'string', description: bad } } }),
    asTool('deep', { type: 'object', properties: deep }),
  ],
});

const sends: [string, (provider: Provider) => Promise<unknown>][] = [
  ['a conversation', (provider) => replyOf(provider, { request: conversation })],
  [
    'a summary',
    (provider) =>
      summarize(`The user: ${bad}`, {
        ...{ provider, model: 'm', clock: systemClock, retry: async () => 'give up' as const },
        ...{ idleTimeoutMs: 10_000, signal: new AbortController().signal },
      }),
  ],
  [
    'a title',
    (provider) => replyOf(provider, { request: titleRequest({ provider, model: 'm' }, { asked: bad, answered: bad }) }),
  ],
];

test.each(providerKinds.flatMap((kind) => sends.map(([what, send]) => [kind, what, send] as const)))(
  cite('SEQ-8', '%s: %s with unsendable characters is made valid'),
  async (kind, _what, send) => {
    const server = await startWireServer(() => ({ text: 'Yes.' }));
    await send(wireProvider(kind, server.address));
    expect(server.requests).toHaveLength(1);
    for (const { body } of server.requests) {
      expect(isSendable(body)).toBe(true);
      expect(JSON.stringify(body)).toContain('ab\ufffd[1m\ufffd c');
    }
  },
);

test(cite('SEQ-8', 'a request shown in another format is the one that would be sent'), () => {
  expect(isSendable(bodyInFormat('anthropic', conversation))).toBe(true);
});
