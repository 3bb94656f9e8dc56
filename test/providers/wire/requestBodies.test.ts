// One history in the exact format of each API.

import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../../electron/ports/provider.ts';
import { anthropicBody } from '../../../electron/providers/anthropic/requestBody.ts';
import { chatDialect } from '../../../electron/providers/chatCompletions/dialects.ts';
import { chatBody } from '../../../electron/providers/chatCompletions/requestBody.ts';
import { geminiBody } from '../../../electron/providers/gemini/requestBody.ts';
import { responsesBody } from '../../../electron/providers/responses/requestBody.ts';
import { createBuiltInTools } from '../../../electron/tools/registry.ts';
import type { ApiTool } from '../../../shared/conversation/apiMessage.ts';
import { cite } from '../../support/cite.ts';
import { call } from '../../support/messageBuilder.ts';
import { wireRequest, wireViolations } from '../../support/wireForms.ts';

const parameters = { type: 'object', properties: { path: { type: 'string' } } };
const tool: ApiTool = { type: 'function', function: { name: 'read_file', description: 'Reads.', parameters } };
const thinking = [
  { type: 'thinking', thinking: 'hm', signature: 'c2ln', cache: 1 },
  { type: 'redacted_thinking', data: 'b64' },
];
const blocks = [
  ...thinking,
  { type: 'text', text: 'both' },
  { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'ü' }, caller: { type: 'direct' } },
  { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: {} },
];
const reasoning = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'hm' }],
  encrypted_content: 'x',
  status: 'completed',
};
const both = { type: 'output_text', text: 'both', annotations: [] };
const items = [
  reasoning,
  { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', phase: 'commentary', content: [both] },
  {
    type: 'function_call',
    id: 'fc_1',
    status: 'completed',
    call_id: 'c1',
    name: 'read_file',
    arguments: '{"path": "ü"}',
  },
  { type: 'function_call', id: 'fc_2', status: 'completed', call_id: 'c2', name: 'read_file', arguments: '' },
];

const geminiParts = [
  { text: 'hm', thought: true },
  { text: 'both' },
  { functionCall: { id: 'g1', name: 'read_file', args: { path: 'ü' } }, thoughtSignature: 'c2ln' },
  { functionCall: { id: 'g2', name: 'read_file', args: {} } },
  { text: '', thoughtSignature: 'ZW5k' },
];

const request: ModelRequest = {
  model: 'gemini-3-pro',
  system: 'You help.',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'see' },
        { type: 'image', hash: 'h', mediaType: 'image/png', data: 'aGk=' },
        { type: 'image', hash: 'h', mediaType: 'image/png' },
        { type: 'file', hash: 'h', mediaType: 'text/csv', name: 'a.csv' },
      ],
    },
    {
      role: 'assistant',
      content: 'both',
      tool_calls: [call('c1', 'read_file', '{"path": "ü"}'), call('c2', 'read_file', '')],
      reasoning: 'hm',
      providerData: {
        anthropic: { provider: 'p', model: 'gemini-3-pro', content: blocks },
        responses: { provider: 'p', model: 'gemini-3-pro', items },
        gemini: { provider: 'p', model: 'gemini-3-pro', parts: geminiParts },
      },
    },
    { role: 'tool', tool_call_id: 'c1', content: 'A' },
    { role: 'tool', tool_call_id: 'c2', content: 'Error: no path' },
  ],
  tools: [{ ...tool, kind: 'read' } as ApiTool],
};

describe(cite('SEQ-5', "each API's body has only its own keys"), () => {
  test('Responses', () => {
    expect(responsesBody(request, 'p')).toEqual({
      model: 'gemini-3-pro',
      instructions: 'You help.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'see' },
            { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
            { type: 'input_text', text: '[Attachment not sent: image/png]' },
            { type: 'input_text', text: '[Attachment not sent: a.csv, text/csv]' },
          ],
        },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'x' },
        { type: 'message', role: 'assistant', phase: 'commentary', content: [both] },
        { type: 'function_call', call_id: 'c1', name: 'read_file', arguments: '{"path": "ü"}' },
        { type: 'function_call', call_id: 'c2', name: 'read_file', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'A' },
        { type: 'function_call_output', call_id: 'c2', output: 'Error: no path' },
      ],
      tools: [{ type: 'function', name: 'read_file', description: 'Reads.', parameters, strict: false }],
      include: ['reasoning.encrypted_content'],
      store: false,
      stream: true,
    });
  });

  test('Anthropic', () => {
    expect(anthropicBody(request, 'p')).toEqual({
      model: 'gemini-3-pro',
      max_tokens: 32_000,
      system: [{ type: 'text', text: 'You help.', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'see' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
            { type: 'text', text: '[Attachment not sent: image/png]' },
            { type: 'text', text: '[Attachment not sent: a.csv, text/csv]', cache_control: { type: 'ephemeral' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'c2ln', cache: 1 },
            { type: 'redacted_thinking', data: 'b64' },
            { type: 'text', text: 'both' },
            { type: 'tool_use', id: 'c1', name: 'read_file', input: { path: 'ü' }, caller: { type: 'direct' } },
            { type: 'tool_use', id: 'c2', name: 'read_file', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'A' },
            {
              type: 'tool_result',
              tool_use_id: 'c2',
              content: 'Error: no path',
              is_error: true,
              cache_control: { type: 'ephemeral' },
            },
          ],
        },
      ],
      tools: [
        { name: 'read_file', description: 'Reads.', input_schema: parameters, cache_control: { type: 'ephemeral' } },
      ],
      stream: true,
    });
  });

  test('Gemini', () => {
    expect(geminiBody(request, 'p')).toEqual({
      systemInstruction: { parts: [{ text: 'You help.' }] },
      contents: [
        {
          role: 'user',
          parts: [
            { text: 'see' },
            { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
            { text: '[Attachment not sent: image/png]' },
            { text: '[Attachment not sent: a.csv, text/csv]' },
          ],
        },
        {
          role: 'model',
          parts: geminiParts,
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'g1', name: 'read_file', response: { output: 'A' } } },
            { functionResponse: { id: 'g2', name: 'read_file', response: { error: 'Error: no path' } } },
          ],
        },
      ],
      tools: [
        { functionDeclarations: [{ name: 'read_file', description: 'Reads.', parametersJsonSchema: parameters }] },
      ],
      generationConfig: { thinkingConfig: { includeThoughts: true } },
    });
  });

  test('Mistral, with IDs of 9 characters that are the same every time', () => {
    const body = chatBody(request, 'p', 'mistral');
    expect(body).toEqual({
      model: 'gemini-3-pro',
      messages: [
        { role: 'system', content: 'You help.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'see' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
            { type: 'text', text: '[Attachment not sent: image/png]' },
            { type: 'text', text: '[Attachment not sent: a.csv, text/csv]' },
          ],
        },
        {
          role: 'assistant',
          content: 'both',
          tool_calls: [
            { id: 'MynGTXiXx', type: 'function', function: { name: 'read_file', arguments: '{"path": "ü"}' } },
            { id: 'WA4JCidV5', type: 'function', function: { name: 'read_file', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'MynGTXiXx', content: 'A' },
        { role: 'tool', tool_call_id: 'WA4JCidV5', content: 'Error: no path' },
      ],
      tools: [tool],
      stream: true,
    });
  });
});

test(cite('SEQ-7', "another provider's thinking is not sent, and damaged thinking is left out entirely"), () => {
  const own = JSON.stringify([responsesBody(request, 'q'), anthropicBody(request, 'q'), geminiBody(request, 'q')]);
  expect(own).not.toContain('"hm"');
  expect(own).toContain('skip_thought_signature_validator');
  const [asked, ...rest] = request.messages.slice(1);
  const damaged = (data: Record<string, unknown>): ModelRequest => ({
    ...request,
    messages: [...request.messages.slice(0, 1), { ...asked, providerData: data } as typeof asked & object, ...rest],
  });
  const half = { type: 'thinking', thinking: 'secret', signature: '' };
  for (const content of [[half, ...blocks.slice(2)], [...blocks.slice(0, 3)], [7], 'no list']) {
    const own = { anthropic: { provider: 'p', model: request.model, content } };
    expect(JSON.stringify(anthropicBody(damaged(own), 'p'))).not.toContain('"thinking"');
  }
  for (const signature of ['no', 'not base64', '', 7]) {
    const parts = geminiParts.map((part) => ('functionCall' in part ? { ...part, thoughtSignature: signature } : part));
    const data = { gemini: { provider: 'p', model: 'gemini-3-pro', parts } };
    expect(wireViolations(damaged(data))).toEqual([]);
    expect(JSON.stringify(geminiBody(damaged(data), 'p'))).toContain('skip_thought_signature_validator');
  }
  const broken = [
    { items: [...items, 7] },
    { items, status: 'incomplete' },
    { items: items.map((item) => ({ ...item, status: 'incomplete' })) },
    { items: items.slice(0, 3) },
    { items: [...items, { type: 'shell_call', id: 'sh_1', call_id: 'c3' }] },
  ];
  for (const kept of broken) {
    const data = { responses: { provider: 'p', model: 'gemini-3-pro', ...kept } };
    expect(JSON.stringify(responsesBody(damaged(data), 'p'))).not.toContain('"reasoning"');
    expect(wireViolations(damaged(data))).toEqual([]);
  }
});

test(cite('SEQ-7', 'calls of a tool that is no longer offered stay valid, and cannot be made again'), () => {
  const body = anthropicBody({ ...request, tools: [] }, 'p');
  expect(body.tools?.map(({ name }) => name)).toEqual(['read_file']);
  expect(body.tool_choice).toEqual({ type: 'none' });
  expect(wireViolations({ ...request, tools: [] })).toEqual([]);
});

test("every format accepts the program's tools", () => {
  const tools = createBuiltInTools({ protectedFolders: [] }).map(
    ({ name, description, parameters: schema }): ApiTool => ({
      type: 'function',
      function: { name, description, parameters: schema },
    }),
  );
  expect(tools.length).toBeGreaterThan(5);
  expect(wireViolations({ ...request, tools })).toEqual([]);
});

test('an empty conversation is still a valid request', () => {
  expect(wireViolations(wireRequest([]))).toEqual([]);
});

test(cite('SEQ-7', 'the Chat Completions dialect depends on the server, and IDs on the model too'), () => {
  expect(chatDialect('https://api.openai.com/v1')).toBe('openai');
  expect(chatDialect('https://api.mistral.ai/v1')).toBe('mistral');
  expect(chatDialect('https://notmistral.ai/v1')).toBe('compatible');
  expect(chatDialect('http://127.0.0.1:11434/v1')).toBe('compatible');
  const ids = (model: string): unknown => chatBody({ ...request, model }, 'p').messages[3];
  expect(ids('mistralai/Devstral-Small')).toMatchObject({ tool_call_id: 'MynGTXiXx' });
  expect(ids('qwen3')).toMatchObject({ tool_call_id: 'c1' });
});

test(cite('SEQ-7', "Mistral's IDs are unique, even if a matching one is already in the history"), () => {
  const made = chatBody(request, 'p', 'mistral').messages[3] as { tool_call_id: string };
  const messages: ModelRequest['messages'] = [
    { role: 'user', content: 'x' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [call('c1', 't'), call(made.tool_call_id, 't'), call('AbCdEf123', 't')],
    },
    { role: 'tool', tool_call_id: 'c1', content: '1' },
    { role: 'tool', tool_call_id: made.tool_call_id, content: '2' },
    { role: 'tool', tool_call_id: 'AbCdEf123', content: '3' },
  ];
  expect(wireViolations({ ...request, messages })).toEqual([]);
  expect(JSON.stringify(chatBody({ ...request, messages }, 'p', 'mistral'))).toContain('AbCdEf123');
});

describe(cite('WORK-2', "a PDF is sent in each API's form"), () => {
  const part = {
    type: 'file',
    hash: 'h',
    mediaType: 'application/pdf',
    name: 'a "b".PDF',
    data: 'aGk=',
    pages: 2,
  } as const;
  const unnamed = { ...part, name: 'report' };
  const asked = (content: (typeof part | typeof unnamed)[]): ModelRequest => ({
    ...request,
    messages: [{ role: 'user', content }],
  });
  const url = 'data:application/pdf;base64,aGk=';
  const last = (body: { messages: { content?: unknown }[] }): unknown => body.messages.at(-1)?.content;

  test('Chat Completions, with the file extension that servers check', () => {
    expect(last(chatBody(asked([part, unnamed]), 'p', 'openai'))).toEqual([
      { type: 'file', file: { filename: 'a "b".PDF', file_data: url } },
      { type: 'file', file: { filename: 'report.pdf', file_data: url } },
    ]);
  });

  test('Mistral', () => {
    expect(last(chatBody(asked([part]), 'p', 'mistral'))).toEqual([
      { type: 'document_url', document_url: url, document_name: 'a "b".PDF' },
    ]);
  });

  test('a server without PDF support: its name as text', () => {
    expect(last(chatBody(asked([part]), 'p', 'compatible', 'none'))).toEqual([
      { type: 'text', text: '[Attachment not sent: a "b".PDF, application/pdf]' },
    ]);
  });

  test('Responses, Anthropic, Gemini', () => {
    expect(responsesBody(asked([part]), 'p').input).toEqual([
      { role: 'user', content: [{ type: 'input_file', filename: 'a "b".PDF', file_data: url }] },
    ]);
    expect(last(anthropicBody(asked([part]), 'p'))).toEqual([
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'aGk=' },
        title: 'a "b".PDF',
        cache_control: { type: 'ephemeral' },
      },
    ]);
    expect(geminiBody(asked([part]), 'p').contents).toEqual([
      { role: 'user', parts: [{ inlineData: { mimeType: 'application/pdf', data: 'aGk=' } }] },
    ]);
  });
});
