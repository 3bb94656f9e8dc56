// Every recorded answer of real providers, served on loopback, read by its API's provider, and compared with the
// manifest.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelOutcome } from '../../../electron/ports/provider.ts';
import type { Usage } from '../../../shared/conversation/message.ts';
import { costOf, type PriceQuote } from '../../../shared/features/models/cost.ts';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { answersOf, contentTypeOf, type Recording, recordings } from '../../support/corpus.ts';
import { callModel, modelRequest } from '../../support/modelCall.ts';
import { wireProvider } from '../../support/wireUnderTest.ts';

/** The content of one API's recordings, from the manifest alone. */
interface Told {
  text: boolean;
  reasoning: boolean;
  calls: 0 | 1 | 'many';
  usage: boolean;
  finish: string | null;
}

const all = recordings();
let served: Recording;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(statusOf(served), { 'content-type': contentTypeOf(served) });
    response.end(served.read());
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

/** For a few, the manifest has the status of the library's own error: the body has the real one. */
function statusOf({ file, status, tags, read }: Recording): number {
  const isError = tags.some((tag) => tag.startsWith('err:')) && file.endsWith('.json');
  if (!isError) return status;
  const told = (JSON.parse(read().toString()) as { error?: { code?: unknown } }).error?.code;
  return typeof told === 'number' ? told : status;
}

function tellOf(kind: ProviderKind, { tags, usage }: Recording): Told {
  const has = (...names: string[]): boolean => names.some((name) => tags.includes(name));
  const prefix = { openai: 'finish:', anthropic: 'stop:', gemini: 'finish:', ollama: 'done:', responses: '' }[kind];
  const finish = prefix === '' ? undefined : tags.findLast((tag) => tag.startsWith(prefix));
  return {
    // Gemini's thoughts are texts, too.
    text:
      kind === 'gemini'
        ? has('text') && !has('thought')
        : has(
            'text',
            'delta:text_delta',
            'block:text',
            'part:output_text',
            'part:refusal',
            'f:refusal',
            'ev:response.output_text.delta',
          ),
    reasoning: has(
      'f:reasoning',
      'f:reasoning_content',
      'rd:reasoning.text',
      'rd:reasoning.summary',
      'delta:thinking_delta',
      'thought',
      'f:thinking',
      'ev:response.reasoning_summary_text.delta',
      'ev:response.reasoning_text.delta',
    ),
    calls: has('calls:many') ? 'many' : has('calls:1') ? 1 : has('f:tool_calls') ? 1 : 0,
    usage: usage.some((name) => /tokens|TokenCount|eval_count/.test(name)),
    finish: finish?.slice(prefix.length) ?? null,
  };
}

/** In the loop's terms; calls make a reply one that continues. */
function finishOf(told: string, calls: number): string {
  if (/^(end_turn|stop_sequence|stop|STOP)$/.test(told)) return calls > 0 ? 'tool_calls' : 'stop';
  return { tool_use: 'tool_calls', max_tokens: 'length' }[told] ?? told;
}

/** Where the manifest differs from the required reply: the result, and why it is right. */
const otherwise: Record<string, [found: string, because: string]> = {
  'chat/cerebras-cererebras-structured-output-tools-1.sse': ['calls: 2', 'two ids under one index are two calls'],
  'anthropic/anthropic-spliced-message-start.sse': ['calls: 1', 'the server began anew: what it took back is not run'],
  'anthropic/anthropic-tool-search-deferred-bm25.sse': [
    'calls: 1',
    'three answers stand behind one another in the file',
  ],
  'anthropic/anthropic-opus-4-7-messages-adaptive-thinking-streaming-smoke.sse': [
    'reasoning: 0 characters',
    'its thinking is empty: the signature carries it',
  ],
  'responses/openai-custom-tool-1.sse': ['calls: 1', 'a call whose input is text is one, too'],
  'responses/openai-reasoning-encrypted-content-1.sse': [
    'text: 0 characters',
    'four answers stand behind one another in the file: the first one has none',
  ],
  'anthropic/anthropic-sdk-fallback-stream-b-fallback.sse': ['usage', 'its fields stand among the tags'],
};
const serverToolsOnly = 'only tools of the provider ran, and nothing was said';
for (const file of [
  'anthropic/anthropic-advisor-stop-reasons.sse',
  'responses/openai-apply-patch-tool-1.sse',
  'responses/openai-image-generation-tool-1.sse',
  'responses/openai-local-shell-tool-1.sse',
]) {
  otherwise[file] = ['LLM_EMPTY_RESPONSE', serverToolsOnly];
}
otherwise['responses/openai-custom-tool-1.sse'] = ['calls: 1', 'a call of a custom tool is a call'];
otherwise['responses/openai-reasoning-encrypted-content-1.sse'] = [
  'text: 0 characters',
  'four answers stand behind one another in the file: the first one counts',
];
otherwise['ollama/ollama-agentic-streaming-structured-output-with-tools.ndjson'] = [
  'text: 0 characters, reasoning: 1253 characters',
  'its text is thinking that ends with a closing tag',
];
otherwise['anthropic/anthropic-empty-stop-sequence-agent-stream-empty-stop-sequence.sse'] = [
  'LLM_EMPTY_RESPONSE',
  'nothing was said',
];

/** Failed replies, by the manifest alone. */
const isFailure = ({ status, what }: Recording): boolean =>
  status !== 200 || /err:|cut after|overloaded_error as first|MODEL_ARMOR|stop:refusal/.test(what);

function differences(kind: ProviderKind, recording: Recording, outcome: ModelOutcome): string[] {
  if (isFailure(recording)) {
    if (outcome.kind !== 'failed') return [`${outcome.kind}, not a failure`];
    const { code } = outcome.failure;
    const isRight =
      { 401: /AUTH/, 403: /AUTH/, 429: /RATE_LIMITED|QUOTA/ }[statusOf(recording)]?.test(code) ??
      code !== 'LLM_NETWORK';
    return isRight ? [] : [`${statusOf(recording)} as ${code}`];
  }
  if (outcome.kind !== 'reply') return [outcome.kind === 'failed' ? outcome.failure.code : outcome.kind];
  const { reply } = outcome;
  const told = tellOf(kind, recording);
  const calls = reply.calls.length;
  const found: string[] = [];
  if (told.text !== (reply.text !== '')) found.push(`text: ${reply.text.length} characters`);
  if (told.reasoning !== (reply.reasoning !== '')) found.push(`reasoning: ${reply.reasoning.length} characters`);
  if (told.calls === 'many' ? calls < 2 : calls !== told.calls) found.push(`calls: ${calls}`);
  if (told.usage !== (reply.usage !== null)) found.push('usage');
  const finish = told.finish === null ? reply.finishReason : finishOf(told.finish, calls);
  if (finish !== reply.finishReason && !otherwise[recording.file]) found.push(`finish: ${reply.finishReason}`);
  return found;
}

const priced: PriceQuote = { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 2, by: 'settings' };

/** A usage's cost, by its provider's documentation of the fields; null: it has no count, or the cost itself. */
function costByHand(kind: ProviderKind, raw: Record<string, unknown>): number | null {
  const number = (...path: string[]): number => {
    const found = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], raw);
    return typeof found === 'number' ? found : 0;
  };
  const charge = (plain: number, read: number, write: number, hour: number, out: number): number =>
    (Math.max(0, plain) + read * 0.1 + write * 2 + hour * 2 + out * 10) / 1_000_000;
  if ('cost' in raw || 'cost_in_usd_ticks' in raw) return null;
  switch (kind) {
    case 'openai':
    case 'responses': {
      const [input, output] = kind === 'openai' ? ['prompt', 'completion'] : ['input', 'output'];
      const all = number(`${input}_tokens`);
      const read = Math.min(
        number(`${input}_tokens_details`, 'cached_tokens') || number('prompt_cache_hit_tokens'),
        all,
      );
      const write = number(`${input}_tokens_details`, 'cache_write_tokens');
      return charge(all - read - write, read, write, 0, number(`${output}_tokens`));
    }
    case 'anthropic': {
      const hour = number('cache_creation', 'ephemeral_1h_input_tokens');
      const write = number('cache_creation_input_tokens') - hour;
      const read = number('cache_read_input_tokens');
      const message = charge(number('input_tokens'), read, write, hour, number('output_tokens'));
      // The provider's own compaction is counted next to the message.
      const apart = ((raw.iterations ?? []) as Record<string, unknown>[]).filter(({ type }) => type === 'compaction');
      return apart.reduce((sum, each) => sum + (costByHand(kind, each) ?? 0), message);
    }
    case 'gemini': {
      const read = number('cachedContentTokenCount');
      const input = number('promptTokenCount') + number('toolUsePromptTokenCount');
      return charge(input - read, read, 0, 0, number('candidatesTokenCount') + number('thoughtsTokenCount'));
    }
    case 'ollama':
      return charge(number('prompt_eval_count'), 0, 0, 0, number('eval_count'));
  }
}

function isCharged(kind: ProviderKind, usage: Usage | null): string | null {
  if (!usage) return null;
  const [byHand, cost] = [costByHand(kind, usage.raw ?? {}), costOf(usage, priced)];
  if (byHand === null) return cost?.by === 'reported' ? null : 'it reports its cost';
  return Math.abs((cost?.usd ?? -1) - byHand) < 1e-9 ? null : `costs ${cost?.usd} and not ${byHand}`;
}

/** Files, replies, and of these with text, reasoning, calls, usage; failures. The whole corpus by API. */
const counted: Record<ProviderKind, string> = {
  openai: 'files 82, replies 51, text 28, reasoning 14, calls 35, usage 50, failures 31',
  responses: 'files 38, replies 24, text 16, reasoning 6, calls 11, usage 24, failures 14',
  anthropic: 'files 47, replies 28, text 25, reasoning 5, calls 7, usage 28, failures 19',
  gemini: 'files 26, replies 16, text 7, reasoning 4, calls 15, usage 16, failures 10',
  ollama: 'files 10, replies 9, text 6, reasoning 5, calls 6, usage 9, failures 1',
};

describe.skipIf(all.length === 0)('recordings of providers', () => {
  test.each(providerKinds)(
    cite(['STREAM-1', 'WORK-4'], '%s: every recording is read as the manifest says, and its usage is charged once'),
    async (kind) => {
      const provider = wireProvider(kind, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const count = { files: 0, replies: 0, text: 0, reasoning: 0, calls: 0, usage: 0, failures: 0 };
      const found: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const recording of answersOf(all, kind)) {
        served = recording;
        const { outcome } = await callModel(provider, { request: modelRequest({ model: recording.model }) });
        count.files++;
        if (outcome.kind === 'failed') count.failures++;
        if (outcome.kind === 'reply') {
          count.replies++;
          if (outcome.reply.text !== '') count.text++;
          if (outcome.reply.reasoning !== '') count.reasoning++;
          if (outcome.reply.usage !== null) count.usage++;
          count.calls += outcome.reply.calls.length;
        }
        const other = differences(kind, recording, outcome);
        const charged = outcome.kind === 'reply' ? isCharged(kind, outcome.reply.usage) : null;
        if (charged) other.push(charged);
        if (other.length > 0) found[recording.file] = other.join(', ');
        const known = otherwise[recording.file];
        if (known) expected[recording.file] = known[0];
      }
      const line = Object.entries(count)
        .map(([name, many]) => `${name} ${many}`)
        .join(', ');
      console.log(`${kind}: ${line}`);
      expect(found).toEqual(expected);
      expect(line).toBe(counted[kind]);
    },
  );
});
