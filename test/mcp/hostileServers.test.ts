// Servers that try to make the app freeze, fill up, or stay busy forever.

import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { inTurns } from '../support/inTurns.ts';
import { globalServer, type McpApp, offeredNames, startMcpApp } from '../support/mcp/mcpApp.ts';

const script = path.resolve('test/support/mcp/hostileServer.mjs');

async function withHostile(...mode: string[]): Promise<{ app: McpApp; id: string }> {
  const app = await startMcpApp();
  await app.save('e', { command: process.execPath, args: [script, ...mode] });
  return { app, id: await app.start() };
}

test(cite('MCP-3', 'a schema whose references double at each step does not freeze the app'), {
  tags: ['all'],
}, async () => {
  const { app, id } = await withHostile('freeze');
  const results = await inTurns(0, () => app.calls(id, [['mcp__e__freeze', {}]]), 0.1);
  expect(results[0]?.content).toContain('called freeze');
});

test(cite('MCP-3', 'a schema with very many values fails no request'), { tags: ['all'] }, async () => {
  const { app, id } = await withHostile('enum');
  const [result] = await app.calls(id, [['mcp__e__big', { a: 1 }]]);
  expect(result).toMatchObject({ outcome: 'ok' });
  expect(offeredNames(app)).toContain('mcp__e__say');
});

test(cite(['MCP-3', 'MCP-4'], 'a server that changes its list endlessly is still called'), {
  tags: ['all'],
}, async () => {
  const { app, id } = await withHostile('endless changes');
  for (let n = 0; n < 4; n++) {
    const [result] = await app.calls(id, [['mcp__e__say', {}]]);
    expect(result?.content).toMatch(/\d+ lists/);
  }
  // Those at its start are among them; the list is the same each time.
  expect(app.events.filter(({ event }) => event.type === 'mcp.changed').length).toBeLessThan(12);
});

test(cite('MCP-4', 'a change announced during connecting does not hide later ones'), {
  tags: ['all'],
}, async () => {
  const { app, id } = await withHostile('early change');
  const [result] = await app.calls(id, [['mcp__e__say', {}]]);
  expect(result).toMatchObject({ outcome: 'ok' });
  await expect.poll(async () => (await app.info('e')).tools.map(({ name }) => name)).toContain('grown');
});

test(cite('MCP-3', 'closing the app does not wait for a silent server'), async () => {
  const { app } = await withHostile('silent');
  void app.call('mcp.restart', { server: globalServer('e') }).catch(() => {});
  await expect.poll(async () => (await app.info('e')).state).toBe('starting');
  await app.close();
});

test(cite('MCP-3', 'a result that grows a thousandfold when indented is sent unchanged'), async () => {
  const { app, id } = await withHostile('bomb');
  const [result] = await app.calls(id, [['mcp__e__say', {}]]);
  expect(result?.outcome).toBe('ok');
  expect(result?.details).toMatchObject({ bytes: expect.any(Number), mcp: { server: 'e' } });
  expect(result?.details?.bytes).toBeLessThan(1_000_000);
});

test(cite('MCP-3', 'endless pages are only requested while within the limit'), { tags: ['all'] }, async () => {
  const { app, id } = await withHostile('pages');
  await app.calls(id, [['mcp__e__t1', {}]]);
  const { tools, state } = await app.info('e');
  expect(state).toBe('ready');
  expect(tools.length).toBeLessThan(6);
  expect((await app.logs('e')).map(({ text }) => text).join('\n')).toMatch(/Only the first \d are used/);
});

test(cite('MCP-3', 'a page that is too large is left out, which is reported'), { tags: ['all'] }, async () => {
  const { app, id } = await withHostile('large page');
  const [result] = await app.calls(id, [['mcp__e__say', {}]]);
  expect(result?.outcome).toBe('ok');
  expect((await app.info('e')).tools.map(({ name }) => name)).toEqual(['say']);
  expect((await app.logs('e')).map(({ text }) => text).join('\n')).toMatch(/Skipped a page of its tools/);
});

test(cite('MCP-4', 'progress floods no window, and its last notice is reported even if it arrives with the answer'), {
  tags: ['all'],
}, async () => {
  const { app, id } = await withHostile('progress', '3000');
  await app.calls(id, [['mcp__e__say', {}]]);
  const seen = app.events.flatMap(({ event }) => (event.type === 'call.progress' ? [event.progress.progress] : []));
  expect(seen.length).toBeLessThan(300);
  expect(seen.at(-1)).toBe(3000);
});

test(cite('MCP-4', 'a form that is too large is declined and never shown'), { tags: ['all'] }, async () => {
  const { app, id } = await withHostile('form');
  for (const which of ['default', 'option', 'name']) {
    const [result] = await app.calls(id, [['mcp__e__say', { which }]]);
    expect(result?.content, which).toBe('{"action":"decline"}');
  }
  expect(app.events.some(({ event }) => event.type === 'call.asking')).toBe(false);
});

test(cite('MCP-1', 'a tool can be disabled whatever characters are in its name, and however long it is'), {
  tags: ['all'],
}, async () => {
  const { app, id } = await withHostile('invisible');
  await app.calls(id, [['mcp__e__say', {}]]);
  const { tools } = await app.info('e');
  for (const { callName, name } of tools) {
    const { tools: now } = await app.call('mcp.enableTool', {
      server: globalServer('e'),
      tool: callName,
      enabled: false,
    });
    expect(now.find((tool) => tool.callName === callName)?.enabled, name).toBe(false);
  }
  app.model.push({ text: 'Hello.' });
  await app.turn(id, 'hello');
  expect(offeredNames(app).filter((name) => name.startsWith('mcp__e'))).toEqual([]);
});
