import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chainOf } from '../../shared/conversation/chain.ts';
import type { ApprovalRequest, ConversationState } from '../../shared/conversation/event.ts';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import type { Reply, RequestBody } from '../support/fakeModelServer.ts';
import { goneWithin, numberIn } from '../support/processes.ts';
import { tempFolder } from '../support/tempFolder.ts';

const call = (id: string, name: string, args: unknown = {}) => ({ id, name, arguments: JSON.stringify(args) });

/** The task a request works on: its first user message that starts with `TASK`. */
function taskOf(body: RequestBody): string {
  const words = body.messages.filter(({ role }) => role === 'user').map(({ content }) => String(content));
  return words.join('\n').match(/^TASK (\w+)/m)?.[1] ?? 'parent';
}

/** Each conversation has its own script, named by the word after TASK; the parent's is `parent`. */
async function scripted(scripts: Record<string, Reply[]>, options: TestAppOptions = {}): Promise<TestApp> {
  const otherwise: Reply = (body) => {
    const name = taskOf(body);
    const reply = scripts[name]?.shift();
    if (reply === undefined) throw new Error(`nothing is scripted for ${name}`);
    return reply;
  };
  return startTestApp({ settings: { approvalMode: 'reads' }, otherwise, ...options });
}

async function allow(app: TestApp, conversationId: string, approval: ApprovalRequest): Promise<void> {
  await app.call('approval.answer', { conversationId, approvalId: approval.approvalId, decision: 'allow' });
}

function details(row: unknown): NonNullable<NonNullable<ToolMessage['details']>['agent']> {
  const agent = (row as ToolMessage).details?.agent;
  if (!agent) throw new Error('no agent in the details');
  return agent;
}

test(cite('AGENT-1', 'an agent is a regular stored conversation, and its last text is the result of the call'), {
  tags: ['all'],
}, async () => {
  const app = await scripted(
    {
      parent: [
        { calls: [call('p1', 'run_agent', { task: 'TASK look at @a.txt', title: 'Look' })] },
        { text: 'Thanks.' },
      ],
      look: [[{ text: 'I read.' }, { calls: [call('a1', 'read_file', { path: 'a.txt' })] }], { text: 'It says one.' }],
    },
    { settings: { approvalMode: 'all' } },
  );
  writeFileSync(path.join(app.folder, 'a.txt'), 'one\n');
  const id = await app.start();
  const told = app.event('call.agent');
  expect(await app.turn(id, 'go')).toBe('done');
  const rows = app.rows(id);
  const result = rows[3] as ToolMessage;
  const agent = details(result);
  expect(result).toMatchObject({ role: 'tool', outcome: 'ok', content: 'It says one.' });
  expect(agent).toMatchObject({ title: 'Look', calls: 1, turns: 2, conversationId: (await told).conversationId });
  expect(agent.usage?.inputTokens).toBeGreaterThan(0);
  const own = app.rows(agent.conversationId);
  expect(own.map((row) => row.partType ?? row.role)).toEqual(['environment', 'user', 'assistant', 'tool', 'assistant']);
  expect(own[0]?.origin).toEqual({ type: 'sub-agent', conversationId: id, messageId: rows[2]?.id, index: 0 });
  // Text written by a model reads no files automatically.
  expect(own[1]).toMatchObject({ role: 'user', content: 'TASK look at @a.txt' });
  expect(own[3]).toMatchObject({ role: 'tool', outcome: 'ok' });
  const offered = app.model.requests.map(({ body }) => body.tools?.map((tool) => tool.function.name) ?? []);
  expect(offered[0]).toContain('run_agent');
  expect(offered[1]).toEqual(offered[0]?.filter((name) => name !== 'run_agent'));
  // It opens by ID and is searchable, but is not in the list.
  const opened = await app.call('conversation.open', { conversationId: agent.conversationId });
  expect(opened).toMatchObject({ title: 'Look', run: null });
  // One read of the list also serves callers in the next moment.
  await expect.poll(async () => (await app.call('app.open', {})).conversations.map((row) => row.id)).toEqual([id]);
  expect(JSON.stringify(app.events)).not.toMatch(new RegExp(`conversation.listed[^}]*${agent.conversationId}`));
});

test(
  cite('AGENT-1', "its tools are never more than its parent's: only those it was given, and never a missing one"),
  async () => {
    const app = await scripted(
      {
        parent: [
          { calls: [call('p1', 'run_agent', { task: 'TASK narrow', tools: ['read_file', 'todo_write'] })] },
          {
            calls: [call('p2', 'run_agent', { task: 'TASK never', tools: ['read_file', 'run_command', 'run_agent'] })],
          },
          { text: 'ok' },
        ],
        narrow: [{ calls: [call('a1', 'write_file', { path: 'x', content: 'x' })] }, { text: 'could not' }],
      },
      { settings: { approvalMode: 'all', disabledTools: ['run_command'] } },
    );
    const id = await app.start();
    expect(await app.turn(id, 'go')).toBe('done');
    const rows = app.rows(id);
    expect(app.model.requests[1]?.body.tools?.map((tool) => tool.function.name)).toEqual(['read_file', 'todo_write']);
    const own = app.rows(details(rows[3]).conversationId);
    expect(own.find((row) => row.role === 'tool')).toMatchObject({
      outcome: 'error',
      details: { errorCode: 'TOOL_NOT_AVAILABLE' },
    });
    expect(existsSync(path.join(app.folder, 'x'))).toBe(false);
    expect(rows[5]).toMatchObject({ outcome: 'error', content: expect.stringContaining('run_command, run_agent') });
  },
);

test(cite('AGENT-1', "an agent's approvals appear in the box of the call that started it, one at a time"), async () => {
  const app = await scripted({
    parent: [{ calls: [call('p1', 'run_agent', { task: 'TASK write', title: 'Writer' })] }, { text: 'ok' }],
    write: [
      {
        calls: [
          call('a1', 'fetch_url', { url: 'https://example.invalid/one' }),
          call('a2', 'fetch_url', { url: 'https://example.invalid/two' }),
        ],
      },
      { calls: [call('a3', 'write_file', { path: 'made.txt', content: 'made' })] },
      { text: 'written' },
    ],
  });
  const id = await app.start();
  const from = app.events.length;
  const waiting = app.event('call.waiting', (event) => event.approval.kind === 'agent');
  void app.call('run.send', { conversationId: id, text: 'go' });
  const asked = (await waiting).approval;
  await allow(app, id, asked);
  const next = (fits: (approval: ApprovalRequest) => boolean) =>
    app.event('call.waiting', ({ approval }) => approval.messageId === asked.messageId && fits(approval), from);
  const first = (await next((approval) => approval.kind === 'network')).approval;
  const agentId = first.agent?.conversationId as string;
  expect(first).toMatchObject({ index: 0, agent: { title: 'Writer' } });
  // Both of its calls need approval; the second waits until the first is answered.
  const live = await app.call('conversation.open', { conversationId: id });
  expect(live.calls).toMatchObject([{ state: 'waiting', approval: { approvalId: first.approvalId } }]);
  const shown = await app.call('conversation.open', { conversationId: agentId });
  expect(shown.calls.map((one) => one.state)).toEqual(['waiting', 'waiting']);
  const denyAgain = { conversationId: id, decision: 'deny' as const, reason: 'no net' };
  await app.call('approval.answer', { ...denyAgain, approvalId: first.approvalId });
  const second = (await next((approval) => approval.kind === 'network' && approval.approvalId !== first.approvalId))
    .approval;
  await app.call('approval.answer', { ...denyAgain, approvalId: second.approvalId });
  const third = (await next((approval) => approval.kind === 'write')).approval;
  expect(third.preview).toMatchObject({ type: 'diff', path: 'made.txt' });
  expect(existsSync(path.join(app.folder, 'made.txt'))).toBe(false);
  const going = await app.call('conversation.open', { conversationId: id });
  expect(going.calls[0]?.waits).toMatchObject([{ from: first.askedAt }, { from: second.askedAt }]);
  await allow(app, id, third);
  await app.event('run.ended', () => true, from);
  await app.event('message.appended', ({ message }) => message.content === 'ok', from);
  expect(existsSync(path.join(app.folder, 'made.txt'))).toBe(true);
  const own = app.rows(agentId).filter((row) => row.role === 'tool');
  expect(own.map((row) => row.outcome)).toEqual(['denied', 'denied', 'ok']);
  expect(own[0]?.content).toContain('no net');
  // Approvals inside are linked to the call that started it, also when read again.
  const froms = [first, second, third].map(({ askedAt }) => ({ from: askedAt, to: expect.any(String) }));
  const chain = await app.call('chain.read', { conversationId: id, cursor: null });
  expect(chain.calls[0]?.agent?.waits).toEqual(froms);
});

test(cite(
  'AGENT-1',
  'stopping the parent ends its agents and their processes immediately, and every call has its result',
), { tags: ['all'] }, async () => {
  const sleep = 'echo $$ > pid; exec sleep 600';
  const app = await scripted(
    {
      parent: [
        { calls: [call('p1', 'run_agent', { task: 'TASK sleep' }), call('p2', 'run_agent', { task: 'TASK hang' })] },
      ],
      sleep: [{ calls: [call('a1', 'run_command', { command: sleep })] }],
      hang: [[{ text: 'I think' }, { hang: true }]],
    },
    { settings: { approvalMode: 'all' } },
  );
  const id = await app.start();
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  await Promise.all([
    app.event('call.agent', ({ index }) => index === 0, from),
    app.event('call.agent', ({ index }) => index === 1, from),
  ]);
  await expect.poll(() => existsSync(path.join(app.folder, 'pid'))).toBe(true);
  const pid = await numberIn(path.join(app.folder, 'pid'));
  await app.call('run.stop', { conversationId: id });
  await goneWithin(pid, 2_000);
  const results = app.rows(id).filter((row) => row.role === 'tool');
  expect(results.map((row) => row.outcome)).toEqual(['cancelled', 'cancelled']);
  for (const row of results) {
    const opened = await app.call('conversation.open', { conversationId: details(row).conversationId });
    expect(opened.run).toBeNull();
  }
});

test(cite('AGENT-1', 'agents of one reply run in parallel; exclusive calls wait for each other across agents'), {
  tags: ['all'],
}, async () => {
  const mark = (name: string) => ({ command: `echo ${name} in >> order; sleep 0.2; echo ${name} out >> order` });
  const both = {
    calls: [call('a', 'run_agent', { task: 'TASK one' }), call('b', 'run_agent', { task: 'TASK two' })],
  };
  let arrived = 0;
  let open: () => void = () => {};
  const together = new Promise<void>((resolve) => {
    open = resolve;
  });
  // Neither continues before the other has asked too, so they really run in parallel.
  const meet = (reply: Reply): Reply => {
    return async () => {
      if (++arrived === 2) open();
      await together;
      return reply;
    };
  };
  const app = await scripted(
    {
      parent: [both, { text: 'ok' }],
      one: [meet({ calls: [call('x', 'run_command', mark('one'))] }), { text: 'first' }],
      two: [meet({ calls: [call('y', 'run_command', mark('two'))] }), { text: 'second' }],
    },
    { settings: { approvalMode: 'all' } },
  );
  const id = await app.start();
  expect(await app.turn(id, 'go')).toBe('done');
  const lines = readFileSync(path.join(app.folder, 'order'), 'utf8').trim().split('\n');
  expect(lines.map((line) => line.split(' ')[1])).toEqual(['in', 'out', 'in', 'out']);
  const sent = app.model.requests.at(-1)?.body.messages.slice(-2) ?? [];
  expect(sent.map((message) => message.content)).toEqual(['first', 'second']);
});

test(cite('AGENT-1', 'deleting the parent deletes its agents, and restoring it restores them'), async () => {
  const app = await scripted(
    { parent: [{ calls: [call('p', 'run_agent', { task: 'TASK say' })] }, { text: 'ok' }], say: [{ text: 'said' }] },
    { settings: { approvalMode: 'all' } },
  );
  const id = await app.start();
  await app.turn(id, 'go');
  const agentId = details(app.rows(id)[3]).conversationId;
  expect(await app.call('conversation.deletion', { conversationId: id })).toMatchObject({
    subAgents: [{ id: agentId }],
  });
  await app.call('conversation.delete', { conversationId: id });
  expect(await app.client.call('conversation.open', { conversationId: agentId })).toMatchObject({ ok: false });
  await app.call('conversation.restore', { conversationId: id });
  const back = await app.client.call('conversation.open', { conversationId: agentId });
  expect((back as { value: ConversationState }).value.messages.at(-1)?.content).toBe('said');
});

test(cite('AGENT-1', 'an agent that fails or reaches the turn limit is an error with its last text'), async () => {
  const look = (id: string) => [{ text: `look ${id}` }, { calls: [call(id, 'list_files', { path: '.' })] }];
  const app = await scripted(
    {
      parent: [
        { calls: [call('p1', 'run_agent', { task: 'TASK long' })] },
        { calls: [call('p2', 'run_agent', { task: 'TASK broken' })] },
        { text: 'ok' },
      ],
      long: [look('a'), look('b'), look('c')],
      broken: [{ status: 400, body: { error: { message: 'no such model' } } }],
    },
    { settings: { approvalMode: 'all', maxTurns: 3 } },
  );
  const id = await app.start();
  await app.turn(id, 'go');
  const results = app.rows(id).filter((row) => row.role === 'tool');
  expect(results[0]).toMatchObject({
    outcome: 'error',
    content: expect.stringMatching(/3 model turns[\s\S]*look c/),
  });
  expect(results[1]).toMatchObject({ outcome: 'error', content: expect.stringContaining('no such model') });
  expect(details(results[0])).toMatchObject({ calls: 3, turns: 3 });
});

test(
  cite('AGENT-1', 'after a crash the call is open, its agent is readable, and running it again starts another agent'),
  async () => {
    const parent = [{ calls: [call('p', 'run_agent', { task: 'TASK slow' })] }, { text: 'ok' }];
    const slow: Reply[] = [
      [{ text: 'I look.' }, { calls: [call('a', 'list_files', { path: '.' })] }],
      [{ text: 'I thi' }, { hang: true }],
    ];
    const app = await scripted({ parent, slow }, { settings: { approvalMode: 'all' } });
    const id = await app.start();
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const agentId = (await app.event('call.agent', () => true, from)).conversationId;
    await app.model.request(3);
    // A copy of the disk at this moment is what a killed app leaves.
    const left = tempFolder();
    cpSync(app.dataDir, left, { recursive: true, filter: (file) => !file.includes('/locks') });
    await app.call('run.stop', { conversationId: id });

    const again = await scripted(
      { parent: [{ text: 'ok' }], slow: [{ text: 'second time' }] },
      { dataDir: left, folder: app.folder },
    );
    const opened = await again.call('conversation.open', { conversationId: id });
    const messageId = opened.messages.at(-1)?.id as string;
    expect(opened.openCalls).toEqual([{ messageId, index: 0, state: 'unknown', agent: { conversationId: agentId } }]);
    const agent = await again.call('conversation.open', { conversationId: agentId });
    expect(agent.messages.map((message) => message.partType ?? message.role)).toEqual([
      'environment',
      'user',
      'assistant',
      'tool',
    ]);
    const then = again.events.length;
    await again.call('call.resolve', { conversationId: id, messageId, index: 0, choice: 'run_again' });
    const { approval } = await again.event('call.waiting', () => true, then);
    await allow(again, id, approval);
    await again.event(
      'message.appended',
      ({ message }) => message.role === 'tool' && message.toolName === 'run_agent',
      then,
    );
    const result = again.rows(id).at(-1);
    expect(result).toMatchObject({ role: 'tool', resolution: 'run_again', outcome: 'ok' });
    expect(result?.content).toContain('second time');
    expect(details(result).conversationId).not.toBe(agentId);
    expect(await again.call('conversation.deletion', { conversationId: id })).toMatchObject({
      subAgents: expect.arrayContaining([expect.objectContaining({ id: agentId })]),
    });
  },
);

test(
  cite('AGENT-1', "a conversation's rule applies to its agents, and a rule made in the box belongs to the parent"),
  async () => {
    const write = (id: string, name: string) => ({ calls: [call(id, 'write_file', { path: name, content: name })] });
    const app = await scripted({
      parent: [{ calls: [call('p', 'run_agent', { task: 'TASK write' })] }, write('q', 'three'), { text: 'ok' }],
      write: [write('a', 'one'), write('b', 'two'), { text: 'written' }],
    });
    const id = await app.start();
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    await allow(app, id, (await app.event('call.waiting', ({ approval }) => approval.kind === 'agent', from)).approval);
    const asked = (await app.event('call.waiting', ({ approval }) => approval.agent !== undefined, from)).approval;
    await app.call('approval.answer', {
      conversationId: id,
      approvalId: asked.approvalId,
      decision: 'allow',
      remember: { offer: asked.offers.length - 1, scope: 'conversation' },
    });
    await app.event('message.appended', ({ message }) => message.content === 'ok', from);
    for (const name of ['one', 'two', 'three']) expect(readFileSync(path.join(app.folder, name), 'utf8')).toBe(name);
    const { rules } = await app.call('permission.list', {});
    expect(rules.map(({ rule }) => rule.scope)).toEqual([{ type: 'conversation', conversationId: id }]);
  },
);

test(
  cite('AGENT-1', "an agent's question to the user is a form in the parent's box, and is answered there"),
  async () => {
    const app = await scripted(
      {
        parent: [{ calls: [call('p', 'run_agent', { task: 'TASK ask' })] }, { text: 'ok' }],
        ask: [{ calls: [call('a', 'ask_user', { questions: [{ question: 'Which colour?' }] })] }, { text: 'thanks' }],
      },
      { settings: { approvalMode: 'all' } },
    );
    const id = await app.start();
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const { question } = await app.event('call.asking', () => true, from);
    const parentCall = app.rows(id).at(-1)?.id as string;
    expect(question).toMatchObject({ messageId: parentCall, index: 0, from: { type: 'model' } });
    const [field] = question.fields;
    await app.call('question.answer', {
      conversationId: id,
      questionId: question.questionId,
      action: 'accept',
      values: { [field?.name as string]: 'green' },
    });
    await app.event('message.appended', ({ message }) => message.content === 'ok', from);
    const agent = app.rows(details(app.rows(id)[3]).conversationId);
    expect(agent.find((row) => row.role === 'tool')?.content).toContain('green');
    expect(chainOf(app.rows(id))).toMatchObject([
      { name: 'run_agent', agent: { conversationId: details(app.rows(id)[3]).conversationId } },
    ]);
  },
);

test(cite('AGENT-1', "when the parent is gone, its agent's conversation is in the list"), async () => {
  const app = await scripted(
    { parent: [{ calls: [call('p', 'run_agent', { task: 'TASK say' })] }, { text: 'ok' }], say: [{ text: 'said' }] },
    { settings: { approvalMode: 'all' } },
  );
  const id = await app.start();
  await app.turn(id, 'go');
  const agentId = details(app.rows(id)[3]).conversationId;
  const parentFolder = path.dirname(app.messagesFile(id));
  await app.close();
  rmSync(parentFolder, { recursive: true });
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder });
  const { conversations } = await again.call('app.open', {});
  expect(conversations.map((row) => row.id)).toEqual([agentId]);
});
