// Every recorded request that a provider rejected. If its form was rejected, a request with everything for the same
// model must not contain it; if a name, a key or the length was, no form is to be avoided, and the rejection must be
// understood.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../../electron/ports/provider.ts';
import { providerApis } from '../../../electron/providers/apis.ts';
import type { ApiContentPart } from '../../../shared/conversation/apiMessage.ts';
import { modelOptionsSchema } from '../../../shared/features/models/modelOptions.ts';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';
import { startAnsweringServer } from '../../support/answeringServer.ts';
import { cite } from '../../support/cite.ts';
import { corpusFolder } from '../../support/corpus.ts';
import { failureOf, modelRequest } from '../../support/modelCall.ts';
import { wireProvider } from '../../support/wireUnderTest.ts';

type Row = Record<string, unknown>;

interface Pair {
  name: string;
  vendor: string;
  path: string;
  request: Row;
  status: number;
  responseFile?: string;
}

/** The problem. A pattern: what a body must not contain; otherwise the rejection's code. */
type Why = { form: RegExp | ((body: Row) => unknown) } | { code: RegExp };

const name: Why = { code: /^LLM_HTTP_ERROR$/ };
const key: Why = { code: /^LLM_AUTH_FAILED$/ };
const length: Why = { code: /^LLM_CONTEXT_TOO_LONG$/ };
const forced: Why = { form: /"tool_choice"/ };

const whyOf: readonly [ProviderKind, RegExp, Why][] = [
  ['anthropic', /auth-rejection|haiku-4-5-raises/, key],
  ['anthropic', /name-suggestion/, name],
  [
    'anthropic',
    /validation-error/,
    { form: ({ temperature = 1 }) => Number(temperature) < 0 || Number(temperature) > 1 },
  ],
  ['anthropic', /root-schema/, { form: ({ tools }) => (tools as Row[]).some(isNoObject) }],
  ['openai', /context-l/, length],
  ['openai', /pdf-document/, { form: /"type":"file"|application\/pdf;base64/ }],
  ['openai', /image-part/, { form: /image_url/ }],
  ['openai', /unknown-with|name-suggestion|tool-regular|routed-failure/, name],
  ['openai', /forced-tool-choice|tool-use-failed/, forced],
  ['openai', /malformed-request-field/, { form: ({ temperature = 1 }) => typeof temperature !== 'number' }],
  ['openai', /schema-and-grammar/, { form: /"(grammar|json_schema|response_format)"/ }],
  ['openai', /logprobs/, { form: /logprobs/ }],
  ['openai', /gpt-oss-120b-raises/, key],
  ['openai', /validation-error/, { form: ({ temperature = 1 }) => Number(temperature) > 2 }],
  ['openai', /role-developer/, { form: /"developer"/ }],
  ['openai', /openrouter-errors-raised/, { code: /^LLM_RATE_LIMITED$/ }],
  ['gemini', /nonexistent/, name],
  ['gemini', /auth-rejection/, key],
  ['gemini', /direct-url-image/, { form: /fileData|file_data|fileUri/ }],
  ['ollama', /chat-error/, name],
  ['responses', /interleaved/, { form: ({ input }) => interleaves(input as Row[]) }],
  ['responses', /nonexistent|extractor-failure|xai-/, name],
  ['responses', /url-audio/, { form: /file_url|input_audio|audio\/[^"]*;base64/ }],
  ['responses', /context-leng/, length],
  ['responses', /modified-history/, { form: ({ input }) => (input as Row[]).some(({ id }) => id !== undefined) }],
];

function isNoObject({ input_schema: schema }: Row): boolean {
  return schema !== undefined && (schema as Row).type !== 'object';
}

/** A call between another one and its result. */
function interleaves(input: readonly Row[]): boolean {
  const types = input.map(({ type }) => type);
  const first = types.indexOf('function_call');
  return types.slice(first, types.indexOf('function_call_output')).some((type) => type !== 'function_call');
}

const folderOf: Record<ProviderKind, string> = {
  openai: 'chat',
  responses: 'responses',
  anthropic: 'anthropic',
  gemini: 'gemini',
  ollama: 'ollama',
};

const baseUrls: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  deepseek: 'https://api.deepseek.com/v1',
  groq: 'https://api.groq.com/openai/v1',
  mistral: 'https://api.mistral.ai/v1',
};

function pairsOf(kind: ProviderKind): Pair[] {
  if (corpusFolder === null) return [];
  const folder = path.join(corpusFolder, 'pairs', folderOf[kind], 'rejected');
  return readdirSync(folder).map((file) => ({
    ...(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Omit<Pair, 'name'>),
    name: file,
  }));
}

/** Everything that a request can contain, with its extremes, including the rejected one's tools. */
function fullest(kind: ProviderKind, { request, path: address }: Pair): ModelRequest {
  const model = String(request.model ?? /models\/([^:]+)/.exec(address)?.[1]);
  const image: ApiContentPart = { type: 'image', hash: 'i', mediaType: 'image/png', data: 'aGk=' };
  const more: ApiContentPart[] = [
    { type: 'text', text: 'Look.' },
    image,
    { type: 'file', hash: 'h', mediaType: 'application/pdf', name: 'a.pdf', data: 'aGk=' },
    { type: 'file', hash: 'a', mediaType: 'audio/mpeg', name: 'a.mp3', data: 'aGk=' },
  ];
  const thinking = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbGVk' };
  const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'look', arguments: '{}' } });
  const theirs = Array.isArray(request.tools) ? (request.tools as Row[]) : [];
  return modelRequest({
    model,
    system: 'Be brief.',
    messages: [
      { role: 'user', content: more },
      {
        role: 'assistant',
        content: 'I look.',
        reasoning: 'Hm.',
        tool_calls: [call('a'), call('b')],
        providerData: {
          [kind]: { provider: 'p', model, items: [thinking, { type: 'message', content: [{ text: 'Other.' }] }] },
        },
      },
      { role: 'tool', tool_call_id: 'a', content: 'Seen.', images: [image] },
      { role: 'tool', tool_call_id: 'b', content: 'Error: it is not there.' },
      { role: 'user', content: 'And now?' },
    ],
    tools: [{ name: 'look', parameters: {} }, ...theirs.map(toolOf)].map(({ name: named, parameters }) => ({
      type: 'function',
      function: { name: named, description: named, parameters },
    })),
    options: { effort: 'high', temperature: 2, maxOutputTokens: 1_000_000, providerSearch: true },
  });
}

function toolOf(tool: Row): { name: string; parameters: Row } {
  const { name: named, parameters, input_schema: schema } = { ...tool, ...(tool.function as Row | undefined) } as Row;
  return { name: String(named), parameters: (parameters ?? schema ?? {}) as Row };
}

const count = Object.fromEntries(providerKinds.map((kind) => [kind, { form: 0, named: 0 }])) as Record<
  ProviderKind,
  { form: number; named: number }
>;

describe.skipIf(corpusFolder === null)('rejections by providers', () => {
  afterAll(() => {
    for (const [kind, { form, named }] of Object.entries(count))
      console.log(
        `${kind}: ${form + named} refused requests, ${form} for their form: none can be made, ${named} otherwise`,
      );
  });

  describe.each(providerKinds)('%s', (kind) => {
    test.each(pairsOf(kind).map((pair) => [pair.name, pair] as const))(
      cite(['SEQ-7', 'LOOP-10'], '%s: cannot be built, or its rejection is understood'),
      async (_name, pair) => {
        const found = whyOf.filter(([of, pattern]) => of === kind && pattern.test(pair.name));
        expect(found).toHaveLength(1);
        const [, , why] = found[0] as (typeof whyOf)[number];
        if ('form' in why) {
          count[kind].form++;
          const wire = providerApis[kind]({
            providerId: 'p',
            baseUrl: baseUrls[pair.vendor] ?? 'http://127.0.0.1:1/v1',
          });
          const body = JSON.parse(JSON.stringify(wire.body(fullest(kind, pair)))) as Row;
          const breaks = (of: Row): unknown =>
            why.form instanceof RegExp ? why.form.test(JSON.stringify(of)) : why.form(of);
          // The pattern matches the rejected request.
          expect(breaks(pair.request)).toBe(true);
          expect(breaks(body)).toBe(false);
          return;
        }
        count[kind].named++;
        const answer = pair.responseFile ? readFileSync(path.join(corpusFolder ?? '', pair.responseFile)) : null;
        if (answer === null) return;
        const server = await startAnsweringServer(() => ({
          status: pair.status,
          type: 'application/json',
          body: answer,
        }));
        const failure = await failureOf(wireProvider(kind, server.url));
        await server.close();
        expect(failure.code).toMatch(why.code);
        expect(failure.retryable).toBe(pair.status === 429);
      },
    );
  });

  test('a temperature that no provider accepts cannot be chosen', () => {
    for (const temperature of [-5, 99, 'hot'])
      expect(modelOptionsSchema.safeParse({ temperature }).success).toBe(false);
  });
});
