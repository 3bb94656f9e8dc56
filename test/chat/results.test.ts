import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ExecutionEntry } from '../../electron/conversation/formats.ts';
import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { findOutputFiles, outputName } from '../../electron/stores/results/deadOutput.ts';
import type { ConversationEvent } from '../../shared/conversation/event.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { assistantMessage, call, conversationOf, userMessage } from '../support/messageBuilder.ts';
import { okValue } from '../support/result.ts';
import { askFor, executionEntries, executionFile, writeConversation } from '../support/storedConversation.ts';

const types = (entries: readonly ExecutionEntry[]) => entries.map((entry) => entry.type);

test(cite(
  ['RESUME-4', 'LOOP-15'],
  'a tool with side effects is logged before it starts, and as ended after its result',
), { tags: ['all'] }, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  const target = path.join(app.folder, 'made.txt');
  app.model.push(
    {
      calls: [askFor('r', 'todo_write', { todos: [] }), askFor('w', 'write_file', { path: 'made.txt', content: 'x' })],
    },
    { text: 'ok' },
  );
  const atStart: { entries: ExecutionEntry[]; made: boolean }[] = [];
  const atResult: ExecutionEntry[][] = [];
  app.client.onEvent(({ event }) => {
    if (event.type === 'call.started' && event.index === 1) {
      atStart.push({ entries: executionEntries(app, id), made: existsSync(target) });
    }
    if (event.type === 'message.appended' && event.message.role === 'tool' && event.message.tool_call_id === 'w') {
      atResult.push(executionEntries(app, id));
    }
  });
  expect(await app.turn(id, 'go')).toBe('done');
  const asked = app.rows(id).find((row) => row.role === 'assistant');
  const named = { messageId: asked?.id, toolCallId: 'w', index: 1, name: 'write_file' };
  expect(atStart).toMatchObject([{ made: false, entries: [{ type: 'tool_started', ...named }] }]);
  expect(readFileSync(target, 'utf8')).toBe('x');
  expect(atResult.map(types)).toEqual([['tool_started']]);
  expect(executionEntries(app, id)).toMatchObject([
    { type: 'tool_started', ...named },
    { type: 'tool_ended', ...named },
  ]);
});

test(cite(['RESUME-4', 'LOOP-15'], 'a command finds its own start in the log while it runs'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  app.model.push({ text: 'hello' });
  await app.turn(id, 'hello');
  app.model.push(
    { calls: [askFor('c', 'run_command', { command: `cat '${executionFile(app.dataDir, id)}'` })] },
    { text: 'ok' },
  );
  expect(await app.turn(id, 'go')).toBe('done');
  const asked = app.rows(id).find((row) => row.role === 'assistant' && row.tool_calls);
  const seen = String(app.rows(id).find((row) => row.role === 'tool')?.content).split('\n')[0] ?? '';
  const named = { messageId: asked?.id, toolCallId: 'c', index: 0, name: 'run_command' };
  expect(JSON.parse(seen)).toMatchObject({ type: 'tool_started', ...named });
  const entries = executionEntries(app, id);
  expect(types(entries).at(-1)).toBe('tool_ended');
  expect(types(entries).filter((type) => type === 'tool_ended')).toHaveLength(1);
  for (const entry of entries) expect(entry).toMatchObject(named);
  expect(entries.find((entry) => entry.pid !== undefined)).toMatchObject({ pid: expect.any(Number) });
});

test(cite('STORE-6', 'the model reads a spilled result by its @state path, page by page, to its end'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  const page = (offset: number) => (body: { messages: { content?: unknown }[] }) => {
    const texts = body.messages.map((message) => String(message.content));
    const name = /@state\/logs\/tool-results\/[^\]\s]+/.exec(texts.join('\n'))?.[0] ?? 'none';
    return { calls: [askFor(`p${offset}`, 'read_tool_result', { result: name, offset })] };
  };
  app.model.push({ calls: [askFor('big', 'run_command', { command: 'seq 1 15000' })] }, page(0), page(40_000), {
    text: 'read',
  });
  expect(await app.turn(id, 'go')).toBe('done');
  const rows = app.rows(id).flatMap((row) => (row.role === 'tool' ? [row] : []));
  expect(rows[0]?.fullOutputPath).toMatch(/^@state\//);
  const whole = `${Array.from({ length: 15_000 }, (_, n) => n + 1).join('\n')}\n[exit code 0]`;
  const pages = rows.slice(1).map((row) => {
    expect(row).toMatchObject({ toolName: 'read_tool_result', outcome: 'ok' });
    expect(row.fullOutputPath).toBeUndefined();
    return row.content.slice(0, row.content.lastIndexOf('\n[From byte'));
  });
  expect(pages[0]).toHaveLength(40_000);
  expect(pages.join('').trimEnd()).toBe(whole);
  expect(rows[1]?.content).toContain('Use offset 40000 to continue');
  expect(rows[2]?.content).toContain('This is the end.');
});

test('a missing result is an error that the model reads, and the loop continues', async () => {
  const app = await startTestApp();
  const id = await app.start();
  const other = `@state/logs/tool-results/${id}/../../x.json`;
  app.model.push({ calls: [askFor('p', 'read_tool_result', { result: other })] }, { text: 'ok' });
  expect(await app.turn(id, 'go')).toBe('done');
  expect(app.rows(id).find((row) => row.role === 'tool')).toMatchObject({
    outcome: 'error',
    content: expect.stringMatching(/^Error: /),
  });
});

test("a reply's metadata is in its record: usage, thinking, and what the provider wants back", {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  app.model.push(
    [
      { reasoning: ['First ', 'I look.'] },
      { calls: [askFor('c', 'run_command', { command: 'echo hi' })] },
      {
        usage: {
          prompt_tokens: 120,
          completion_tokens: 30,
          total_tokens: 150,
          prompt_tokens_details: { cached_tokens: 100 },
          completion_tokens_details: { reasoning_tokens: 12 },
        },
      },
    ],
    { text: 'done' },
  );
  await app.turn(id, 'go');
  const row = app.rows(id).find((candidate) => candidate.role === 'assistant');
  expect(row).toMatchObject({
    reasoning: 'First I look.',
    usage: { inputTokens: 120, outputTokens: 30, cachedInputTokens: 100, reasoningTokens: 12 },
    model: 'fake-model',
    finishReason: 'tool_calls',
  });
  expect(row?.role === 'assistant' && Object.keys(row.providerData ?? {}).length).toBeGreaterThan(0);
  const back = app.model.requests[1]?.body.messages.find((message) => message.role === 'assistant');
  expect(back?.reasoning_content).toBe('First I look.');
});

/** The folder with the results of all conversations of the app's project. */
async function resultsOf(app: TestApp): Promise<string> {
  const { startProjectId } = await app.call('app.open', {});
  return path.join(app.dataDir, 'projects', String(startProjectId), 'state', 'logs', 'tool-results');
}

const toolRows = (app: TestApp, id: string) => app.rows(id).flatMap((row) => (row.role === 'tool' ? [row] : []));

test(
  cite('STORE-6', 'if no file can be created the command runs to its end, the beginning is kept, the run continues'),
  async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    const results = await resultsOf(app);
    mkdirSync(path.dirname(results), { recursive: true });
    writeFileSync(results, 'a file stands here');
    const command = 'seq 1 200000; echo done > ended; exit 2';
    app.model.push({ calls: [askFor('big', 'run_command', { command })] }, { text: 'ok' });
    expect(await app.turn(id, 'go')).toBe('done');
    expect(readFileSync(path.join(app.folder, 'ended'), 'utf8')).toBe('done\n');
    const [row] = toolRows(app, id);
    expect(row).toMatchObject({
      outcome: 'error',
      details: { exitCode: 2, truncated: true, spillError: expect.any(String) },
    });
    expect(row?.content).toMatch(/^Error: the command exited with code 2\.\n1\n2\n3\n/);
    expect(row?.content).toMatch(
      /Only the first \d+ could be kept, because its file could not be written: .*\]\n\[exit code 2\]$/,
    );
  },
);

test(cite('STORE-16', 'a key printed by a command in two halves appears in no event, message or file'), {
  tags: ['all'],
}, async () => {
  const key = 'sk-test-0123456789abcdef';
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  const halves = "printf 'sk-test-'; sleep 0.2; printf '0123456789abcdef\\n'";
  const command = `${halves}; seq 1 30000; ${halves}`;
  app.model.push({ calls: [askFor('big', 'run_command', { command })] }, { text: 'ok' });
  expect(await app.turn(id, 'go')).toBe('done');
  const shown = app.events.flatMap(({ event }) => (event.type === 'call.output' ? [event.text] : [])).join('');
  expect(shown.endsWith('\n30000\n[key removed]\n')).toBe(true);
  expect(JSON.stringify(app.events)).not.toContain(key);
  const [row] = toolRows(app, id);
  const file = path.join(await resultsOf(app), id, `${row?.id}.json`);
  const numbers = Array.from({ length: 30_000 }, (_, n) => n + 1).join('\n');
  expect(readFileSync(file, 'utf8')).toBe(`[key removed]\n${numbers}\n[key removed]\n[exit code 0]`);
  expect(row?.content.startsWith('[key removed]\n1\n')).toBe(true);
});

test('repeated commands with the same large output are noticed', { tags: ['all'] }, async () => {
  const app = await startTestApp({
    settings: { approvalMode: 'all' },
    otherwise: { calls: [askFor('same', 'run_command', { command: 'seq 1 20000' })] },
  });
  const id = await app.start();
  expect(await app.turn(id, 'go')).toBe('loop');
  expect(toolRows(app, id)).toHaveLength(11);
});

test('a command with different large output each time does not count as a loop', { tags: ['all'] }, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  const command = 'echo x >> count; seq 1 20000; wc -l < count';
  for (let n = 0; n < 13; n++) app.model.push({ calls: [askFor(`c${n}`, 'run_command', { command })] });
  app.model.push({ text: 'ok' });
  expect(await app.turn(id, 'go')).toBe('done');
  expect(toolRows(app, id)).toHaveLength(13);
});

test(cite('RESUME-4', "another process's running call is not reported as cut off, and is followed to its end"), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  app.model.push({ calls: [askFor('c1', 'run_command', { command: 'seq 1 20000; sleep 60' })] });
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  await app.event('call.output', () => true, from);
  const core = createCore({ dataDir: app.dataDir, env: {}, log: silentLog, person: false });
  const seen: ConversationEvent[] = [];
  core.hub.subscribe(id, (_id, _seq, event) => seen.push(event));
  const during = okValue(await core.hub.load(id));
  expect(during).toMatchObject({ elsewhere: true, notices: [], reply: null });
  expect(during.openCalls.map(({ printed }) => printed)).toEqual([undefined]);
  await app.call('run.stop', { conversationId: id });
  await app.event('run.ended', () => true, from);
  await expect.poll(() => core.hub.peek(id)?.elsewhere).toBe(false);
  expect(core.hub.peek(id)).toMatchObject({ openCalls: [], elsewhere: false });
  expect(core.hub.peek(id)?.messages).toEqual(app.rows(id));
  expect(seen.map(({ type }) => type)).toEqual(['message.appended', 'elsewhere.changed']);
  await core.close();
});

/** The record of a first call that was started. */
const startedCall = (messageId: string) => {
  const at = '2026-01-02T03:04:07.000Z';
  return { v: 1, type: 'tool_started', at, messageId, toolCallId: 'c1', index: 0, name: 'run_command' };
};

/** The call's output when the app was killed; returns its folder. */
async function printedBefore(app: TestApp, id: string, messageId: string): Promise<string> {
  const folder = path.join(await resultsOf(app), id);
  mkdirSync(folder, { recursive: true });
  const printing = { toolCallId: 'c1', place: { messageId, index: 0 } };
  writeFileSync(outputName(folder, printing, 1_000_000), 'compiling\n'.repeat(9000));
  return folder;
}

test(
  cite(['STORE-2', 'STORE-6', 'RESUME-4'], "a command's output before the app was killed is in its interrupted result"),
  async () => {
    const app = await startTestApp();
    // The server gave both the same ID; the second was not started.
    const make = call('c1', 'run_command', '{"command":"make"}');
    const messages = conversationOf([userMessage('go'), assistantMessage('', [make, make])]);
    const messageId = messages[1]?.id;
    const id = await writeConversation(app, { messages, execution: [startedCall(messageId ?? '')] });
    const folder = await printedBefore(app, id, messageId ?? '');
    app.model.push({ text: 'ok' });
    const { openCalls } = await app.call('conversation.open', { conversationId: id });
    expect(openCalls).toMatchObject([{ state: 'unknown' }, { state: 'not_started' }]);
    expect(openCalls.map(({ printed }) => printed?.slice(0, 10))).toEqual(['compiling\n', undefined]);
    const { body } = await app.call('conversation.request', { conversationId: id, text: 'and?' });
    expect(await app.turn(id, 'and?')).toBe('done');
    expect(app.model.requests[0]?.text).toBe(JSON.stringify(body));
    const [row, other] = toolRows(app, id);
    expect(other?.content).not.toContain('compiling');
    expect(row).toMatchObject({ outcome: 'interrupted', fullOutputPath: expect.any(String) });
    expect(row?.content).toContain('What it had printed until then:\ncompiling\ncompiling\n');
    expect(readFileSync(path.join(folder, `${row?.id}.json`), 'utf8').endsWith('compiling\n'.repeat(9000))).toBe(true);
    expect(readdirSync(folder)).toEqual([`${row?.id}.json`]);
  },
);

test(
  cite(
    ['STORE-2', 'STORE-6', 'RESUME-4'],
    'two calls on two branches with the same ID from the server each get only their own output',
  ),
  async () => {
    const app = await startTestApp();
    const make = call('c1', 'run_command', '{"command":"make"}');
    const first = conversationOf([userMessage('go'), assistantMessage('', [make])]);
    const other = { ...assistantMessage('', [make]), id: 'other', parentId: first[0]?.id ?? null };
    const [here = '', there = ''] = [first[1]?.id, other.id];
    const execution = [here, there].map(startedCall);
    const id = await writeConversation(app, { messages: [...first, other], execution });
    const folder = await printedBefore(app, id, here);
    const printed = async () =>
      (await app.call('conversation.open', { conversationId: id })).openCalls.map((open) => open.printed?.slice(0, 9));

    expect(await printed()).toEqual([undefined]);
    app.model.push({ text: 'ok' });
    expect(await app.turn(id, 'and?')).toBe('done');
    expect(toolRows(app, id)).toHaveLength(1);
    expect(toolRows(app, id)[0]?.content).not.toContain('compiling');
    await app.call('conversation.switchBranch', { conversationId: id, messageId: here });
    expect(await printed()).toEqual(['compiling']);
    app.model.push({ text: 'ok' });
    expect(await app.turn(id, 'and here?')).toBe('done');
    const row = toolRows(app, id).find(({ parentId }) => parentId === here);
    expect(row?.details?.call).toEqual({ messageId: here, index: 0 });
    expect(row?.content).toContain('What it had printed until then:\ncompiling\n');
    expect(readdirSync(folder)).toEqual([`${row?.id}.json`]);
  },
);

test(
  cite('STORE-6', "a call's output is stored under its position, so that no other call with its ID gets it"),
  async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await app.start();
    app.model.push({ calls: [askFor('c1', 'run_command', { command: 'seq 1 20000; sleep 60' })] });
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    await app.event('call.output', () => true, from);
    const folder = path.join(await resultsOf(app), id);
    const messageId = app.rows(id).at(-1)?.id ?? '';
    const kept = (index: number) =>
      findOutputFiles(nodeDisk, folder, [{ toolCallId: 'c1', place: { messageId, index } }]).then(
        ({ length }) => length,
      );
    await expect.poll(() => kept(0)).toBe(1);
    expect(await kept(1)).toBe(0);
    await app.call('run.stop', { conversationId: id });
    await app.event('run.ended', () => true, from);
  },
);
