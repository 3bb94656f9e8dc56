import { expect, test } from 'vitest';
import { deferredTools } from '../../electron/mcp/tools/deferredTools.ts';
import type { AssistantMessage } from '../../shared/conversation/message.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { everythingScript, startMcpApp } from '../support/mcp/mcpApp.ts';
import { serverTool, serverTools } from '../support/serverTools.ts';

const call = (id: string, name: string, args: unknown = {}) => ({ id, name, arguments: JSON.stringify(args) });

async function demanding(tools = [serverTool('docs', 'docs_search'), serverTool('docs', 'docs_read')]) {
  const mcp = serverTools(tools);
  const app = await startTestApp({ mcp, settings: { approvalMode: 'all' } });
  const id = await app.start();
  await app.call('conversation.configure', { conversationId: id, requiredServer: 'docs' });
  return { app, id, mcp };
}

const kinds = (rows: readonly { role: string; partType?: string }[]): string[] =>
  rows.map((row) => row.partType ?? row.role);

const lastUser = (body: { messages: { role: string; content?: unknown }[] } | undefined): string =>
  String(body?.messages.findLast((message) => message.role === 'user')?.content);

test(
  cite('LOOP-11', 'a first reply without the required call is retried, and only the accepted one is stored'),
  async () => {
    const { app, id } = await demanding();
    app.model.push(
      { text: 'I know this by heart.' },
      [{ text: 'I look it up.' }, { calls: [call('c1', 'docs_search', { q: 'x' })] }],
      { text: 'Found.' },
    );
    const from = app.events.length;
    expect(await app.turn(id, 'how?')).toBe('done');
    expect(kinds(app.rows(id))).toEqual(['environment', 'user', 'assistant', 'tool', 'assistant']);
    const accepted = app.rows(id)[2] as AssistantMessage;
    expect(accepted).toMatchObject({
      content: 'I look it up.',
      required: { server: 'docs', asked: 1, ended: 'called' },
    });
    const [first, second, third] = app.model.requests.map(({ body }) => body);
    expect(lastUser(first)).not.toContain('docs_search');
    expect(lastUser(second)).toMatch(/how\?[\s\S]*server "docs"[\s\S]*docs_read, docs_search/);
    expect(JSON.stringify(third)).not.toContain('your reply called none');
    expect(third?.messages.slice(0, first?.messages.length)).toEqual(first?.messages);
    // The discarded replies are counted.
    const { usage } = accepted;
    expect(usage?.discarded).toMatchObject({ replies: 1 });
    expect(usage?.discarded?.inputTokens).toBeGreaterThan(0);
    // The discarded reply was never announced as a record, and its text was withdrawn before the next.
    const seen = app.events.slice(from).flatMap((entry) => (entry.conversationId === id ? [entry.event] : []));
    const stored = seen.flatMap((event) => (event.type === 'message.appended' ? [event.message] : []));
    expect(stored.filter((message) => message.role === 'assistant')).toHaveLength(2);
    const starts = seen.filter((event) => event.type === 'reply.started').map(({ messageId }) => messageId);
    expect(starts).toHaveLength(3);
    expect(stored.map((message) => message.id)).not.toContain(starts[0]);
    expect(JSON.stringify(app.rows(id))).not.toContain('by heart');
  },
);

test(
  cite('LOOP-11', 'the next turn requires a call again, and its requests contain no trace of the retry'),
  async () => {
    const { app, id } = await demanding();
    app.model.push({ text: 'no' }, { calls: [call('c1', 'docs_search')] }, { text: 'one' });
    await app.turn(id, 'first');
    app.model.push({ calls: [call('c2', 'docs_read')] }, { text: 'two' });
    await app.turn(id, 'second');
    const [, , third, fourth, fifth] = app.model.requests.map(({ body }) => body);
    expect(fourth?.messages.slice(0, third?.messages.length)).toEqual(third?.messages);
    expect(fifth?.messages.slice(0, fourth?.messages.length)).toEqual(fourth?.messages);
    expect(JSON.stringify(fifth)).not.toContain('your reply called none');
    expect(app.rows(id).at(-3)).not.toHaveProperty('required');
  },
);

test(
  cite('LOOP-11', 'after two more attempts the last reply is accepted with a note, and the turn is not retried again'),
  async () => {
    const { app, id } = await demanding();
    const other = { calls: [call('c1', 'list_files', { path: '.' })] };
    app.model.push({ text: 'no' }, { text: 'still no' }, other, { text: 'All done.' });
    expect(await app.turn(id, 'go')).toBe('done');
    const rows = app.rows(id);
    expect(kinds(rows)).toEqual(['environment', 'user', 'assistant', 'tool', 'note', 'assistant']);
    expect(rows[2]).toMatchObject({ required: { asked: 2, ended: 'given_up' }, usage: { discarded: { replies: 2 } } });
    expect(rows[4]?.content).toMatch(/"docs".*3 times/);
    expect(app.model.requests).toHaveLength(4);
  },
);

test(
  cite('LOOP-11', 'without a tool of the server nothing is sent or stored, and the reason is reported'),
  async () => {
    const { app, id, mcp } = await demanding();
    mcp.set({ tools: [], problems: ['The server docs did not start: no such program.'] });
    const answer = await app.client.call('run.send', { conversationId: id, text: 'go' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'TOOL_NOT_AVAILABLE' } });
    expect(JSON.stringify(answer)).toContain('no such program');
    expect(app.model.requests).toHaveLength(0);
    mcp.set({ tools: [serverTool('docs', 'docs_search')], problems: [] });
    app.model.push({ calls: [call('c1', 'docs_search')] }, { text: 'ok' });
    expect(await app.turn(id, 'go')).toBe('done');
    expect(kinds(app.rows(id))).toEqual(['environment', 'user', 'assistant', 'tool', 'assistant']);
  },
);

test(
  cite('LOOP-11', 'where tools are found by search, searching is allowed and the call counts once it is made'),
  async () => {
    const real = [serverTool('docs', 'docs_search'), serverTool('docs', 'docs_read'), serverTool('web', 'web_get')];
    const { app, id, mcp } = await demanding([...deferredTools(() => real), ...real]);
    mcp.set({ deferred: true });
    app.model.push(
      { text: 'no' },
      { calls: [call('c1', 'find_tools', { query: 'docs' })] },
      { calls: [call('c2', 'use_tool', { name: 'web_get', arguments: {} })] },
      { calls: [call('c3', 'use_tool', { name: 'docs_read', arguments: { page: 1 } })] },
      { text: 'done' },
    );
    expect(await app.turn(id, 'go')).toBe('done');
    const rows = app.rows(id);
    expect(kinds(rows)).toEqual(['environment', 'user', 'assistant', 'tool', 'assistant', 'tool', 'assistant']);
    expect(rows[2]).toMatchObject({ required: { asked: 1, ended: 'searched' }, tool_calls: [{ id: 'c1' }] });
    expect(rows[4]).toMatchObject({ required: { asked: 1, ended: 'called' }, tool_calls: [{ id: 'c3' }] });
    expect(rows[5]).toMatchObject({ content: 'docs_read', outcome: 'ok' });
    expect(app.model.requests[0]?.body.tools?.map((tool) => tool.function.name)).not.toContain('docs_read');
  },
);

test(cite('LOOP-11', "a failure during a retry is stored as such, with the first reply's cost"), async () => {
  const { app, id } = await demanding();
  app.model.push({ text: 'no' }, { status: 400, body: { error: { message: 'broken' } } });
  expect(await app.turn(id, 'go')).toBe('error');
  const rows = app.rows(id);
  expect(kinds(rows)).toEqual(['environment', 'user', 'error']);
  expect(rows[2]).toMatchObject({ content: null, usage: { discarded: { replies: 1 } } });
});

test(cite('LOOP-11', 'a real server over stdio, its tools found by search, is called before the turn ends'), {
  tags: ['all'],
}, async () => {
  const app = await startMcpApp({ settings: { deferToolsAbove: 1 } });
  await app.save('everything', { command: process.execPath, args: [everythingScript] });
  const id = await app.start();
  await app.call('conversation.configure', { conversationId: id, requiredServer: 'everything' });
  const echo = { name: 'mcp__everything__echo', arguments: { message: 'hello there' } };
  app.model.push(
    { text: 'Hello there.' },
    { calls: [call('c1', 'find_tools', { query: 'echo' })] },
    { calls: [call('c2', 'use_tool', echo)] },
    { text: 'Echoed.' },
  );
  expect(await app.turn(id, 'echo it')).toBe('done');
  const rows = app.rows(id);
  expect(kinds(rows)).toEqual(['environment', 'user', 'assistant', 'tool', 'assistant', 'tool', 'assistant']);
  expect(rows[5]?.content).toContain('hello there');
  expect(rows[2]).toMatchObject({ required: { server: 'everything', asked: 1, ended: 'searched' } });
});
