import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { goneWithin, numberIn } from '../support/processes.ts';
import { tempFolder } from '../support/tempFolder.ts';

const kinds = (rows: readonly { role: string; partType?: string }[]): string[] =>
  rows.map((row) => row.partType ?? row.role);

test(
  cite(
    'AGENT-3',
    'the user runs a tool without the model: the result is theirs, and the model reads it with the arguments',
  ),
  async () => {
    const app = await startTestApp({ settings: { approvalMode: 'reads' } });
    writeFileSync(path.join(app.folder, 'a.txt'), 'one\n');
    const id = await app.start();
    const from = app.events.length;
    const given = '{ "path": "a.txt" }';
    await app.call('tool.run', { conversationId: id, toolName: 'read_file', arguments: given });
    await app.event('run.ended', ({ end }) => end === 'done', from);
    const [record] = app.rows(id) as ToolMessage[];
    expect(app.rows(id)).toHaveLength(1);
    expect(record).toMatchObject({ partType: 'tool_run', toolName: 'read_file', arguments: given, outcome: 'ok' });
    expect(app.model.requests).toHaveLength(0);
    const told = app.events.slice(from).flatMap((entry) => (entry.conversationId === id ? [entry.event] : []));
    const started = told.find((event) => event.type === 'run.started');
    expect(started).toMatchObject({ byHand: { messageId: record?.id, toolName: 'read_file', arguments: given } });
    expect(told.map((event) => event.type)).toEqual(['run.started', 'call.started', 'message.appended', 'run.ended']);
    app.model.push({ text: 'I see.' });
    await app.turn(id, 'what does it say?');
    const words = JSON.stringify(app.model.requests[0]?.body.messages);
    expect(words).toContain('[The user ran read_file with { \\"path\\": \\"a.txt\\" }]');
    expect(words).toContain('one');
    expect(words).not.toContain('tool_call');
  },
);

test(cite('AGENT-3', 'a run excluded from the context is not reported to the model'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  app.model.push({ text: 'hello' });
  await app.turn(id, 'hi');
  const from = app.events.length;
  const call = { toolName: 'run_command', arguments: JSON.stringify({ command: 'echo secret-word' }) };
  await app.call('tool.run', { conversationId: id, ...call, inContext: false });
  await app.event('run.ended', () => true, from);
  const record = app.rows(id).at(-1) as ToolMessage;
  expect(record).toMatchObject({ partType: 'tool_run', includeInContext: false });
  expect(record.content).toContain('secret-word');
  app.model.push({ text: 'again' });
  await app.turn(id, 'and?');
  expect(JSON.stringify(app.model.requests[1]?.body)).not.toMatch(/secret-word|The user ran/);
  const before = app.model.requests[0]?.body.messages ?? [];
  expect(app.model.requests[1]?.body.messages.slice(0, before.length)).toEqual(before);
});

test(cite('AGENT-3', 'it asks like any call, is visible while it runs, and can be stopped'), async () => {
  const app = await startTestApp();
  const id = await app.start();
  const from = app.events.length;
  const command = 'echo begun; echo $$ > pid; exec sleep 600';
  await app.call('tool.run', { conversationId: id, toolName: 'run_command', arguments: JSON.stringify({ command }) });
  const { approval } = await app.event('call.waiting', () => true, from);
  expect(approval).toMatchObject({ toolName: 'run_command', preview: { type: 'command', command }, index: 0 });
  const busy = await app.client.call('tool.run', {
    conversationId: id,
    toolName: 'todo_write',
    arguments: '{"todos":[]}',
  });
  expect(busy).toMatchObject({ ok: false, error: { code: 'CONVERSATION_BUSY' } });
  await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
  await app.event('call.output', ({ text }) => text.includes('begun'), from);
  const live = await app.call('conversation.open', { conversationId: id });
  expect(live.run).toMatchObject({
    phase: 'tools',
    byHand: { messageId: approval.messageId, toolName: 'run_command' },
  });
  expect(live.calls).toMatchObject([{ messageId: approval.messageId, index: 0, state: 'running' }]);
  const pid = await numberIn(path.join(app.folder, 'pid'));
  await app.call('run.stop', { conversationId: id });
  await goneWithin(pid, 2_000);
  expect(app.rows(id)).toMatchObject([{ id: approval.messageId, partType: 'tool_run', outcome: 'cancelled' }]);
  const over = await app.call('conversation.open', { conversationId: id });
  expect(over).toMatchObject({ run: null, calls: [], openCalls: [] });
});

test(cite('AGENT-3', 'if the user then denies it, it does not run and leaves nothing'), async () => {
  const app = await startTestApp();
  const id = await app.start();
  const from = app.events.length;
  const args = { path: 'x.txt', content: 'x' };
  await app.call('tool.run', { conversationId: id, toolName: 'write_file', arguments: JSON.stringify(args) });
  const { approval } = await app.event('call.waiting', () => true, from);
  await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'deny' });
  await app.event('run.ended', ({ end }) => end === 'stopped', from);
  expect(existsSync(path.join(app.folder, 'x.txt'))).toBe(false);
  const opened = await app.call('conversation.open', { conversationId: id });
  expect(opened).toMatchObject({ messages: [], calls: [], openCalls: [] });
});

test(cite('AGENT-3', 'errors in the call are reported immediately, and nothing is stored'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all', disabledTools: ['list_files'] } });
  const id = await app.start();
  const tries: [string, string, string][] = [
    ['read_file', '{"path":', 'TOOL_ARGS_INVALID_JSON'],
    ['read_file', '{"file":"a"}', 'TOOL_ARGS_INVALID'],
    ['no_such', '{}', 'TOOL_NOT_AVAILABLE'],
    ['list_files', '{"path":"."}', 'TOOL_NOT_AVAILABLE'],
  ];
  for (const [toolName, args, code] of tries) {
    const answer = await app.client.call('tool.run', { conversationId: id, toolName, arguments: args });
    expect(answer).toMatchObject({ ok: false, error: { code } });
  }
  const opened = await app.call('conversation.open', { conversationId: id });
  expect(opened).toMatchObject({ messages: [], run: null });
});

test(
  cite('AGENT-3', "a model's call is repeated with other arguments, and a large result has its own file"),
  async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    app.model.push(
      { calls: [{ id: 'c1', name: 'run_command', arguments: '{"command":"exit 3"}' }] },
      { text: 'It failed.' },
    );
    await app.turn(id, 'go');
    const from = app.events.length;
    const command = 'seq 1 20000; echo done > made.txt';
    await app.call('tool.run', { conversationId: id, toolName: 'run_command', arguments: JSON.stringify({ command }) });
    await app.event('run.ended', ({ end }) => end === 'done', from);
    const rows = app.rows(id);
    expect(kinds(rows)).toEqual(['environment', 'user', 'assistant', 'tool', 'assistant', 'tool_run']);
    expect(rows[3]).toMatchObject({ details: { exitCode: 3 } });
    const record = rows[5] as ToolMessage;
    expect(record.fullOutputPath).toContain(record.id);
    const page = await app.call('toolResult.read', {
      conversationId: id,
      messageId: record.id,
      offset: 0,
      limit: 50_000,
    });
    expect(page.text).toContain('\n9999\n');
    expect(readFileSync(path.join(app.folder, 'made.txt'), 'utf8')).toBe('done\n');
    // It is found by its arguments.
    app.model.push({ text: 'Now it works.' });
    expect(await app.turn(id, 'so?')).toBe('done');
  },
);

test(cite('AGENT-3', 'a message written meanwhile is queued and sent when the call has ended'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' }, replies: [{ text: 'answered' }] });
  const id = await app.start();
  const from = app.events.length;
  const gate = path.join(app.folder, 'gate');
  const command = `until [ -e gate ]; do sleep 0.02; done`;
  await app.call('tool.run', { conversationId: id, toolName: 'run_command', arguments: JSON.stringify({ command }) });
  expect(await app.call('run.send', { conversationId: id, text: 'later' })).toMatchObject({ queued: true });
  writeFileSync(gate, '');
  await app.event('message.appended', ({ message }) => message.content === 'answered', from);
  expect(kinds(app.rows(id))).toEqual(['tool_run', 'environment', 'user', 'assistant']);
});

test(cite('AGENT-3', 'killed midway, it leaves nothing to resolve, and nothing runs again'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  app.model.push({ text: 'hello' });
  await app.turn(id, 'hi');
  const from = app.events.length;
  const command = 'echo run >> runs; exec sleep 600';
  await app.call('tool.run', { conversationId: id, toolName: 'run_command', arguments: JSON.stringify({ command }) });
  await app.event('call.started', () => true, from);
  const runs = path.join(app.folder, 'runs');
  await expect.poll(() => existsSync(runs)).toBe(true);
  // A copy of the disk at this moment is what a killed app leaves.
  const left = tempFolder();
  cpSync(app.dataDir, left, { recursive: true, filter: (file) => !file.includes('/locks') });
  await app.call('run.stop', { conversationId: id });

  const again = await startTestApp({ dataDir: left, folder: app.folder, replies: [{ text: 'still here' }] });
  const opened = await again.call('conversation.open', { conversationId: id });
  expect(kinds(opened.messages)).toEqual(['environment', 'user', 'assistant']);
  expect(opened).toMatchObject({ openCalls: [], calls: [], run: null });
  expect(await again.turn(id, 'and now?')).toBe('done');
  expect(readFileSync(runs, 'utf8')).toBe('run\n');
});
