// MCP servers as a user manages them through the contract: add, edit, secrets, disable, restart, logs, tools, remove.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createCore } from '../../../electron/core.ts';
import { createMcpFiles } from '../../../electron/features/mcp/mcpFiles.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { saveServer } from '../../../electron/mcp/editServers.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { createKeychain } from '../../../electron/stores/keychain.ts';
import { resolveCommandPath } from '../../../electron/tools/process/commandPath.ts';
import { ok } from '../../../shared/core/errors.ts';
import type { McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { cite } from '../../support/cite.ts';
import { globalServer, oddScript, offeredNames, startMcpApp } from '../../support/mcp/mcpApp.ts';
import { variable } from '../../support/mcp/variable.ts';
import { okValue } from '../../support/result.ts';
import { serverTools } from '../../support/serverTools.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test(cite('MCP-1', 'a server is added, edited, switched, restarted and removed; unknown parts of the file are kept'), {
  tags: ['all'],
}, async () => {
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
  // Restored by hand, it is not covered by the earlier approval.
  writeFileSync(file, JSON.stringify({ mcpServers: { odd: entry } }));
  expect((await app.info('odd')).state).toBe('unapproved');
  expect(app.events.some(({ event }) => event.type === 'mcp.changed')).toBe(true);
});

test(
  cite(['MCP-1', 'MCP-5'], 'a name taken while the user was asked is not overwritten, nor is its keychain entry'),
  async () => {
    const app = await startMcpApp();
    const server = globalServer('odd');
    const first = { command: process.execPath, args: [oddScript], env: { MY_TOKEN: variable('keychain:MY_TOKEN') } };
    await app.save('odd', first, { MY_TOKEN: 'the-first-secret-01' });
    const file = path.join(app.dataDir, 'mcp.json');
    const before = readFileSync(file, 'utf8');
    const pasted = (name: string) => ({
      server: globalServer(name),
      configuration: JSON.stringify({ command: 'evil', env: { MY_TOKEN: 'another-secret-0123' } }),
      secrets: { MY_TOKEN: 'another-secret-0123' },
      isNew: true,
    });
    const message = 'A server named "odd" already exists. Nothing was saved.';
    expect(await app.client.call('mcp.save', pasted('odd'))).toMatchObject({ ok: false, error: { message } });
    expect(readFileSync(file, 'utf8')).toBe(before);
    // The others of several are saved.
    expect(await app.call('mcp.saveAll', { servers: [pasted('odd'), pasted('other')] })).toEqual({
      failed: [{ index: 0, message }],
    });
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.odd).toEqual(first);
    expect((await app.info('other')).runs).toBe('evil');
    const id = await app.start();
    const [result] = await app.calls(id, [['mcp__odd__environment', { name: 'MY_TOKEN' }]]);
    expect(result?.content).toMatch(/^MY_TOKEN=\[key removed\] in /);
    // Editing it is allowed.
    expect(await app.call('mcp.save', { ...pasted('odd'), server, isNew: false })).toMatchObject({ runs: 'evil' });
  },
);

test(cite('MCP-1', 'an invalid server is rejected with the field, and nothing is written'), async () => {
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
  expect(await refused('a', '{"command": "x", "env": {"A=B": "c"}}')).toMatch(/valid variable name/);
  for (const sign of ['\\n', '\\u202e', '\\u200b', '\\u00a0', '\\u001b'])
    expect(await refused('a', `{"url": "https://a/${sign}b"}`)).toMatch(/^url: contains a hidden character/);
  expect(await refused(' a', '{"command": "x"}')).toMatch(/server name/);
  expect(await refused('a\u200b', '{"command": "x"}')).toMatch(/server name/);
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
    // One that is there in plain text is moved, whatever the form.
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
    // It has it, and its own output of it is hidden.
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

    // A secret written into the file by hand is not shown, and survives an edit of the rest.
    const file = path.join(app.dataDir, 'mcp.json');
    writeFileSync(
      file,
      JSON.stringify({ mcpServers: { hand: { command: 'x', env: { API_TOKEN: 'by-hand-0123456789', MODE: 'a' } } } }),
    );
    const hand = await app.info('hand');
    expect(JSON.parse(hand.configuration)).toEqual({ command: 'x', env: { API_TOKEN: '[hidden]', MODE: 'a' } });
    await app.save('hand', { ...JSON.parse(hand.configuration), args: ['y'] });
    // There is no persistent keychain here: the only copy of a secret is not removed from the file.
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.hand).toEqual({
      command: 'x',
      env: { API_TOKEN: 'by-hand-0123456789', MODE: 'a' },
      args: ['y'],
    });
    const renamed = await app.client.call('mcp.save', {
      server: globalServer('hand'),
      configuration: '{"command": "x", "env": {"OTHER_TOKEN": "[hidden]"}}',
      secrets: {},
    });
    expect(renamed).toMatchObject({ ok: false, error: { message: expect.stringContaining('Enter it again') } });
  },
);

test(cite('MCP-1', 'a secret in the file moves to a keychain that keeps it, and only then'), async () => {
  const dataDir = tempFolder();
  const files = createMcpFiles(dataDir, { disk: nodeDisk, clock: systemClock });
  const entry = { command: 'x', env: { API_TOKEN: 'by-hand-0123456789' } };
  const file = path.join(dataDir, 'mcp.json');
  const kept: [string, string][] = [];
  for (const where of ['memory', 'keychain'] as const) {
    writeFileSync(file, JSON.stringify({ mcpServers: { hand: entry } }));
    const keychain = {
      ...createKeychain({ service: 'test', memoryOnly: true }),
      async set(account: string, secret: string) {
        // The file does not refer to anything that is missing.
        expect(readFileSync(file, 'utf8')).toContain(secret);
        kept.push([account, secret]);
        return ok(where);
      },
    };
    const shown = JSON.stringify({ ...entry, env: { API_TOKEN: '[hidden]' } });
    const wanted = { server: globalServer('hand'), configuration: shown, secrets: {}, isNew: false };
    okValue(await saveServer(wanted, { files, keychain, clock: systemClock }));
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.hand.env.API_TOKEN).toBe(
      where === 'keychain' ? variable('keychain:API_TOKEN') : entry.env.API_TOKEN,
    );
  }
  expect(kept[1]).toEqual(['mcp global:hand API_TOKEN', 'by-hand-0123456789']);
});

test(cite('MCP-1', 'an address with a hidden password can be edited; another host does not get it'), async () => {
  const app = await startMcpApp();
  const file = path.join(app.dataDir, 'mcp.json');
  const url = () => JSON.parse(readFileSync(file, 'utf8')).mcpServers.site.url;
  await app.save('site', { url: 'https://me:pass@old.example/mcp' });
  expect((await app.info('site')).runs).toBe('https://me:[hidden]@old.example/mcp');
  await app.save('site', { url: 'https://me:[hidden]@old.example/mcp2?x=1' });
  expect(url()).toBe('https://me:pass@old.example/mcp2?x=1');
  for (const other of ['https://me:[hidden]@new.example/mcp', 'http://me:[hidden]@old.example/mcp']) {
    const configuration = JSON.stringify({ url: other });
    const refused = await app.client.call('mcp.save', { server: globalServer('site'), configuration, secrets: {} });
    expect(refused).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/^url: the hidden password/) },
    });
  }
  await app.save('site', { url: 'https://me:other@new.example/mcp' });
  expect(url()).toBe('https://me:other@new.example/mcp');
});

test(
  cite(['MCP-1', 'MCP-5'], "secrets from the environment and from the file are hidden in the server's log"),
  async () => {
    const given = 'from-the-environment-0123';
    const literal = 'from-the-file-0123456';
    const app = await startMcpApp({ env: { MY_SITE_TOKEN: given } });
    const print = "process.stderr.write(process.env.A + ' ' + process.env.B_TOKEN + '\\n')";
    const file = path.join(app.dataDir, 'mcp.json');
    const env = { A: variable('MY_SITE_TOKEN'), B_TOKEN: literal };
    writeFileSync(
      file,
      JSON.stringify({ mcpServers: { odd: { command: process.execPath, args: ['-e', print], env } } }),
    );
    const info = await app.info('odd');
    await app.call('mcp.approve', { server: info, hash: info.hash });
    await app.call('mcp.restart', { server: globalServer('odd') });
    const log = JSON.stringify([await app.logs('odd'), await app.info('odd')]);
    expect(log).toContain('[key removed] [key removed]');
    expect(log).not.toContain(given);
    expect(log).not.toContain(literal);
  },
);

test(cite('MCP-5', 'on Windows a program is found only in PATH, never in the folder in which it starts'), async () => {
  const there = new Set(['C:\\bin\\npx.cmd', 'D:\\tools\\node.EXE'].map((one) => one.toLowerCase()));
  const find = (command: string, PATH: string) =>
    resolveCommandPath(command, { Path: PATH, PATHEXT: '.EXE;.CMD' }, 'win32', async (one) =>
      there.has(one.toLowerCase()),
    );
  expect(await find('npx', '.;;D:\\tools;"C:\\bin"')).toBe('C:\\bin\\npx.CMD');
  expect(await find('node.exe', 'C:\\bin;D:\\tools')).toBe('D:\\tools\\node.exe');
  expect(await find('node', '.;bin;C:;\\tools')).toBeNull();
  expect(await find('.\\own.exe', '')).toBe('.\\own.exe');
  expect(await resolveCommandPath('npx', {}, 'linux', async () => false)).toBe('npx');
});

test(cite(
  'MCP-1',
  "a project's server is not available in another, starts in its folder, and overrides the global one",
), { tags: ['all'] }, async () => {
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
  await app.call('project.trust', { projectId, trusted: true });
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
  // There the global one is used.
  expect(offeredNames(app)).toContain('mcp__odd__say');
  const global = (await app.call('mcp.list', { projectId: null })).servers.filter(({ name }) => name === 'odd');
  expect(global.map(({ state }) => state)).toContain('ready');
});

test(
  cite('MCP-1', 'when the app exits the servers are notified immediately, in parallel with everything else that runs'),
  async () => {
    let told = false;
    const servers = {
      ...serverTools(),
      async close() {
        told = true;
      },
    };
    const core = createCore({ dataDir: tempFolder(), env: {}, log: silentLog, person: false, mcp: servers });
    const closing = core.close();
    expect(told).toBe(true);
    await closing;
  },
);

test(
  cite('MCP-1', 'a new chat without a folder lists the tools: it is in no project, and that is not a defect'),
  async () => {
    const app = await startMcpApp();
    await app.save('odd', { command: process.execPath, args: [oddScript] });
    const { tools } = await app.call('tool.list', { conversationId: null, projectId: null });
    expect(tools.map(({ name }) => name)).toContain('todo_write');
  },
);
