// Tool calls that become tasks, in both forms of the protocol, over a server that the test scripts.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { type McpApp, resultOf, startMcpApp } from '../support/mcp/mcpApp.ts';
import {
  startTaskServer,
  type TaskScript,
  type TaskServer,
  taskFields,
  textResult,
} from '../support/mcp/taskServer.ts';

const forms = ['extension', 'utility'] as const;

async function started(script: TaskScript, options: Parameters<typeof startMcpApp>[0] = {}) {
  const server = await startTaskServer(script);
  const app = await startMcpApp(options);
  await app.save('jobs', { url: server.url });
  return { app, server, id: await app.start() };
}

/** A call that works until the test changes the script. Returns when the task has been asked about. */
async function working(app: McpApp, server: TaskServer, id: string): Promise<void> {
  app.model.push([{ calls: [{ id: 'c1', name: 'mcp__jobs__work', arguments: '{}' }] }], { text: 'Done.' });
  await app.call('run.send', { conversationId: id, text: 'go' });
  await server.reached('tasks/get');
}

/** Where the starts of calls are logged. */
const executionLog = (app: McpApp, id: string): string =>
  path.join(app.messagesFile(id), '../../../state/logs/execution', `${id}.jsonl`);

const completed = (form: TaskScript['form'], text: string) =>
  taskFields(form, 'completed', form === 'extension' ? { result: textResult(text) } : {});

test.each(forms)(cite('MCP-11', 'a call that becomes a task of the %s form returns its result'), async (form) => {
  const { app, server, id } = await started({
    form,
    states: [taskFields(form, 'working', { statusMessage: 'half done' }), completed(form, 'all done')],
    result: textResult('all done'),
  });
  const [result] = await app.calls(id, [['mcp__jobs__work', {}]]);
  expect(result).toMatchObject({ outcome: 'ok', content: 'all done' });
  const progress = await app.event('call.progress', ({ progress }) => progress.message === 'half done', 0);
  expect(progress.progress.task).toBe('working');
  expect(server.count('tools/call')).toBe(1);
  expect(server.count('tasks/get')).toBe(2);
  expect(server.count('tasks/result')).toBe(form === 'utility' ? 1 : 0);
  expect(server.count('tasks/cancel')).toBe(0);
  const call = server.requests.find(({ method }) => method === 'tools/call');
  if (form === 'utility') return expect(call?.params.task).toMatchObject({ ttl: expect.any(Number) });
  const meta = call?.params._meta as { 'io.modelcontextprotocol/clientCapabilities': object };
  expect(meta['io.modelcontextprotocol/clientCapabilities']).toMatchObject({
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  });
  expect(server.requests.find(({ method }) => method === 'tasks/get')?.headers['mcp-name']).toBe('task-1');
});

test.each(forms)(cite('MCP-11', 'stopping a run cancels its task of the %s form'), async (form) => {
  const { app, server, id } = await started({ form, states: [taskFields(form, 'working')] });
  await working(app, server, id);
  await app.call('run.stop', { conversationId: id });
  expect(resultOf(app, id, 'c1')).toMatchObject({ outcome: 'cancelled' });
  expect(server.requests.findLast(({ method }) => method.startsWith('tasks/'))).toMatchObject({
    method: 'tasks/cancel',
    params: { taskId: 'task-1' },
  });
});

test.each(forms)(
  cite('MCP-12', 'a task of the %s form survives a restart: its result is fetched once, and nothing is called again'),
  async (form) => {
    const { app, server, id } = await started({ form, states: [taskFields(form, 'working')] });
    await working(app, server, id);
    const { dataDir, folder, model } = app;
    const log = readFileSync(executionLog(app, id), 'utf8');
    expect(log).toContain(JSON.stringify({ form, id: 'task-1', server: 'global:jobs' }));
    await app.close();
    expect(server.count('tasks/cancel')).toBe(0);

    server.script.states = [completed(form, 'finished overnight')];
    server.script.result = textResult('finished overnight');
    server.requests.length = 0;
    const again = await startMcpApp({ dataDir, folder, model });
    const { openCalls } = await again.call('conversation.open', { conversationId: id });
    expect(openCalls).toMatchObject([{ index: 0, state: 'unknown', isTask: true }]);
    const call = { conversationId: id, messageId: openCalls[0]?.messageId ?? '', index: 0 };
    await again.call('call.resolve', { ...call, choice: 'get_result' });
    await again.event('run.ended', undefined, 0);
    expect(resultOf(again, id, 'c1')).toMatchObject({
      outcome: 'ok',
      content: 'finished overnight',
      resolution: 'get_result',
    });
    expect(server.count('tools/call')).toBe(0);
    expect(server.count('tasks/get')).toBe(1);
    expect(server.count('tasks/result')).toBe(form === 'utility' ? 1 : 0);
    const twice = await again.client.call('call.resolve', { ...call, choice: 'get_result' });
    expect(twice).toMatchObject({ ok: false, error: { code: 'CALL_NOT_OPEN' } });
  },
);

test(cite('MCP-12', 'a task that its server no longer has leaves the call open, with the reason'), async () => {
  const form = 'extension';
  const { app, server, id } = await started({ form, states: [taskFields(form, 'working')] });
  await working(app, server, id);
  const { dataDir, folder, model } = app;
  await app.close();
  server.script.states = ['Task not found'];
  const again = await startMcpApp({ dataDir, folder, model });
  const { openCalls } = await again.call('conversation.open', { conversationId: id });
  const call = { conversationId: id, messageId: openCalls[0]?.messageId ?? '', index: 0 };
  await again.call('call.resolve', { ...call, choice: 'get_result' });
  const ended = await again.event('run.ended', undefined, 0);
  expect(ended.error?.message).toBe(
    'The MCP server jobs did not return the result: Task not found. Nothing was changed.',
  );
  const reopened = await again.call('conversation.open', { conversationId: id });
  expect(reopened.openCalls).toMatchObject([{ isTask: true }]);
  await again.call('call.resolve', { ...call, choice: 'skip' });
  expect(resultOf(again, id, 'c1')).toMatchObject({ outcome: 'interrupted', resolution: 'skip' });
});

test(cite('MCP-12', 'only a call that a server continued has a result to fetch'), async () => {
  const { app, id } = await started({ form: 'extension', states: ['Task not found'] });
  app.model.push([{ calls: [{ id: 'c1', name: 'mcp__jobs__work', arguments: '{}' }] }], { text: 'Done.' });
  await app.turn(id, 'go');
  expect(resultOf(app, id, 'c1').content).toBe('Error: work of the MCP server jobs ran as a task, but Task not found.');
});

test(cite('MCP-11', 'a task asks the user with a form, once for each request, and receives the answer'), async () => {
  const form = 'extension';
  const requestedSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  const params = { mode: 'form', message: 'Which city?', requestedSchema };
  const asking = taskFields(form, 'input_required', {
    inputRequests: { place: { method: 'elicitation/create', params }, here: { method: 'roots/list' } },
  });
  const states = [asking, asking, completed(form, 'ok')];
  const { app, server, id } = await started({ form, states });
  app.client.onEvent(({ conversationId, event }) => {
    if (conversationId === null || event.type !== 'call.asking') return;
    const { questionId, message } = event.question;
    expect(message).toBe('Which city?');
    void app.call('question.answer', { conversationId, questionId, action: 'accept', values: { city: 'Oslo' } });
  });
  const [result] = await app.calls(id, [['mcp__jobs__work', {}]]);
  expect(result).toMatchObject({ outcome: 'ok', content: 'ok' });
  const updates = server.requests.filter(({ method }) => method === 'tasks/update');
  expect(updates.map(({ params: sent }) => [sent.taskId, sent.inputResponses])).toEqual([
    [
      'task-1',
      {
        place: { action: 'accept', content: { city: 'Oslo' } },
        here: { roots: [{ uri: expect.stringContaining('file:///'), name: expect.any(String) }] },
      },
    ],
  ]);
});

test(cite('MCP-13', 'a task whose server refuses an answer and still asks for it fails with the reason'), async () => {
  const form = 'extension';
  const inputRequests = { here: { method: 'roots/list' } };
  const { app, server, id } = await started({
    form,
    states: [taskFields(form, 'input_required', { inputRequests })],
    updates: 'These roots are not valid',
  });
  const [result] = await app.calls(id, [['mcp__jobs__work', {}]]);
  expect(result).toMatchObject({ outcome: 'error' });
  expect(result?.content).toContain('These roots are not valid');
  expect([server.count('tasks/update'), server.count('tasks/cancel')]).toEqual([1, 1]);
});

test(cite('MCP-11', 'a lost connection does not end a task'), async () => {
  const form = 'extension';
  const states = [taskFields(form, 'working'), 'cut', taskFields(form, 'working'), completed(form, 'still there')];
  const { app, server, id } = await started({ form, states });
  const [result] = await app.calls(id, [['mcp__jobs__work', {}]]);
  expect(result).toMatchObject({ outcome: 'ok', content: 'still there' });
  expect(server.count('tools/call')).toBe(1);
});

const failures: [what: string, script: Omit<TaskScript, 'form'>, reason: string][] = [
  [
    'answers for another task',
    { states: [taskFields('extension', 'working', { taskId: 'task-2' })] },
    'it answered for another task',
  ],
  [
    'invents a state',
    { states: [taskFields('extension', 'sleeping')] },
    'it reports an unknown state of the task: sleeping',
  ],
  [
    'names no task',
    { created: { resultType: 'task', status: 'working' }, states: [] },
    'it started a task without a valid ID',
  ],
  [
    'completes a task without a result',
    { states: [taskFields('extension', 'completed')] },
    'it completed the task without a result',
  ],
  ['cancels a task', { states: [taskFields('extension', 'cancelled')] }, 'it canceled the task'],
  [
    'changes a request that was answered',
    {
      states: [1, 2].map((n) =>
        taskFields('extension', 'input_required', { inputRequests: { a: { method: 'roots/list', params: { n } } } }),
      ),
    },
    'it changed a request that was already answered',
  ],
  [
    'asks for something unknown',
    { states: [taskFields('extension', 'input_required', { inputRequests: { a: { method: 'files/read' } } })] },
    'its task asked for something unknown',
  ],
  [
    'asks without end',
    {
      states: [
        taskFields('extension', 'input_required', {
          inputRequests: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`k${n}`, { method: 'roots/list' }])),
        }),
      ],
    },
    'its task asked for input too often',
  ],
];

test.each(failures)(cite('MCP-13', 'a server that %s only fails its call'), async (_what, script, reason) => {
  const { app, id } = await started({ form: 'extension', ...script });
  const [result] = await app.calls(id, [['mcp__jobs__work', {}]]);
  expect(result).toMatchObject({ outcome: 'error' });
  expect(result?.content).toContain(reason);
});

test(cite('MCP-13', 'the first final state counts, and the form of the answer decides between two tasks'), async () => {
  const form = 'extension';
  const { app, server, id } = await started({
    form,
    created: {
      resultType: 'task',
      ...taskFields(form, 'working'),
      task: taskFields('utility', 'working', { taskId: 'other' }),
    },
    states: [completed(form, 'first'), completed(form, 'second')],
    result: textResult('from the other form'),
  });
  const [result] = await app.calls(id, [['mcp__jobs__work', {}]]);
  expect(result?.content).toBe('first');
  expect([server.count('tasks/get'), server.count('tasks/result')]).toEqual([1, 0]);
});

test(cite('MCP-13', 'a huge result of a task goes to a file like any other'), async () => {
  const form = 'extension';
  const { app, id } = await started({ form, states: [completed(form, 'z'.repeat(8 * 1024 * 1024))] });
  const [result] = await app.calls(id, [['mcp__jobs__work', {}]]);
  expect(result?.outcome).toBe('ok');
  expect(result?.fullOutputPath).toBeDefined();
});

test(cite('MCP-13', 'a failed task is an error with the reason of its server'), async () => {
  const form = 'extension';
  const error = { code: -32000, message: 'out of paper' };
  const { app, id } = await started({ form, states: [taskFields(form, 'failed', { error })] });
  const [result] = await app.calls(id, [['mcp__jobs__work', {}]]);
  expect(result).toMatchObject({ outcome: 'error', content: 'Error: The task failed: out of paper' });
});
