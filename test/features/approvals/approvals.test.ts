import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

const call = (id: string, name: string, args: unknown) => ({ id, name, arguments: JSON.stringify(args) });
const touch = (file: string) => call('1', 'run_command', { command: `touch ${file}` });

test(cite('APPROVE-1', 'by default everything that touches the folder asks, with the exact command'), async () => {
  const app = await startTestApp();
  const id = await app.start();
  const file = path.join(app.folder, 'made');
  app.model.push({ calls: [touch(file)] }, { text: 'ok' });
  const waiting = app.event('call.waiting');
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  const { approval } = await waiting;
  expect(approval.preview).toEqual({ type: 'command', command: `touch ${file}`, cwd: app.folder });
  expect(existsSync(file)).toBe(false);
  await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
  await app.event('run.ended', undefined, from);
  expect(existsSync(file)).toBe(true);
  expect(app.rows(id).find((row) => row.role === 'tool')).toMatchObject({
    outcome: 'ok',
    waitedMs: expect.any(Number),
  });
});

test(
  cite(['APPROVE-1', 'APPROVE-4'], 'a denial with its reason reaches the model, nothing runs, and the loop continues'),
  async () => {
    const app = await startTestApp();
    const id = await app.start();
    const file = path.join(app.folder, 'made');
    app.model.push({ calls: [touch(file)] }, { text: 'I will not.' });
    const waiting = app.event('call.waiting');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const { approvalId } = (await waiting).approval;
    await app.call('approval.answer', { conversationId: id, approvalId, decision: 'deny', reason: 'not that folder' });
    expect((await app.event('run.ended', undefined, from)).end).toBe('done');
    expect(existsSync(file)).toBe(false);
    expect(app.rows(id).find((row) => row.role === 'tool')).toMatchObject({ outcome: 'denied' });
    expect(app.model.requests[1]?.body.messages.at(-1)?.content).toMatch(/^Error: .*not that folder/s);
  },
);

test(cite('APPROVE-1', 'a stale, repeated or foreign answer has no effect'), async () => {
  const app = await startTestApp();
  const id = await app.start();
  const other = await app.start();
  const first = path.join(app.folder, 'first');
  const second = path.join(app.folder, 'second');
  app.model.push({ calls: [touch(first)] }, { calls: [touch(second)] }, { text: 'ok' });
  const asked = app.event('call.waiting');
  await app.call('run.send', { conversationId: id, text: 'go' });
  const { approvalId } = (await asked).approval;
  const answer = (conversationId: string, name: string) =>
    app.client.call('approval.answer', { conversationId, approvalId: name, decision: 'allow' });
  expect(await answer(other, approvalId)).toMatchObject({ ok: false });
  expect(await answer(id, 'someother')).toMatchObject({ ok: false });
  const askedAgain = app.event('call.waiting');
  expect(await answer(id, approvalId)).toMatchObject({ ok: true });
  await askedAgain;
  expect(await answer(id, approvalId)).toMatchObject({ ok: false });
  expect(existsSync(second)).toBe(false);
  await app.call('run.stop', { conversationId: id });
  expect(existsSync(second)).toBe(false);
});

test(cite('APPROVE-1', 'in read mode reads pass and changes ask; in the third mode everything passes'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'reads' } });
  writeFileSync(path.join(app.folder, 'a.txt'), 'alpha');
  const id = await app.start();
  app.model.push(
    { calls: [call('1', 'read_file', { path: 'a.txt' })] },
    { calls: [call('2', 'write_file', { path: 'a.txt', content: 'beta' })] },
    { text: 'ok' },
  );
  const waiting = app.event('call.waiting');
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  const { approval } = await waiting;
  expect(approval).toMatchObject({ toolName: 'write_file', preview: { type: 'diff', path: 'a.txt', isNew: false } });
  await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'deny' });
  await app.event('run.ended', undefined, from);
  expect(readFileSync(path.join(app.folder, 'a.txt'), 'utf8')).toBe('alpha');

  await app.call('conversation.configure', { conversationId: id, approvalMode: 'all' });
  app.model.push({ calls: [call('3', 'write_file', { path: 'a.txt', content: 'gamma' })] }, { text: 'ok' });
  expect(await app.turn(id, 'again')).toBe('done');
  expect(readFileSync(path.join(app.folder, 'a.txt'), 'utf8')).toBe('gamma');
});

test(cite(
  'APPROVE-2',
  'a tool allowed for a conversation does not ask there again, even after a restart, but does in others',
), { tags: ['all'] }, async () => {
  const app = await startTestApp();
  const id = await app.start();
  app.model.push({ calls: [call('1', 'run_command', { command: 'echo one' })] }, { text: 'ok' });
  const waiting = app.event('call.waiting');
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  const { approvalId, offers } = (await waiting).approval;
  const offer = offers.findIndex(({ match }) => match.command === undefined && match.commandLine === undefined);
  const remember = { offer, scope: 'conversation' as const };
  await app.call('approval.answer', { conversationId: id, approvalId, decision: 'allow', remember });
  await app.event('run.ended', undefined, from);
  await app.close();

  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder });
  await again.call('conversation.open', { conversationId: id });
  again.model.push({ calls: [call('2', 'run_command', { command: 'echo two' })] }, { text: 'ok' });
  expect(await again.turn(id, 'go')).toBe('done');
  const other = await again.start();
  again.model.push({ calls: [call('3', 'run_command', { command: 'echo three' })] });
  const asked = again.event('call.waiting');
  await again.call('run.send', { conversationId: other, text: 'go' });
  expect((await asked).approval.toolName).toBe('run_command');
});

test('an impossible change does not ask: the model reads why', async () => {
  const app = await startTestApp();
  writeFileSync(path.join(app.folder, 'a.txt'), 'alpha');
  const id = await app.start();
  app.model.push(
    { calls: [call('1', 'edit_file', { path: 'a.txt', old_text: 'omega', new_text: 'beta' })] },
    { text: 'It is not there.' },
  );
  expect(await app.turn(id, 'go')).toBe('done');
  expect(app.events.some((entry) => entry.event.type === 'call.waiting')).toBe(false);
  expect(app.rows(id).find((row) => row.role === 'tool')).toMatchObject({
    outcome: 'error',
    content: expect.stringMatching(/^Error: /),
  });
});
