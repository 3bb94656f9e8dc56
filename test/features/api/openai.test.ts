// The OpenAI-compatible endpoint with OpenAI's own client: replies, tools, pictures, and what is stored.

import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { type ApiHost, startApiHost } from '../../support/apiHost.ts';
import { cite } from '../../support/cite.ts';
import { pngOfPixels } from '../../support/images.ts';

/** The list is read again shortly after a change. */
async function listed({ app }: ApiHost, count: number) {
  const rows = async () => (await app.call('app.open', {})).conversations;
  await expect.poll(async () => (await rows()).length).toBe(count);
  return rows();
}

async function openAi(options: Parameters<typeof startApiHost>[0]) {
  const host = await startApiHost(options);
  const apiKey = await host.token('openai');
  return { host, client: new OpenAI({ baseURL: `${host.address}/v1`, apiKey, maxRetries: 0 }) };
}

test(cite('API-5', 'a client’s exchanges continue one conversation, tagged with its name'), async () => {
  const { host, client } = await openAi({ replies: [{ text: 'Paris.' }, { text: ['About ', 'two million.'] }] });
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: 'Answer briefly.' },
    { role: 'user', content: 'Capital of France?' },
  ];
  const first = await client.chat.completions.create({ model: 'default', messages });
  expect(first.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Paris.' } });
  messages.push({ role: 'assistant', content: 'Paris.' }, { role: 'user', content: 'How many people?' });
  const pieces: string[] = [];
  const stream = await client.chat.completions.create({
    model: 'default',
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  let total = 0;
  for await (const chunk of stream) {
    pieces.push(chunk.choices[0]?.delta.content ?? '');
    total = chunk.usage?.total_tokens ?? total;
  }
  expect(pieces.join('')).toBe('About two million.');
  expect(total).toBeGreaterThan(0);
  const conversations = await listed(host, 1);
  expect(conversations).toMatchObject([{ tags: ['app 1'] }]);
  const rows = host.app.rows(conversations[0]?.id ?? '');
  expect(rows.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Capital of France?'],
    ['assistant', 'Paris.'],
    ['user', 'How many people?'],
    ['assistant', 'About two million.'],
  ]);
  expect(rows[0]).toMatchObject({ origin: { type: 'api', client: 'app 1' } });
  expect(host.app.model.requests.at(-1)?.body).toMatchObject({
    messages: [{ role: 'system', content: 'Answer briefly.' }, {}, {}, { content: 'How many people?' }],
  });
});

test(cite('API-5', 'tools and pictures pass through, and an answered call is stored with its result'), async () => {
  const call = { id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' };
  const { host, client } = await openAi({ replies: [{ calls: [call] }, { text: 'Rain.' }] });
  const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } }];
  const url = `data:image/png;base64,${pngOfPixels(2, 2).toString('base64')}`;
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Weather?' },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ];
  const withCall = await client.chat.completions.create({ model: 'default', messages, tools });
  const [choice] = withCall.choices;
  expect(choice).toMatchObject({ finish_reason: 'tool_calls' });
  if (!choice) throw new Error('no choice');
  messages.push(choice.message, { role: 'tool', tool_call_id: 'c1', content: '12 degrees, rain' });
  const answer = await client.chat.completions.create({ model: 'default', messages, tools });
  expect(answer.choices[0]?.message.content).toBe('Rain.');
  const conversations = await listed(host, 1);
  const rows = host.app.rows(conversations[0]?.id ?? '');
  expect(rows[0]?.content).toMatchObject([{ type: 'text' }, { type: 'image', mediaType: 'image/png' }]);
  expect(rows[2]).toMatchObject({ role: 'tool', toolName: 'weather', outcome: 'ok', content: '12 degrees, rain' });
});

test(
  cite('API-5', 'an error reaches the client and the conversation; what cannot be passed on is refused'),
  async () => {
    const { host, client } = await openAi({
      replies: [{ status: 400, body: { error: { message: 'no such thing' } } }],
    });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'hi' }];
    await expect(client.chat.completions.create({ model: 'default', messages })).rejects.toThrow(/no such thing/);
    const conversations = await listed(host, 1);
    expect(host.app.rows(conversations[0]?.id ?? '').at(-1)).toMatchObject({ partType: 'error' });
    const refused = client.chat.completions.create({ model: 'default', messages, stop: ['x'] });
    await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringContaining('stop') });
    await expect(client.chat.completions.create({ model: 'nothing', messages })).rejects.toMatchObject({ status: 404 });
    expect((await client.models.list()).data.map(({ id }) => id)).toContain('default');
    const other = new OpenAI({
      baseURL: `${host.address}/v1`,
      apiKey: await host.token('history:read'),
      maxRetries: 0,
    });
    await expect(other.models.list()).rejects.toMatchObject({ status: 403 });
  },
);
