import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const call = (id: string, name: string, args: unknown) => ({ id, name, arguments: JSON.stringify(args) });
const run = (command: string, id = '1') => call(id, 'run_command', { command });

/** Sends, and waits for the approval of the reply's one call. */
async function asked(
  app: TestApp,
  conversationId: string,
  ...calls: ReturnType<typeof call>[]
): Promise<ApprovalRequest> {
  app.model.push({ calls }, { text: 'ok' });
  const waiting = app.event('call.waiting');
  await app.call('run.send', { conversationId, text: 'go' });
  return (await waiting).approval;
}

/** Sends, and waits for the end without an approval. */
async function notAsked(app: TestApp, conversationId: string, command: string): Promise<string> {
  app.model.push({ calls: [run(command)] }, { text: 'ok' });
  const from = app.events.length;
  expect(await app.turn(conversationId, 'go')).toBe('done');
  expect(app.events.slice(from).some(({ event }) => event.type === 'call.waiting')).toBe(false);
  const row = app.rows(conversationId).findLast((message) => message.role === 'tool');
  return row?.role === 'tool' ? `${row.outcome}: ${String(row.content)}` : '';
}

function offerFor(request: ApprovalRequest, label: string): number {
  const exact = request.offers.findIndex((offer) => offer.label === label);
  const at = exact >= 0 ? exact : request.offers.findIndex((offer) => offer.label.includes(label));
  expect(at, request.offers.map((offer) => offer.label).join(', ')).toBeGreaterThanOrEqual(0);
  return at;
}

async function answer(
  app: TestApp,
  conversationId: string,
  request: ApprovalRequest,
  decision: 'allow' | 'deny',
  remembered?: { label: string; scope: 'conversation' | 'project' | 'always' },
): Promise<void> {
  const from = app.events.length;
  await app.call('approval.answer', {
    conversationId,
    approvalId: request.approvalId,
    decision,
    ...(remembered ? { remember: { offer: offerFor(request, remembered.label), scope: remembered.scope } } : {}),
  });
  await app.event('run.ended', undefined, from);
}

test(cite(
  ['APPROVE-2', 'APPROVE-3'],
  'commands that start with the allowed words pass; others ask, as do those with more hidden behind them',
), { tags: ['all'] }, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  writeFileSync(path.join(app.folder, 'a.txt'), 'alpha\n');
  const id = await app.start();
  const first = await asked(app, id, run('cat a.txt'));
  expect(first.offers.map(({ label }) => label)).toEqual([
    'exactly the command `cat a.txt`',
    'commands that start with `cat`',
    'any command',
  ]);
  await answer(app, id, first, 'allow', { label: 'start with', scope: 'conversation' });
  expect(await notAsked(app, id, 'cat -n a.txt')).toContain('alpha');
  const hidden = await asked(app, id, run('cat a.txt; touch made'));
  await answer(app, id, hidden, 'deny');
  const substituted = await asked(app, id, run('cat "$(touch made)"'));
  await answer(app, id, substituted, 'deny');
  expect(existsSync(path.join(app.folder, 'made'))).toBe(false);
});

test(
  cite('APPROVE-2', 'a rule is listed as a sentence with its origin and last use; once removed, it asks again'),
  async () => {
    const app = await startTestApp({ settings: { approvalMode: 'ask' } });
    const id = await app.start();
    await app.call('conversation.rename', { conversationId: id, title: 'Words' });
    const request = await asked(app, id, run('printf one'));
    await answer(app, id, request, 'allow', { label: 'any command', scope: 'project' });
    await notAsked(app, id, 'printf two');
    const { rules } = await app.call('permission.list', {});
    expect(rules).toMatchObject([
      {
        what: 'Any command',
        where: 'In the project project',
        rule: {
          effect: 'allow',
          origin: { type: 'answer', conversationId: id, messageId: request.messageId },
          lastUsedAt: expect.stringMatching(/^\d{4}-/),
        },
      },
    ]);
    const changed = app.events.length;
    await app.call('permission.remove', { ruleId: rules[0]?.rule.id ?? '' });
    expect(app.events.slice(changed).some(({ event }) => event.type === 'permissions.changed')).toBe(true);
    const again = await asked(app, id, run('printf three'));
    await answer(app, id, again, 'deny');
  },
);

test(
  cite('APPROVE-2', 'a remembered denial applies in every mode, and the model reads that a rule denied it'),
  async () => {
    const app = await startTestApp({ settings: { approvalMode: 'ask' } });
    const id = await app.start();
    const request = await asked(app, id, run('touch made'));
    await answer(app, id, request, 'deny', { label: 'start with', scope: 'always' });
    await app.call('conversation.configure', { conversationId: id, approvalMode: 'all' });
    expect(await notAsked(app, id, 'true && env touch made')).toMatch(
      /^denied: Error: a rule of the user refuses .*`touch`/,
    );
    expect(existsSync(path.join(app.folder, 'made'))).toBe(false);
    const doubtful = await asked(app, id, run('$X made'));
    await answer(app, id, doubtful, 'deny');
  },
);

test(
  cite(
    'APPROVE-2',
    "a project's rule applies in its other conversations but not in other projects; a global one everywhere",
  ),
  async () => {
    const app = await startTestApp({ settings: { approvalMode: 'ask' } });
    const [first, second] = [await app.start(), await app.start()];
    const elsewhere = path.join(tempFolder(), 'other');
    mkdirSync(elsewhere);
    const project = await app.call('project.open', { path: elsewhere });
    const other = (await app.call('conversation.create', { projectId: project.id })).conversationId;
    await app.call('conversation.open', { conversationId: other });
    await answer(app, first, await asked(app, first, run('printf a')), 'allow', {
      label: 'any command',
      scope: 'project',
    });
    await notAsked(app, second, 'printf b');
    await answer(app, other, await asked(app, other, run('printf c')), 'allow', {
      label: 'any command',
      scope: 'always',
    });
    await notAsked(app, other, 'printf d');
  },
);

test(
  cite('APPROVE-1', 'an answer with a rule that was not offered is rejected, and the approval stays open'),
  async () => {
    const app = await startTestApp({ settings: { approvalMode: 'ask' } });
    const id = await app.start();
    const request = await asked(app, id, run('printf a'));
    const remember = { offer: request.offers.length, scope: 'always' as const };
    const { approvalId } = request;
    expect(
      await app.client.call('approval.answer', { conversationId: id, approvalId, decision: 'allow', remember }),
    ).toMatchObject({
      ok: false,
      error: { code: 'PARAMS_INVALID' },
    });
    expect((await app.call('permission.list', {})).rules).toEqual([]);
    await answer(app, id, request, 'deny');
  },
);

test(cite('APPROVE-4', 'a denial ends the run if the user chose that; otherwise the run continues'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  const id = await app.start();
  const request = await asked(app, id, run('touch made'));
  const from = app.events.length;
  const { approvalId } = request;
  await app.call('approval.answer', {
    conversationId: id,
    approvalId,
    decision: 'deny',
    reason: 'enough',
    stop: true,
  });
  expect((await app.event('run.ended', undefined, from)).end).toBe('stopped');
  expect(app.model.requests).toHaveLength(1);
  expect(app.rows(id).at(-1)).toMatchObject({
    role: 'tool',
    outcome: 'denied',
    content: expect.stringContaining('enough'),
  });
  expect(existsSync(path.join(app.folder, 'made'))).toBe(false);
});

test(cite('APPROVE-2', 'a new rule answers the other pending calls that it covers'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  for (const name of ['a', 'b', 'c']) writeFileSync(path.join(app.folder, name), `text of ${name}`);
  const id = await app.start();
  const reads = ['a', 'b', 'c'].map((name) => call(name, 'read_file', { path: name }));
  const third = app.event('call.waiting', ({ approval }) => approval.index === 2);
  const first = await asked(app, id, ...reads);
  await third;
  await answer(app, id, first, 'allow', { label: 'calls to read_file', scope: 'conversation' });
  const rows = app.rows(id).filter((row) => row.role === 'tool');
  expect(rows.map((row) => (row.role === 'tool' ? row.outcome : ''))).toEqual(['ok', 'ok', 'ok']);
});

test(cite('APPROVE-2', "a conversation's rules are removed and restored with it"), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  const id = await app.start();
  await answer(app, id, await asked(app, id, run('printf a')), 'allow', {
    label: 'any command',
    scope: 'conversation',
  });
  const count = async () => (await app.call('permission.list', {})).rules.length;
  expect(await count()).toBe(1);
  await app.call('conversation.delete', { conversationId: id });
  expect(await count()).toBe(0);
  await app.call('conversation.restore', { conversationId: id });
  expect(await count()).toBe(1);
});

test('a hand-written rule is validated: not for everything, not for unknown tools, and origins must be origins', async () => {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  const add = (rule: unknown) => app.client.call('permission.add', rule as never);
  const always = { type: 'always' };
  for (const rule of [
    { effect: 'allow', match: { tool: '*' }, scope: always },
    { effect: 'allow', match: { tool: '*', path: '**' }, scope: always },
    { effect: 'allow', match: { tool: 'x', only: 'Sunday' }, scope: always },
    { effect: 'allow', match: { tool: 'x', origin: 'example.com' }, scope: always },
    { effect: 'allow', match: { tool: 'x', origin: 'https://example.com/path' }, scope: always },
    { effect: 'allow', match: { tool: 'x' }, scope: { type: 'project', projectId: 'nonesuch' } },
    { effect: 'allow', match: { tool: 'x' }, scope: { type: 'conversation', conversationId: 'nonesuch' } },
  ]) {
    expect(await add(rule), JSON.stringify(rule)).toMatchObject({ ok: false });
  }
  expect(await add({ effect: 'deny', match: { tool: '*', path: '.env' }, scope: always })).toMatchObject({ ok: true });
  expect((await app.call('permission.list', {})).rules).toMatchObject([
    { what: 'Every tool for .env', where: 'Everywhere' },
  ]);
});

test(cite('APPROVE-2', 'a forked conversation brings no permissions with it'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  const id = await app.start();
  await answer(app, id, await asked(app, id, run('printf a')), 'allow', {
    label: 'any command',
    scope: 'conversation',
  });
  const stored = path.dirname(app.messagesFile(id));
  await app.close();
  for (const name of ['meta.json', 'messages.json']) {
    const text = readFileSync(path.join(stored, name), 'utf8');
    expect(text).not.toMatch(/allowedTools|"effect"/);
  }
  expect(readFileSync(path.join(app.dataDir, 'permissions.json'), 'utf8')).toContain(id);
});

test(cite('APPROVE-2', 'background commands, and input to them, have their own permissions'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'ask' } });
  const id = await app.start();
  const waited = await asked(app, id, run('cat'));
  await answer(app, id, waited, 'allow', { label: 'exactly the command `cat`', scope: 'always' });
  const started = await asked(app, id, call('2', 'run_command', { command: 'cat', background: true }));
  await answer(app, id, started, 'allow', { label: 'exactly the command `cat` in the background', scope: 'always' });
  const written = await asked(app, id, call('3', 'write_command', { id: 'bg_1', text: 'one\n' }));
  expect(written.offers.map(({ label }) => label)).toEqual(['anything write_command writes to bg_1']);
  await answer(app, id, written, 'allow', { label: 'bg_1', scope: 'always' });
  const [rule] = (await app.call('permission.list', {})).rules;
  expect(rule?.rule).toMatchObject({
    match: { tool: 'write_command', process: `${id}/bg_1` },
    scope: { type: 'conversation', conversationId: id },
  });
  app.model.push(
    { calls: [call('4', 'run_command', { command: 'cat', background: true })] },
    { calls: [call('5', 'write_command', { id: 'bg_1', text: 'two\n' })] },
    { text: 'ok' },
  );
  expect(await app.turn(id, 'go')).toBe('done');
  const other = await asked(app, id, call('6', 'write_command', { id: 'bg_2', text: 'one\n' }));
  await answer(app, id, other, 'deny');
});
