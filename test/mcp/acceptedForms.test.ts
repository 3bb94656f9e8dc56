// What servers actually send: null for missing values, parts outside of the protocol, unusable list entries. None of it
// costs a server, a tool, or the result of a completed call.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { normalizeBase64 } from '../../electron/mcp/connection/received/usableBlocks.ts';
import { withoutNulls } from '../../electron/mcp/connection/received/withoutNulls.ts';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import { textOf } from '../../shared/core/sentence.ts';
import { cite } from '../support/cite.ts';
import { type Answers, answersScript, startAnswers } from '../support/mcp/answersServer.ts';
import { globalServer, type McpApp, offeredNames, startMcpApp } from '../support/mcp/mcpApp.ts';
import { tempFolder } from '../support/tempFolder.ts';

type Reach = 'stdio' | 'json' | 'sse';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const object = { type: 'object', properties: {} };
const kept = { type: 'text', text: 'KEEP' };

async function configuration(answers: Answers, reach: Reach): Promise<object> {
  if (reach !== 'stdio') {
    const server = await startAnswers(answers, reach);
    onTestFinished(server.close);
    return { type: 'http', url: server.url };
  }
  const file = path.join(tempFolder(), 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  return { command: process.execPath, args: [answersScript, file] };
}

/** An app with one server, which a turn has started. */
async function withServer(answers: Answers, reach: Reach = 'stdio'): Promise<{ app: McpApp; id: string }> {
  const app = await startMcpApp();
  await app.save('s', await configuration(answers, reach));
  return { app, id: await app.start() };
}

async function resultsOf(app: McpApp, id: string, names: readonly string[]): Promise<Map<string, ToolMessage>> {
  const results = await app.calls(
    id,
    names.map((name) => [`mcp__s__${name}`, {}]),
  );
  return new Map(names.map((name, at) => [name, results[at] as ToolMessage]));
}

const nulls: Answers = {
  initialize: {
    instructions: null,
    _meta: null,
    capabilities: {
      tools: { listChanged: null },
      logging: null,
      prompts: {},
      resources: {},
      completions: {},
      tasks: null,
    },
    serverInfo: { name: 'nulls', version: '1', title: null, websiteUrl: null, icons: null },
  },
  results: {
    'tools/list': {
      tools: [
        {
          name: 'bare',
          description: null,
          title: null,
          annotations: null,
          outputSchema: null,
          execution: null,
          icons: null,
          _meta: null,
          inputSchema: object,
        },
        {
          name: 'inner',
          annotations: { title: null, readOnlyHint: null },
          inputSchema: { ...object, required: null, description: null, additionalProperties: null, $defs: null },
        },
        {
          name: 'property',
          inputSchema: {
            type: 'object',
            properties: { a: null, b: { type: 'string', description: null, default: null, enum: ['x', null] } },
          },
        },
        ...['isError', 'structured', 'annotations', 'meta', 'error', 'data', 'nothing'].map((name) => ({
          name,
          inputSchema: object,
        })),
      ],
      nextCursor: null,
      _meta: null,
    },
    'prompts/list': {
      prompts: [
        { name: 'p', title: null, description: null, arguments: [{ name: 'x', description: null, required: null }] },
        { name: 'q', arguments: null },
      ],
      nextCursor: null,
    },
    'prompts/get': {
      description: null,
      messages: [{ role: 'user', content: { ...kept, annotations: null, _meta: null } }],
      _meta: null,
    },
    'resources/list': {
      resources: [{ uri: 'demo://a', name: 'a', mimeType: null, size: null, annotations: null }],
      nextCursor: null,
    },
    'resources/templates/list': {
      resourceTemplates: [{ uriTemplate: 'demo://{x}', name: 't', description: null }],
      nextCursor: null,
    },
    'resources/read': { contents: [{ uri: 'demo://a', mimeType: null, text: 'KEEP', blob: null, _meta: null }] },
    'completion/complete': { completion: { values: ['KEEP'], total: null, hasMore: null } },
  },
  calls: {
    isError: { content: [kept], isError: null },
    structured: { content: [kept], structuredContent: null },
    annotations: {
      content: [
        { ...kept, annotations: null, _meta: null },
        { type: 'resource_link', uri: 'a:b', name: 'KEEP', description: null, size: null },
      ],
    },
    meta: { content: [kept], _meta: null },
    data: { content: [], structuredContent: { KEEP: null, list: [null], inner: { isError: null } } },
    nothing: null,
  },
  messages: { error: { result: { content: [kept] }, error: null, method: null } },
};

describe.each<Reach>(['stdio', 'json', 'sse'])('null for missing values, over %s', (reach) => {
  test(cite('MCP-10', 'a server that writes null for missing values is fully usable, and its data keeps its nulls'), {
    tags: ['all'],
  }, async () => {
    const { app, id } = await withServer(nulls, reach);
    const names = ['bare', 'inner', 'property', ...Object.keys(nulls.calls ?? {}), 'error'];
    const results = await resultsOf(app, id, names);
    for (const name of ['isError', 'structured', 'annotations', 'meta', 'error', 'data']) {
      expect(results.get(name), name).toMatchObject({ outcome: 'ok', content: expect.stringContaining('KEEP') });
    }
    expect(results.get('nothing')).toMatchObject({ outcome: 'ok', content: '[The tool returned no content.]' });
    expect(JSON.parse(results.get('data')?.content as string)).toEqual({
      KEEP: null,
      list: [null],
      inner: { isError: null },
    });
    const info = await app.info('s');
    expect(info).toMatchObject({
      state: 'ready',
      notices: [],
      serverName: 'nulls',
      promptCount: 2,
      resourceCount: 2,
    });
    expect(info.tools).toHaveLength(10);
    const offered = app.model.requests
      .at(-1)
      ?.body.tools?.find(({ function: { name } }) => name === 'mcp__s__property');
    expect(offered?.function.parameters).toMatchObject({
      properties: { a: {}, b: { type: ['string', 'null'], default: null, enum: ['x', null] } },
    });

    app.model.push({ text: 'Done.' }, { text: 'Done.' });
    await app.turn(id, '/s:p x=1');
    await app.turn(id, 'see @s:demo://a');
    const sent = JSON.stringify(app.model.requests.at(-1)?.body.messages);
    expect(sent).toContain('KEEP');
    expect(sent).not.toContain('[The result has');
    expect(app.model.requests.at(-2)?.body.messages.at(-1)?.content).toContain('KEEP');
    const projectId = (await app.call('app.open', {})).startProjectId;
    const completed = await app.call('slash.complete', {
      projectId,
      name: 's:p',
      argument: 'x',
      text: '',
      given: {},
    });
    expect(completed).toEqual({ values: ['KEEP'] });
  });
});

test(cite('MCP-10', "null is removed from the protocol's optional fields, and from nothing else"), () => {
  const data = { a: null, list: [null, { b: null }], required: null };
  const constants = { default: null, const: null, enum: [null], examples: [null] };
  const schema = { ...constants, properties: { default: { type: 'string' }, a: { ...constants } }, anyOf: [constants] };
  const message = {
    result: {
      structuredContent: data,
      _meta: data,
      content: [{ type: 'tool_use', input: data }],
      tools: [{ inputSchema: schema }],
    },
    params: { level: 'info', data: null, metadata: data },
  };
  expect(withoutNulls(message)).toEqual(message);
  expect(withoutNulls(message)).toBe(message);
  const given = {
    id: null,
    result: {
      a: { b: null, c: [{ d: null, e: 1 }] },
      tools: [{ outputSchema: { properties: { x: null }, items: null } }],
    },
  };
  expect(withoutNulls(given)).toEqual({
    result: { a: { c: [{ e: 1 }] }, tools: [{ outputSchema: { properties: { x: {} } } }] },
  });
});

const odd: readonly { name: string; result: unknown; says: readonly string[]; images?: number }[] = [
  {
    name: 'dataUrl',
    result: { content: [kept, { type: 'image', data: `data:image/png;base64,${png}`, mimeType: 'image/png' }] },
    says: ['KEEP'],
    images: 1,
  },
  {
    name: 'dataUrlOnly',
    result: { content: [kept, { type: 'image', data: `data:image/png;base64,${png}` }] },
    says: ['KEEP'],
    images: 1,
  },
  {
    name: 'urlSafe',
    result: {
      content: [
        kept,
        {
          type: 'image',
          data: png.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
          mimeType: 'image/png',
        },
      ],
    },
    says: ['KEEP'],
    images: 1,
  },
  {
    name: 'wrapped',
    result: { content: [kept, { type: 'image', data: png.replace(/(.{60})/g, '$1\n'), mimeType: 'image/png' }] },
    says: ['KEEP'],
    images: 1,
  },
  { name: 'noType', result: { content: [kept, { type: 'image', data: png }] }, says: ['KEEP'], images: 1 },
  {
    name: 'wrongType',
    result: { content: [kept, { type: 'image', data: png, mimeType: 'application/octet-stream' }] },
    says: ['KEEP'],
    images: 1,
  },
  {
    name: 'anthropicImage',
    result: { content: [kept, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }] },
    says: ['KEEP'],
    images: 1,
  },
  {
    name: 'openAiImage',
    result: { content: [kept, { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }] },
    says: ['KEEP'],
    images: 1,
  },
  {
    name: 'imageAddress',
    result: { content: [kept, { type: 'image', data: 'https://example.com/a.png' }] },
    says: ['KEEP', 'https://example.com/a.png'],
  },
  {
    name: 'noBase64',
    result: { content: [kept, { type: 'image', data: '<svg>', mimeType: 'image/svg+xml' }] },
    says: ['KEEP', 'not base64', '<svg>'],
  },
  {
    name: 'noData',
    result: { content: [kept, { type: 'image', mimeType: 'image/png' }] },
    says: ['KEEP', 'an image', 'no data'],
  },
  { name: 'audio', result: { content: [kept, { type: 'audio', data: 'AAAA' }] }, says: ['KEEP', 'Audio'] },
  {
    name: 'unknownType',
    result: { content: [kept, { type: 'chart', points: [1, 2] }] },
    says: ['KEEP', '"chart"', '[1,2]'],
  },
  { name: 'unknownWithText', result: { content: [kept, { type: 'markdown', text: 'MORE' }] }, says: ['KEEP', 'MORE'] },
  { name: 'untyped', result: { content: [{ text: 'KEEP' }] }, says: ['KEEP'] },
  {
    name: 'linkWithoutName',
    result: { content: [kept, { type: 'resource_link', uri: 'file:///a/b.txt' }] },
    says: ['KEEP', 'b.txt', 'file:///a/b.txt'],
  },
  {
    name: 'linkWithoutAddress',
    result: { content: [kept, { type: 'resource_link', name: 'x' }] },
    says: ['KEEP', 'no address'],
  },
  {
    name: 'resourceWithoutAddress',
    result: { content: [kept, { type: 'resource', resource: { text: 'MORE' } }] },
    says: ['KEEP', 'MORE'],
  },
  {
    name: 'emptyResource',
    result: { content: [kept, { type: 'resource', resource: { uri: 'a:b' } }] },
    says: ['KEEP', 'neither text nor data'],
  },
  { name: 'nullText', result: { content: [kept, { type: 'text', text: null }] }, says: ['KEEP'] },
  { name: 'numberText', result: { content: [kept, { type: 'text', text: 42 }] }, says: ['KEEP', '42'] },
  { name: 'objectText', result: { content: [kept, { type: 'text', text: { a: 1 } }] }, says: ['KEEP', '{"a":1}'] },
  { name: 'string', result: { content: 'KEEP' }, says: ['KEEP'] },
  { name: 'onePart', result: { content: kept }, says: ['KEEP'] },
  { name: 'strings', result: { content: ['KEEP', null, 7] }, says: ['KEEP', '7'] },
  { name: 'bareString', result: 'KEEP', says: ['KEEP'] },
  { name: 'bareList', result: [kept], says: ['KEEP'] },
  { name: 'noContent', result: { result: 'KEEP' }, says: ['KEEP'] },
  { name: 'otherFields', result: { rows: ['KEEP'], count: 1 }, says: ['{"rows":["KEEP"],"count":1}'] },
  { name: 'structuredList', result: { content: [kept], structuredContent: [1, 2] }, says: ['KEEP', '[1,2]'] },
  {
    name: 'structuredTold',
    result: { content: [{ type: 'text', text: '[1, 2]' }], structuredContent: [1, 2] },
    says: ['[1, 2]'],
  },
  { name: 'structuredText', result: { content: [kept], structuredContent: 'MORE' }, says: ['KEEP', 'MORE'] },
  { name: 'oddMeta', result: { content: [{ ...kept, annotations: 'none', _meta: [] }], _meta: 'x' }, says: ['KEEP'] },
];

test(cite('MCP-10', 'one odd part of a result affects nothing else, and is reported if it cannot be shown'), {
  tags: ['all'],
}, async () => {
  const { app, id } = await withServer({ calls: Object.fromEntries(odd.map(({ name, result }) => [name, result])) });
  const results = await resultsOf(
    app,
    id,
    odd.map(({ name }) => name),
  );
  for (const { name, says, images = 0 } of odd) {
    const { outcome, content, attachments = [] } = results.get(name) as ToolMessage;
    expect({ name, outcome, images: attachments.length }).toEqual({ name, outcome: 'ok', images });
    for (const words of says) expect(content, name).toContain(words);
  }
  expect(results.get('structuredTold')?.content).toBe('[1, 2]');
});

test.each([
  ['QQ', 'QQ=='],
  ['-_ \n8=', '+/8='],
  ['QQ=Q', null],
  // A hang fails by the test's own time limit.
  [`${'='.repeat(200_000)}A`, null],
])(cite('MCP-10', 'base64 without padding, or URL-safe, is data; other text is not (%#)'), (given, data) => {
  expect(normalizeBase64(given)).toBe(data);
});

test(cite('MCP-10', 'a failure reported by a server stays one, in whatever form'), async () => {
  const { app, id } = await withServer({
    calls: { isTrue: { content: [kept], isError: 'true' } },
    messages: {
      textError: { error: 'KEEP' },
      noCode: { error: { message: 'KEEP' } },
      noMessage: { error: { code: -1, data: 'KEEP' } },
      emptyError: { error: {}, result: { content: [kept] } },
      noVersion: { jsonrpc: null, result: { content: [kept] } },
    },
  });
  const failing = ['isTrue', 'textError', 'noCode', 'noMessage'];
  const results = await resultsOf(app, id, [...failing, 'emptyError', 'noVersion']);
  for (const [name, { outcome, content }] of results) {
    expect({ name, outcome }).toEqual({ name, outcome: failing.includes(name) ? 'error' : 'ok' });
    expect(content).toContain('KEEP');
  }
});

test(cite('MCP-10', 'an unusable list entry is reported, and the rest of the list is used'), {
  tags: ['all'],
}, async () => {
  const { app, id } = await withServer({
    results: {
      'tools/list': {
        tools: [
          { name: 'good', inputSchema: object },
          { name: 'oddTitle', title: 5, description: ['x'], annotations: 'y', inputSchema: object },
          { name: 'noSchema' },
          { name: 'untyped', inputSchema: { properties: { a: { type: 'string' } } } },
          { description: 'NAMELESS', inputSchema: object },
          'just a word',
          null,
          null,
        ],
      },
      'prompts/list': {
        prompts: [
          { name: 'good', arguments: { odd: true } },
          { name: 'half', arguments: [{ name: 'a' }, {}] },
          { title: 'NO NAME' },
        ],
      },
      'resources/list': { resources: [{ uri: 'demo://a' }, { name: 'ADDRESSLESS' }] },
      'resources/templates/list': { resourceTemplates: 'none' },
    },
  });
  const [said] = await app.calls(id, [['mcp__s__noSchema', { a: 1 }]]);
  expect(said).toMatchObject({ outcome: 'ok', content: 'called with {"a":1}' });
  await expect.poll(async () => (await app.info('s')).resourceCount).toBe(1);
  const info = await app.info('s');
  expect(info.tools.map(({ name }) => name)).toEqual(['good', 'noSchema', 'oddTitle', 'untyped']);
  expect(info.prompts.map(({ name, hint }) => `${name} ${hint}`)).toEqual(['good ', 'half [a]']);
  const notices = info.notices.map(textOf);
  for (const words of ['noSchema', 'NAMELESS', 'just a word', 'null', 'half', 'NO NAME', 'ADDRESSLESS']) {
    expect(
      notices.filter((notice) => notice.includes(words)),
      words,
    ).toHaveLength(1);
  }
  expect(notices).toHaveLength(7);
});

test(cite('MCP-10', 'a server of revision 2026-07-28 may omit required fields, and list odd entries'), async () => {
  const capabilities = { tools: {}, prompts: {}, resources: {} };
  const { app, id } = await withServer(
    {
      results: {
        'server/discover': { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities },
        'tools/list': {
          _meta: 'odd',
          tools: [
            { name: 'typed', inputSchema: object },
            { name: 'untyped', title: 5, inputSchema: object },
            { name: 'bare' },
          ],
        },
        'prompts/list': { prompts: [{ name: 'good' }, { name: 5 }] },
        'resources/list': { resources: [{ uri: 'demo://a' }] },
        'resources/templates/list': {},
      },
      calls: {
        typed: { resultType: 'complete', content: [kept] },
        untyped: { content: [kept], isError: null },
        bare: { resultType: 'finished', content: 'KEEP' },
      },
    },
    'json',
  );
  const results = await resultsOf(app, id, ['typed', 'untyped', 'bare']);
  for (const { outcome, content } of results.values())
    expect({ outcome, content }).toEqual({ outcome: 'ok', content: 'KEEP' });
  await expect.poll(async () => (await app.info('s')).resourceCount).toBe(1);
  expect((await app.info('s')).prompts.map(({ name }) => name)).toEqual(['good']);
});

test(cite('MCP-10', "a server's form may use null for what it omits"), async () => {
  const params = {
    mode: 'form',
    message: 'Where to?',
    _meta: null,
    requestedSchema: {
      type: 'object',
      title: null,
      properties: {
        city: { type: 'string', title: null, description: null, default: null, minLength: null },
        nights: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null, title: 'Nights' },
        mail: { type: ['string', 'null'] },
      },
      required: null,
    },
  };
  const { app, id } = await withServer({ asks: { ask: { method: 'elicitation/create', params } } });
  const asked = app.event('call.asking');
  const result = app.calls(id, [['mcp__s__ask', {}]]);
  const { question } = await asked;
  expect(question.fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'city text',
    'nights integer',
    'mail text',
  ]);
  const { questionId } = question;
  await app.call('question.answer', { conversationId: id, questionId, action: 'accept', values: { city: 'Bern' } });
  const [answered] = await result;
  expect(JSON.parse(answered?.content as string)).toEqual({ action: 'accept', content: { city: 'Bern' } });
});

const branches = [
  { properties: { a: { type: 'string' } }, required: ['a'] },
  { properties: { b: { type: 'string' } }, required: ['b'] },
];

test(cite(
  ['MCP-10', 'MCP-2'],
  'schemas that providers reject are sent in a form that they accept, and losses are reported',
), { tags: ['all'] }, async () => {
  const schemas: Record<string, unknown> = {
    anyOf: { type: 'object', anyOf: branches },
    noItems: { type: 'object', properties: { tags: { type: 'array' } } },
    draft4: { type: 'object', properties: { a: { type: 'integer', minimum: 0, exclusiveMinimum: true } } },
    grammar: { type: 'object', properties: { a: { type: 'string', pattern: '^(?!x)', maxLength: 10_000 } } },
    outside: { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } },
    large: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 300 }, (_, at) => [`p${at}`, { type: 'string', description: 'x'.repeat(6000) }]),
      ),
    },
  };
  const tools = Object.entries(schemas).map(([name, inputSchema]) => ({ name, inputSchema }));
  const { app, id } = await withServer({ results: { 'tools/list': { tools } } });
  const [said] = await app.calls(id, [['mcp__s__anyOf', { b: 'x' }]]);
  expect(said?.content).toBe('called with {"b":"x"}');
  const offered = new Map(
    app.model.requests.at(-1)?.body.tools?.map(({ function: tool }) => [tool.name, tool.parameters]),
  );
  expect(offered.get('mcp__s__anyOf')).toMatchObject({
    properties: { a: { type: 'string' }, b: { type: 'string' } },
  });
  expect(offered.get('mcp__s__draft4')).toMatchObject({ properties: { a: { exclusiveMinimum: 0 } } });
  expect(Object.keys((offered.get('mcp__s__large') as { properties: object }).properties)).toHaveLength(300);
  const notices = (await app.info('s')).notices.map(textOf);
  expect(notices.toSorted()).toEqual([expect.stringContaining('large'), expect.stringContaining('outside')]);
});

test(
  cite(
    ['MCP-10', 'SEQ-1'],
    'parameters with names that providers reject are renamed, and their server gets the original',
  ),
  async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        'filter[name]': { type: 'string', description: 'Which.' },
        list: {
          type: 'array',
          items: { type: 'object', properties: { 名称: { type: 'integer' } }, required: ['名称'] },
        },
      },
      required: ['filter[name]'],
    };
    const { app, id } = await withServer({ results: { 'tools/list': { tools: [{ name: 'find', inputSchema }] } } });
    const args = { filter_name_259d80: 'x', list: [{ p_d44e9b: 7 }] };
    const [said] = await app.calls(id, [['mcp__s__find', args]]);
    expect(said?.content).toBe('called with {"filter[name]":"x","list":[{"名称":7}]}');
    // Stored and sent again as the model wrote it.
    const replayed = app.model.requests.at(-1)?.body.messages.find(({ tool_calls }) => tool_calls)?.tool_calls?.[0];
    expect(replayed?.function.arguments).toBe(JSON.stringify(args));
    const [own] = await app.calls(id, [['mcp__s__find', { 'filter[name]': 'y' }]]);
    expect(own?.content).toBe('called with {"filter[name]":"y"}');
    const [wrong] = await app.calls(id, [['mcp__s__find', { list: [{ p_d44e9b: 'seven' }] }]]);
    expect(wrong?.content).toContain('filter[name]');
  },
);

test(
  cite(
    ['MCP-10', 'SEQ-9'],
    'a tool that a provider rejects anyway is reported, and the conversation continues without it',
  ),
  async () => {
    const { app, id } = await withServer({ calls: { one: { content: [kept] }, two: { content: [kept] } } });
    await app.calls(id, [['mcp__s__one', {}]]);
    const names = offeredNames(app);
    const refusal = { message: `tools.${names.indexOf('mcp__s__two')}.custom.input_schema: JSON schema is invalid.` };
    app.model.push({ status: 400, body: { error: refusal } });
    expect(await app.turn(id, 'go on')).toBe('error');
    const failed = app.rows(id).at(-1);
    expect(failed?.role === 'assistant' && failed.error).toMatchObject({
      tool: 'mcp__s__two',
      message: expect.stringContaining('The problem is the tool mcp__s__two. Turn it off'),
    });
    await app.call('mcp.enableTool', { server: globalServer('s'), tool: 'mcp__s__two', enabled: false });
    app.model.push({ text: 'Done.' });
    expect(await app.turn(id, 'again')).toBe('done');
    expect(offeredNames(app)).toEqual(names.filter((name) => name !== 'mcp__s__two'));
    const grammar = { message: 'Failed to initialize samplers: failed to parse grammar' };
    app.model.push({ status: 400, body: { error: grammar } });
    expect(await app.turn(id, 'and again')).toBe('error');
    expect(app.rows(id).at(-1)).toMatchObject({ error: { message: expect.stringContaining('does not say which') } });
  },
);
