// A model proposes to change the memory. The user sees each proposal, whatever the mode and rules; what they did not
// see is never written.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { growingRequests } from '../../support/prefixes.ts';

const proposing = (args: Record<string, unknown>, id = 'm') => ({
  calls: [{ id, name: 'update_memory', arguments: JSON.stringify({ scope: 'all', action: 'append', ...args }) }],
});
const tabs = proposing({ new_text: '- Use tabs.' });

async function opened(options: TestAppOptions = {}) {
  const app = await startTestApp(options);
  const projectId = (await app.call('app.open', {})).startProjectId ?? '';
  const id = await app.start();
  const file = path.join(app.dataDir, 'memory.md');
  return { app, projectId, id, file };
}

/** Sends, and waits for the approval; `ended` is for after the answer. */
async function asked(app: TestApp, id: string) {
  const from = app.events.length;
  const waiting = app.event('call.waiting', undefined, from);
  await app.call('run.send', { conversationId: id, text: 'go' });
  const { approval } = await waiting;
  const answer = async (decision: 'allow' | 'deny') => {
    const { approvalId } = approval;
    await app.call('approval.answer', { conversationId: id, approvalId, decision });
    await app.event('run.ended', undefined, from);
  };
  return { approval, answer };
}

const results = (app: TestApp, id: string): ToolMessage[] => app.rows(id).filter((row) => row.role === 'tool');

test(
  cite(['WORK-1', 'APPROVE-1'], 'a proposal is shown as a diff and asks in every mode, whatever rule allows the tool'),
  async () => {
    const { app, id, file } = await opened({ settings: { approvalMode: 'all' } });
    await app.call('permission.add', {
      effect: 'allow',
      match: { tool: 'update_memory' },
      scope: { type: 'always' },
    });
    for (const approvalMode of ['all', 'sandbox', 'edits', 'reads', 'ask'] as const) {
      await app.call('conversation.configure', { conversationId: id, approvalMode });
      app.model.push(tabs, { text: 'I see.' });
      const { approval, answer } = await asked(app, id);
      expect(approval).toMatchObject<Partial<ApprovalRequest>>({
        toolName: 'update_memory',
        kind: 'write',
        offers: [],
        byItself: true,
        grave: ['It changes what models see in all your future conversations.'],
        preview: { type: 'diff', path: file, isNew: true, diff: expect.stringContaining('+- Use tabs.') },
      });
      await answer('deny');
    }
    expect(existsSync(file)).toBe(false);
    await app.call('conversation.configure', { conversationId: id, approvalMode: 'plan' });
    app.model.push(tabs, { text: 'I see.' });
    await app.turn(id, 'plan');
    expect(results(app, id).map(({ outcome }) => outcome)).toEqual([...Array(5).fill('denied'), 'error']);
    expect(existsSync(file)).toBe(false);
  },
);

test(cite(['WORK-1', 'APPROVE-2'], 'a rule that denies it applies, and so does disabling the tool'), async () => {
  const { app, id, file } = await opened({ settings: { approvalMode: 'all' } });
  await app.call('permission.add', {
    effect: 'deny',
    match: { tool: 'update_memory' },
    scope: { type: 'always' },
  });
  app.model.push(tabs, { text: 'I see.' });
  await app.turn(id, 'one');
  await app.call('settings.update', { patch: { disabledTools: ['update_memory'] } });
  app.model.push(tabs, { text: 'I see.' });
  await app.turn(id, 'two');
  expect(results(app, id).map(({ outcome }) => outcome)).toEqual(['denied', 'error']);
  expect(existsSync(file)).toBe(false);
});

test(
  cite('WORK-1', 'an allowed change is written, sent from the next message on, and can be undone from its box'),
  async () => {
    const { app, projectId, id, file } = await opened();
    writeFileSync(file, '- Be brief.\n');
    app.model.push(tabs, { text: 'Kept.' });
    const { answer } = await asked(app, id);
    await answer('allow');
    expect(readFileSync(file, 'utf8')).toBe('- Be brief.\n- Use tabs.\n');
    const [result] = results(app, id);
    expect(result).toMatchObject({ outcome: 'ok', details: { memory: { scope: 'all' }, path: file } });
    expect(result?.details?.diff).toContain('+- Use tabs.');
    expect(result?.details?.changes).toBeUndefined();
    app.model.push({ text: 'Yes.' });
    await app.turn(id, 'next');
    expect(JSON.stringify(app.model.requests.at(-1)?.body.messages)).toContain('- Be brief.\\n- Use tabs.');
    growingRequests(app);

    const calling = app.rows(id).find((row) => row.role === 'assistant' && row.tool_calls?.length);
    const ref = { about: 'memory', projectId, messageId: calling?.id ?? '', index: 0 } as const;
    expect((await app.call('ownText.restore', ref)).text).toBe('- Be brief.\n');
    expect(readFileSync(file, 'utf8')).toBe('- Be brief.\n');
    // Later changes are not overwritten, and only changes by calls here are undone.
    expect(await app.client.call('ownText.restore', ref)).toMatchObject({ error: { code: 'CONTENT_CHANGED' } });
    const forged = await app.client.call('ownText.restore', { ...ref, messageId: '../../x' });
    expect(forged).toMatchObject({ ok: false, error: { code: 'STORE_READ_FAILED' } });
    expect(readdirSync(path.join(app.dataDir, 'memory.before'))).toHaveLength(1);
  },
);

test(
  cite('WORK-1', 'a proposal for a memory changed meanwhile is rejected, before and after the approval'),
  async () => {
    const { app, id, file } = await opened();
    writeFileSync(file, 'One.\n');
    app.model.push(tabs, { text: 'Oh.' });
    const { answer } = await asked(app, id);
    writeFileSync(file, 'Two, by hand.\n');
    await answer('allow');
    expect(readFileSync(file, 'utf8')).toBe('Two, by hand.\n');
    expect(results(app, id)[0]).toMatchObject({
      outcome: 'error',
      content: expect.stringContaining('in the meantime'),
    });

    // A whole new text from a model that was given an older one.
    const whole = proposing({ action: 'replace', new_text: 'Mine.' });
    const meanwhile = () => {
      writeFileSync(file, 'Three.\n');
      return whole;
    };
    app.model.push(meanwhile, whole, { text: 'Done.' });
    const again = await asked(app, id);
    expect(results(app, id)[1]).toMatchObject({
      outcome: 'error',
      content: expect.stringContaining('It says now:\nThree.'),
    });
    await again.answer('allow');
    expect(readFileSync(file, 'utf8')).toBe('Mine.\n');
  },
);

test.each([
  [{ action: 'edit', old_text: 'brief', new_text: 'brief and kind' }, '- Be brief and kind.\n- Use tabs.\n'],
  [{ action: 'edit', old_text: '- Be brief.\n', new_text: '' }, '- Use tabs.\n'],
  [{ action: 'replace', new_text: '' }, ''],
])(cite('WORK-1', 'the memory is changed piece by piece or as a whole: %j'), async (args, expected) => {
  const { app, id, file } = await opened();
  writeFileSync(file, '- Be brief.\n- Use tabs.\n');
  app.model.push(proposing(args), { text: 'Done.' });
  await (await asked(app, id)).answer('allow');
  expect(readFileSync(file, 'utf8')).toBe(expected);
});

test.each([
  [{ action: 'edit', new_text: 'x' }, 'needs old_text'],
  [{ action: 'edit', old_text: 'gone', new_text: 'x' }, 'not found'],
  [{ action: 'edit', old_text: 'e', new_text: 'x' }, 'found 2 times'],
  [{ new_text: '  ' }, 'nothing to add'],
  [{ new_text: 'x'.repeat(17_000) }, 'Shorten it'],
])(cite('WORK-1', 'an impossible proposal is answered without an approval: %#'), async (args, said) => {
  const { app, id, file } = await opened({ settings: { approvalMode: 'all' } });
  writeFileSync(file, 'brief be\n');
  app.model.push(proposing(args), { text: 'Oh.' });
  expect(await app.turn(id, 'go')).toBe('done');
  expect(results(app, id)[0]).toMatchObject({ outcome: 'error', content: expect.stringContaining(said) });
  expect(readFileSync(file, 'utf8')).toBe('brief be\n');
});

test(
  cite(['WORK-1', 'AGENT-1'], 'an agent receives the memory; its proposal asks in the conversation that started it'),
  async () => {
    const { app, projectId, id } = await opened({ settings: { approvalMode: 'all' } });
    const file = path.join(app.dataDir, 'projects', projectId, 'memory.md');
    writeFileSync(file, 'The tests run with make.\n');
    app.model.push(
      { calls: [{ id: 'p', name: 'run_agent', arguments: JSON.stringify({ task: 'Look around' }) }] },
      proposing({ scope: 'project', new_text: 'By an agent.' }),
      { text: 'Proposed.' },
      { text: 'Thanks.' },
    );
    const { approval, answer } = await asked(app, id);
    expect(approval).toMatchObject({ toolName: 'update_memory', byItself: true, offers: [] });
    expect(JSON.stringify(app.model.requests[1]?.body.messages)).toContain('The tests run with make.');
    const parent = app.rows(id).find((row) => row.role === 'assistant');
    const here = app.events.flatMap((entry) =>
      entry.conversationId === id && entry.event.type === 'call.waiting' ? [entry.event.approval] : [],
    );
    expect(here).toMatchObject([{ messageId: parent?.id, index: 0 }]);
    const { approvalId } = here[0] as ApprovalRequest;
    expect(approvalId).toBe(approval.approvalId);
    await answer('allow');
    expect(readFileSync(file, 'utf8')).toBe('The tests run with make.\nBy an agent.\n');
  },
);
