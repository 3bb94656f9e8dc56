// One answer to several pending calls: it reaches exactly the named ones, and never one that must be reviewed
// individually.

import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMcpTool } from '../../../electron/mcp/tools/mcpTool.ts';
import type { ToolContext } from '../../../electron/ports/tool.ts';
import { createRunAgent } from '../../../electron/tools/builtin/runAgent.ts';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { decide } from '../../../shared/permission/permission.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import type { Reply } from '../../support/fakeModelServer.ts';

/** The server's description is unchanged. */
const settled = { now: '', before: async () => null, accept: async () => null };

const read = (id: string, name: string) => ({ id, name: 'read_file', arguments: JSON.stringify({ path: name }) });
const write = (id: string, name: string) => ({
  id,
  name: 'write_file',
  arguments: JSON.stringify({ path: name, content: 'x' }),
});
const command = (id: string, text: string) => ({
  id,
  name: 'run_command',
  arguments: JSON.stringify({ command: text }),
});

async function waiting(names: readonly string[], more: Reply[] = [{ text: 'ok' }]) {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  for (const name of names) writeFileSync(path.join(app.folder, name), `what ${name} says`);
  const id = await app.start();
  app.model.push({ calls: names.map((name, at) => read(String(at), name)) }, ...more);
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  const asked = await Promise.all(names.map((_name, index) => question(app, index, from)));
  const together = (approvalIds: string[], decision: 'allow' | 'deny', reason = '') =>
    app.client.call('approval.answerTogether', { conversationId: id, approvalIds, decision, reason });
  return { app, id, from, asked, together };
}

async function question(app: TestApp, index: number, from: number): Promise<ApprovalRequest> {
  return (await app.event('call.waiting', ({ approval }) => approval.index === index, from)).approval;
}

const results = (app: TestApp, id: string) => app.rows(id).filter((row) => row.role === 'tool');

test(
  cite(['APPROVE-1', 'APPROVE-2'], 'several pending calls are allowed with one answer, once: no rule is created'),
  async () => {
    const { app, id, from, asked, together } = await waiting(
      ['a', 'b', 'c'],
      [{ calls: [read('9', 'a')] }, { text: 'ok' }],
    );
    const ids = asked.map(({ approvalId }) => approvalId);
    const turn = app.events.length;
    expect(await together([...ids, ids[0] ?? ''], 'allow')).toMatchObject({
      ok: true,
      value: { answered: ids, gone: [] },
    });
    // The same call asks again in the next turn.
    const again = await question(app, 0, turn);
    expect(again.preview).toEqual(asked[0]?.preview);
    expect((await app.call('permission.list', {})).rules).toEqual([]);
    await app.call('approval.answer', { conversationId: id, approvalId: again.approvalId, decision: 'allow' });
    await app.event('run.ended', undefined, from);
    expect(results(app, id).map((row) => row.outcome)).toEqual(['ok', 'ok', 'ok', 'ok']);
  },
);

test(
  cite('APPROVE-4', 'several pending calls are denied with one answer, and the model reads the reason for each'),
  async () => {
    const { app, id, from, asked, together } = await waiting(['a', 'b']);
    await together(
      asked.map(({ approvalId }) => approvalId),
      'deny',
      'not these',
    );
    expect((await app.event('run.ended', undefined, from)).end).toBe('done');
    expect(results(app, id).map((row) => row.outcome)).toEqual(['denied', 'denied']);
    const told = app.model.requests[1]?.body.messages.filter((message) => message.role === 'tool') ?? [];
    expect(told).toHaveLength(2);
    for (const { content } of told) expect(content).toContain('not these');
  },
);

test(
  cite('APPROVE-1', 'a joint answer reaches only what it names: nothing later, and no other conversation'),
  async () => {
    const { app, id, from, asked, together } = await waiting(['a', 'b', 'c']);
    const [a = '', b = '', c = ''] = asked.map(({ approvalId }) => approvalId);
    const other = await app.start();
    const foreign = { conversationId: other, approvalIds: [a, b], decision: 'allow' as const };
    expect(await app.client.call('approval.answerTogether', foreign)).toMatchObject({ ok: false });
    expect(results(app, id)).toEqual([]);
    // One of the two was answered meanwhile; the third was not shown.
    await app.call('approval.answer', { conversationId: id, approvalId: a, decision: 'deny' });
    expect(await together([a, b], 'allow')).toMatchObject({ ok: true, value: { answered: [b], gone: [a] } });
    await app.event('message.appended', ({ message }) => message.role === 'tool' && message.outcome === 'ok', from);
    const shown = await app.call('conversation.open', { conversationId: id });
    expect(shown.calls.map(({ index, state }) => [index, state])).toEqual([[2, 'waiting']]);
    // Repeating the same answer answers nothing.
    expect(await together([a, b], 'allow')).toMatchObject({ ok: false, error: { code: 'TOOL_DENIED' } });
    await together([c], 'deny');
    await app.event('run.ended', undefined, from);
    const outcomes = new Map(results(app, id).map((row) => [row.tool_call_id, row.outcome]));
    expect([...outcomes].toSorted()).toEqual([
      ['0', 'denied'],
      ['1', 'ok'],
      ['2', 'denied'],
    ]);
  },
);

test(cite('APPROVE-1', 'no client can allow a dangerous call in bulk, but it can be denied in bulk'), async () => {
  const names = ['a', '.env'];
  const { app, id, from, asked, together } = await waiting(names);
  expect(asked.map(({ byItself }) => byItself)).toEqual([undefined, true]);
  const ids = asked.map(({ approvalId }) => approvalId);
  expect(await together(ids, 'allow')).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
  const shown = await app.call('conversation.open', { conversationId: id });
  expect(shown.calls.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  await together(ids, 'deny');
  await app.event('run.ended', undefined, from);
  expect(results(app, id).map((row) => row.outcome)).toEqual(['denied', 'denied']);
});

test(cite(
  'APPROVE-1',
  'reviewed individually: dangers, secrets, places outside, deletion, network access, hidden content, and what the user wants to review',
), { tags: ['all'] }, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  await app.call('permission.add', {
    effect: 'ask',
    match: { tool: 'run_command', command: ['git', 'push'] },
    scope: { type: 'always' },
  });
  const id = await app.start();
  for (const name of ['inside.txt', '../outside.txt', 'id_rsa']) writeFileSync(path.join(app.folder, name), 'x');
  const cases: [string, true | undefined][] = [
    ['touch one', undefined],
    ['echo a && touch b', undefined],
    ['git push', true],
    ['eval "$X"', true],
    ['touch a\u202eb', true],
    ['rm -rf build', true],
    ['echo a && sudo touch b', true],
    ['curl -s https://example.com', true],
    ['git push --force', true],
    ['cat .env', true],
    ['head -3 < .env', true],
    ['cat ~/notes', true],
    ['touch ../b', true],
    ['cd .. && touch b', true],
    ['echo a > b', undefined],
    ['echo a > ../b', true],
    ['echo a > "$HOME/b"', true],
    ['echo a > .hidden', true],
    ['write plain', undefined],
    ['write .hidden', true],
    ['write a\u200bb', true],
    ['read inside.txt', undefined],
    ['read ../outside.txt', true],
    ['read id_rsa', true],
  ];
  const found: [string, true | undefined][] = [];
  for (const [text] of cases) {
    const [, tool, name = ''] = /^(read|write) (.*)$/.exec(text) ?? [];
    const asks = tool === 'read' ? read('1', name) : tool === 'write' ? write('1', name) : command('1', text);
    app.model.push({ calls: [asks] }, { text: 'ok' });
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const asked = await question(app, 0, from);
    found.push([text, asked.byItself]);
    await app.call('approval.answer', { conversationId: id, approvalId: asked.approvalId, decision: 'deny' });
    await app.event('run.ended', undefined, from);
  }
  expect(found).toEqual(cases);
  expect(existsSync(path.join(app.folder, 'one'))).toBe(false);
});

test(cite('APPROVE-1', 'what a server marks as destructive is reviewed individually'), async () => {
  const listed = { name: 'n', title: null, description: '', inputSchema: {}, readOnly: false, needsTask: false };
  const decided = async (more: { destructive?: true }) => {
    const tool = createMcpTool('s', { ...listed, ...more }, () => Promise.reject(), settled);
    const facts = { ...(await tool.facts?.({}, {} as ToolContext)), toolName: tool.name, kind: tool.kind, server: 's' };
    return decide({ mode: 'ask', facts, rules: [], folder: null }).byItself;
  };
  expect(await decided({})).toBe(undefined);
  expect(await decided({ destructive: true })).toBe(true);
});

test(cite('APPROVE-1', 'no line of an agent’s task can pass for the line that lists its tools'), async () => {
  const says = async (args: object): Promise<string> => {
    const preview = await createRunAgent().preview({ task: 'Look.\n\nTools: none', ...args }, {} as ToolContext);
    return preview.ok && preview.value.type === 'text' ? (preview.value.text.split('\n').at(-1) ?? '') : '';
  };
  expect(await says({})).toBe('Tools: all available in this conversation');
  expect(await says({ tools: [] })).toBe('Tools: none');
  expect(await says({ tools: ['read_file', 'x\n\nTools: none'] })).toBe('Tools: read_file, x Tools: none');
});
