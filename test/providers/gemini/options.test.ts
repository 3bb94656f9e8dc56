// A conversation's options in Google's format: only those the model supports.

import { describe, expect, test } from 'vitest';
import { geminiApi } from '../../../electron/providers/gemini/api.ts';
import { createApiProvider } from '../../../electron/providers/http/apiProvider.ts';
import type { ApiTool } from '../../../shared/conversation/apiMessage.ts';
import { efforts, type ModelOptions } from '../../../shared/features/models/modelOptions.ts';
import { cite } from '../../support/cite.ts';
import { modelRequest } from '../../support/modelCall.ts';
import { geminiViolations } from '../../support/validators/gemini.ts';

const provider = createApiProvider(geminiApi, {
  id: 'google',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  key: 'k',
  fetch: () => Promise.reject(new Error('nothing is sent here')),
});
const tool: ApiTool = { type: 'function', function: { name: 'look', description: '', parameters: { type: 'object' } } };

interface Body {
  generationConfig?: Record<string, unknown>;
  tools?: unknown[];
  toolConfig?: unknown;
}
function bodyOf(model: string, options: ModelOptions, tools: ApiTool[] = []): Body {
  const body = provider.body(modelRequest({ model, options, tools })) as Body;
  expect(geminiViolations(JSON.parse(JSON.stringify(body)), model)).toEqual([]);
  return body;
}

const models = [
  'gemini-1.5-pro',
  'gemini-2.0-flash',
  'gemini-2.5-flash',
  'gemini-2.5-flash-lite',
  'gemini-2.5-pro',
  'gemini-2.5-flash-image',
  'gemini-3-pro-preview',
  'gemini-3-flash-preview',
  'gemini-3.1-pro-preview',
  'gemini-3.8-flash',
  'gemini-4-argon',
];

describe('thinking', () => {
  test.each(models)('whatever effort is requested of %s, nothing is sent that it rejects', (model) => {
    for (const effort of efforts)
      for (const showThinking of [undefined, true, false])
        bodyOf(model, { effort, maxOutputTokens: 1_000_000, ...(showThinking === undefined ? {} : { showThinking }) });
    for (const effort of provider.abilities?.(model).efforts ?? []) {
      const { thinkingConfig } = bodyOf(model, { effort }).generationConfig as { thinkingConfig: object };
      expect(Object.keys(thinkingConfig)).not.toEqual(['includeThoughts']);
    }
  });

  test.each([
    ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }],
    ['gemini-2.5-flash', 'medium', { thinkingBudget: 8_192, includeThoughts: true }],
    ['gemini-2.5-pro', 'none', { thinkingBudget: 1_024, includeThoughts: true }],
    ['gemini-2.5-pro', 'max', { thinkingBudget: 32_768, includeThoughts: true }],
    ['gemini-3-pro-preview', 'medium', { thinkingLevel: 'low', includeThoughts: true }],
    // No lesser effort except none: “none” does not become “minimal”.
    ['gemini-2.5-flash', 'minimal', { thinkingBudget: 1_024, includeThoughts: true }],
    ['gemini-3-flash-preview', 'minimal', { thinkingLevel: 'minimal', includeThoughts: true }],
    ['gemini-3.8-flash', 'none', { thinkingLevel: 'low', includeThoughts: true }],
    ['gemini-flash-latest', 'xhigh', { thinkingLevel: 'high', includeThoughts: true }],
  ] as const)('%s with effort %s', (model, effort, thinkingConfig) => {
    expect(bodyOf(model, { effort }).generationConfig).toEqual({ thinkingConfig });
  });

  test('thoughts are requested, unless they are hidden', () => {
    expect(bodyOf('gemini-3-flash-preview', {}).generationConfig).toEqual({
      thinkingConfig: { includeThoughts: true },
    });
    expect(bodyOf('gemini-3-flash-preview', { showThinking: false }).generationConfig).toBeUndefined();
    expect(bodyOf('gemini-2.0-flash', {}).generationConfig).toBeUndefined();
    expect(bodyOf('learnlm-tuned', { effort: 'high' }).generationConfig).toBeUndefined();
  });
});

test("temperature and maximum output, up to the model's own limit", () => {
  const options = { temperature: 0.5, maxOutputTokens: 100_000 };
  expect(bodyOf('gemini-2.0-flash', options).generationConfig).toEqual({ temperature: 0.5, maxOutputTokens: 8_192 });
  expect(bodyOf('gemini-2.5-pro', { maxOutputTokens: 4_000 }).generationConfig).toMatchObject({
    maxOutputTokens: 4_000,
  });
});

describe(cite('SEQ-7', 'Google’s own search is sent where supported'), () => {
  const search: ModelOptions = { providerSearch: true };

  test('together with functions from version 3 on', () => {
    expect(bodyOf('gemini-3-flash-preview', search, [tool])).toMatchObject({
      tools: [{ functionDeclarations: [{ name: 'look' }] }, { googleSearch: {} }],
      toolConfig: { includeServerSideToolInvocations: true },
    });
    expect(bodyOf('gemini-2.5-pro', search, [tool]).tools).toHaveLength(1);
    expect(provider.abilities?.('gemini-3-flash-preview').providerSearch).toBe(true);
    expect(provider.abilities?.('gemini-2.5-pro').providerSearch).toBe(false);
  });

  test('alone if there are no functions, and only when enabled', () => {
    expect(bodyOf('gemini-2.5-pro', search)).toMatchObject({ tools: [{ googleSearch: {} }] });
    expect(bodyOf('gemini-2.5-pro', search).toolConfig).toBeUndefined();
    expect(bodyOf('gemini-3-flash-preview', {}, [tool]).tools).toHaveLength(1);
  });

  test('its results are sent back with their option, even if it was disabled since', () => {
    const parts = [
      { toolCall: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', args: { q: 'x' } }, thoughtSignature: 'c2ln' },
      { toolResponse: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', response: {} }, thoughtSignature: 'c2ln' },
      { text: 'Found.' },
    ];
    const model = 'gemini-3-flash-preview';
    const body = provider.body(
      modelRequest({
        model,
        messages: [
          { role: 'user', content: 'x?' },
          { role: 'assistant', content: 'Found.', providerData: { gemini: { provider: 'google', model, parts } } },
          { role: 'user', content: 'And?' },
        ],
      }),
    );
    expect(body).toMatchObject({
      contents: [{}, { parts }, {}],
      toolConfig: { includeServerSideToolInvocations: true },
    });
    expect(geminiViolations(JSON.parse(JSON.stringify(body)), model)).toEqual([]);
  });
});

describe('result images', () => {
  const image = (mediaType: string) => ({ type: 'image' as const, hash: 'h', mediaType, data: 'aGk=' });
  const label = (text: string) => ({ type: 'text' as const, text });
  const messages = (model: string) =>
    modelRequest({
      model,
      tools: [tool],
      messages: [
        { role: 'user', content: 'draw' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
        },
        {
          role: 'tool',
          tool_call_id: 'a',
          content: 'Drawn.',
          images: [label('[Image 1]'), image('image/png'), label('[Image 2]'), image('image/gif')],
        },
      ],
    });
  const contents = (model: string) => {
    const body = provider.body(messages(model)) as { contents: unknown[] };
    expect(geminiViolations(JSON.parse(JSON.stringify(body)), model)).toEqual([]);
    return body.contents.slice(2);
  };

  test('are inside the result from version 3 on; a rejected kind is reported', () => {
    expect(contents('gemini-3-flash-preview')).toEqual([
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              name: 'look',
              response: { output: 'Drawn.\n[Image 1]\n[Image 2]\n[Attachment not sent: image/gif]' },
              parts: [{ inlineData: { mimeType: 'image/png', data: 'aGk=' } }],
            },
          },
        ],
      },
    ]);
  });

  test("come after it in the user's role before that, and for unknown models", () => {
    for (const model of ['gemini-2.5-pro', 'some-model'])
      expect(contents(model)).toEqual([
        { role: 'user', parts: [{ functionResponse: { name: 'look', response: { output: 'Drawn.' } } }] },
        { role: 'model', parts: [{ text: '(The images of these results follow.)' }] },
        {
          role: 'user',
          parts: [
            { text: '[Image 1]' },
            { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
            { text: '[Image 2]' },
            { text: '[Attachment not sent: image/gif]' },
          ],
        },
      ]);
  });
});
