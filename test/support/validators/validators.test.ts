// Tests of the validators: each accepts a good request and rejects, by its rule, one that violates it. A rule that no
// request here violates is a failure too.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alternatingViolations } from './alternating.ts';
import { anthropicViolations } from './anthropic.ts';
import { geminiViolations } from './gemini.ts';
import { mistralViolations } from './mistral.ts';
import { ollamaViolations } from './ollama.ts';
import { openAiChatViolations } from './openAiChat.ts';
import { openAiResponsesViolations } from './openAiResponses.ts';
import type { RuleViolation } from './violation.ts';

/** A value at a path of the good request; `undefined` removes the key, a function receives the current value. */
type Change = [path: string, value: unknown];
/** A rule, and the requests that violate it as changes to the good one. */
type Broken = Record<string, Change[][]>;

const half = '\ud800';
const long = 'n'.repeat(65);
const schema = { type: 'object', properties: {} };

const chatCall = (id: string, args = '{"path":"a"}') => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: args },
});
const chatTool = { type: 'function', function: { name: 'look', description: 'Looks.', parameters: schema } };
const chatBody = (first: string, second: string) => ({
  model: 'm',
  stream: true,
  messages: [
    { role: 'system', content: 'You help.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'see' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [chatCall(first), chatCall(second)] },
    { role: 'tool', tool_call_id: first, content: 'A' },
    { role: 'tool', tool_call_id: second, content: 'B' },
    { role: 'assistant', content: 'done' },
    { role: 'user', content: 'thanks' },
  ],
  tools: [chatTool],
});

const openAiChat: Broken = {
  'OPENAI-KEYS': [
    [['foo', 1]],
    [['messages.1.id', 'x']],
    [['messages.2.tool_calls.0.index', 0]],
    [['tools.0.kind', 'x']],
  ],
  'OPENAI-TEXT': [[['messages.6.content', half]], [['messages.6.content', 'a\u0000']]],
  'OPENAI-MODEL': [[['model', '']]],
  'OPENAI-MESSAGES': [[['messages', []]]],
  'OPENAI-STREAM': [
    [
      ['stream', undefined],
      ['stream_options', { include_usage: true }],
    ],
  ],
  'OPENAI-ROLE': [[['messages.6.role', 'person']]],
  'OPENAI-R1': [
    [['messages.4', { role: 'user', content: 'no result' }]],
    [['messages', (all: unknown[]) => all.slice(0, 4)]],
  ],
  'OPENAI-R2': [[['messages.4.tool_call_id', 'other']], [['messages.2', { role: 'assistant', content: 'no calls' }]]],
  'OPENAI-R3': [
    [['messages.3.tool_call_id', undefined]],
    [['messages.1.content', []]],
    [['messages.3.content', [{ type: 'image_url' }]]],
    [['messages.1.content.0.text', undefined]],
  ],
  'OPENAI-R4': [[['messages.5.content', null]], [['messages.5.tool_calls', []]]],
  'OPENAI-R5': [
    [['messages.2.tool_calls.0.function.name', 'a b']],
    [['tools.0.function.name', long]],
    [['tools.0.type', 'x']],
    [['tools.0.function.parameters', 'x']],
    [['messages.2.tool_calls.0.type', 'x']],
  ],
  'OPENAI-R6': [
    [['messages.2.tool_calls.0.id', 'i'.repeat(41)]],
    [['messages.2.tool_calls.0.id', '']],
    [['messages.2.tool_calls.1.id', 'c1']],
  ],
  'OPENAI-R7': [[['tools', Array(129).fill(chatTool)]], [['tools', []]]],
  'OPENAI-R8': [[['messages.2.tool_calls.0.function.arguments', {}]]],
  'OPENAI-R9': [[['messages.6.content', null]]],
  'OPENAI-IMAGE': [[['messages.1.content.1.image_url.url', 'hash']]],
  'OPENAI-OPTION': [
    [['reasoning_effort', 'most']],
    [['temperature', 3]],
    [['prompt_cache_key', long]],
    [
      ['model', 'gpt-5'],
      ['max_tokens', 20],
    ],
  ],
};

const responsesBody = {
  model: 'm',
  instructions: 'You help.',
  store: false,
  input: [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'see' },
        { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
      ],
    },
    { type: 'reasoning', summary: [], encrypted_content: 'x' },
    { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
    { type: 'function_call', call_id: 'c2', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c1', output: 'A' },
    { type: 'function_call_output', call_id: 'c2', output: 'B' },
    { role: 'assistant', content: 'done' },
    { role: 'user', content: 'thanks' },
  ],
  tools: [
    { type: 'function', name: 'look', description: 'Looks.', parameters: schema, strict: false },
    { type: 'web_search' },
  ],
  reasoning: { effort: 'high', summary: 'auto' },
  max_output_tokens: 16,
  include: ['reasoning.encrypted_content'],
};
const responses: Broken = {
  'RESPONSES-KEYS': [[['messages', []]], [['input.2.tool', 1]], [['input.7.reasoning', 'x']]],
  'RESPONSES-TEXT': [[['input.7.content', half]]],
  'RESPONSES-MODEL': [[['model', undefined]]],
  'RESPONSES-INPUT': [[['input', []]]],
  'RESPONSES-TYPE': [
    [['instructions', 7]],
    [['input.2.type', 'call']],
    [['input.4.output', {}]],
    [['input.0.content.0.type', 'text']],
    [['tools.0.parameters', undefined]],
  ],
  'RESPONSES-ROLE': [[['input.7.role', 'tool']]],
  'RESPONSES-IMAGE': [[['input.0.content.1.image_url', 'hash']]],
  'RESPONSES-R5': [[['input.2.name', 'a b']], [['tools.0.name', '']]],
  'RESPONSES-R7': [[['tools', Array(129).fill(responsesBody.tools[0])]]],
  'RESPONSES-R8': [[['input.2.arguments', {}]]],
  'RESPONSES-R10': [[['input.2.id', 'call_1']], [['input.2.call_id', undefined]], [['input.1.id', 'x']]],
  'RESPONSES-R11': [[['input.2.id', `fc_${long}`]], [['input.2.call_id', 'c1_']]],
  'RESPONSES-R12': [[['input.2.id', 'fc_1']], [['input.1.id', 'rs_1']]],
  'RESPONSES-R13': [[['input.6', responsesBody.input[1]]]],
  'RESPONSES-R14': [
    [['input.5.call_id', 'other']],
    [['input.4', { role: 'user', content: 'no' }]],
    [['input.3.call_id', 'c1']],
    [['input', (all: unknown[]) => all.slice(0, 5)]],
  ],
  'RESPONSES-OPTION': [
    [['reasoning.effort', 'most']],
    [['reasoning.summary', true]],
    [['max_output_tokens', 15]],
    [['temperature', 3]],
    [['prompt_cache_key', long]],
    [['include', 'reasoning.encrypted_content']],
  ],
  'RESPONSES-R15': [[['input.1.encrypted_content', undefined]]],
};

const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} });
const given = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'A' });
const searched = (n: string) => [
  { type: 'server_tool_use', id: `srvtoolu_${n}`, name: 'web_search', input: {} },
  { type: 'web_search_tool_result', tool_use_id: `srvtoolu_${n}`, content: [] },
];
const anthropicBody = {
  model: 'm',
  max_tokens: 2000,
  system: 'You help.',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'see' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'text', text: 'ok' },
        use('c1'),
        use('c2'),
      ],
    },
    { role: 'user', content: [given('c1'), given('c2'), { type: 'text', text: 'and' }] },
    { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'x' }, ...searched('1'), use('c3')] },
    { role: 'user', content: [given('c3')] },
  ],
  tools: [
    { name: 'look', description: 'Looks.', input_schema: schema },
    { type: 'web_search_20250305', name: 'web_search', max_uses: 8, cache_control: { type: 'ephemeral' } },
  ],
  thinking: { type: 'enabled', budget_tokens: 1024 },
};
const anthropic: Broken = {
  'ANTHROPIC-KEYS': [
    [['stream_options', {}]],
    [['messages.0.id', 'x']],
    [['messages.1.content.1.id', 'x']],
    [['thinking.effort', 'high']],
  ],
  'ANTHROPIC-R27': [[['messages.0.content.0.text', half]], [['messages.1.content.2.input', { [half]: 1 }]]],
  'ANTHROPIC-FIELD': [[['model', '']], [['max_tokens', undefined]]],
  'ANTHROPIC-MESSAGES': [[['messages', []]]],
  'ANTHROPIC-ROLE': [[['messages.0.role', 'system']], [['messages.3', { role: 'user', content: 'two' }]]],
  'ANTHROPIC-BLOCK': [[['messages.0.content.0', use('c9')]]],
  'ANTHROPIC-IMAGE': [[['messages.0.content.1.source.media_type', 'image/tiff']]],
  'ANTHROPIC-INPUT': [[['messages.1.content.2.input', '{}']], [['messages.3.content.1.input', undefined]]],
  'ANTHROPIC-THINKING': [
    [['thinking.type', 'much']],
    [['temperature', 0.5]],
    [['tool_choice', { type: 'any' }]],
    [['thinking.budget_tokens', 2000]],
    [['thinking.budget_tokens', 1]],
    [['messages.3.content', (all: unknown[]) => all.slice(1)]],
  ],
  'ANTHROPIC-CACHE': [
    [['messages.3.content.0.cache_control', { type: 'ephemeral' }]],
    [
      ['system', Array(3).fill({ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } })],
      ['messages.0.content.0.cache_control', { type: 'ephemeral' }],
    ],
  ],
  'ANTHROPIC-SERVER': [
    [['messages.3.content.2.tool_use_id', 'srvtoolu_2']],
    [['messages.1.content.1', { ...searched('3')[0] }]],
  ],
  'ANTHROPIC-R16': [[['messages.2.content', [given('c1')]]], [['messages', (all: unknown[]) => all.slice(0, 2)]]],
  'ANTHROPIC-R17': [[['messages.2.content.1.tool_use_id', 'other']]],
  'ANTHROPIC-R18': [[['messages.3.content.3.id', 'c1']], [['messages.1.content.3.id', 'c1']]],
  'ANTHROPIC-R19': [[['messages.2.content.2', given('c1')]]],
  'ANTHROPIC-R20': [
    [['messages.1.content.2.id', 'a.b']],
    [['messages.1.content.2.id', long]],
    [['messages.3.content.1.id', 'x']],
  ],
  'ANTHROPIC-R21': [
    [['tools.0.name', 'a.b']],
    [['messages.1.content.2.name', '']],
    [['tools.0.input_schema', {}]],
    [['tools.1', anthropicBody.tools[0]]],
  ],
  'ANTHROPIC-R22': [
    [['messages.0.content.0.text', ' ']],
    [['messages.1.content.1.text', '']],
    [['system', ' ']],
    [['messages.0.content', []]],
  ],
  'ANTHROPIC-R23': [[['messages.5', { role: 'assistant', content: 'end ' }]]],
  'ANTHROPIC-R24': [[['messages.5', { role: 'assistant', content: 'end' }]]],
  'ANTHROPIC-R25': [
    [['messages.1.content.0.signature', '']],
    [['messages.3.content', [{ type: 'redacted_thinking', data: 'x' }]]],
    [['messages.3.content.0.data', '']],
  ],
  'ANTHROPIC-RESULT': [
    [['messages.2.content.0.content', { text: 'no list' }]],
    [['messages.2.content.0.content', [{ type: 'document' }]]],
    [
      [
        'messages.2.content.0.content',
        [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aa' } }],
      ],
      ['messages.2.content.0.is_error', true],
    ],
  ],
  'ANTHROPIC-R26': [
    [['messages.2.content', [{ type: 'text', text: 'first' }, given('c1'), given('c2')]]],
    [['messages.2.content.0.content', ' ']],
  ],
  'ANTHROPIC-R29': [[['tools', undefined]]],
};

const geminiCall = { functionCall: { name: 'look', args: {} } };
const geminiResult = { functionResponse: { name: 'look', response: { output: 'A' } } };
const geminiBody = {
  systemInstruction: { parts: [{ text: 'You help.' }] },
  contents: [
    { role: 'user', parts: [{ text: 'see' }, { inlineData: { mimeType: 'image/png', data: 'aGk=' } }] },
    { role: 'model', parts: [{ text: 'ok' }, { ...geminiCall, thoughtSignature: 'c2ln' }, geminiCall] },
    { role: 'user', parts: [geminiResult, geminiResult] },
    { role: 'model', parts: [{ text: 'done' }] },
    { role: 'user', parts: [{ text: 'thanks' }] },
  ],
  tools: [{ functionDeclarations: [{ name: 'look', description: 'Looks.', parametersJsonSchema: schema }] }],
};
const gemini: Broken = {
  'GEMINI-KEYS': [
    [['messages', []]],
    [['contents.0.id', 'x']],
    [['contents.1.parts.1.functionCall.index', 0]],
    [['generationConfig', { top_p: 1 }]],
    [['tools.0.functionDeclarations.0.strict', true]],
  ],
  'GEMINI-TEXT': [[['contents.1.parts.1.functionCall.args', { a: half }]]],
  'GEMINI-CONTENTS': [[['contents', []]]],
  'GEMINI-ROLE': [
    [['contents.0.role', 'system']],
    [['contents.4.parts.0', geminiCall]],
    [['contents.3.parts.0', geminiResult]],
  ],
  'GEMINI-PARTS': [
    [['contents.0.parts', []]],
    [['contents.0.parts.0.text', ' ']],
    [['contents.0.parts.0', {}]],
    [['systemInstruction.parts', []]],
  ],
  'GEMINI-IMAGE': [
    [['contents.0.parts.1.inlineData.data', 'not base64!']],
    [['contents.2.parts.0.functionResponse.parts', [{ inlineData: { mimeType: 'image/gif', data: 'aGk=' } }]]],
  ],
  'GEMINI-TOOLS': [
    [['tools.1', { googleSearch: {} }]],
    [['contents.3.parts.0', { toolCall: { id: 'x', toolType: 'GOOGLE_SEARCH_WEB', args: {} } }]],
  ],
  'GEMINI-CONFIG': [
    [['generationConfig', { temperature: 1000 }]],
    [['generationConfig', { maxOutputTokens: 100_000 }]],
  ],
  'GEMINI-THINK': [
    [['generationConfig', { thinkingConfig: { thinkingBudget: 1, thinkingLevel: 'low' } }]],
    [['generationConfig', { thinkingConfig: { thinkingLevel: 'max' } }]],
  ],
  'GEMINI-END': [[['contents', (all: unknown[]) => all.slice(0, 4)]]],
  'GEMINI-R30': [[['contents.0.role', 'model']], [['contents.0', { role: 'model', parts: [{ text: 'x' }] }]]],
  'GEMINI-R31': [
    [['contents.2.parts', [geminiResult]]],
    [['contents.1.parts.1.functionCall.id', 'x']],
    [['contents.2.parts.2', { text: 'x' }]],
    [['contents.1.parts', [{ text: 'no calls' }]]],
  ],
  'GEMINI-R32': [
    [['contents.1.parts.1.thoughtSignature', undefined]],
    [['contents.1.parts.1.thoughtSignature', 'not base64']],
  ],
  'GEMINI-R33': [
    [['contents.1.parts.1.functionCall.args', JSON.parse(`${'{"a":'.repeat(101)}{}${'}'.repeat(101)}`)]],
    [['contents.2.parts.0.functionResponse.name', '']],
    [['contents.1.parts.1.functionCall.args', '{}']],
    [['contents.2.parts.0.functionResponse.response', 'A']],
  ],
  'GEMINI-R34': [[['contents.1.parts.1.functionCall.name', '9x']], [['tools.0.functionDeclarations.0.name', '-x']]],
};

const ollamaTool = { type: 'function', function: { name: 'look', description: 'Looks.', parameters: schema } };
const ollamaCall = { id: 'c1', function: { name: 'look', arguments: { a: 1 } } };
const ollamaBody = {
  model: 'qwen3:8b',
  messages: [
    { role: 'system', content: 'You help.' },
    { role: 'user', content: 'see', images: ['aGk='] },
    { role: 'assistant', content: '', thinking: 'hm', tool_calls: [ollamaCall, { ...ollamaCall, id: 'c2' }] },
    { role: 'tool', content: 'A', tool_name: 'look', tool_call_id: 'c1' },
    { role: 'tool', content: '', tool_name: 'look', tool_call_id: 'c2' },
    { role: 'user', content: 'thanks' },
  ],
  tools: [ollamaTool],
  stream: true,
  truncate: false,
  shift: false,
  think: 'high',
  options: { num_ctx: 32_768, temperature: 0.5 },
};
const ollama: Broken = {
  'OLLAMA-KEYS': [[['num_ctx', 1]], [['messages.0.name', 'x']]],
  'OLLAMA-TEXT': [[['messages.1.content', half]]],
  'OLLAMA-MODEL': [[['model', '']]],
  'OLLAMA-OPTIONS': [[['options', 7]], [['options.num_ctx', 1.5]], [['options.max_tokens', 1]]],
  'OLLAMA-THINK': [[['think', 'xhigh']]],
  'OLLAMA-TYPE': [
    [['truncate', 'false']],
    [['messages.1.content', [{ type: 'text', text: 'x' }]]],
    [['messages.1.thinking', 'x']],
  ],
  'OLLAMA-TOOLS': [[['tools.0.function.parameters', undefined]]],
  'OLLAMA-MESSAGES': [[['messages', []]]],
  'OLLAMA-ROLE': [[['messages.0.role', 'developer']]],
  'OLLAMA-IMAGE': [[['messages.1.images', ['data:image/png;base64,aGk=']]]],
  'OLLAMA-CALLS': [
    [['messages.2.tool_calls.0.function.arguments', '{"a":1}']],
    [['messages.2.tool_calls.0.function.name', '']],
  ],
  'OLLAMA-BLANK': [[['messages.5.content', ' ']]],
  'OLLAMA-RESULTS': [
    [['messages.3.tool_name', 'other']],
    [['messages.4.tool_call_id', 'c1']],
    [['messages.4', { role: 'user', content: 'x' }]],
    [['messages.5', { role: 'tool', content: 'x', tool_name: 'look', tool_call_id: 'c3' }]],
    [['messages', (all: unknown[]) => all.slice(0, 4)]],
  ],
};

const mistral: Broken = {
  'MISTRAL-KEYS': [
    [['stream_options', {}]],
    [['messages.2.reasoning_content', 'x']],
    [['tools.0.function.kind', 'x']],
    [['messages.1.content.0.type', 'hologram']],
    [['messages.5.content', [{ type: 'thinking', thinking: 'hm' }]]],
    [['messages.6.content', [{ type: 'thinking', thinking: [] }]]],
  ],
  'MISTRAL-TEXT': [[['messages.6.content', half]]],
  'MISTRAL-ARGUMENTS': [
    [['messages.2.tool_calls.0.function.arguments', 'x']],
    [['messages.2.tool_calls.0.function.arguments', '[]']],
  ],
  'MISTRAL-R35': [[['messages.2.tool_calls.0.id', 'call_1']], [['messages.2.tool_calls.1.id', 'AbCdEf123']]],
  'MISTRAL-R36': [
    [['messages.1.role', 'tool']],
    [['messages.6.role', 'developer']],
    [['messages.6', { role: 'tool', tool_call_id: 'AbCdEf123', content: 'x' }]],
  ],
  'MISTRAL-R37': [[['messages.6', { role: 'assistant', content: 'end' }]]],
  'MISTRAL-R38': [
    [['messages.4.tool_call_id', 'ZzZzZz999']],
    [['messages.4', { role: 'user', content: 'no' }]],
    [['messages.4.tool_call_id', 'AbCdEf123']],
    [['messages.5', { role: 'tool', tool_call_id: 'ZzZzZz999', content: 'x' }]],
  ],
  'MISTRAL-R39': [[['messages.5.content', '']], [['messages.5.tool_calls', []]]],
  'MISTRAL-R40': [
    [['messages', []]],
    [['messages.0.content', '']],
    [['messages.6.content', ' ']],
    [['tools.0.function.name', 'a b']],
    [['messages', (all: unknown[]) => all.slice(5)]],
    [['tools.0.function.parameters', undefined]],
  ],
};

const alternating: Broken = {
  'TEMPLATE-R43': [
    [['messages', []]],
    [['messages.5', { role: 'user', content: 'x' }]],
    [['messages', (all: unknown[]) => all.slice(5)]],
    [['messages.5.role', 'user']],
  ],
  'TEMPLATE-SYSTEM': [[['messages.6.role', 'system']]],
  'TEMPLATE-END': [[['messages.7', { role: 'assistant', content: 'x' }]]],
  'TEMPLATE-EMPTY': [[['messages.5.content', '']], [['messages.6.content', ' ']]],
  'TEMPLATE-ARGUMENTS': [[['messages.2.tool_calls.0.function.arguments', 'x']]],
};

interface Subject {
  file: string;
  good: object;
  rules: Broken;
  check: (body: unknown) => RuleViolation[];
}

const subjects: Subject[] = [
  { file: 'openAiChat', good: chatBody('c1', 'c2'), rules: openAiChat, check: openAiChatViolations },
  { file: 'openAiResponses', good: responsesBody, rules: responses, check: openAiResponsesViolations },
  { file: 'anthropic', good: anthropicBody, rules: anthropic, check: anthropicViolations },
  { file: 'gemini', good: geminiBody, rules: gemini, check: (body) => geminiViolations(body, 'gemini-3-pro') },
  { file: 'ollama', good: ollamaBody, rules: ollama, check: ollamaViolations },
  { file: 'mistral', good: chatBody('AbCdEf123', 'XyZxYz789'), rules: mistral, check: mistralViolations },
  { file: 'alternating', good: chatBody('c1', 'c2'), rules: alternating, check: alternatingViolations },
];

function changed(good: object, changes: readonly Change[]): unknown {
  const body = structuredClone(good);
  for (const [path, value] of changes) {
    const keys = path.split('.');
    const last = keys.pop() as string;
    const holder = keys.reduce((at, key) => (at as Record<string, object>)[key] as object, body) as Record<
      string,
      unknown
    >;
    if (value === undefined) delete holder[last];
    else holder[last] = typeof value === 'function' ? value(holder[last]) : value;
  }
  return body;
}

describe.each(subjects)('the validator $file', ({ file, good, rules, check }) => {
  test('accepts a good request', () => {
    expect(check(good)).toEqual([]);
  });

  test.each(Object.entries(rules))('rejects what violates %s', (rule, broken) => {
    for (const changes of broken) {
      const found = check(changed(good, changes)).map((violation) => violation.rule);
      expect(found, JSON.stringify(changes)).toContain(rule);
    }
  });

  test('every rule is violated here', () => {
    const source = readFileSync(new URL(`./${file}.ts`, import.meta.url), 'utf8');
    const named = [...source.matchAll(/'((?:OPENAI|RESPONSES|ANTHROPIC|GEMINI|OLLAMA|MISTRAL|TEMPLATE)-[A-Z0-9]+)'/g)];
    expect([...new Set(named.map((match) => match[1]))].sort()).toEqual(Object.keys(rules).sort());
  });

  test('imports nothing from the program', () => {
    const source = readFileSync(new URL(`./${file}.ts`, import.meta.url), 'utf8');
    const imports = [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1]);
    expect(imports).toEqual(['./violation.ts']);
  });

  test('rejects anything that is not a request', () => {
    for (const body of [null, 7, 'x', [], {}, { messages: 7, input: 7, contents: 7 }])
      expect(check(body)).not.toEqual([]);
  });
});
