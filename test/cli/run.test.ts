import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chainOf } from '../../shared/conversation/chain.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { expectCallsAnswered } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { commandHere } from '../support/commandHere.ts';
import { startThroughline, throughline } from '../support/commandLine.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { openAiRuleBreaks } from '../support/openAiRules.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { sample } from '../support/volume.ts';

function folders() {
  const root = tempFolder();
  const project = path.join(root, 'project');
  const data = path.join(root, 'data');
  mkdirSync(project);
  writeFileSync(path.join(project, 'README.md'), '# A project\n\nIt does a thing.\n');
  writeFileSync(path.join(project, 'notes.txt'), 'a note\n');
  return { project, data, at: ['--project', project, '--data', data] };
}

function messagesFile(data: string, id: string): string {
  const projects = path.join(data, 'projects');
  const project = readdirSync(projects).find((name) =>
    readdirSync(path.join(projects, name, 'conversations')).includes(id),
  );
  return path.join(projects, project ?? '', 'conversations', id, 'messages.json');
}

function messagesOf(data: string, id: string): Message[] {
  return JSON.parse(readFileSync(messagesFile(data, id), 'utf8'));
}

test(cite(
  ['START-3', 'LOOP-14'],
  'the demo model calls real tools on the folder, says that it is a script, and everything is stored',
), { tags: ['all'] }, async () => {
  const { data, at } = folders();
  const run = await throughline([
    'run',
    '-p',
    'list the files and read the README',
    ...at,
    '--approve',
    'reads',
    '--output',
    'json',
  ]);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const result = JSON.parse(run.stdout);
  expect(Object.keys(result)).toEqual(['conversationId', 'text', 'toolCalls', 'usage', 'error']);
  expect(result.error).toBeNull();
  expect(result.toolCalls.map((call: { outcome: string }) => call.outcome).slice(0, 2)).toEqual(['ok', 'ok']);
  for (const call of result.toolCalls)
    expect(Object.keys(call)).toEqual(['id', 'name', 'outcome', 'duration', 'sandbox']);
  const rows = messagesOf(data, result.conversationId);
  expectCallsAnswered(rows);
  const words = rows.map((row) => (row.role === 'assistant' ? (row.content ?? '') : '')).join(' ');
  expect(words).toMatch(/script/i);
  expect(words).toContain('It does a thing.');

  const request = await commandHere(['request', result.conversationId.slice(0, 8), ...at]);
  expect(request.code).toBe(0);
  const body = JSON.parse(request.stdout);
  expect(openAiRuleBreaks(body)).toEqual([]);
  const asked = rows.flatMap((row) => (row.role === 'assistant' ? (row.tool_calls ?? []).map((call) => call.id) : []));
  const sent = body.messages.filter((message: { role: string }) => message.role === 'tool');
  expect(sent.map((message: { tool_call_id: string }) => message.tool_call_id)).toEqual(asked);
  expect(body.messages.at(-1)).toEqual({ role: 'user', content: 'continue' });
});

test(cite('MENTION-3', 'an unreadable mentioned file is reported, and the rest is sent'), {
  tags: ['all'],
}, async () => {
  const { data, at } = folders();
  const run = await commandHere(['run', '-p', 'see @notes.txt and @none.ts, @mei', ...at]);
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('none.ts was not attached. No such file or folder.\n');
  const id = /Conversation (\S+)/.exec(run.stderr)?.[1] ?? '';
  const mentions = messagesOf(data, id).flatMap((row) => (Array.isArray(row.content) ? row.content : []));
  expect(mentions.filter((part) => part.type === 'mention').map(({ path: named }) => named)).toEqual([
    'notes.txt',
    'none.ts',
  ]);
  const told = (await commandHere(['show', id, ...at])).stdout;
  expect(told).toContain(
    '> see @notes.txt and @none.ts, @mei\n  + notes.txt (file, 7 B)\n  ! none.ts was not attached. No such file or folder.\n',
  );
  const shown = await commandHere(['request', id, '-p', 'and @README.md#L1?', ...at]);
  const { messages } = JSON.parse(shown.stdout) as { messages: { content: string }[] };
  expect(messages.at(-1)?.content).toContain(
    'and README.md#L1?\n\n<file path="README.md" lines="1-1">\n# A project\n</file>',
  );
  expect(messages[1]?.content).toContain('<file path="notes.txt">\na note\n</file>\n\n[none.ts is not attached:');
});

test(cite('COMPACT-5', 'a summary and a clearing are shown as what they are'), {
  tags: ['all'],
}, async () => {
  const { data, at } = folders();
  const run = await commandHere(['run', '-p', 'hello', ...at]);
  const id = /Conversation (\S+)/.exec(run.stderr)?.[1] ?? '';
  const rows = messagesOf(data, id);
  const row = { v: 1, createdAt: '2026-01-01T00:00:00.000Z', role: 'system', partType: 'summary' };
  const made = { firstKeptId: rows.at(-1)?.id, tokensBefore: 9, tokensAfter: 1 };
  const cleared = {
    ...row,
    id: 'c1',
    parentId: rows.at(-1)?.id,
    content: '',
    compaction: { ...made, clearedIds: ['x'] },
  };
  const summary = {
    ...row,
    id: 's1',
    parentId: 'c1',
    content: 'Boats.',
    compaction: { ...made, clearedIds: [], records: 12 },
  };
  writeFileSync(messagesFile(data, id), JSON.stringify([...rows, cleared, summary]));
  const shown = (await commandHere(['show', id, ...at])).stdout;
  expect(shown).toContain('[1 result removed from the context]\n');
  expect(shown).toContain('[Summary of 12 earlier messages]\nBoats.\n');
});

test(cite(
  'SEQ-1',
  "a run says when the folder's AGENTS.md was not used; trust is granted and withdrawn with a command",
), { tags: ['all'] }, async () => {
  const { project, at } = folders();
  const run = (): ReturnType<typeof commandHere> => commandHere(['run', '-p', 'hello', ...at]);
  expect((await run()).stderr).not.toContain('AGENTS.md');
  writeFileSync(path.join(project, 'AGENTS.md'), 'Use tabs.\n');
  const untold = await run();
  expect(untold.stderr.split('This folder’s AGENTS.md was not used')).toHaveLength(2);
  expect(untold.stderr).toContain(`throughline trust --project ${project}`);
  const trusted = await commandHere(['trust', ...at]);
  expect(trusted).toMatchObject({ code: 0, stdout: expect.stringContaining('are now used as your own') });
  const told = await run();
  expect(told.stderr).not.toContain('AGENTS.md');
  const id = /Conversation (\S+)/.exec(told.stderr)?.[1] ?? '';
  expect((await commandHere(['request', id, ...at])).stdout).toContain('Use tabs.');
  expect(await commandHere(['trust', '--no', ...at])).toMatchObject({ code: 0 });
  expect((await run()).stderr).toContain('was not used');
});

test(cite('APPROVE-6', 'without a user, approvals are denied, and the model learns of it'), {
  tags: ['all'],
}, async () => {
  const { project, data, at } = folders();
  const run = await commandHere(['run', '-p', 'write hello.txt with hi', ...at, '--output', 'json']);
  const printed = await commandHere(['run', '-p', 'write hello.txt with hi', ...at]);
  expect(printed.stderr).toContain('  denied: write_file needs approval, and no one is there to give it\n');
  const result = JSON.parse(run.stdout);
  expect(run.code).toBe(0);
  expect(result.toolCalls[0]).toMatchObject({ outcome: 'denied' });
  expect(readdirSync(project).toSorted()).toEqual(['README.md', 'notes.txt']);
  expect(messagesOf(data, result.conversationId).find((row) => row.role === 'tool')?.content).toMatch(/^Error: /);
});

test('against a third-party server: parallel calls, text before calls, a failing tool', async () => {
  const mock = new LLMock({ port: 0 });
  mock.on(
    { userMessage: 'look around', turnIndex: 0 },
    {
      content: 'Looking.',
      toolCalls: [
        { name: 'read_file', arguments: JSON.stringify({ path: 'notes.txt' }) },
        { name: 'list_files', arguments: '{}' },
        { name: 'read_file', arguments: JSON.stringify({ path: 'missing.txt' }) },
      ],
    },
  );
  mock.on({ userMessage: 'look around', turnIndex: 1 }, { content: 'One was missing.' });
  const url = await mock.start();
  try {
    const { data, at } = folders();
    const env = { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sk-mock-key-0123456789', OPENAI_MODEL: 'gpt-4o' };
    const run = await commandHere(['run', '-p', 'look around', ...at, '--approve', 'reads', '--output', 'json'], env);
    const result = JSON.parse(run.stdout);
    expect(result).toMatchObject({ text: 'One was missing.', error: null });
    const rows = messagesOf(data, result.conversationId);
    expectCallsAnswered(rows);
    expect(rows.find((row) => row.role === 'assistant')).toMatchObject({ content: 'Looking.' });
    expect(chainOf(rows).map((entry) => entry.outcome)).toEqual(['ok', 'ok', 'error']);
    expect(readFileSync(path.join(data, 'index.db')).includes('sk-mock-key-0123456789')).toBe(false);
  } finally {
    await mock.stop();
  }
});

test(cite(
  ['STORE-2', 'RESUME-4', 'LOOP-15'],
  'kill -9 in the middle of a command: the request is valid, the open call is answered, check finds no problem',
), { tags: ['all'] }, async () => {
  const { data, at, project } = folders();
  const model = await startFakeModelServer();
  const marker = path.join(project, 'runs');
  model.push({
    calls: [
      {
        id: 'c1',
        name: 'run_command',
        arguments: JSON.stringify({ command: `echo x >> ${marker}; echo started; sleep 30` }),
      },
    ],
  });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'k', OPENAI_MODEL: 'fake-model' };
  const run = startThroughline(['run', '-p', 'sleep', ...at, '--approve', 'all', '--output', 'stream-json'], env);
  await run.prints('"text":"started');
  run.child.kill('SIGKILL');
  const { stdout } = await run.finished;
  const { conversationId } = JSON.parse(stdout.split('\n')[0] ?? '');

  const first = await commandHere(['request', conversationId, ...at], env);
  const body = JSON.parse(first.stdout);
  expect(openAiRuleBreaks(body)).toEqual([]);
  const answer = body.messages.find((message: { role: string }) => message.role === 'tool');
  expect(answer).toMatchObject({ tool_call_id: 'c1', content: expect.stringMatching(/interrupted.*unknown/s) });
  expect((await commandHere(['request', conversationId, ...at], env)).stdout).toBe(first.stdout);
  const check = await commandHere(['check', ...at]);
  expect(check).toMatchObject({ code: 0, stdout: expect.stringContaining('0 problems') });

  model.push({ text: 'I see.' });
  const resumed = await commandHere(
    ['run', '-p', 'continue', '--resume', conversationId, ...at, '--output', 'json'],
    env,
  );
  expect(JSON.parse(resumed.stdout)).toMatchObject({ text: 'I see.', error: null });
  expect(model.requests.at(-1)?.text).toBe(first.stdout.trim());
  expect(readFileSync(marker, 'utf8')).toBe('x\n');
  expectCallsAnswered(messagesOf(data, conversationId));
  await model.close();
});

const faults = [
  {
    name: 'answers 500',
    reply: [{ status: 500, body: { error: { message: 'overloaded' } } }],
    times: 3,
    code: 'LLM_HTTP_ERROR',
    partial: null,
  },
  {
    name: 'closes half-way',
    reply: [{ text: ['half a ', 'sentence', ' lost'] }, { closeAfter: 2 }],
    times: 1,
    code: 'LLM_',
    partial: 'half a',
  },
  { name: 'never answers', reply: [{ hang: true as const }], times: 2, code: 'LLM_TIMEOUT', partial: null },
];

const idleSeconds = 5;
/** One second: enough for exactly two retries. */
const retryMinutes = 1 / 60;

/** Shortens the maximum idle time of a server to a tenth of a second. */
function shortenIdleTime(): void {
  const { setTimeout } = globalThis;
  const shortened = (act: () => void, ms?: number) => setTimeout(act, ms === idleSeconds * 1000 ? 100 : ms);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(shortened as typeof setTimeout);
  onTestFinished(() => void vi.restoreAllMocks());
}

test('a message about a broken reply starts on its own line', async () => {
  const { at } = folders();
  const model = await startFakeModelServer({
    replies: [[{ text: ['half a ', 'sentence', ' lost'] }, { closeAfter: 2 }]],
  });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const run = await commandHere(['run', '-p', 'hello', ...at], env);
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(/^half a .*\n$/);
  await model.close();
});

test.each(sample(3, faults))(
  '$name: the message and an error record are on disk, exit 1, one sentence',
  async ({ reply, times, code, partial }) => {
    const { data, at } = folders();
    mkdirSync(data);
    writeFileSync(
      path.join(data, 'settings.json'),
      JSON.stringify({ v: 1, idleTimeoutSeconds: idleSeconds, retryMinutes }),
    );
    // Only where nothing arrives: a busy machine may take longer than this to answer.
    if (code === 'LLM_TIMEOUT') shortenIdleTime();
    const model = await startFakeModelServer({ replies: Array.from({ length: times }, () => reply) });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
    const run = await commandHere(['run', '-p', 'hello', ...at, '--output', 'json'], env);
    expect(run.code).toBe(1);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    const result = JSON.parse(run.stdout);
    expect(result.error.code).toContain(code);
    const rows = messagesOf(data, result.conversationId);
    expect(rows.at(-2)).toMatchObject({ role: 'user', content: 'hello' });
    expect(rows.at(-1)).toMatchObject({
      role: 'assistant',
      partType: 'error',
      error: { code: 'LLM_ERROR', cause: result.error.code },
    });
    if (partial) expect(rows.at(-1)?.content).toContain(partial);
    expect(run.stderr + JSON.stringify(rows)).not.toContain('sk-0123456789abcdef');
    await model.close();
  },
);

test(cite(
  ['RESUME-2', 'RESUME-3'],
  'a unique prefix is enough, an ambiguous or unknown one is reported and does nothing',
), { tags: ['all'] }, async () => {
  const { data, at } = folders();
  const first = JSON.parse(
    (await commandHere(['run', '-p', 'hello', ...at, '--output', 'json'])).stdout,
  ).conversationId;
  const prefix = first.slice(0, 6);
  const resumed = await commandHere(['run', '-p', 'hello again', '--resume', prefix, ...at, '--output', 'json']);
  expect(JSON.parse(resumed.stdout).conversationId).toBe(first);
  const continued = await commandHere(['run', '-p', 'and again', '--continue', ...at, '--output', 'json']);
  expect(JSON.parse(continued.stdout).conversationId).toBe(first);
  const list = JSON.parse((await commandHere(['list', '--json', ...at])).stdout);
  expect(list).toHaveLength(1);
  expect(Object.keys(list[0])).toEqual(['id', 'title', 'createdAt', 'updatedAt', 'messageCount', 'project']);

  // A second conversation whose ID shares four characters with the first.
  const projects = path.join(data, 'projects');
  const project = readdirSync(projects)[0] ?? '';
  const twin = `${first.slice(0, 4)}zzzzzzzzzzzzzzzzzzzzzz`;
  mkdirSync(path.join(projects, project, 'conversations', twin));
  for (const [id, says] of [
    [first.slice(0, 4), 'matches 2 conversations'],
    ['', 'too short'],
    ['%', 'too short'],
    ['zzzzzz', 'no conversation'],
  ]) {
    for (const command of [
      ['delete', id ?? ''],
      ['show', id ?? ''],
      ['run', '-p', 'x', '--resume', id ?? ''],
    ]) {
      const answer = await commandHere([...command, ...at]);
      expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining(says ?? '') });
    }
  }
  expect(readdirSync(path.join(projects, project, 'conversations')).toSorted()).toEqual([first, twin].toSorted());
});

test(cite('STORE-10', 'delete removes the conversation and reports what was removed'), { tags: ['all'] }, async () => {
  const { at } = folders();
  const id = JSON.parse((await commandHere(['run', '-p', 'hello', ...at, '--output', 'json'])).stdout).conversationId;
  const refused = await commandHere(['delete', id.slice(0, 8), ...at]);
  expect(refused).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`delete ${id.slice(0, 8)} --yes`),
  });
  expect(JSON.parse((await commandHere(['list', '--json', ...at])).stdout)).toHaveLength(1);
  const deleted = await commandHere(['delete', id.slice(0, 8), '--yes', ...at]);
  expect(deleted).toMatchObject({ code: 0, stdout: expect.stringContaining(id) });
  expect(JSON.parse((await commandHere(['list', '--json', ...at])).stdout)).toEqual([]);
  expect((await commandHere(['check', ...at])).code).toBe(0);
});

test('wrong usage is one line and exit 2, before anything is touched', async () => {
  const { data } = folders();
  for (const args of [
    ['frobnicate'],
    ['run'],
    ['run', '-p', 'x', '--approve', 'maybe'],
    ['run', '-p', 'x', '--output', 'xml'],
    ['run', '-p', 'x', '--continue', '--resume', 'abcd'],
    ['run', '-p', 'x', '--no-such'],
    ['show'],
    ['list', 'extra'],
    ['show', 'abcd', '--tail', 'many'],
    ['list', '--repair'],
  ]) {
    const answer = await commandHere([...args, '--data', data]);
    expect({ args, ...answer }).toMatchObject({ code: 2, stdout: '' });
    expect(answer.stderr.trim().split('\n')).toHaveLength(1);
  }
  expect(() => readdirSync(data)).toThrow('ENOENT');
});

test('show and chain print the documented formats', { tags: ['all'] }, async () => {
  const { at } = folders();
  const run = await commandHere(['run', '-p', 'list the files', ...at, '--approve', 'reads', '--output', 'json']);
  const id = JSON.parse(run.stdout).conversationId;
  const show = JSON.parse((await commandHere(['show', id, '--json', '--tail', '2', ...at])).stdout);
  expect(Object.keys(show)).toEqual(['id', 'title', 'project', 'messages']);
  expect(show.messages).toHaveLength(2);
  const chain = JSON.parse((await commandHere(['chain', id, '--json', ...at])).stdout);
  expect(Object.keys(chain[0])).toEqual([
    'messageId',
    'index',
    'id',
    'name',
    'arguments',
    'outcome',
    'startedAt',
    'duration',
    'waitedMs',
    'bytes',
    'fullOutputPath',
  ]);
  expect((await commandHere(['show', id, ...at])).stdout).toContain('list the files');
});
