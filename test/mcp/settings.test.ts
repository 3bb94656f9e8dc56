// MCP servers as a person manages them through the contract: add, edit, secrets, disable, restart, logs, tools, remove.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { McpServerRef } from '../../shared/contract/toolResources.ts';
import { cite } from '../support/cite.ts';
import { globalServer, oddScript, offeredNames, startMcpApp } from '../support/mcp/mcpApp.ts';
import { variable } from '../support/mcp/variable.ts';

test(
  cite('MCP-1', 'a server is added, edited, switched, restarted and removed; what is not known in the file is kept'),
  async () => {
    const app = await startMcpApp();
    const file = path.join(app.dataDir, 'mcp.json');
    const onDisk = () => JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ inputs: [1], mcpServers: { old: { command: 'x', icon: 'y' } } }));
    const entry = { command: process.execPath, args: [oddScript], env: { A: '1' }, timeout: 20, autoApprove: ['x'] };
    const saved = await app.save('odd', entry);
    expect(saved).toMatchObject({
      origin: { type: 'global' },
      name: 'odd',
      state: 'idle',
      transport: 'stdio',
      runs: `${process.execPath} ${oddScript}`,
      variables: [{ name: 'A', secret: false }],
      timeoutSeconds: 20,
      problem: null,
    });
    expect(onDisk()).toEqual({ inputs: [1], mcpServers: { old: { command: 'x', icon: 'y' }, odd: entry } });
    expect((await app.info('old')).state).toBe('unapproved');

    const id = await app.start();
    await app.calls(id, [['mcp__odd__log', {}]]);
    const ready = await app.info('odd');
    expect(ready).toMatchObject({
      state: 'ready',
      serverName: 'odd',
      serverVersion: '1',
      protocol: '2025-11-25',
      deferred: false,
    });
    expect(ready.tools.find(({ name }) => name === 'readOnly')).toEqual({
      name: 'readOnly',
      callName: 'mcp__odd__readOnly',
      description: 'readOnly',
      readOnly: true,
      enabled: true,
    });
    expect((await app.logs('odd')).map(({ source, text }) => `${source}: ${text}`)).toContain(
      'server: odd: {"from":"the server"}',
    );

    const restarted = await app.call('mcp.restart', { server: globalServer('odd') });
    expect(restarted.state).toBe('ready');
    expect(restarted.pid).not.toBe(ready.pid);

    const edited = await app.save('odd', { ...entry, env: { A: '2' } });
    expect(edited.hash).not.toBe(saved.hash);
    const [result] = await app.calls(id, [['mcp__odd__environment', { name: 'A' }]]);
    expect(result?.content).toMatch(/^A=2 in /);

    await app.call('mcp.enable', { server: globalServer('odd'), enabled: false });
    expect(onDisk().mcpServers.odd).toEqual({ ...entry, env: { A: '2' }, disabled: true });
    await app.call('mcp.enable', { server: globalServer('odd'), enabled: true });
    expect(onDisk().mcpServers.odd).toEqual({ ...entry, env: { A: '2' } });
    expect((await app.info('odd')).state).toBe('idle');

    await app.call('mcp.remove', { server: globalServer('odd') });
    expect(onDisk()).toEqual({ inputs: [1], mcpServers: { old: { command: 'x', icon: 'y' } } });
    // The same put back by hand is not approved by what was.
    writeFileSync(file, JSON.stringify({ mcpServers: { odd: entry } }));
    expect((await app.info('odd')).state).toBe('unapproved');
    expect(app.events.some(({ event }) => event.type === 'mcp.changed')).toBe(true);
  },
);

test(cite('MCP-1', 'what cannot be a server is refused with the field, and nothing is written'), async () => {
  const app = await startMcpApp();
  const refused = async (name: string, configuration: string): Promise<string> => {
    const answer = await app.client.call('mcp.save', { server: globalServer(name), configuration, secrets: {} });
    return answer.ok ? 'saved' : answer.error.message;
  };
  expect(await refused('a', '{"command": "x"')).toMatch(/line 1, column 16/);
  expect(await refused('a', '{}')).toMatch(/neither a command nor a url/);
  expect(await refused('a', '{"command": "x", "url": "https://a"}')).toMatch(/both a command and a url/);
  expect(await refused('a', '{"command": "x", "args": "y"}')).toMatch(/^args:/);
  expect(await refused('a', '{"url": "file:///etc/passwd"}')).toMatch(/^url:/);
  expect(await refused('a', '{"url": "https://a", "headers": {"A": "b\\r\\nC: d"}}')).toMatch(
    /^headers\.A: has more than one line/,
  );
  expect(await refused('a', '{"command": "x", "env": {"A=B": "c"}}')).toMatch(/name of a variable/);
  expect(await refused(' a', '{"command": "x"}')).toMatch(/name of a server/);
  expect(await refused('a\u200b', '{"command": "x"}')).toMatch(/name of a server/);
  expect((await app.call('mcp.list', { projectId: null })).servers).toEqual([]);
});

test(
  cite(['MCP-1', 'MCP-5'], 'secrets go to the keychain: not to the file, the list, the log or a result'),
  async () => {
    const app = await startMcpApp();
    const secret = 'sk-very-secret-0123456789';
    await app.save(
      'odd',
      { command: process.execPath, args: [oddScript], env: { KEY: variable('keychain:key') } },
      { key: secret },
    );
    // One that stands there in clear is moved, whatever the form.
    await app.save('web', {
      url: 'http://127.0.0.1:9/mcp',
      headers: { Authorization: `Bearer ${secret}2`, 'X-Team': 'one' },
    });
    const text = readFileSync(path.join(app.dataDir, 'mcp.json'), 'utf8');
    expect(text).not.toContain(secret);
    expect(JSON.parse(text).mcpServers.web.headers).toEqual({
      Authorization: `Bearer ${variable('keychain:Authorization')}`,
      'X-Team': 'one',
    });
    const id = await app.start();
    const [result] = await app.calls(id, [['mcp__odd__environment', { name: 'KEY' }]]);
    // It has it, and what it says of it is hidden.
    expect(result?.content).toMatch(/^KEY=\[key removed\] in /);
    const seen = JSON.stringify([
      await app.call('mcp.list', { projectId: null }),
      await app.logs('odd'),
      await app.logs('web'),
      app.events,
    ]);
    expect(seen).not.toContain(secret);
    expect((await app.info('odd')).variables).toEqual([
      { name: 'KEY', secret: true },
      { name: 'key', secret: true },
    ]);

    // A secret that a person wrote into the file by hand is not shown, and survives an edit of the rest.
    const file = path.join(app.dataDir, 'mcp.json');
    writeFileSync(
      file,
      JSON.stringify({ mcpServers: { hand: { command: 'x', env: { API_TOKEN: 'by-hand-0123456789', MODE: 'a' } } } }),
    );
    const hand = await app.info('hand');
    expect(JSON.parse(hand.configuration)).toEqual({ command: 'x', env: { API_TOKEN: '[hidden]', MODE: 'a' } });
    await app.save('hand', { ...JSON.parse(hand.configuration), args: ['y'] });
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.hand).toEqual({
      command: 'x',
      env: { API_TOKEN: variable('keychain:API_TOKEN'), MODE: 'a' },
      args: ['y'],
    });
  },
);

test(
  cite(
    'MCP-1',
    'a server of one project is not there in another, starts in its folder, and stands before the global one',
  ),
  async () => {
    const app = await startMcpApp();
    const { projects } = await app.call('app.open', {});
    const projectId = projects.find(({ folder }) => folder === app.folder)?.id as string;
    const own: McpServerRef = { origin: { type: 'project', projectId }, name: 'odd' };
    await app.saveOdd('odd', ['--flood']);
    const configuration = JSON.stringify({
      command: process.execPath,
      args: [oddScript],
      env: { WHERE: variable('workspaceFolder') },
    });
    const saved = await app.call('mcp.save', { server: own, configuration, secrets: {} });
    expect(saved).toMatchObject({ state: 'idle', cwd: app.folder });
    const id = await app.start();
    const [result] = await app.calls(id, [['mcp__odd__environment', { name: 'WHERE' }]]);
    expect(result?.content).toBe(`WHERE=${app.folder} in ${app.folder}`);
    const { servers } = await app.call('mcp.list', { projectId });
    expect(servers.map(({ origin, state }) => [origin.type, state])).toEqual([
      ['project', 'ready'],
      ['global', 'shadowed'],
    ]);
    const elsewhere = await app.call('conversation.create', { projectId: null });
    await app.call('conversation.open', elsewhere);
    app.model.push({ text: 'Hello.' });
    await app.turn(elsewhere.conversationId, 'hello');
    // There the global one counts.
    expect(offeredNames(app)).toContain('mcp__odd__say');
    const global = (await app.call('mcp.list', { projectId: null })).servers.filter(({ name }) => name === 'odd');
    expect(global.map(({ state }) => state)).toContain('ready');
  },
);
