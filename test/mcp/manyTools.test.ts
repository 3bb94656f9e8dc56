// Very many tools: found by search, called through one tool, with the approval and the check of the called one.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { globalServer, type McpApp, offeredNames, startMcpApp } from '../support/mcp/mcpApp.ts';

const subjects = [
  'invoice',
  'customer',
  'calendar',
  'weather',
  'repository',
  'ticket',
  'payment',
  'photo',
  'route',
  'recipe',
];
const verbs = [
  'create',
  'delete',
  'list',
  'search',
  'update',
  'archive',
  'export',
  'share',
  'rename',
  'copy',
  'lock',
  'count',
  'merge',
  'print',
  'sign',
];

/** 150 tools of two kilobytes each. */
function manyTools(count = 150, bytes = 2048) {
  return Array.from({ length: count }, (_, n) => {
    const [verb, subject] = [verbs[n % verbs.length], subjects[Math.floor(n / verbs.length) % subjects.length]];
    return {
      name: `${verb}_${subject}`,
      description: `${verb} a ${subject} of the account.`,
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'integer', description: 'x'.repeat(bytes) } },
        required: ['id'],
        additionalProperties: false,
      },
    };
  });
}

async function withTools(
  tools: object[],
  settings: Record<string, unknown> = {},
): Promise<{ app: McpApp; id: string; file: string }> {
  const app = await startMcpApp({ settings });
  const file = path.join(app.folder, 'tools.json');
  writeFileSync(file, JSON.stringify(tools));
  await app.saveOdd('many', [`--tools=${file}`]);
  return { app, file, id: await app.start() };
}

const mcpNames = (app: McpApp): string[] => offeredNames(app).filter((name) => name.startsWith('mcp__'));

test(cite('MCP-2', '150 tools with 300 KB of schemas: two are sent instead, one finds and the other calls'), {
  tags: ['all'],
}, async () => {
  const tools = manyTools();
  expect(JSON.stringify(tools).length).toBeGreaterThan(300 * 1024);
  const { app, id } = await withTools(tools);
  const [found] = await app.calls(id, [['find_tools', { query: 'archive the payment of a customer', limit: 3 }]]);
  expect(found?.outcome).toBe('ok');
  expect(found?.content).toContain(
    'mcp__many__archive_payment\narchive a payment of the account.\nArguments: {"type":"object"',
  );
  expect(mcpNames(app)).toEqual([]);
  expect(offeredNames(app)).toEqual(expect.arrayContaining(['find_tools', 'use_tool']));
  const request = app.model.requests.at(-1);
  expect(request?.body.tools?.length).toBeLessThanOrEqual(128);
  expect(JSON.stringify(request?.body.tools).length).toBeLessThan(40_000);
  expect(await app.info('many')).toMatchObject({ state: 'ready', deferred: true });

  const [used, wrong, unknown, overview] = await app.calls(id, [
    ['use_tool', { name: 'mcp__many__archive_payment', arguments: { id: 7 } }],
    ['use_tool', { name: 'mcp__many__archive_payment', arguments: { id: 'seven' } }],
    ['use_tool', { name: 'mcp__many__archive_paiment', arguments: {} }],
    ['find_tools', {}],
  ]);
  expect(used).toMatchObject({ outcome: 'ok', content: 'called archive_payment' });
  expect(wrong?.content).toMatch(/arguments of mcp__many__archive_payment do not fit/);
  expect(unknown?.content).toMatch(/there is no tool mcp__many__archive_paiment.*Did you mean mcp__many__archive_/s);
  expect(overview?.content).toContain('many (150)');
  // The tools part is the same bytes in every request.
  const sent = new Set(app.model.requests.map(({ body }) => JSON.stringify(body.tools)));
  expect(sent.size).toBe(1);
});

test(cite('MCP-2', 'the user is asked about the called tool, not about the one that calls it'), async () => {
  const { app, id } = await withTools(manyTools(), { approvalMode: 'ask' });
  const asked = app.event('call.waiting');
  app.model.push(
    [
      {
        calls: [{ id: 'c1', name: 'use_tool', arguments: '{"name":"mcp__many__delete_invoice","arguments":{"id":1}}' }],
      },
    ],
    { text: 'Done.' },
  );
  const end = app.turn(id, 'go');
  const { approval } = await asked;
  expect(approval).toMatchObject({ toolName: 'mcp__many__delete_invoice', kind: 'mcp', server: 'many' });
  expect(approval.preview).toEqual({ type: 'text', text: '{\n  "id": 1\n}' });
  await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'deny' });
  await end;
  expect(app.rows(id).find((row) => row.role === 'tool')).toMatchObject({ outcome: 'denied' });
});

test(cite(
  'MCP-2',
  'few tools are sent as they are; above the setting, or above 60 KB of schemas, they are found by search',
), { tags: ['all'] }, async () => {
  const few = await withTools(manyTools(30, 10));
  few.app.model.push({ text: 'Hello.' });
  await few.app.turn(few.id, 'hello');
  expect(mcpNames(few.app)).toHaveLength(30);
  expect(offeredNames(few.app)).not.toContain('use_tool');
  await few.app.call('settings.update', { patch: { deferToolsAbove: 29 } });
  few.app.model.push({ text: 'Hello.' });
  await few.app.turn(few.id, 'hello');
  expect(mcpNames(few.app)).toEqual([]);

  const large = await withTools(manyTools(30, 2200));
  large.app.model.push({ text: 'Hello.' });
  await large.app.turn(large.id, 'hello');
  expect(mcpNames(large.app)).toEqual([]);

  // However large the setting is: providers accept 128 in all.
  const most = await withTools(manyTools(120, 10), { deferToolsAbove: 128 });
  most.app.model.push({ text: 'Hello.' });
  await most.app.turn(most.id, 'hello');
  expect(offeredNames(most.app).length).toBeLessThanOrEqual(128);
});

test(cite('MCP-2', 'a disabled tool is neither found nor called'), async () => {
  const { app, id } = await withTools(manyTools());
  app.model.push({ text: 'Hello.' });
  await app.turn(id, 'hello');
  await app.call('mcp.enableTool', { server: globalServer('many'), tool: 'mcp__many__sign_recipe', enabled: false });
  const [found, used] = await app.calls(id, [
    ['find_tools', { query: 'sign recipe' }],
    ['use_tool', { name: 'mcp__many__sign_recipe', arguments: { id: 1 } }],
  ]);
  expect(found?.content).not.toContain('mcp__many__sign_recipe\n');
  expect(used?.outcome).not.toBe('ok');
});
