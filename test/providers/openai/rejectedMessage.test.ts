import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../../electron/ports/provider.ts';
import { checkLimits, limitsOf } from '../../../electron/providers/http/limits.ts';
import { rejectedItem } from '../../../electron/providers/http/rejectedMessage.ts';
import { cite } from '../../support/cite.ts';

const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'f', arguments: '{}' } });

/** The positions in each way of counting are next to the messages. */
const request: ModelRequest = {
  model: 'm',
  system: 'You help.',
  messages: [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'text', tool_calls: [call('call_first_1'), call('call_second_2')] },
    { role: 'tool', tool_call_id: 'call_first_1', content: 'r1' },
    { role: 'tool', tool_call_id: 'call_second_2', content: 'r2' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', hash: 'h', mediaType: 'image/png', data: 'AAAA' },
      ],
    },
  ],
  tools: [],
};

describe('which item a rejection names', () => {
  const cases: [string, unknown, object | undefined][] = [
    [
      'OpenAI, a field',
      { message: "Invalid 'messages[2].tool_calls[0].id': too long", param: null },
      { message: 1, field: 'tool_calls[0].id' },
    ],
    [
      'OpenAI, the param alone',
      { message: 'Invalid value.', param: 'messages.[3].content' },
      { message: 2, field: 'content' },
    ],
    ['the system prompt', { message: "Invalid 'messages[0].content'" }, undefined],
    ['a place that is not there', { message: "Invalid 'messages[17].content'" }, undefined],
    [
      'FastAPI',
      { detail: [{ loc: ['body', 'messages', 1, 'content'], msg: 'bad' }] },
      { message: 0, field: 'content' },
    ],
    [
      'FastAPI inside a string',
      '{"detail":[{"loc":["body","messages",1,"content"]}]}',
      { message: 0, field: 'content' },
    ],
    [
      'Anthropic, a message',
      { message: 'messages.1: `tool_use` ids were found without `tool_result` blocks' },
      { message: 1 },
    ],
    [
      'Anthropic, a block of results',
      { message: 'messages.2.content.1: unexpected `tool_use_id` found in `tool_result`' },
      { message: 3, field: 'content.1' },
    ],
    [
      'Anthropic, a call',
      { message: 'messages.1.content.2: `tool_use` ids must be unique' },
      { message: 1, field: 'tool_calls[1]' },
    ],
    [
      'Moonshot',
      { message: "Invalid request: the message at position 2 with role 'assistant' must not be empty" },
      { message: 1 },
    ],
    ['one that counts from one', { message: "the message at position 3 with role 'assistant' is bad" }, { message: 1 }],
    ['Responses, a call', { message: "Invalid 'input[3].call_id'" }, { message: 1, field: 'tool_calls[1]' }],
    [
      'Responses, a result',
      { message: "Invalid 'input[4].output'", param: 'input[4].output' },
      { message: 2, field: 'output' },
    ],
    [
      'a call id',
      { message: 'No tool output found for function call call_second_2.' },
      { toolCallId: 'call_second_2' },
    ],
    [
      'a tool',
      { message: "Invalid schema for 'tools[1].function.parameters'" },
      { field: 'tools[1].function.parameters' },
    ],
    ['an image', { message: 'Could not process image' }, { message: 4, field: 'image' }],
    ['nothing', { message: 'Something is wrong.' }, undefined],
  ];
  for (const [name, error, item] of cases) {
    test(cite('SEQ-9', name), () => expect(rejectedItem(400, error, request).item).toEqual(item));
  }

  const tools = ['read_file', 'mcp__s__find', 'mcp__s__say'].map((name) => ({
    type: 'function' as const,
    function: { name, description: '', parameters: {} },
  }));
  const ofTools: [string, unknown, object | undefined][] = [
    [
      'OpenAI, by its name',
      {
        message: "Invalid schema for function 'mcp__s__find': array schema missing items.",
        param: 'tools[1].function.parameters',
      },
      { tool: 'mcp__s__find' },
    ],
    [
      'OpenAI, by its place',
      { message: 'Invalid value.', param: 'tools[2].function.parameters' },
      { tool: 'mcp__s__say' },
    ],
    [
      'Anthropic',
      {
        message: "tools.1.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
      },
      { tool: 'mcp__s__find' },
    ],
    [
      'Google',
      {
        message:
          '* GenerateContentRequest.tools[0].function_declarations[2].parameters.properties[a].items: missing field.',
      },
      { tool: 'mcp__s__say' },
    ],
    ['FastAPI', { detail: [{ loc: ['body', 'tools', 1, 'function'], msg: 'bad' }] }, { tool: 'mcp__s__find' }],
    ['one that is not there', { message: 'tools.9.custom.input_schema' }, { field: 'tools[9].custom.input_schema' }],
    [
      'a call of a tool',
      { message: "Invalid 'messages[2].tool_calls[0].id'" },
      { message: 1, field: 'tool_calls[0].id' },
    ],
  ];
  test.each(ofTools)(cite(['SEQ-9', 'MCP-10'], 'a tool: %s'), (_about, error, item) => {
    expect(rejectedItem(400, error, { ...request, tools }).item).toEqual(item);
  });

  test('responses other than a rejected request name nothing', () => {
    expect(rejectedItem(500, { message: "'messages[2]'" }, request)).toEqual({});
    expect(rejectedItem(400, { message: "'messages[2]'" }, undefined)).toEqual({});
  });
});

describe('oversized items are found before sending', () => {
  const check = (made: Partial<ModelRequest>, host = 'example.com') =>
    checkLimits({ ...request, ...made }, limitsOf(host), host, async (sent) => Buffer.byteLength(JSON.stringify(sent)));
  const tool = { type: 'function' as const, function: { name: 'f', description: '', parameters: {} } };
  const image = (mediaType: string, bytes: number) => ({
    role: 'user' as const,
    content: [{ type: 'image' as const, hash: 'h', mediaType, data: 'A'.repeat(Math.ceil((bytes * 4) / 3)) }],
  });
  const megabyte = 1024 * 1024;

  test(cite('SEQ-8', 'an ordinary request passes'), async () => expect(await check({})).toMatchObject({ ok: true }));

  const cases: [string, Partial<ModelRequest>, string, object | undefined][] = [
    ['tools', { tools: Array.from({ length: 129 }, () => tool) }, '129 tools', undefined],
    [
      'one text',
      { messages: [{ role: 'user', content: 'x'.repeat(10 * megabyte + 1) }] },
      'million characters',
      { message: 0, field: 'content' },
    ],
    ['a type of image', { messages: [image('image/tiff', 10)] }, 'image/tiff', { message: 0, field: 'image' }],
    [
      'an image',
      { messages: [{ role: 'user', content: 'a' }, image('image/png', 21 * megabyte)] },
      '21 MB',
      { message: 1, field: 'image' },
    ],
    [
      'the body',
      {
        messages: Array.from({ length: 5 }, (_, n) => ({
          role: 'user' as const,
          content: 'x'.repeat((n === 2 ? 9 : 7) * megabyte),
        })),
      },
      '37 MB',
      { message: 2 },
    ],
  ];
  for (const [name, made, words, item] of cases) {
    test(cite('SEQ-8', name), async () => {
      const checked = await check(made);
      expect(checked).toMatchObject({ ok: false, error: { code: 'REQUEST_TOO_LARGE' } });
      if (!checked.ok) {
        expect(checked.error.message).toContain(words);
        expect(checked.error.details?.item).toEqual(item);
      }
    });
  }

  test(cite('SEQ-8', 'limits differ by provider'), async () => {
    const nine = Array.from({ length: 9 }, () => image('image/png', 10));
    expect(await check({ messages: nine })).toMatchObject({ ok: true });
    expect(await check({ messages: nine }, 'api.mistral.ai')).toMatchObject({ ok: false });
  });
});
