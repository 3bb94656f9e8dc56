// Requests to Anthropic: replies unchanged, cache markers, and options as each model accepts them.

import { describe, expect, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { repairMessages } from '../../../electron/conversation/repairMessages.ts';
import type { ModelRequest } from '../../../electron/ports/provider.ts';
import { anthropicAbilities } from '../../../electron/providers/anthropic/abilities.ts';
import { countDroppedThinking } from '../../../electron/providers/anthropic/replayed.ts';
import { anthropicBody } from '../../../electron/providers/anthropic/requestBody.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { efforts, type ModelOptions } from '../../../shared/features/models/modelOptions.ts';
import { cite } from '../../support/cite.ts';
import {
  assistantMessage,
  call,
  conversationOf,
  messageIdAt,
  toolMessage,
  userMessage,
} from '../../support/messageBuilder.ts';
import { anthropicThinkingViolations, anthropicViolations } from '../../support/validators/anthropic.ts';

type Row = Record<string, unknown>;
const model = 'claude-fable-5-1';
const tool = (name: string): ModelRequest['tools'][number] => ({
  type: 'function',
  function: { name, description: 'Looks.', parameters: { type: 'object', properties: {} } },
});

/** A stored reply of this model with thinking, text and calls. */
function thoughtful(n: number, calls: readonly string[] = [], of = { provider: 'p', model }): Message {
  const content = [
    { type: 'thinking', thinking: `thought ${n}`, signature: `c2ln${n}` },
    { type: 'text', text: `said ${n}`, citations: null },
    ...calls.map((id) => ({ type: 'tool_use', id, name: 'look', input: { n }, caller: { type: 'direct' } })),
  ];
  const made = calls.map((id) => call(id, 'look', `{"n": ${n}}`));
  return assistantMessage(`said ${n}`, made, { providerData: { anthropic: { ...of, content } } });
}

const history = conversationOf<Message>([
  userMessage('begin'),
  thoughtful(1, ['toolu_1', 'toolu_2']),
  toolMessage('toolu_1', 'A'),
  toolMessage('toolu_2', 'B'),
  thoughtful(2),
  userMessage('more'),
  thoughtful(3, ['toolu_3']),
  toolMessage('toolu_3', 'C'),
]);

function requestOf(messages: readonly Message[], marks = {}, more: Partial<ModelRequest> = {}): ModelRequest {
  const sent = toApiMessages(messages, { marks }).messages;
  return { model, system: 'You help.', messages: sent, tools: [tool('look')], ...more };
}

function bodyOf(request: ModelRequest): { messages: { role: string; content: Row[] }[] } & Row {
  const body = JSON.parse(JSON.stringify(anthropicBody(request, 'p'))) as ReturnType<typeof bodyOf>;
  expect(anthropicViolations(body)).toEqual([]);
  expect(anthropicThinkingViolations(body, given(history))).toEqual([]);
  return body;
}

function given(messages: readonly Message[]) {
  return messages.flatMap((message) => {
    const own = message.role === 'assistant' ? message.providerData?.anthropic : undefined;
    return own ? [own as { model: string; content: unknown[] }] : [];
  });
}

function replies(body: ReturnType<typeof bodyOf>): Row[][] {
  return body.messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
}

function thoughts(body: ReturnType<typeof bodyOf>): unknown[] {
  return replies(body)
    .flat()
    .flatMap((block) => (block.type === 'thinking' ? [block.thinking] : []));
}

describe('a reply', () => {
  test(cite('PROVIDER-7', 'is sent back to its model block for block, with every field'), () => {
    const request = requestOf(history);
    expect(replies(bodyOf(request))).toEqual(given(history).map(({ content }) => content));
    expect(countDroppedThinking(request, 'p')).toBe(0);
  });

  test(cite('PROVIDER-7', 'is sent to another model or provider with only its text and calls'), () => {
    for (const request of [requestOf(history, {}, { model: 'claude-opus-4-8' }), requestOf(history)]) {
      const body = anthropicBody(request, request.model === model ? 'q' : 'p');
      expect(anthropicViolations(body)).toEqual([]);
      expect(JSON.stringify(body)).not.toMatch(/thought|signature|caller|citations/);
      expect(body.messages[1]?.content.map(({ type }) => type)).toEqual(['text', 'tool_use', 'tool_use']);
      expect(countDroppedThinking(request, request.model === model ? 'q' : 'p')).toBe(0);
    }
  });

  test(cite('PROVIDER-7', 'has the call IDs of its results'), () => {
    const again = thoughtful(1, ['', 'toolu_1']) as Message & { role: 'assistant' };
    const renamed = again.tool_calls?.map((one, at) => ({ ...one, id: `call_${at}` }));
    const messages = conversationOf<Message>([
      ...history.slice(0, 5),
      userMessage('again'),
      { ...again, tool_calls: renamed ?? [] },
      toolMessage('call_0', 'D'),
      toolMessage('call_1', 'E'),
    ]);
    const body = JSON.parse(JSON.stringify(anthropicBody(requestOf(messages), 'p'))) as ReturnType<typeof bodyOf>;
    expect(anthropicViolations(body)).toEqual([]);
    expect(
      replies(body)
        .at(-1)
        ?.map(({ id }) => id),
    ).toEqual([undefined, undefined, 'call_0', 'call_1']);
    expect(thoughts(body)).toEqual(['thought 1', 'thought 2', 'thought 1']);
  });

  test(cite(['PROVIDER-7', 'SEQ-7'], 'with a hidden result in the middle is unchanged'), () => {
    const id = history[2]?.id as string;
    const body = bodyOf(requestOf(history, { [id]: { hidden: true, at: '' } }));
    expect(thoughts(body)).toEqual(['thought 1', 'thought 2', 'thought 3']);
    expect(body.thinking).toEqual({
      type: 'adaptive',
      display: 'summarized',
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    });
  });

  test(
    cite(['PROVIDER-7', 'SEQ-7'], 'that was hidden or changed is sent without its thinking, the others unchanged'),
    () => {
      const hidden = bodyOf(requestOf(history, { [history[1]?.id as string]: { hidden: true, at: '' } }));
      expect(thoughts(hidden)).toEqual(['thought 2', 'thought 3']);
      const changes: ((reply: Message & { role: 'assistant' }) => object)[] = [
        () => ({ content: 'said otherwise' }),
        ({ tool_calls: calls = [] }) => ({ tool_calls: [calls[0], call('toolu_2', 'look', '{"n": 7}')] }),
        ({ tool_calls: calls = [] }) => ({ tool_calls: [calls[0], call('toolu_2', 'other', '{"n": 1}')] }),
      ];
      for (const change of changes) {
        const reply = history[1] as Message & { role: 'assistant' };
        const edited = history.map((message) =>
          message === reply ? { ...reply, ...change(reply) } : message,
        ) as Message[];
        const request = requestOf(edited);
        expect(thoughts(bodyOf(request))).toEqual(['thought 2', 'thought 3']);
        expect(countDroppedThinking(request, 'p')).toBe(1);
      }
      const fewer = history
        .filter((_message, at) => at !== 3)
        .map((message) => {
          return message === history[1] && message.role === 'assistant'
            ? { ...message, tool_calls: message.tool_calls?.slice(0, 1) ?? [] }
            : message;
        });
      expect(thoughts(bodyOf(requestOf(fewer)))).toEqual(['thought 2', 'thought 3']);
    },
  );

  test(cite('SEQ-7', 'is sent without output-only content'), () => {
    const content = [
      { type: 'text', text: ' \n' },
      { type: 'thinking', thinking: 'cut', signature: '' },
      { type: 'redacted_thinking', data: '' },
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search' },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_search', input: {} },
      { type: 'text', text: 'Found.' },
      { type: 'thinking', thinking: 'and more', signature: 'c2ln' },
    ];
    const providerData = { anthropic: { provider: 'p', model, content } };
    const messages = conversationOf<Message>([
      userMessage('x'),
      assistantMessage(' \n\n\nFound.', [], { providerData }),
      userMessage('y'),
    ]);
    const body = anthropicBody(requestOf(messages), 'p');
    expect(anthropicViolations(body)).toEqual([]);
    expect(body.messages[1]?.content).toEqual([{ ...content[3], input: {} }, content[4], content[6]]);
  });

  test(cite('PROVIDER-7', 'may leave a search open next to its calls: a later reply has the results'), () => {
    const searching = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
    const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
    const use = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };
    const reply = (content: object[], text: string, ids: string[] = []): Message =>
      assistantMessage(
        text,
        ids.map((id) => call(id, 'look')),
        {
          providerData: { anthropic: { provider: 'p', model, content } },
        },
      );
    const messages = conversationOf<Message>([
      userMessage('x'),
      reply([searching, use], '', ['toolu_1']),
      toolMessage('toolu_1', 'A'),
      reply([found, { type: 'text', text: 'Both.' }], 'Both.'),
      userMessage('y'),
    ]);
    const sent = (count: number): unknown[] => {
      const body = anthropicBody(requestOf(messages.slice(0, count)), 'p');
      expect(anthropicViolations(body)).toEqual([]);
      return body.messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
    };
    expect(sent(3)).toEqual([[searching, use]]);
    expect(sent(5)).toEqual([
      [searching, use],
      [found, { type: 'text', text: 'Both.' }],
    ]);
    // The reply with the search is gone.
    const without = messages.filter((_message, at) => at !== 1 && at !== 2);
    expect(JSON.stringify(anthropicBody(requestOf(without), 'p'))).not.toContain('srvtoolu_1');
  });

  test(
    cite(['PROVIDER-7', 'SEQ-7'], 'is valid after a compaction, another answer, other tools or another prompt'),
    () => {
      const compaction = { firstKeptId: history[5]?.id ?? '', clearedIds: [], tokensBefore: 9, tokensAfter: 1 };
      const summary = {
        ...history[0],
        id: messageIdAt(99),
        role: 'system',
        partType: 'summary',
        content: 'We looked.',
        compaction,
      } as Message;
      const pinned = { [history[1]?.id as string]: { pinned: true, at: '' } };
      const changed: ModelRequest[] = [
        requestOf([...history, summary]),
        requestOf([...history, summary], pinned),
        requestOf([...history.slice(0, 5), userMessage('another')]),
        requestOf(history, {}, { tools: [] }),
        requestOf(history, {}, { tools: [tool('other'), tool('look')], system: 'You are somebody else.' }),
      ];
      const left = [['thought 3'], ['thought 3'], ['thought 1', 'thought 2']];
      for (const [at, request] of changed.entries()) {
        const body = bodyOf(request);
        expect(thoughts(body)).toEqual(left[at] ?? ['thought 1', 'thought 2', 'thought 3']);
        expect(body.thinking).toMatchObject({ block_binding: { prefix_mismatch_behavior: 'drop_block' } });
      }
    },
  );

  test('with a force-repaired history is valid', () => {
    const forced = repairMessages(requestOf(history).messages.slice(1));
    bodyOf({ ...requestOf(history), messages: forced });
  });
});

describe('the cache', () => {
  const marksIn = (body: unknown): number => JSON.stringify(body).split('"cache_control"').length - 1;
  const withoutMarks = (value: unknown): string =>
    JSON.stringify(value, (key, inner) => (key === 'cache_control' ? undefined : inner));

  test(cite('PROVIDER-6', 'has markers after the tools, the system prompt and the last two user messages'), () => {
    const body = bodyOf(requestOf(history));
    expect((body.tools as Row[]).at(-1)).toHaveProperty('cache_control', { type: 'ephemeral' });
    expect(body.system).toEqual([{ type: 'text', text: 'You help.', cache_control: { type: 'ephemeral' } }]);
    const marked = body.messages.flatMap(({ content }, at) => (content.at(-1)?.cache_control ? [at] : []));
    expect(marked).toEqual([4, 6]);
    expect(marksIn(body)).toBe(4);
  });

  test(
    cite(['PROVIDER-6', 'SEQ-1'], 'of a turn is hit by the next one: its beginning is the same except for markers'),
    () => {
      const counts = [1, 4, 6, 8];
      const bodies = counts.map((count) => bodyOf(requestOf(history.slice(0, count))));
      for (const [at, body] of bodies.entries()) {
        expect(marksIn(body)).toBeLessThanOrEqual(4);
        const before = bodies[at - 1];
        if (!before) continue;
        expect(withoutMarks(body.messages.slice(0, before.messages.length))).toBe(withoutMarks(before.messages));
        expect(withoutMarks([body.system, body.tools])).toBe(withoutMarks([before.system, before.tools]));
        // There is still a marker where the previous one ended.
        expect(body.messages[before.messages.length - 1]?.content.at(-1)).toHaveProperty('cache_control');
      }
      expect(JSON.stringify(bodyOf(requestOf(history)))).toBe(
        JSON.stringify(bodyOf(requestOf(structuredClone(history)))),
      );
    },
  );
});

describe('options', () => {
  const asked: ApiMessage[] = [{ role: 'user', content: 'hello' }];
  const optionsOf = (of: string, options: ModelOptions, messages = asked): Row => {
    const body = anthropicBody({ model: of, system: '', messages, tools: [], options }, 'p');
    expect(anthropicViolations(JSON.parse(JSON.stringify(body)))).toEqual([]);
    const { model: _model, messages: _messages, stream: _stream, ...rest } = body;
    return rest as unknown as Row;
  };
  const adaptive = { type: 'adaptive', display: 'summarized' };
  const binding = { block_binding: { prefix_mismatch_behavior: 'drop_block' } };

  const cases: [string, ModelOptions, Row][] = [
    ['claude-fable-5-2', {}, { max_tokens: 64_000, thinking: { ...adaptive, ...binding } }],
    ['claude-fable-5-2', { showThinking: false }, { max_tokens: 64_000, thinking: { type: 'adaptive', ...binding } }],
    ['claude-fable-5-2', { effort: 'none' }, { max_tokens: 64_000, thinking: { ...adaptive, ...binding } }],
    [
      'anthropic.claude-sonnet-5-5',
      { effort: 'max', temperature: 0.2 },
      { max_tokens: 64_000, thinking: { ...adaptive, ...binding }, output_config: { effort: 'max' } },
    ],
    ['claude-haiku-5-5', { effort: 'none' }, { max_tokens: 64_000, thinking: { type: 'disabled' } }],
    [
      'claude-opus-5',
      { effort: 'xhigh' },
      { max_tokens: 64_000, thinking: adaptive, output_config: { effort: 'xhigh' } },
    ],
    ['claude-opus-4-7', { effort: 'minimal', temperature: 1 }, { max_tokens: 64_000, thinking: adaptive }],
    ['claude-opus-4-7', { effort: 'none', temperature: 1 }, { max_tokens: 64_000 }],
    ['claude-opus-4-6', { effort: 'xhigh' }, { max_tokens: 64_000, thinking: adaptive }],
    [
      'claude-opus-4-6',
      { effort: 'max', temperature: 0.3 },
      { max_tokens: 64_000, thinking: adaptive, output_config: { effort: 'max' } },
    ],
    ['claude-sonnet-4-6', { temperature: 0.3 }, { max_tokens: 64_000, temperature: 0.3 }],
    ['claude-sonnet-4-6', { temperature: 1.5 }, { max_tokens: 64_000, thinking: adaptive }],
    [
      'claude-opus-4-5-20251101',
      { effort: 'medium' },
      {
        max_tokens: 32_000,
        thinking: { type: 'enabled', budget_tokens: 12_000 },
        output_config: { effort: 'medium' },
      },
    ],
    [
      'us.anthropic.claude-haiku-4-5-20251001-v1:0',
      { effort: 'high', temperature: 0.1 },
      { max_tokens: 32_000, thinking: { type: 'enabled', budget_tokens: 24_000 } },
    ],
    ['claude-sonnet-4-20250514', { temperature: 0.1 }, { max_tokens: 32_000, temperature: 0.1 }],
    [
      'claude-3-7-sonnet-20250219',
      { effort: 'low', maxOutputTokens: 3000 },
      { max_tokens: 3000, thinking: { type: 'enabled', budget_tokens: 1976 } },
    ],
    ['claude-3-7-sonnet-latest', { effort: 'low', maxOutputTokens: 2000 }, { max_tokens: 2000 }],
    ['claude-3-5-haiku-latest', { effort: 'high', maxOutputTokens: 50_000 }, { max_tokens: 8192 }],
    ['claude-3-haiku-20240307', {}, { max_tokens: 4096 }],
    ['anthropic/claude-opus-4.1', { maxOutputTokens: 64_000 }, { max_tokens: 32_000 }],
    ['claude-mythos-preview', { effort: 'xhigh' }, { max_tokens: 64_000, thinking: adaptive }],
    ['kimi-k3', { effort: 'high', temperature: 1.4 }, { max_tokens: 32_000, temperature: 1.4 }],
  ];
  test.each(cases)('%s with %j', (of, options, expected) => {
    expect(optionsOf(of, options)).toEqual(expected);
  });

  test('options offered for a model are what it receives', () => {
    for (const of of [
      'claude-fable-5-2',
      'claude-opus-5',
      'claude-opus-4-6',
      'claude-haiku-4-5',
      'claude-3-opus',
      'x',
    ]) {
      const plain = JSON.stringify(optionsOf(of, {}));
      const { efforts: taken, temperature, maxOutputTokens } = anthropicAbilities(of);
      for (const effort of efforts) {
        const isTaken = JSON.stringify(optionsOf(of, { effort })) !== plain;
        // A model without thinking of its own does none by default.
        if (effort !== 'none') expect(isTaken, `${of} ${effort}`).toBe(taken.includes(effort));
        if (isTaken) expect(taken).toContain(effort);
      }
      expect('temperature' in optionsOf(of, { temperature: 0.5 })).toBe(temperature);
      if (maxOutputTokens !== null)
        expect(optionsOf(of, { maxOutputTokens: 900_000 }).max_tokens).toBe(maxOutputTokens);
    }
  });

  test(cite('SEQ-7', 'a model with a thinking budget does not start thinking between calls and their results'), () => {
    const of = 'claude-sonnet-4-5';
    const own = conversationOf<Message>([
      userMessage('x'),
      thoughtful(1, ['a'], { provider: 'p', model: of }),
      toolMessage('a', 'A'),
    ]);
    const request = (messages: Message[]): ModelRequest => ({
      ...requestOf(messages),
      model: of,
      options: { effort: 'low' },
    });
    expect(anthropicBody(request(own), 'p').thinking).toEqual({ type: 'enabled', budget_tokens: 4000 });
    expect(anthropicBody(request(history.slice(0, 4)), 'p').thinking).toBeUndefined();
    expect(anthropicBody(request(history.slice(0, 6)), 'p').thinking).toEqual({ type: 'enabled', budget_tokens: 4000 });
  });

  test(cite('SEQ-7', 'disabled thinking is not sent back'), () => {
    const of = 'claude-haiku-5-5';
    const own = conversationOf<Message>([
      userMessage('x'),
      thoughtful(1, ['a'], { provider: 'p', model: of }),
      toolMessage('a', 'A'),
    ]);
    const body = anthropicBody({ ...requestOf(own), model: of, options: { effort: 'none' } }, 'p');
    expect(anthropicViolations(body)).toEqual([]);
    expect(JSON.stringify(body)).not.toContain('signature');
  });
});

describe('tools', () => {
  const toolsOf = (more: Partial<ModelRequest>, search = true): Row[] => {
    const body = anthropicBody(
      { model, system: '', messages: [{ role: 'user', content: 'x' }], tools: [], ...more },
      'p',
      {
        search,
      },
    );
    expect(anthropicViolations(body)).toEqual([]);
    return (body.tools ?? []) as unknown as Row[];
  };

  test("the provider's search is included only when enabled", () => {
    const tools = [tool('look'), tool('web_search')];
    expect(toolsOf({ tools }).map(({ type }) => type)).toEqual([undefined, undefined]);
    expect(toolsOf({ tools, options: { providerSearch: true } }, false)).toHaveLength(2);
    const [own, search, ...more] = toolsOf({ tools, options: { providerSearch: true } });
    expect(more).toEqual([]);
    expect(own).toMatchObject({ name: 'look' });
    expect(search).toMatchObject({ type: 'web_search_20260318', name: 'web_search', allowed_callers: ['direct'] });
    const older = toolsOf({ model: 'claude-3-7-sonnet-latest', options: { providerSearch: true } });
    expect(older).toMatchObject([{ type: 'web_search_20250305', max_uses: 8 }]);
    expect(toolsOf({ model: 'kimi-k3', options: { providerSearch: true } })).toEqual([]);
  });

  test(cite('SEQ-7', 'a schema that is not a plain object is made one'), () => {
    const schemas = [true, { type: 'string' }, {}, { anyOf: [{ type: 'object' }], properties: { a: {} } }, null];
    const tools = schemas.map((parameters, at) => {
      const made = tool(`t${at}`);
      return { ...made, function: { ...made.function, parameters: parameters as unknown as Row } };
    });
    const sent = toolsOf({ tools }).map(({ input_schema: schema }) => schema);
    expect(sent[0]).toEqual({ type: 'object', properties: {} });
    expect(sent[3]).toEqual({ type: 'object', properties: { a: {} } });
  });
});
