import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createArgumentCheck } from '../../electron/mcp/tools/argumentCheck.ts';
import { deferredTools } from '../../electron/mcp/tools/deferredTools.ts';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import { expectCallsAnswered, startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { serverTool, serverTools } from '../support/serverTools.ts';

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const nested = `{"path":{"path":{"path":"a.txt"}}}`;

/** The problem, the call, and what the model must be told about it. */
const wrong: [string, { name: string; arguments?: unknown }, RegExp, string][] = [
  ['an unknown tool', { name: 'make_coffee' }, /no tool named "make_coffee".*read_file/s, 'TOOL_NOT_AVAILABLE'],
  [
    'a name that is a whole text',
    { name: `x${'y'.repeat(100_000)}` },
    /no tool named "xy{199}…"/,
    'TOOL_NOT_AVAILABLE',
  ],
  ['a name of an object', { name: 'constructor' }, /no tool named "constructor"/, 'TOOL_NOT_AVAILABLE'],
  ['a name with other letters', { name: 'Read_File' }, /no tool named "Read_File"/, 'TOOL_NOT_AVAILABLE'],
  [
    'a tool that is switched off',
    { name: 'list_files', arguments: '{}' },
    /list_files is turned off/,
    'TOOL_NOT_AVAILABLE',
  ],
  ['a tool of a server that is switched off', { name: 'srv_off' }, /srv_off is turned off/, 'TOOL_NOT_AVAILABLE'],
  [
    'arguments that are no JSON',
    { name: 'read_file', arguments: '{"path":' },
    /read_file are not valid JSON/,
    'TOOL_ARGS_INVALID_JSON',
  ],
  ['arguments that are words', { name: 'read_file', arguments: 'a.txt' }, /not valid JSON/, 'TOOL_ARGS_INVALID_JSON'],
  ['single quotes', { name: 'read_file', arguments: "{'path':'a.txt'}" }, /not valid JSON/, 'TOOL_ARGS_INVALID_JSON'],
  ['a list', { name: 'read_file', arguments: '["a.txt"]' }, /object/i, 'TOOL_ARGS_INVALID'],
  ['a string', { name: 'read_file', arguments: '"a.txt"' }, /object/i, 'TOOL_ARGS_INVALID'],
  ['a number', { name: 'read_file', arguments: '7' }, /object/i, 'TOOL_ARGS_INVALID'],
  ['null', { name: 'read_file', arguments: 'null' }, /path: missing/, 'TOOL_ARGS_INVALID'],
  ['a missing field', { name: 'read_file', arguments: '{}' }, /path/, 'TOOL_ARGS_INVALID'],
  ['a field of another type', { name: 'read_file', arguments: '{"path":5}' }, /path/, 'TOOL_ARGS_INVALID'],
  ['an object in the place of a text', { name: 'read_file', arguments: nested }, /path/, 'TOOL_ARGS_INVALID'],
  [
    'a field that is not known',
    { name: 'read_file', arguments: '{"path":"a.txt","mode":"rw"}' },
    /mode/,
    'TOOL_ARGS_INVALID',
  ],
  [
    'several faults',
    { name: 'read_file', arguments: '{"path":5,"offset":0,"limit":"many","mode":"rw"}' },
    /path: .*offset: .*limit: .*mode: /,
    'TOOL_ARGS_INVALID',
  ],
  ['brackets without end', { name: 'read_file', arguments: `{"path":${deep}}` }, /path/, 'TOOL_ARGS_INVALID'],
  ['three megabytes', { name: 'read_file', arguments: `{"path":"${'a'.repeat(3_000_000)}"}` }, /./, ''],
  ['a tool that throws', { name: 'srv_throws' }, /srv_throws failed: it broke/, 'TOOL_EXEC_FAILED'],
  ['a tool that fails', { name: 'srv_fails' }, /^Error: out of paper$/, ''],
  [
    'a wrong call inside of one',
    { name: 'use_tool', arguments: '{"name":"srv_strict","arguments":{"n":"x"}}' },
    /n must be a number/,
    'TOOL_ARGS_INVALID',
  ],
  [
    'a call of nothing inside of one',
    { name: 'use_tool', arguments: '{"name":"gone","arguments":{}}' },
    /no tool gone/,
    'TOOL_NOT_AVAILABLE',
  ],
  [
    'a call of a switched-off one inside',
    { name: 'use_tool', arguments: '{"name":"srv_off","arguments":{}}' },
    /srv_off is turned off/,
    'TOOL_NOT_AVAILABLE',
  ],
];

function servers() {
  const tools = [
    serverTool('srv', 'srv_throws', () => {
      throw new Error('it broke');
    }),
    serverTool('srv', 'srv_fails', () => ({ outcome: 'error', content: 'out of paper' })),
    serverTool('srv', 'srv_off', () => ({ outcome: 'ok', content: 'it ran' })),
    serverTool('srv', 'srv_strict', undefined, {
      check: () => ({ ok: false, error: { code: 'TOOL_ARGS_INVALID', message: 'n must be a number.' } }),
    }),
  ];
  return serverTools([...tools, ...deferredTools(() => tools)]);
}

for (const [what, asked, told, code] of wrong) {
  test(cite('LOOP-4', `${what}: the model learns what is wrong, and the run continues`), {
    tags: ['all'],
  }, async () => {
    const app = await startTestApp({
      mcp: servers(),
      settings: { approvalMode: 'all', disabledTools: ['list_files', 'srv_off'] },
    });
    writeFileSync(path.join(app.folder, 'a.txt'), 'content of a');
    const id = await app.start();
    // Next to a valid call: one does not spoil the other.
    const right = { id: 'right', name: 'read_file', arguments: '{"path":"a.txt"}' };
    app.model.push({ calls: [{ id: 'wrong', ...asked }, right] }, { text: 'I see.' });
    expect(await app.turn(id, 'go')).toBe('done');
    const rows = app.rows(id);
    expectCallsAnswered(rows);
    const results = rows.filter((row): row is ToolMessage => row.role === 'tool');
    const of = (callId: string) => results.find((row) => row.tool_call_id === callId) as ToolMessage;
    expect(of('wrong').outcome).toBe('error');
    expect(of('wrong').content).toMatch(/^Error: /);
    expect(of('wrong').content).toMatch(told);
    expect(of('wrong').content.length).toBeLessThan(60_000);
    if (code !== '') expect(of('wrong').details?.errorCode).toBe(code);
    expect(of('right').content).toContain('content of a');
    expect(app.model.requests).toHaveLength(2);
    expect(readdirSync(app.folder)).toEqual(['a.txt']);
  });
}

test(cite('LOOP-4', 'there are 25 kinds of wrong calls'), () => {
  expect(wrong).toHaveLength(25);
});

test(cite('LOOP-4', 'a tool disabled after it was offered is rejected by name'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  app.model.push(
    async () => {
      await app.call('settings.update', { patch: { disabledTools: ['write_file'] } });
      return { calls: [{ id: 'c1', name: 'write_file', arguments: '{"path":"x","content":"x"}' }] };
    },
    { text: 'ok' },
  );
  await app.turn(id, 'go');
  expect(readdirSync(app.folder)).toEqual([]);
  expect(app.rows(id)[3]).toMatchObject({ outcome: 'error', content: expect.stringContaining('turned off') });
  const names = app.model.requests.map(({ body }) => body.tools?.map((tool) => tool.function.name));
  expect(names[0]).toContain('write_file');
  expect(names[1]).not.toContain('write_file');
});

test(
  cite('TEXT-6', 'a call is approved and run as intended, is stored as written, and its result says so'),
  async () => {
    const parameters = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
    const given: unknown[] = [];
    const strict = serverTool(
      'srv',
      'srv_count',
      (args) => {
        given.push(args);
        return { outcome: 'ok', content: 'counted' };
      },
      { parameters, check: createArgumentCheck('srv_count', parameters), harmless: false },
    );
    const app = await startTestApp({
      mcp: serverTools([strict, ...deferredTools(() => [strict])]),
      settings: { approvalMode: 'reads' },
    });
    writeFileSync(path.join(app.folder, 'a.txt'), 'content of a');
    const id = await app.start();
    const texts = ['{"count": "2"}', '"{\\"count\\":3}"', '{"path":"","depth":"1"}', 'null'];
    const use = '{"name":"srv_count","arguments":"{\\"count\\":\\"4\\"}"}';
    const calls = [
      { id: 'c0', name: 'srv_count', arguments: texts[0] },
      { id: 'c1', name: 'srv_count', arguments: texts[1] },
      { id: 'c2', name: 'use_tool', arguments: use },
      { id: 'c3', name: 'list_files', arguments: texts[2] },
      { id: 'c4', name: 'list_files', arguments: texts[3] },
    ];
    app.model.push({ calls }, { text: 'ok' });
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const previews = new Map<string, unknown>();
    while (previews.size < 3) {
      const { approval } = await app.event('call.waiting', (event) => !previews.has(event.approval.approvalId), from);
      previews.set(approval.approvalId, approval.preview);
      await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
    }
    expect((await app.event('run.ended', undefined, from)).end).toBe('done');
    expect([...previews.values()]).toEqual([2, 3, 4].map((count) => ({ type: 'text', text: `{"count":${count}}` })));
    expect(given).toEqual([{ count: 2 }, { count: 3 }, { count: 4 }]);
    // Calls that only read run together and are stored as they finish.
    const results = app
      .rows(id)
      .filter((row): row is ToolMessage => row.role === 'tool')
      .toSorted((one, other) => one.tool_call_id.localeCompare(other.tool_call_id));
    const read = (what: string) => `\n\n[Read as meant, because the arguments did not fit the schema: ${what}.]`;
    expect(results.map(({ content }) => content)).toEqual([
      `counted${read('count: "2" as 2')}`,
      `counted${read('the arguments: "{\\"count\\":3}" as an object')}`,
      `counted${read('arguments: "{\\"count\\":\\"4\\"}" as an object')}\n${read('count: "4" as 4').trim()}`,
      expect.stringMatching(/a\.txt[\s\S]*path: "" as left out; depth: "1" as 1/),
      expect.stringMatching(/a\.txt[\s\S]*the arguments: null as an object/),
    ]);
    expect(results.every(({ outcome }) => outcome === 'ok')).toBe(true);
    const stored = app.rows(id).flatMap((row) => (row.role === 'assistant' ? (row.tool_calls ?? []) : []));
    expect(stored.map((call) => call.function.arguments)).toEqual(calls.map((call) => call.arguments));
  },
);
