// With each result is stored who allowed the call or denied it, also of calls that change nothing.

import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { approvalOf } from '../../shared/conversation/approvalOf.ts';
import type { ToolMessage } from '../../shared/conversation/message.ts';
import { writeHooks } from '../features/hooks/hooksFile.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { toolMessage } from '../support/messageBuilder.ts';
import { projectFolder } from '../support/projectFolder.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { reasonAgainstSandbox } from '../support/withoutSandbox.ts';

const callOf = (name: string, args: object) => ({ id: `c${name}`, name, arguments: JSON.stringify(args) });
const reading = callOf('read_file', { path: 'a.txt' });
const command = (line: string) => callOf('run_command', { command: line });

async function appWith(approvalMode: string, dataDir = path.join(tempFolder(), 'data')) {
  const app = await startTestApp({ dataDir, folder: projectFolder({ 'a.txt': 'one\n' }), settings: { approvalMode } });
  return { app, id: await app.start() };
}

async function addRule({ app }: { app: TestApp }, effect: 'allow' | 'deny', words: string[]) {
  const scope = { type: 'always' as const };
  await app.call('permission.add', { effect, match: { tool: 'run_command', command: words }, scope });
}

/** Runs one call in each turn, answers prompts with this decision, and returns who decided. */
async function approvalAfter(
  { app, id }: { app: TestApp; id: string },
  call: ReturnType<typeof callOf>,
  answer?: 'allow' | 'deny',
) {
  app.model.push({ calls: [call] }, { text: 'Done.' });
  const from = app.events.length;
  const waiting = answer && app.event('call.waiting', undefined, from);
  const turn = app.turn(id, 'go');
  if (waiting) {
    const { approval } = await waiting;
    await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: answer });
  }
  await turn;
  const result = app.rows(id).findLast((row): row is ToolMessage => row.role === 'tool');
  return result && approvalOf(result);
}

test(
  cite('APPROVE-1', 'each result has who allowed it: the mode, a rule and which, the user, or nobody had to'),
  async () => {
    const asking = await appWith('ask');
    await addRule(asking, 'allow', ['echo']);
    await addRule(asking, 'deny', ['rm']);
    const byRule = { mode: 'ask', reason: null };
    expect(await approvalAfter(asking, command('echo hi'))).toEqual({
      ...byRule,
      ...{ decision: 'allowed', by: 'rule', rules: [expect.stringContaining('echo')] },
    });
    expect(await approvalAfter(asking, command('rm -rf x'))).toEqual({
      ...byRule,
      ...{ decision: 'refused', by: 'rule', rules: [expect.stringContaining('rm')] },
    });
    expect(await approvalAfter(asking, reading, 'allow')).toMatchObject({
      decision: 'allowed',
      by: 'user',
      mode: 'ask',
    });
    expect(await approvalAfter(asking, reading, 'deny')).toMatchObject({ decision: 'refused', by: 'user' });
    const todo = callOf('todo_write', { todos: [{ content: 'one', status: 'pending' }] });
    expect(await approvalAfter(asking, todo)).toMatchObject({ decision: 'allowed', by: 'unneeded' });
    const open = await appWith('reads');
    expect(await approvalAfter(open, reading)).toEqual({
      decision: 'allowed',
      by: 'mode',
      mode: 'reads',
      rules: [],
      reason: null,
    });
  },
);

test(cite('APPROVE-1', 'a call that a hook had the user asked about is stored with the hook’s reason'), async () => {
  const dataDir = path.join(tempFolder(), 'data');
  const ask = JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'ask',
      permissionDecisionReason: 'look first',
    },
  });
  writeHooks(path.join(dataDir, 'hooks.json'), { event: 'PreToolUse', command: `echo '${ask}'` });
  const opened = await appWith('reads', dataDir);
  expect(await approvalAfter(opened, reading, 'allow')).toEqual({
    ...{ decision: 'allowed', by: 'user', mode: 'reads', rules: [], reason: 'look first' },
  });
});

const withoutSandbox = reasonAgainstSandbox();

describe.skipIf(withoutSandbox !== null)(
  `with the sandbox${withoutSandbox ? ` (skipped: ${withoutSandbox})` : ''}`,
  () => {
    test(cite('APPROVE-1', 'a command that was allowed because it ran in the sandbox names it'), async () => {
      expect(await approvalAfter(await appWith('sandbox'), command('echo hi'))).toMatchObject({
        by: 'sandbox',
        mode: 'sandbox',
      });
    });
  },
);

test(cite('APPROVE-1', 'older records name only what they have, and plan mode is not taken for a rule'), () => {
  const of = (more: Partial<ToolMessage>) => approvalOf(toolMessage('c', '', more))?.by ?? null;
  expect(of({ outcome: 'ok', waitedMs: 20 })).toBe('user');
  expect(of({ outcome: 'ok' })).toBe('unasked');
  expect(of({ outcome: 'ok', details: { external: { agentId: 'a', title: '', kind: 'other', locations: [] } } })).toBe(
    'agent',
  );
  expect(of({ outcome: 'interrupted' })).toBeNull();
  expect(of({ outcome: 'error', details: { notRun: 'unknown' } })).toBeNull();
  expect(of({ outcome: 'denied', details: { refused: { by: 'rule' } } })).toBe('rule');
  expect(of({ outcome: 'denied', details: { refused: { by: 'rule', mode: 'plan' } } })).toBe('mode');
});
