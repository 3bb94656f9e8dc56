import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { estimateTextTokens } from '../../../electron/conversation/estimateTokens.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { textPieces } from '../../../electron/providers/tokens/textPieces.ts';
import { createCountCache, createTokenCounter } from '../../../electron/providers/tokens/tokenCounter.ts';
import { cite } from '../../support/cite.ts';
import { inTurns } from '../../support/inTurns.ts';

function counter(options = {}) {
  const made = createTokenCounter({ log: silentLog, ...options });
  onTestFinished(() => made.close());
  return made;
}

// Known counts of o200k_base.
test(cite('COMPACT-1', 'texts are counted by the vocabulary, special tokens as plain text'), {
  tags: ['all'],
}, async () => {
  const tokens = counter();
  expect(await tokens.count('gpt-4o', ['hello world', '', '今天天气很好'])).toEqual([2, 0, 4]);
  expect((await tokens.count('gpt-4o', ['<|endoftext|>']))[0]).toBeGreaterThan(1);
  expect(tokens.methodFor('openai/gpt-4.1')).toBe('tokenizer');
  expect(tokens.methodFor('claude-sonnet-4')).toBe('estimate');
  expect((await tokens.count('claude-sonnet-4', ['hello world '.repeat(100)]))[0]).toBeGreaterThan(220);
});

test(cite('COMPACT-1', 'a megabyte without a space blocks nothing'), { tags: ['all'] }, async () => {
  const tokens = counter();
  await tokens.count('gpt-4o', ['warm']);
  // A separate thread counts, so there is no step here.
  const value = await inTurns(0, () => tokens.count('gpt-4o', ['a'.repeat(1_000_000), '好'.repeat(300_000)]));
  const [letters, signs] = value;
  expect(letters).toBeGreaterThan(100_000);
  expect(signs).toBeGreaterThan(100_000);
});

test('the thread exits when idle, and is restarted; once closed, it estimates', {
  tags: ['all'],
}, async () => {
  const started: Worker[] = [];
  const note = (worker: Worker): void => void started.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  const tokens = counter({ idleMs: 1, cacheBytes: 0 });
  for (let round = 0; round < 3; round++) {
    expect(await tokens.count('gpt-4o', ['hello world'])).toEqual([2]);
    expect(started).toHaveLength(round + 1);
    await once(started[round] as Worker, 'exit');
  }
  await tokens.close();
  expect(await tokens.count('gpt-4o', ['hello world'])).toEqual([estimateTextTokens('hello world')]);
});

test('the cache is bounded in bytes, and drops the oldest first', () => {
  const cache = createCountCache(2_000);
  for (let n = 0; n < 100; n++) cache.set(`text ${n} ${'x'.repeat(200)}`, n);
  expect(cache.get(`text 99 ${'x'.repeat(200)}`)).toBe(99);
  expect(cache.get(`text 0 ${'x'.repeat(200)}`)).toBeUndefined();
});

test('the pieces together are the text', () => {
  for (const text of ['', 'a b', 'a'.repeat(1_000), ` ${'b'.repeat(300)} c ${' '.repeat(700)}`, '好'.repeat(513)]) {
    const pieces = [...textPieces(text)];
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) expect(/\S{257}/.test(piece)).toBe(false);
  }
});

test(
  cite('COMPACT-1', 'the quick estimate is close for prose, code, JSON and Chinese, and never below half'),
  async () => {
    const texts = {
      prose:
        'The quick brown fox jumps over the lazy dog, and then it went home to write a long letter to its friends. '.repeat(
          20,
        ),
      code: 'export function add(a: number, b: number): number {\n  return a + b; // the sum\n}\n'.repeat(20),
      json: JSON.stringify(
        Array.from({ length: 80 }, (_, id) => ({ id, name: `item-${id * 7919}`, ok: id % 2 === 0 })),
      ),
      chinese: '今天天气很好，我们去公园散步吧。他说这个问题很复杂，需要时间来解决。'.repeat(20),
      japanese: '今日はとても良い天気なので、公園に散歩に行きましょう。'.repeat(20),
      russian: 'Сегодня очень хорошая погода, поэтому мы пойдём гулять в парк. '.repeat(20),
      hex: Array.from({ length: 100 }, (_, n) => ((n * 2_654_435_761) >>> 0).toString(16)).join(' '),
    };
    const counts = await counter().count('gpt-4o', Object.values(texts));
    Object.entries(texts).forEach(([name, text], at) => {
      const ratio = estimateTextTokens(text) / (counts[at] ?? 1);
      expect(ratio, name).toBeGreaterThan(0.5);
      expect(ratio, name).toBeLessThan(2);
    });
  },
);
