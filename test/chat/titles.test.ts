// The title that a model gives a conversation after its first turn, through the whole app: every request is valid for a
// strict server, and whatever happens, no run waits for it and no text of the user's is replaced.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { smallModelOf } from '../../electron/chat/titles/smallModel.ts';
import { parseTitleQuestion } from '../../electron/conversation/modelTitle.ts';
import type { ConversationRow } from '../../shared/features/conversations/methods.ts';
import { providerKinds } from '../../shared/features/models/providerKind.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import type { Reply, RequestBody } from '../support/fakeReply.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { startWireServer } from '../support/wires/wireServer.ts';
import { baseUrlOf } from '../support/wireUnderTest.ts';

const questionOf = ({ messages }: RequestBody): string => String(messages.at(-1)?.content);
const asksTitle = (body: RequestBody): boolean => parseTitleQuestion(questionOf(body)) !== null;

/** Answers the conversation with `answer`, and title requests with these in order. */
function titled(...titles: Reply[]): { asked: RequestBody[]; otherwise: Reply } {
  const asked: RequestBody[] = [];
  return {
    asked,
    otherwise: (body) => {
      if (!asksTitle(body)) return { text: 'Plants drink it.' };
      asked.push(body);
      return titles[asked.length - 1] ?? { status: 500 };
    },
  };
}

const start = (options: TestAppOptions) => startTestApp({ titles: true, ...options });

async function row(app: TestApp, id: string): Promise<ConversationRow | undefined> {
  const { conversations } = await app.call('app.open', {});
  return conversations.find((one) => one.id === id);
}

function meta(app: TestApp, id: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(path.dirname(app.messagesFile(id)), 'meta.json'), 'utf8'));
}

const wantTitle = (app: TestApp, id: string, title: string) =>
  expect.poll(async () => (await row(app, id))?.title).toBe(title);
/** Waits for the attempt after `count` others to end, whatever its result. */
const tries = (app: TestApp, id: string, count: number) => expect.poll(() => meta(app, id).titleTries).toBe(count);

test(
  cite('UI-16', "after the first turn a conversation has a model's title, in every window and on disk, once"),
  async () => {
    const { asked, otherwise } = titled({ text: '"Rain and plants."' });
    const app = await start({ otherwise });
    const other = app.connect();
    await other.call('app.open', {});
    const heard: string[] = [];
    other.onEvent(({ event }) => event.type === 'conversation.listed' && heard.push(event.row.title));
    const id = await app.start();
    expect(await app.turn(id, 'Why do plants need rain? Tell me.')).toBe('done');
    await app.event('meta.changed', ({ meta: now }) => now.title === 'Rain and plants', 0);
    await wantTitle(app, id, 'Rain and plants');
    expect((await row(app, id))?.namedBy).toBe('model');
    await expect.poll(() => heard.at(-1)).toBe('Rain and plants');
    expect(meta(app, id)).toMatchObject({ title: 'Rain and plants', namedBy: 'model' });
    // One message, no tools, few tokens; the conversation is quoted.
    const [body] = asked;
    expect(body?.tools).toBeUndefined();
    expect(body?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(Number(body?.max_tokens ?? body?.max_completion_tokens)).toBeLessThanOrEqual(1_000);
    expect(body && parseTitleQuestion(questionOf(body))).toEqual({
      asked: 'Why do plants need rain? Tell me.',
      answered: 'Plants drink it.',
    });
    await app.turn(id, 'And snow?');
    await app.turn(id, 'And hail?');
    expect(asked).toHaveLength(1);
    const { conversation } = await app.call('cost.read', { conversationId: id });
    expect(conversation).toMatchObject({ replies: 3, titles: 1 });
  },
);

test(cite('UI-16', 'a run stopped by the user after some text has a title, too'), async () => {
  const app = await start({
    otherwise: (body) => (asksTitle(body) ? { text: 'Rain' } : [{ text: 'Plants drink' }, { hang: true }]),
  });
  const id = await app.start();
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'Why rain?' });
  await app.event('reply.delta', () => true, from);
  await app.call('run.stop', { conversationId: id });
  await wantTitle(app, id, 'Rain');
});

test.each<[string, Reply]>([
  ['an error', { status: 500, body: { error: { message: 'no' } } }],
  ['a call of a tool', { calls: [{ id: 'c', name: 'read_file', arguments: { path: 'a' } }] }],
  ['ten thousand letters', { text: 'x'.repeat(10_000) }],
  ['nothing', { text: ' \n' }],
  ['a connection that is cut', [{ text: 'Ra' }, { closeAfter: 1 }]],
])(
  cite('UI-16', 'after %s the first words stay the title, the user is not notified, and one more attempt follows'),
  async (_name, reply) => {
    const { asked, otherwise } = titled(reply, { text: 'Rain' }, { text: 'Never' });
    const app = await start({ otherwise });
    const id = await app.start();
    await app.turn(id, 'Why do plants need rain?');
    await tries(app, id, 1);
    await wantTitle(app, id, 'Why do plants need rain?');
    expect(app.rows(id)).toHaveLength(3);
    expect(await app.turn(id, 'And snow?')).toBe('done');
    await wantTitle(app, id, 'Rain');
    expect(asked).toHaveLength(2);
    expect(app.events.filter(({ event }) => event.type === 'notice')).toEqual([]);
  },
);

test(cite('UI-16', 'after failed turns the title is about the first question with an answer'), async () => {
  const { asked, otherwise } = titled({ text: 'Rain' });
  const app = await start({ otherwise: (body) => (questionOf(body).includes('fail ') ? { status: 401 } : otherwise) });
  const id = await app.start();
  for (let turn = 0; turn < 5; turn++) expect(await app.turn(id, `fail ${turn}`)).toBe('error');
  expect(await app.turn(id, 'Why do plants need rain?')).toBe('done');
  await wantTitle(app, id, 'Rain');
  expect(asked.map((body) => parseTitleQuestion(questionOf(body))?.asked)).toEqual(['Why do plants need rain?']);
});

test(cite('UI-16', 'a title that fails twice is not requested again'), async () => {
  const { asked, otherwise } = titled();
  const app = await start({ otherwise });
  const id = await app.start();
  for (const text of ['one', 'two', 'three']) await app.turn(id, text);
  await tries(app, id, 2);
  await app.turn(id, 'four');
  expect(asked).toHaveLength(2);
});

test(cite('UI-16', 'a slow title delays nothing, and a name given meanwhile stays'), async () => {
  let answer: () => void = () => {};
  const until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { asked, otherwise } = titled([{ until }, { text: 'Too late' }], [{ until }, { text: 'Too late' }]);
  const app = await start({ otherwise });
  const [named, worded, deleted] = [await app.start(), await app.start(), await app.start()];
  await app.turn(named, 'one');
  await expect.poll(() => asked.length).toBe(1);
  // The next turn does not wait for it, and requests no second one.
  await app.turn(named, 'two');
  await app.turn(worded, 'some first words');
  await app.turn(deleted, 'three');
  await app.call('conversation.rename', { conversationId: named, title: 'Mine' });
  await app.call('conversation.useFirstWords', { conversationId: worded });
  await app.call('conversation.delete', { conversationId: deleted });
  answer();
  await Promise.all(app.model.requests.map(({ ended }) => ended));
  await app.turn(named, 'four');
  await app.turn(worded, 'five');
  await wantTitle(app, named, 'Mine');
  await wantTitle(app, worded, 'some first words');
  await expect.poll(() => row(app, deleted)).toBeUndefined();
  expect(meta(app, worded)).toMatchObject({ title: '', namedBy: 'words' });
});

test(cite('UI-16', 'an app closed while the title is pending requests it after the next turn'), async () => {
  const model = await startFakeModelServer({
    window: 10_000_000,
    otherwise: (body) => (asksTitle(body) ? (titles.shift() ?? { status: 500 }) : { text: 'ok' }),
  });
  const titles: Reply[] = [{ hang: true }, { text: 'Rain' }];
  const place = { dataDir: path.join(tempFolder(), 'data'), folder: tempFolder(), model };
  const app = await start(place);
  const id = await app.start();
  await app.turn(id, 'Why rain?');
  await model.request(2);
  await app.close();
  const again = await start(place);
  await again.call('conversation.open', { conversationId: id });
  await wantTitle(again, id, 'Why rain?');
  await again.turn(id, 'And snow?');
  await wantTitle(again, id, 'Rain');
  await again.close();
  await model.close();
});

test(cite(
  'UI-16',
  'when switched off, no title is requested; nor for an agent, nor for a conversation named by the user',
), {
  tags: ['all'],
}, async () => {
  const { asked, otherwise } = titled({ text: 'Never' });
  const app = await start({ otherwise, settings: { titles: 'off' } });
  const id = await app.start();
  await app.turn(id, 'Why rain?');
  await app.call('conversation.rename', { conversationId: id, title: 'Mine' });
  await app.call('settings.update', { patch: { titles: 'conversation' } });
  await app.turn(id, 'And snow?');
  // A long-running conversation is already known by its first words.
  const long = await app.start();
  await app.call('settings.update', { patch: { titles: 'off' } });
  for (const text of ['1', '2', '3', '4']) await app.turn(long, text);
  await app.call('settings.update', { patch: { titles: 'conversation' } });
  await app.turn(long, '5');
  const fresh = await app.start();
  await app.turn(fresh, 'Why hail?');
  await wantTitle(app, fresh, 'Never');
  expect(asked).toHaveLength(1);
  await wantTitle(app, long, '1');
});

test(cite('UI-16', "a model's title can be replaced by the first words, and restored"), {
  tags: ['all'],
}, async () => {
  const { otherwise } = titled({ text: 'Rain' });
  const app = await start({ otherwise });
  const id = await app.start();
  await app.turn(id, 'Why do plants need rain?');
  await wantTitle(app, id, 'Rain');
  await app.call('conversation.useFirstWords', { conversationId: id });
  await wantTitle(app, id, 'Why do plants need rain?');
  expect((await row(app, id))?.namedBy).toBeUndefined();
  await app.call('conversation.rename', { conversationId: id, title: 'Rain', by: 'model' });
  await expect.poll(() => row(app, id)).toMatchObject({ title: 'Rain', namedBy: 'model' });
  await app.call('conversation.rename', { conversationId: id, title: 'Mine' });
  await expect.poll(() => row(app, id)).toMatchObject({ title: 'Mine', namedBy: 'person' });
});

test(cite(['UI-16', 'PROVIDER-1'], "each API's title request has its own format, without tools"), {
  tags: ['all'],
}, async () => {
  const server = await startWireServer(({ body, text }) => {
    const isTitle = text.includes('Write the title now.');
    if (isTitle) expect(body.tools).toBeUndefined();
    return { text: isTitle ? 'Rain and plants' : 'Plants drink it.' };
  });
  const app = await start({});
  for (const kind of providerKinds) {
    const baseUrl = baseUrlOf(kind, server.address);
    const { id: provider } = await app.call('provider.save', { id: null, name: kind, kind, baseUrl });
    const id = await app.start();
    await app.call('conversation.configure', { conversationId: id, model: { provider, model: 'some-model' } });
    expect(await app.turn(id, `Why rain over ${kind}?`), kind).toBe('done');
    await wantTitle(app, id, 'Rain and plants');
  }
  expect(server.requests).toHaveLength(2 * providerKinds.length);
});

test(
  cite('UI-16', 'a small model of the family is used if the prices list one, and its cost is reported'),
  async () => {
    const { asked, otherwise } = titled({ status: 404 }, { text: 'Rain' });
    const model = await startFakeModelServer({
      window: 10_000_000,
      models: ['nova-large', 'nova-mini', 'nova-embed', 'other-tiny'],
      otherwise,
    });
    const price = (usd: number) => ({ input: usd, output: usd });
    const prices = {
      'nova-large': price(1000),
      'nova-mini': price(10),
      'nova-embed': price(1),
      'other-tiny': price(1),
    };
    const app = await start({ model, env: { OPENAI_MODEL: 'nova-large' }, settings: { prices } });
    const id = await app.start();
    await app.turn(id, 'Why rain?');
    await tries(app, id, 1);
    await app.turn(id, 'And snow?');
    await wantTitle(app, id, 'Rain');
    // The key may not work for the small one: then the conversation's own model is used.
    expect(asked.map((body) => body.model)).toEqual(['nova-mini', 'nova-large']);
    const { conversation } = await app.call('cost.read', { conversationId: id });
    expect(conversation?.titles).toBe(1);
    expect(conversation?.titlesUsd).toBeGreaterThan(0);
    await app.close();
    await model.close();
  },
);

test(cite('UI-16', 'at a spending limit, no title is paid for'), async () => {
  let answer: () => void = () => {};
  const until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const app = await start({
    replies: [[{ until }, { text: 'Plants drink it.' }]],
    settings: { prices: { 'fake-model': { input: 1000, output: 1000 } } },
  });
  const id = await app.start();
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'Why rain?' });
  await app.model.request(1);
  await app.call('settings.update', { patch: { spendLimit: { day: 0.01, conversation: null } } });
  answer();
  await app.event('run.ended', () => true, from);
  // Nor after turns that the limit ends before they are sent.
  for (const text of ['And snow?', 'And hail?']) expect(await app.turn(id, text)).toBe('error');
  expect(app.model.requests).toHaveLength(1);
});

test('a small model is cheaper, of the same family, and made for the same purpose', () => {
  const models = [
    { id: 'claude-opus-4-7', price: { input: 15, output: 75 } },
    { id: 'claude-haiku-4-5', price: { input: 1, output: 5 } },
    { id: 'claude-haiku-4-5-preview', price: { input: 0.5, output: 2 } },
    { id: 'gpt-5-nano', price: { input: 0.05, output: 0.4 } },
    { id: 'claude-free', price: { input: 0, output: 0 } },
    { id: 'claude-unknown' },
  ];
  expect(smallModelOf('claude-opus-4-7', models)).toBe('claude-haiku-4-5');
  expect(smallModelOf('claude-haiku-4-5', models)).toBeNull();
  expect(smallModelOf('claude-unknown', models)).toBeNull();
  expect(smallModelOf('gpt-5-nano', models)).toBeNull();
  expect(smallModelOf('not-listed', models)).toBeNull();
});
