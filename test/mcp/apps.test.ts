// Apps of MCP servers (MCP Apps): which data and tools an app receives, and when.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { type McpApp, offeredNames, startMcpApp } from '../support/mcp/mcpApp.ts';
import { tempFolder } from '../support/tempFolder.ts';

const uri = 'ui://board/page.html';

async function withBoard(options: Parameters<typeof startMcpApp>[0] = {}) {
  const folder = tempFolder();
  const [page, calls] = [path.join(folder, 'page.html'), path.join(folder, 'calls')];
  writeFileSync(page, '<p>a board</p>');
  writeFileSync(calls, '');
  const app = await startMcpApp(options);
  const args = [path.resolve('test/support/mcp/appServer.mjs'), page, calls];
  await app.save('board', { command: process.execPath, args });
  const id = await app.start();
  const [result] = await app.calls(id, [['mcp__board__show', {}]]);
  return { app, id, args, page, result, calls: () => readFileSync(calls, 'utf8').split('\n').filter(Boolean) };
}

const pageOf = (app: McpApp, conversationId: string, server = 'board') =>
  app.call('mcp.app', { conversationId, server, uri });

test(cite('MCP-14', 'a result names the app of its tool, and keeps what the app needs to be shown again'), async () => {
  const { app, id, result } = await withBoard();
  expect(result).toMatchObject({ outcome: 'ok', details: { mcp: { app: uri, structured: { tool: 'show' } } } });
  expect(result?.content).toContain('show done');
  const [older] = await app.calls(id, [['mcp__board__older', {}]]);
  expect(older?.details?.mcp).toMatchObject({ app: uri });
});

test(cite('MCP-14', 'a tool for apps only is not offered to the model'), async () => {
  const { app } = await withBoard();
  expect(offeredNames(app).filter((name) => name.startsWith('mcp__'))).toEqual([
    'mcp__board__older',
    'mcp__board__picture',
    'mcp__board__show',
    'mcp__board__think',
  ]);
});

test(
  cite('MCP-18', 'the blocks of a result are stored for its app, each image as the attachment that it already is'),
  async () => {
    const { app, id } = await withBoard();
    const [result] = await app.calls(id, [['mcp__board__picture', {}]]);
    const [image] = result?.attachments ?? [];
    expect(result?.details?.mcp).toMatchObject({
      blocks: [
        { type: 'text', text: 'a dot' },
        { type: 'image', mimeType: 'image/png', hash: image?.hash },
        { type: 'resource_link', uri: 'note://a', name: 'A note' },
      ],
      meta: { at: 'noon' },
    });
    expect(JSON.stringify(result?.details)).not.toContain('iVBOR');
    const picture = { conversationId: id, hash: image?.hash ?? '' };
    expect((await app.call('attachment.read', picture)).base64).toMatch(/^iVBOR/);
  },
);

test(cite('MCP-15', 'an app is off until the user allows its server, as it is configured now'), async () => {
  const { app, id, args, page } = await withBoard();
  const refused = { ok: false, error: { code: 'NOT_SUPPORTED' } };
  const reads = { conversationId: id, server: 'board', uri: 'note://a' };
  expect(await pageOf(app, id)).toEqual({ state: 'off' });
  expect(await app.client.call('mcp.appResource', reads)).toMatchObject(refused);
  await app.call('mcp.allowApp', { conversationId: id, server: 'board', allowed: true });
  expect(await pageOf(app, id)).toEqual({ state: 'shown', html: '<p>a board</p>' });
  expect(await app.call('mcp.appResource', reads)).toMatchObject({ contents: [{ text: 'plain text' }] });

  await app.call('mcp.allowApp', { conversationId: id, server: 'board', allowed: false });
  expect(await pageOf(app, id)).toEqual({ state: 'off' });
  await app.call('mcp.allowApp', { conversationId: id, server: 'board', allowed: true });
  await app.save('board', { command: process.execPath, args: [...args, '--other'] });
  expect(await pageOf(app, id)).toEqual({ state: 'disconnected' });
  await app.calls(id, [['mcp__board__show', {}]]);
  expect(await pageOf(app, id)).toEqual({ state: 'off' });
  await app.call('mcp.allowApp', { conversationId: id, server: 'board', allowed: true });
  writeFileSync(page, 'x'.repeat(5_000_001));
  expect(await app.client.call('mcp.app', { conversationId: id, server: 'board', uri })).toMatchObject({
    ok: false,
    error: { message: 'The MCP server board has no app that can be shown.' },
  });
});

test(cite('MCP-15', 'only a document that a tool of the server names is an app'), async () => {
  const { app, id } = await withBoard();
  await app.call('mcp.allowApp', { conversationId: id, server: 'board', allowed: true });
  const place = { conversationId: id, server: 'board' };
  expect(await app.call('mcp.app', { ...place, uri: 'ui://board/other.html' })).toEqual({ state: 'disconnected' });
  expect(await pageOf(app, id, 'no-such-server')).toEqual({ state: 'disconnected' });
  const odd = await app.client.call('mcp.app', { ...place, uri: 'file:///etc/passwd' });
  expect(odd.ok).toBe(false);
});

test(cite('MCP-16', 'a call of an app is stored, approved as usual, and not sent to the model'), async () => {
  const { app, id, calls } = await withBoard();
  await app.call('mcp.allowApp', { conversationId: id, server: 'board', allowed: true });
  const call = { conversationId: id, server: 'board', tool: 'move', arguments: '{"to":3}' };
  expect(await app.call('mcp.appCall', call)).toMatchObject({ isError: false, mcp: { structured: { tool: 'move' } } });
  expect(calls()).toEqual(['show {}', 'move {"to":3}']);
  expect(app.rows(id).at(-1)).toMatchObject({
    role: 'tool',
    partType: 'tool_run',
    toolName: 'mcp__board__move',
    includeInContext: false,
  });
});

test(
  cite('MCP-16', 'an app reaches no tool of another server, no tool for the model only, and nothing while off'),
  async () => {
    const { app, id, calls } = await withBoard();
    await app.saveOdd('other', []);
    await app.calls(id, [['mcp__other__say', {}]]);
    const call = { conversationId: id, server: 'board', arguments: '{}' };
    for (const tool of ['move', 'show']) {
      expect(await app.client.call('mcp.appCall', { ...call, tool })).toMatchObject({
        error: { code: 'NOT_SUPPORTED' },
      });
    }
    await app.call('mcp.allowApp', { conversationId: id, server: 'board', allowed: true });
    for (const tool of ['think', 'say', 'mcp__other__say', 'run_command', '__proto__', 'constructor']) {
      const answer = await app.client.call('mcp.appCall', { ...call, tool });
      expect(answer, tool).toMatchObject({ ok: false, error: { code: 'TOOL_NOT_AVAILABLE' } });
    }
    expect(calls()).toEqual(['show {}']);
  },
);

test(cite('MCP-16', 'an app cannot call a tool that the user turned off, or once its server changed'), async () => {
  const { app, id, args, calls } = await withBoard();
  const place = { conversationId: id, server: 'board' };
  await app.call('mcp.allowApp', { ...place, allowed: true });
  const off = {
    server: { origin: { type: 'global' as const }, name: 'board' },
    tool: 'mcp__board__move',
    enabled: false,
  };
  await app.call('mcp.enableTool', off);
  const call = { ...place, tool: 'move', arguments: '{}' };
  expect(await app.client.call('mcp.appCall', call)).toMatchObject({ ok: false });
  await app.call('mcp.enableTool', { ...off, enabled: true });
  await app.save('board', { command: process.execPath, args: [...args, '--other'] });
  await app.calls(id, [['mcp__board__show', {}]]);
  expect(await app.client.call('mcp.appCall', call)).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
  expect(calls()).toEqual(['show {}', 'show {}']);
});
