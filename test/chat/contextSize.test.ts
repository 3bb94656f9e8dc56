import { expect, test } from 'vitest';
import type { ChatDeps } from '../../electron/chat/chatDeps.ts';
import { buildContext } from '../../electron/chat/context/contextBuilder.ts';
import { measureContext } from '../../electron/chat/context/contextSize.ts';
import type { RunSettings } from '../../electron/chat/runSettings.ts';
import type { StoredBranch } from '../../electron/ports/store.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { defaultSettings } from '../../shared/features/settings/settings.ts';
import { cite } from '../support/cite.ts';

const common = (id: string) => ({ v: 1, id, parentId: null, createdAt: '2026-01-01T00:00:00.000Z' });
const user = (id: string, content: string): Message => ({ ...common(id), role: 'user', content });
const reply = (id: string, content: string, usage = {}): Message => ({
  ...common(id),
  role: 'assistant',
  content,
  model: 'some-model-2026-01-01',
  usage,
});
const words = 'one two three four five six seven eight nine ten eleven twelve. ';

/** Counts one token per three letters, to differ from the estimate; records how often it was called. */
function tokens() {
  const asked: number[] = [];
  return {
    asked,
    port: {
      methodFor: () => 'tokenizer' as const,
      count: async (_: string, texts: readonly string[]) => {
        asked.push(texts.length);
        return texts.map((text) => Math.ceil(text.length / 3));
      },
    },
  };
}

async function measure(
  messages: Message[],
  options: { window?: number; exact?: boolean; marks?: StoredBranch['meta']['marks'] } = {},
) {
  const counter = tokens();
  const deps = {
    tokens: counter.port,
    settings: async () => defaultSettings,
    providers: { contextWindow: async () => ({ tokens: options.window ?? 100_000, source: 'server' as const }) },
  } as unknown as ChatDeps;
  const marks = options.marks ?? {};
  const branch = { messages, meta: { marks } } as unknown as StoredBranch;
  const settings = { model: { provider: 'p', model: 'some-model' } } as RunSettings;
  const built = buildContext({
    branch: messages,
    tools: [],
    model: 'some-model',
    strict: true,
    options: { marks },
  });
  const size = await measureContext(deps, branch, settings, { built, exact: options.exact ?? false });
  return { size, asked: counter.asked };
}

test(
  cite('COMPACT-1', "the provider's count covers everything in its request, whatever the letters suggest"),
  async () => {
    const first = [user('u1', words.repeat(40))];
    const counted = (await measure(first)).size.reckoned;
    const messages = [...first, reply('a1', words, { inputTokens: counted * 2, counted }), user('u2', words)];
    const { size, asked } = await measure(messages);
    expect(size.method).toBe('usage');
    const before = size.system + size.tools + (size.items.find((item) => item.messageId === 'u1')?.tokens ?? 0);
    expect(Math.abs(before - counted * 2)).toBeLessThanOrEqual(3);
    expect(size.used).toBe(size.system + size.tools + size.items.reduce((sum, item) => sum + item.tokens, 0));
    // Far from the limit, no tokenizer runs.
    expect(asked).toEqual([]);
  },
);

test(cite('COMPACT-1', 'near the limit only messages after the last report are counted'), async () => {
  const first = [user('u1', words.repeat(400))];
  const counted = (await measure(first)).size.reckoned;
  const messages = [...first, reply('a1', words, { inputTokens: counted, counted }), user('u2', words.repeat(10))];
  const { size, asked } = await measure(messages, { window: Math.ceil((counted + 200) / 0.8) });
  // The reply and the question.
  expect(asked).toEqual([2]);
  expect(size.items.find((item) => item.messageId === 'u2')?.tokens).toBe(Math.ceil((words.length * 10) / 3) + 4);
});

test(cite('COMPACT-1', 'without any report everything is counted, but only near the limit'), async () => {
  const messages = [user('u1', words.repeat(100)), reply('a1', words), user('u2', words)];
  expect((await measure(messages)).size.method).toBe('estimate');
  const near = await measure(messages, { window: 2_500 });
  expect(near.size.method).toBe('tokenizer');
  expect(near.asked).toEqual([5]);
});

test(cite('COMPACT-1', 'unreliable reports are ignored: another model, a part, none'), async () => {
  const usages = [
    { inputTokens: 10, counted: 2_000 },
    { inputTokens: 0, counted: 2_000 },
    { inputTokens: 2_000 },
    // The provider's own searches read the request again, and add what they found.
    { inputTokens: 6_000, counted: 2_000, webSearches: 2 },
  ];
  for (const usage of usages) {
    const { size } = await measure([user('u1', words), reply('a1', words, usage), user('u2', words)]);
    expect(size.method).toBe('estimate');
  }
  const other = { ...reply('a1', words, { inputTokens: 500, counted: 400 }), model: 'other' } as Message;
  expect((await measure([user('u1', words), other, user('u2', words)])).size.method).toBe('estimate');
});

test(cite('COMPACT-1', 'hidden content costs nothing and reports what it would cost'), async () => {
  const messages = [user('u1', words.repeat(50)), reply('a1', words), user('u2', words)];
  const { size } = await measure(messages, { exact: true, marks: { u1: { hidden: true, at: '' } } });
  expect(size.items.find((item) => item.messageId === 'u1')).toMatchObject({ state: 'hidden', tokens: 0 });
  expect(size.items.find((item) => item.messageId === 'u1')?.whole).toBeGreaterThan(500);
});

test(cite('PERF-3', 'of 2,000 messages only those after the last reply are measured'), async () => {
  const messages = Array.from({ length: 2_000 }, (_, at) =>
    at % 2 === 0 ? user(`u${at}`, `${at} ${words.repeat(4)}`) : reply(`a${at}`, `${at} ${words.repeat(4)}`),
  );
  messages.push(user('last', words));
  const counted = { inputTokens: 150_000, counted: 140_000 };
  messages[1_999] = reply('a1999', words, counted);
  const built = buildContext({
    branch: messages,
    tools: [],
    model: 'some-model',
    strict: true,
    options: {},
  });
  const counter = tokens();
  const deps = {
    tokens: counter.port,
    settings: async () => defaultSettings,
    providers: { contextWindow: async () => ({ tokens: 1_000_000, source: 'server' as const }) },
  } as unknown as ChatDeps;
  const branch = { messages, meta: { marks: {} } } as unknown as StoredBranch;
  await measureContext(deps, branch, { model: { provider: 'p', model: 'some-model' } } as RunSettings, { built });
  expect(counter.asked.reduce((sum, texts) => sum + texts, 0)).toBeLessThan(10);
});
