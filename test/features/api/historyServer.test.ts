// `throughline mcp` as MCP clients start it: the built command, with clients of two generations of the protocol.

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { startApiHost } from '../../support/apiHost.ts';
import { cite } from '../../support/cite.ts';
import { doors, throughline } from '../../support/commandLine.ts';

const command = (dataDir: string, args: readonly string[]) => ({
  command: process.execPath,
  args: [`${doors}cli.js`, 'mcp', ...args, '--data', dataDir],
  stderr: 'inherit' as const,
});

async function connect(dataDir: string, args: readonly string[] = [], name = 'test client'): Promise<Client> {
  const client = new Client({ name, version: '1' });
  const transport = new StdioClientTransport(command(dataDir, args));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

async function call(client: Pick<Client, 'callTool'>, name: string, given: object) {
  const result = await client.callTool({ name, arguments: { ...given } });
  const [first] = result.content as { text: string }[];
  return {
    text: first?.text ?? '',
    value: (result.structuredContent ?? {}) as never,
    isError: result.isError === true,
  };
}

test(
  cite('API-1', 'a client may do nothing until the user allows it, and then drives a conversation in the open app'),
  async () => {
    const host = await startApiHost({ replies: [{ text: 'Blue, of course.' }] });
    const { dataDir } = host.app;
    const client = await connect(dataDir);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'search_history',
      'list_conversations',
      'list_projects',
      'read_conversation',
      'read_call',
      'start_conversation',
      'continue_conversation',
      'check_run',
    ]);
    const denied = await call(client, 'start_conversation', { text: 'hello' });
    expect(denied).toMatchObject({
      isError: true,
      text: expect.stringContaining('throughline mcp allow "test client" start'),
    });
    expect((await host.app.call('api.info', {})).clients).toMatchObject([{ name: 'test client', asked: ['start'] }]);

    await throughline(['mcp', 'allow', 'test client', 'start', 'continue', 'search', 'read', '--data', dataDir]);
    await expect.poll(async () => (await host.app.call('api.info', {})).address).not.toBeNull();
    const run = await call(client, 'start_conversation', { text: 'Which color is the sky?', wait: 30 });
    expect(run.value).toMatchObject({ state: 'idle', end: 'done', text: 'Blue, of course.' });
    const { conversationId } = run.value as { conversationId: string };
    await expect
      .poll(async () => (await call(client, 'search_history', { text: 'color sky' })).value)
      .toMatchObject({ hits: [{ conversationId }] });
    const read = await call(client, 'read_conversation', { conversationId });
    expect(read.text).toContain('Blue, of course.');
  },
);

test(cite('API-1', 'a run of a client waits for the user in the window'), async () => {
  const write = { id: 'c1', name: 'write_file', arguments: '{"path":"a.txt","content":"hi"}' };
  const host = await startApiHost({ replies: [{ calls: [write] }, { text: 'Written.' }] });
  await host.app.call('api.allowClient', { name: 'x', allowed: ['start'] });
  const client = await connect(host.app.dataDir, ['serve', '--allow', 'start,search']);
  const { projects } = (await call(client, 'list_projects', {})).value as {
    projects: { id: string; folder: string }[];
  };
  const project = projects.find(({ folder }) => folder === host.app.folder)?.id;
  const run = await call(client, 'start_conversation', { text: 'write it', project, wait: 30 });
  const status = run.value as { conversationId: string; state: string; waiting: { id: string; tool: string }[] };
  // The preview has arguments of the call.
  expect(status).toMatchObject({ state: 'waiting', waiting: [{ tool: 'write_file', preview: null }] });
  const { conversationId, waiting } = status;
  const answer = { decision: 'allow' as const, remember: null, reason: '', stop: false };
  await host.app.call('approval.answer', { conversationId, approvalId: waiting[0]?.id ?? '', ...answer });
  expect((await call(client, 'check_run', { conversationId, wait: 30 })).value).toMatchObject({ text: 'Written.' });
});

test(cite('API-1', 'with the app closed it reads, and says what starting needs'), async () => {
  const host = await startApiHost({ otherwise: { text: 'Stored words.' } });
  const id = await host.app.start();
  await host.app.turn(id, 'remember this');
  await host.app.call('api.allowClient', { name: 'x', allowed: ['start'] });
  await host.app.close();
  const client = await connect(host.app.dataDir, ['serve', '--allow', 'read,start']);
  expect((await call(client, 'read_conversation', { conversationId: id })).text).toContain('Stored words.');
  const started = await call(client, 'start_conversation', { text: 'hello' });
  expect(started).toMatchObject({ isError: true, text: expect.stringContaining('Throughline is not open') });
  expect(await call(client, 'read_call', { conversationId: id, messageId: 'x', index: 0 })).toMatchObject({
    isError: true,
    text: expect.stringContaining('has not allowed “calls”'),
  });
});

test(cite('API-1', 'without input it lists the servers as before'), async () => {
  const host = await startApiHost();
  const listed = await throughline(['mcp', '--data', host.app.dataDir, '--project', host.app.folder]);
  expect(listed).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('No MCP servers') });
});

test(cite('API-1', 'a client of the generation with `initialize` is served, by its name'), async () => {
  const host = await startApiHost({ otherwise: { text: 'Stored words.' } });
  const id = await host.app.start();
  await host.app.turn(id, 'remember this');
  const client = new EarlierClient({ name: 'earlier client', version: '1' });
  await client.connect(new EarlierTransport(command(host.app.dataDir, ['serve', '--allow', 'search'])));
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search_history');
  const earlier = client as unknown as Client;
  expect((await call(earlier, 'list_conversations', {})).value).toMatchObject({ conversations: [{ id }] });
  expect(await call(earlier, 'read_conversation', { conversationId: id })).toMatchObject({
    isError: true,
    text: expect.stringContaining('for earlier client'),
  });
  await host.app.call('api.allowClient', { name: 'earlier client', allowed: ['read'] });
  expect((await call(earlier, 'read_conversation', { conversationId: id })).text).toContain('Stored words.');
});

test(cite('API-1', 'a client that may only start sees the runs that it started, and no others'), async () => {
  const host = await startApiHost({ otherwise: { text: 'Private words.' } });
  const id = await host.app.start();
  await host.app.turn(id, 'remember this');
  const client = await connect(host.app.dataDir, ['serve', '--allow', 'start']);
  expect(await call(client, 'start_conversation', { text: 'hello' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('API is off'),
  });
  await host.app.call('api.allowClient', { name: 'test client', allowed: ['start'] });
  const run = await call(client, 'start_conversation', { text: 'hello', wait: 30 });
  const { conversationId } = run.value as { conversationId: string };
  expect((await call(client, 'check_run', { conversationId })).value).toMatchObject({ text: 'Private words.' });
  expect(await call(client, 'check_run', { conversationId: id })).toMatchObject({
    isError: true,
    text: expect.stringContaining('has not allowed “read”'),
  });
});
