// The pages found by a provider's own search are next to the reply, over any API; from real sockets.

import { expect, test } from 'vitest';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { replyOf } from '../../support/modelCall.ts';
import { contentType, frame, opening } from '../../support/wires/speech.ts';
import { startWireServer } from '../../support/wires/wireServer.ts';
import { wireProvider } from '../../support/wireUnderTest.ts';

const of = { model: 'fake-model', number: 1 };
const page = { title: 'Beech <b>trees</b>', url: 'https://trees.example/beech?utm_source=model' };
const clean = { title: 'Beech trees', url: 'https://trees.example/beech', text: '' };
const hostile = { title: 'Free', url: 'javascript:alert(1)' };

/** The events after the start of each API's stream. */
const streams: [string, ProviderKind, unknown[], object[]][] = [
  [
    'Chat Completions with annotations',
    'openai',
    [
      { choices: [{ index: 0, delta: { content: 'Beeches live long.' } }] },
      {
        choices: [
          {
            index: 0,
            delta: { annotations: [page, hostile, page].map((each) => ({ type: 'url_citation', url_citation: each })) },
          },
        ],
      },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      '[DONE]',
    ],
    [clean],
  ],
  [
    'Chat Completions with addresses alone',
    'openai',
    [
      { choices: [{ index: 0, delta: { content: 'Beeches live long.' } }], citations: [page.url, hostile.url, 7] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      '[DONE]',
    ],
    [{ ...clean, title: clean.url }],
  ],
  [
    'Responses',
    'responses',
    [
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [
            {
              type: 'output_text',
              text: 'Beeches live long.',
              annotations: [page, hostile].map((each) => ({ type: 'url_citation', start_index: 0, ...each })),
            },
          ],
        },
      },
      { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } },
    ],
    [clean],
  ],
  [
    'Anthropic, of which the text cites one of two',
    'anthropic',
    [
      {
        type: 'content_block_start',
        index: 0,
        content_block: {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [page, { title: 'Oaks', url: 'https://trees.example/oak' }].map((each) => ({
            type: 'web_search_result',
            encrypted_content: 'sealed',
            ...each,
          })),
        },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '', citations: [] } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Beeches live long.' } },
      {
        type: 'content_block_delta',
        index: 1,
        delta: {
          type: 'citations_delta',
          citation: { type: 'web_search_result_location', cited_text: 'up to 300 years', ...page },
        },
      },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ],
    [{ ...clean, text: 'up to 300 years' }],
  ],
  [
    'Gemini',
    'gemini',
    [
      {
        candidates: [
          {
            index: 0,
            content: { role: 'model', parts: [{ text: 'Beeches live long.' }] },
            finishReason: 'STOP',
            groundingMetadata: {
              groundingChunks: [page, hostile].map(({ title, url }) => ({ web: { uri: url, title } })),
            },
          },
        ],
      },
    ],
    [clean],
  ],
];

async function reply(kind: ProviderKind, events: readonly unknown[]) {
  const server = await startWireServer(() => (response) => {
    response.writeHead(200, { 'content-type': contentType(kind) });
    response.end([...opening(kind, of), ...events].map((event) => frame(kind, event)).join(''));
  });
  return replyOf(wireProvider(kind, server.address));
}

test.each(streams)(
  cite('WORK-6', 'pages of the provider’s own search, cleaned, each once: %s'),
  async (_name, kind, events, expected) => {
    const { text, sources } = await reply(kind, events);
    expect(text).toBe('Beeches live long.');
    expect(sources).toEqual(expected);
  },
);

test(cite('WORK-6', "a model's arguments for a tool are not a cited page"), async () => {
  const args = { groundingChunks: [{ web: { uri: page.url, title: page.title } }], citations: [page.url] };
  const { calls, sources } = await reply('gemini', [
    {
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: [{ functionCall: { name: 'look', args } }] },
          finishReason: 'STOP',
        },
      ],
    },
  ]);
  expect(JSON.parse(calls[0]?.arguments ?? '')).toEqual(args);
  expect(sources).toBeUndefined();
});
