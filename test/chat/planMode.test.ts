// Plan mode: only read-only tools are offered and allowed, and the plan is a document that the user answers.

import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { reasonAgainstSandbox } from '../support/withoutSandbox.ts';

const plan = { title: 'Tidy the readme', plan: '1. Read it.\n2. Rewrite it.' };
const presenting = (args: unknown = plan) => ({
  calls: [{ id: 'p', name: 'present_plan', arguments: JSON.stringify(args) }],
});
const writing = { calls: [{ id: 'w', name: 'write_file', arguments: '{"path":"a.txt","content":"x"}' }] };

async function planning(): Promise<{ app: TestApp; id: string }> {
  const app = await startTestApp();
  const id = await app.start();
  await app.call('conversation.configure', { conversationId: id, approvalMode: 'plan' });
  return { app, id };
}

const toolNames = (app: TestApp, request: number): string[] =>
  (app.model.requests[request]?.body.tools ?? []).map((tool) => ('function' in tool ? tool.function.name : ''));

function resultsOf(app: TestApp, id: string): (Message & { role: 'tool' })[] {
  return app.rows(id).filter((row) => row.role === 'tool');
}

/** Sends, and returns the plan's question once it is asked. */
async function presented(app: TestApp, id: string) {
  const waiting = app.event('call.asking');
  const from = app.events.length;
  await app.call('run.send', { conversationId: id, text: 'go' });
  const { question } = await waiting;
  return { question, ended: () => app.event('run.ended', undefined, from) };
}

test(
  cite('APPROVE-1', 'only read-only tools are offered, and the model learns why; other calls are rejected'),
  async () => {
    const { app, id } = await planning();
    app.model.push(writing, { text: 'I see.' });
    const ended = app.event('run.ended');
    await app.call('run.send', { conversationId: id, text: 'go' });
    await ended;
    const offered = toolNames(app, 0);
    expect(offered).toContain('present_plan');
    expect(offered).toContain('read_file');
    expect(offered.filter((name) => ['write_file', 'edit_file', 'write_command'].includes(name))).toEqual([]);
    expect(JSON.stringify(app.model.requests[0]?.body.messages)).toMatch(/\[Plan mode\].*wants a plan/);
    expect(resultsOf(app, id)[0]?.content).toMatch(/write_file is not available in plan mode/);
    expect(existsSync(path.join(app.folder, 'a.txt'))).toBe(false);
  },
);

test(cite('APPROVE-1', 'an edited and accepted plan is carried out in the same turn, in the chosen mode'), async () => {
  const { app, id } = await planning();
  app.model.push(presenting(), writing, { text: 'Done.' });
  const { question, ended } = await presented(app, id);
  expect(question).toMatchObject({ plan: true, message: plan.title });
  expect(question.fields.find(({ name }) => name === 'plan')?.default).toBe(plan.plan);
  const values = { decision: 'go_on', plan: '1. Rewrite it.', mode: 'edits', words: 'Keep it short.' };
  const { questionId } = question;
  await app.call('question.answer', { conversationId: id, questionId, action: 'accept', values });
  // The user's text is on disk once it is acknowledged.
  expect(app.rows(id).some((row) => row.role === 'tool' && row.content.includes('1. Rewrite it.'))).toBe(true);
  expect((await ended()).end).toBe('done');
  const [answered] = resultsOf(app, id);
  expect(answered?.content).toBe(
    'The user accepted the plan. Plan mode has ended: go on and carry it out now.\n\n' +
      'The user says: Keep it short.\n\nThe plan as the user changed it:\n\n1. Rewrite it.',
  );
  expect(answered?.details?.plan).toEqual({
    ...{ title: plan.title, text: '1. Rewrite it.', edited: true, answer: 'accepted' },
    ...{ mode: 'edits', words: 'Keep it short.' },
  });
  expect(toolNames(app, 1)).toContain('write_file');
  expect(toolNames(app, 1)).not.toContain('present_plan');
  expect(existsSync(path.join(app.folder, 'a.txt'))).toBe(true);
  expect((await app.call('conversation.open', { conversationId: id })).approvalMode).toBe('edits');
  app.model.push({ text: 'Good.' });
  const next = app.event('run.ended', undefined, app.events.length);
  await app.call('run.send', { conversationId: id, text: 'and now?' });
  await next;
  const last = JSON.stringify(app.model.requests.at(-1)?.body.messages);
  expect(last.match(/Plan mode has ended: files/g)).toHaveLength(1);
});

test(cite('APPROVE-1', 'a plan sent back is revised, and nothing is changed'), async () => {
  const { app, id } = await planning();
  app.model.push(presenting(), presenting({ ...plan, plan: 'Better.' }), { text: 'I wait.' });
  const { question, ended } = await presented(app, id);
  const from = app.events.length;
  const values = { decision: 'send_back', plan: plan.plan, words: 'Name the files.' };
  const { questionId } = question;
  await app.call('question.answer', { conversationId: id, questionId, action: 'accept', values });
  const again = await app.event('call.asking', undefined, from);
  expect(resultsOf(app, id)[0]?.content).toMatch(/sent the plan back.*The user says: Name the files\.$/s);
  expect((await app.call('conversation.open', { conversationId: id })).approvalMode).toBe('plan');
  await app.call('question.answer', { conversationId: id, questionId: again.question.questionId, action: 'decline' });
  await ended();
  expect(resultsOf(app, id)[1]?.details?.plan).toMatchObject({ answer: 'unanswered', edited: false });
});

test(cite('APPROVE-1', 'plan mode turned on mid-turn applies from the next call'), async () => {
  const app = await startTestApp();
  const id = await app.start();
  app.model.push(writing, { text: 'I see.' });
  const waiting = app.event('call.waiting');
  const ended = app.event('run.ended');
  await app.call('run.send', { conversationId: id, text: 'go' });
  const { approval } = await waiting;
  await app.call('conversation.configure', { conversationId: id, approvalMode: 'plan' });
  await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'deny' });
  await ended;
  expect(toolNames(app, 1)).not.toContain('write_file');
});

test(cite('APPROVE-1', 'an agent may explore, read-only too, but does not present the plan'), async () => {
  const { app, id } = await planning();
  const agent = { calls: [{ id: 'a', name: 'run_agent', arguments: '{"task":"Look around"}' }] };
  app.model.push(agent, writing, { text: 'I could not.' }, { text: 'I see.' });
  expect(await app.turn(id, 'go')).toBe('done');
  expect(toolNames(app, 1)).not.toContain('write_file');
  expect(toolNames(app, 1)).not.toContain('present_plan');
  expect(JSON.stringify(app.model.requests[1]?.body.messages)).not.toContain('[Plan mode]');
  expect(JSON.stringify(app.model.requests[2]?.body.messages)).toContain('not available in plan mode');
  expect(existsSync(path.join(app.folder, 'a.txt'))).toBe(false);
  expect(resultsOf(app, id)[0]).toMatchObject({ outcome: 'ok', content: 'I could not.' });
});

const reason = reasonAgainstSandbox();

describe.skipIf(reason !== null)(`commands while planning${reason ? ` (skipped: ${reason})` : ''}`, () => {
  test(
    cite(['APPROVE-1', 'BOX-1'], 'they run without approval where nothing can be written, not even the project'),
    async () => {
      const { app, id } = await planning();
      writeFileSync(path.join(app.folder, 'notes.txt'), 'read me\n');
      const run = (at: number, command: string) => ({
        ...{ id: String(at), name: 'run_command' },
        arguments: JSON.stringify({ command }),
      });
      app.model.push({ calls: [run(1, 'cat notes.txt'), run(2, 'echo x > made.txt')] }, { text: 'I see.' });
      const from = app.events.length;
      await app.call('run.send', { conversationId: id, text: 'go' });
      await app.event('run.ended', undefined, from);
      expect(app.events.some((each) => 'event' in each && each.event.type === 'call.waiting')).toBe(false);
      const [read, write] = resultsOf(app, id);
      expect(read?.content).toMatch(/read me/);
      expect(write).toMatchObject({ outcome: 'error', details: { sandbox: { violations: [{ type: 'write' }] } } });
      expect(existsSync(path.join(app.folder, 'made.txt'))).toBe(false);
    },
  );
});
