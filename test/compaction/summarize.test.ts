import { describe, expect, test } from 'vitest';
import { type SummaryDeps, summarize } from '../../electron/compaction/summarize.ts';
import { transcriptText } from '../../electron/compaction/transcriptText.ts';
import { estimateTextTokens } from '../../electron/conversation/estimateTokens.ts';
import type { ModelOutcome, ModelRequest, Provider } from '../../electron/ports/provider.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';

/** A clock whose waits end when the test says so, the shortest first. */
function handClock() {
  const waits: { ms: number; end(): void }[] = [];
  return {
    waits,
    clock: {
      now: () => new Date(0),
      elapsed: () => 0,
      wait: (ms: number, signal?: AbortSignal) =>
        new Promise<void>((resolve) => {
          waits.push({ ms, end: resolve });
          signal?.addEventListener('abort', () => resolve(), { once: true });
        }),
    },
  };
}

function provider(complete: (request: ModelRequest, signal: AbortSignal) => Promise<ModelOutcome>): Provider {
  return {
    id: 'p',
    body: () => null,
    check: () => ({ ok: true, value: undefined }),
    complete: (request, { signal }) => complete(request, signal),
    listModels: async () => ({ ok: true, value: [] }),
  };
}

const until = (signal: AbortSignal): Promise<ModelOutcome> =>
  new Promise((resolve) => {
    const gone = (): void => resolve({ kind: 'aborted', partial: { text: '', reasoning: '' } });
    if (signal.aborted) gone();
    else signal.addEventListener('abort', gone, { once: true });
  });

const depsOf = (more: Partial<SummaryDeps> & Pick<SummaryDeps, 'provider' | 'clock'>): SummaryDeps => ({
  model: 'm',
  signal: new AbortController().signal,
  retry: async () => 'give up',
  idleTimeoutMs: 1_000,
  ...more,
});

const said = (text: string): ModelOutcome => ({
  kind: 'reply',
  reply: { text, reasoning: '', calls: [], finishReason: 'stop', usage: null, model: null },
});

describe('requesting a summary', () => {
  test(cite('COMPACT-4', 'an unresponsive model times out'), async () => {
    const { clock, waits } = handClock();
    const asked = summarize(
      'text',
      depsOf({ provider: provider((_, signal) => until(signal)), clock, limitMs: 5_000 }),
    );
    expect(waits.map(({ ms }) => ms)).toEqual([5_000]);
    waits[0]?.end();
    expect(await asked).toEqual({ kind: 'failed', reason: 'the model took longer than 5 seconds' });
  });

  test(cite('COMPACT-4', 'the user can stop it'), async () => {
    const { clock } = handClock();
    const stop = new AbortController();
    const asked = summarize(
      'x',
      depsOf({ provider: provider((_, signal) => until(signal)), clock, signal: stop.signal }),
    );
    stop.abort();
    expect(await asked).toEqual({ kind: 'aborted' });
  });

  test(cite('COMPACT-4', "it has no tools, and the conversation's text is between markers"), async () => {
    const seen: ModelRequest[] = [];
    const { clock } = handClock();
    const answer = async (request: ModelRequest) => {
      seen.push(request);
      return said(' It was so. ');
    };
    const summary = await summarize('[User]\nhello', depsOf({ provider: provider(answer), clock }));
    expect(summary).toEqual({ kind: 'summary', text: 'It was so.', usage: null });
    expect(seen[0]).toMatchObject({ model: 'm', tools: [], messages: [{ role: 'user' }] });
    expect(JSON.stringify(seen[0]?.messages)).toContain('[User]\\nhello');
  });

  test.each([
    ['give up', { kind: 'failed', reason: 'slow down' }],
    ['aborted', { kind: 'aborted' }],
  ] as const)('a temporary failure after which the policy says "%s" is the last', async (next, expected) => {
    const { clock } = handClock();
    let requests = 0;
    const partial = { text: '', reasoning: '' };
    const failure = { code: 'LLM_RATE_LIMITED', message: 'slow down', retryable: true, partial } as const;
    const answer = async (): Promise<ModelOutcome> => {
      requests++;
      return { kind: 'failed', failure };
    };
    expect(await summarize('x', depsOf({ provider: provider(answer), clock, retry: async () => next }))).toMatchObject(
      expected,
    );
    expect(requests).toBe(1);
  });

  test('a temporary failure is retried according to the policy', async () => {
    const { clock } = handClock();
    let attempt = 0;
    const partial = { text: '', reasoning: '' };
    const failure = { code: 'LLM_RATE_LIMITED', message: 'slow down', retryable: true, partial } as const;
    const answer = async (): Promise<ModelOutcome> => (++attempt === 1 ? { kind: 'failed', failure } : said('ok'));
    const asked = summarize('x', depsOf({ provider: provider(answer), clock, retry: async () => 'retry' }));
    expect(await asked).toEqual({ kind: 'summary', text: 'ok', usage: null });
  });
});

describe('a reply that is not a summary', () => {
  const cases: { what: string; text: string; finishReason: string; says: RegExp }[] = [
    { what: 'cut off by its length', text: 'It was', finishReason: 'length', says: /cut off/ },
    { what: 'cut off in the words of another provider', text: 'It was', finishReason: 'MAX_TOKENS', says: /cut off/ },
    { what: 'held back in part', text: 'It was', finishReason: 'content_filter', says: /filtered out/ },
    {
      what: 'of characters that are not sent',
      text: '\u0000 \u0000\n',
      finishReason: 'stop',
      says: /returned nothing/,
    },
  ];
  test.each(cases)(cite('COMPACT-4', '$what: reported as a failure'), async ({ text, finishReason, says }) => {
    const { clock } = handClock();
    const reply = { text, reasoning: '', calls: [], finishReason, usage: null, model: null };
    const answer = async (): Promise<ModelOutcome> => ({ kind: 'reply', reply });
    const summary = await summarize('x', depsOf({ provider: provider(answer), clock }));
    expect(summary.kind === 'failed' && String(summary.reason)).toMatch(says);
  });
});

describe('the text to summarize', () => {
  const common = (id: string) => ({ v: 1, id, parentId: null, createdAt: '' });
  const records = (count: number, length: number): Message[] =>
    Array.from({ length: count }, (_, at) => ({
      ...common(`u${at}`),
      role: 'user',
      content: `${at}${'好'.repeat(length)}`,
    }));

  test(cite('COMPACT-4', 'is bounded, whatever the part contains, and keeps its beginning and end'), () => {
    for (const maxTokens of [200, 1_000, 20_000]) {
      for (const [count, length] of [
        [1, 100_000],
        [5_000, 40],
        [300, 3_000],
      ] as const) {
        const text = transcriptText({
          earlier: null,
          records: records(count, length),
          marks: {},
          cleared: new Set(),
          maxTokens,
        });
        expect(estimateTextTokens(text)).toBeLessThanOrEqual(maxTokens * 1.1);
        expect(text).toContain('[User]');
      }
    }
    const many = transcriptText({
      earlier: 'BEFORE',
      records: records(5_000, 40),
      marks: {},
      cleared: new Set(),
      maxTokens: 2_000,
    });
    expect(many).toContain('BEFORE');
    expect(many).toContain('4999好');
    expect(many).toMatch(/\[\d+ messages left out here]/);
  });

  test('tells that a reply failed or was cut off, without advice for the user', () => {
    const error = { code: 'LLM_AUTH_FAILED', message: 'h.example answered 401. Enter the key in Settings.' };
    const failed = (content: string): Message => ({
      ...common(`f${content}`),
      role: 'assistant',
      partType: 'error',
      content,
      error,
    });
    const input = { earlier: null, marks: {}, cleared: new Set<string>(), maxTokens: 1_000 };
    const text = transcriptText({ ...input, records: [failed(''), failed('Half an')] });
    expect(text).toBe('[No reply: the model call failed.]\n\n[Assistant]\nHalf an\n[The reply was cut off]');
  });

  test("excludes what the user hid, and the app's notes", () => {
    const [secret, open] = records(2, 3) as [Message, Message];
    const note: Message = { ...common('n'), role: 'assistant', partType: 'note', content: 'a note' };
    const marks = { u0: { hidden: true, at: '' } };
    const text = transcriptText({
      earlier: null,
      records: [secret, note, open],
      marks,
      cleared: new Set(),
      maxTokens: 1_000,
    });
    expect(text).toBe('[User]\n1好好好');
  });
});
