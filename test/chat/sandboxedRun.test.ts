// Turns whose commands run in the real sandbox.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ContractEvent } from '../../shared/contract.ts';
import { textOf } from '../../shared/core/sentence.ts';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { reasonAgainstBubblewrap, reasonAgainstSandbox } from '../support/withoutSandbox.ts';

const reason = reasonAgainstSandbox();
const run = (id: number, command: string) => ({
  id: String(id),
  name: 'run_command',
  arguments: JSON.stringify({ command }),
});

/** A folder that represents a place of the user's, outside of the project and not below the sandbox's own /tmp. */
function placeOutside(): string {
  const folder = mkdtempSync('/var/tmp/throughline-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const asked = (events: readonly ContractEvent[]): ContractEvent[] =>
  events.filter((each) => 'event' in each && each.event.type === 'call.waiting');

async function sandboxedApp() {
  const app = await startTestApp();
  const id = await app.start();
  await app.call('conversation.configure', { conversationId: id, approvalMode: 'sandbox' });
  return { app, id };
}

describe.skipIf(reason !== null)(`with the sandbox${reason ? ` (skipped: ${reason})` : ''}`, () => {
  test(cite(
    ['BOX-2', 'BOX-3', 'BOX-4'],
    'forty calls ask once, at the sandbox boundary, and all of them are undone with one request',
  ), { tags: ['all'] }, async () => {
    const { app, id } = await sandboxedApp();
    const outside = placeOutside();
    const calls = Array.from({ length: 40 }, (_, at) =>
      run(at, at === 20 ? `echo edge > ${outside}/made` : `echo ${at} > file-${at}.txt`),
    );
    app.model.push({ calls }, { text: 'done' });
    const waiting = app.event('call.waiting');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const { approval } = await waiting;
    expect(textOf(approval.reason)).toMatch(/sandbox blocked writing to .*made/);
    expect(approval.reasonType).toBe('sandbox');
    expect(approval.offers.map(({ match }) => match)).toContainEqual({ tool: 'run_command', opensPath: outside });
    await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
    await app.event('run.ended', undefined, from);
    expect(asked(app.events)).toHaveLength(1);
    expect(readFileSync(path.join(outside, 'made'), 'utf8')).toBe('edge\n');
    const results = app.rows(id).filter((row) => row.role === 'tool');
    expect(results.map((row) => row.outcome)).toEqual(Array.from({ length: 40 }, () => 'ok'));
    expect(results[0]).toMatchObject({ details: { sandbox: { kind: 'bubblewrap', network: [], violations: [] } } });
    expect(results[20]).toMatchObject({ details: { sandbox: { ranAgain: true } } });
    expect(existsSync(path.join(app.folder, 'file-39.txt'))).toBe(true);
    const messageId = app.rows(id).find((row) => row.role === 'user')?.id ?? '';
    await app.call('changes.apply', { conversationId: id, target: { type: 'since', messageId }, direction: 'undo' });
    expect(existsSync(path.join(app.folder, 'file-0.txt'))).toBe(false);
    expect(existsSync(path.join(app.folder, 'file-39.txt'))).toBe(false);
  });

  test(cite(
    'BOX-2',
    'a denial at the sandbox boundary reaches the model with what was needed, and the turn continues',
  ), {
    tags: ['all'],
  }, async () => {
    const { app, id } = await sandboxedApp();
    const outside = placeOutside();
    app.model.push({ calls: [run(1, `echo x > ${outside}/made`)] }, { text: 'I see.' });
    const waiting = app.event('call.waiting');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const { approvalId } = (await waiting).approval;
    await app.call('approval.answer', { conversationId: id, approvalId, decision: 'deny' });
    expect((await app.event('run.ended', undefined, from)).end).toBe('done');
    expect(existsSync(path.join(outside, 'made'))).toBe(false);
    expect(app.model.requests[1]?.body.messages.at(-1)?.content).toMatch(/sandbox did not let it write to .*made/s);
    expect(app.rows(id).find((row) => row.role === 'tool')).toMatchObject({
      details: { sandbox: { violations: [{ type: 'write', path: path.join(outside, 'made') }] } },
    });
  });

  test(cite('BOX-2', 'a place opened for the project is open to the next command without asking'), {
    tags: ['all'],
  }, async () => {
    const { app, id } = await sandboxedApp();
    const outside = placeOutside();
    mkdirSync(path.join(outside, 'cache'));
    const command = `echo x >> ${outside}/cache/log`;
    app.model.push({ calls: [run(1, command)] }, { calls: [run(2, command)] }, { text: 'done' });
    const waiting = app.event('call.waiting');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const { approvalId } = (await waiting).approval;
    const remember = { offer: 0, scope: 'project' as const };
    await app.call('approval.answer', { conversationId: id, approvalId, decision: 'allow', remember });
    await app.event('run.ended', undefined, from);
    expect(asked(app.events)).toHaveLength(1);
    expect(readFileSync(path.join(outside, 'cache/log'), 'utf8')).toBe('x\nx\n');
  });

  test(cite(['BOX-4', 'APPROVE-1'], 'a command waiting for an answer runs in the mode chosen meanwhile'), {
    tags: ['all'],
  }, async () => {
    const app = await startTestApp();
    const id = await app.start();
    app.model.push({ calls: [run(1, 'echo x > made.txt')] }, { text: 'done' });
    const waiting = app.event('call.waiting');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    const { approval } = await waiting;
    expect(approval.sandboxPass).toBe(true);
    await app.call('conversation.configure', { conversationId: id, approvalMode: 'sandbox' });
    await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
    await app.event('run.ended', undefined, from);
    expect(app.rows(id).find((row) => row.role === 'tool')).toMatchObject({
      details: { sandbox: { kind: 'bubblewrap' } },
    });
    expect(existsSync(path.join(app.folder, 'made.txt'))).toBe(true);
  });

  test(cite('BOX-3', 'stop ends a sandboxed command with everything it started'), async () => {
    const { app, id } = await sandboxedApp();
    app.model.push({ calls: [run(1, 'sleep 1000 & setsid sleep 1001 & echo begun; wait')] });
    const printed = app.event('call.output');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'go' });
    await printed;
    await app.call('run.stop', { conversationId: id });
    expect((await app.event('run.ended', undefined, from)).end).toBe('stopped');
    expect(app.rows(id).find((row) => row.role === 'tool')).toMatchObject({ outcome: 'cancelled' });
  });
});

test(cite('BOX-4', "the sandbox's state names the one in use, or why there is none"), async () => {
  const app = await startTestApp();
  const state = await app.call('sandbox.state', {});
  if (reasonAgainstBubblewrap() === null) expect(state).toEqual({ available: true, kind: 'bubblewrap' });
  else expect(state).toMatchObject({ available: false, reason: expect.anything() });
});
