// The same stream, however its bytes are split and its lines end.

import { afterEach, expect, test } from 'vitest';
import { type ByteServer, startByteServer, streamHead } from '../../support/byteServer.ts';
import { cite } from '../../support/cite.ts';
import { replyOf } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';
import { volume } from '../../support/volume.ts';

let server: ByteServer;
afterEach(() => server.close());

const events = [
  '{"model":"m","choices":[{"index":0,"delta":{"reasoning_content":"ü"}}]}',
  '{"choices":[{"delta":{"content":"é🙂"}}]}',
  '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\\"p\\":"}}]}}]}',
  '{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"ß\\"}"}}]}}]}',
  '{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}',
  '{"choices":[],"usage":{"prompt_tokens":1}}',
  '[DONE]',
];

const expected = {
  text: 'é🙂',
  reasoning: 'ü',
  calls: [{ id: 'a', name: 'f', arguments: '{"p":"ß"}' }],
  finishReason: 'tool_calls',
  usage: { inputTokens: 1, raw: { prompt_tokens: 1 } },
  model: 'm',
  providerData: { openai: { provider: 'test', reasoning: 'reasoning_content' } },
};

/** Writes the parts as separate segments, the second only after the first has left. */
async function serveParts(nextParts: () => Uint8Array[]) {
  server = await startByteServer((socket) => {
    const write = ([part, ...rest]: Uint8Array[]): void => {
      if (!part) return void socket.end();
      socket.write(part, () => setImmediate(() => write(rest)));
    };
    write([Buffer.from(streamHead), ...nextParts()]);
  });
  return openAiProvider(server.url);
}

test(cite('STREAM-1', 'the same stream split at any byte produces the same reply'), { tags: ['all'] }, async () => {
  const stream = Buffer.from(events.map((event) => `data: ${event}\r\n\r\n`).join(''));
  let cut = 0;
  const provider = await serveParts(() => [stream.subarray(0, cut), stream.subarray(cut)]);
  for (cut = 1; cut < stream.length; cut += volume({ short: 7, all: 1 })) {
    const reply = await replyOf(provider);
    if (JSON.stringify(reply) !== JSON.stringify(expected)) expect({ cut, reply }).toEqual({ cut, reply: expected });
  }
});

test.each<[string, string]>([
  ['one byte at a time', events.map((event) => `data: ${event}\n\n`).join('')],
  ['data: without a space', events.map((event) => `data:${event}\n\n`).join('')],
  ['CR alone', events.map((event) => `data: ${event}\r\r`).join('')],
  [
    'comments, empty lines, other fields',
    events.map((event) => `: ping\n\n\nevent: message\nid: 1\nretry: 3\ndata: ${event}\n\n`).join(''),
  ],
  ['no newline after the last event', events.map((event) => `data: ${event}`).join('\n\n')],
  [
    'no end mark',
    events
      .slice(0, -1)
      .map((event) => `data: ${event}\n\n`)
      .join(''),
  ],
  [
    'events after the end mark',
    `${events.map((event) => `data: ${event}\n\n`).join('')}data: {"choices":[{"delta":{"content":"late"}}]}\n\n`,
  ],
])(cite('STREAM-1', '%s'), async (_name, text) => {
  const bytes = Buffer.from(text);
  const provider = await serveParts(() => Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)));
  expect(await replyOf(provider)).toEqual(expected);
});

test.each(['\n', '\r', '\r\n'])(cite('STREAM-5', 'the end mark works with %j line endings'), async (end) => {
  const stream = ['{"choices":[{"delta":{"content":"hi"}}]}', '[DONE]']
    .map((event) => `data: ${event}${end}${end}`)
    .join('');
  const provider = await serveParts(() => [Buffer.from(`${stream}: bye${end}${end}`)]);
  expect(await replyOf(provider)).toMatchObject({ text: 'hi', finishReason: null });
});

test(cite('STREAM-11', 'a line of 10 MB is read; lone surrogates and NUL arrive unchanged'), async () => {
  const long = 'x'.repeat(10 * 1024 * 1024);
  const stream = Buffer.from(
    `data: {"new":"${long}","choices":[{"delta":{"content":"\\ud800\\u0000hi"},"finish_reason":"stop"}]}\n\n`,
  );
  const provider = await serveParts(() => [stream]);
  const { text } = await replyOf(provider);
  expect(text).toBe('\ud800\u0000hi');
});
