// Hooks at the end of a turn, and hooks with the rest of the app: agents, plan mode, a killed app.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import { startTestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { projectFolder } from '../../support/projectFolder.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { calling, type WrittenHook, writeHooks } from './hooksFile.ts';

async function open(hooks: WrittenHook[], options: TestAppOptions = {}) {
  const dataDir = path.join(tempFolder(), 'data');
  writeHooks(path.join(dataDir, 'hooks.json'), ...hooks);
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const app = await startTestApp({
    dataDir,
    folder,
    settings: { approvalMode: 'reads' },
    otherwise: { text: 'Done.' },
    ...options,
  });
  const id = await app.start();
  const hookRecords = () => app.rows(id).filter((row) => row.role === 'system' && row.environment?.about === 'hook');
  return { app, dataDir, folder, id, hookRecords };
}

test(cite(
  ['HOOK-5', 'HOOK-3'],
  'a hook sends the model back at most three times, and its changes are undone with the turn',
), { tags: ['all'] }, async () => {
  const command = 'echo x >> count.txt; echo "still $(wc -l < count.txt)" >&2; exit 2';
  const { app, folder, id, hookRecords } = await open([{ event: 'Stop', command }]);
  expect(await app.turn(id, 'Go.')).toBe('done');
  expect(app.model.requests).toHaveLength(4);
  expect(readFileSync(path.join(folder, 'count.txt'), 'utf8')).toBe('x\n'.repeat(4));
  const records = hookRecords();
  expect(records.map(({ includeInContext }) => includeInContext)).toEqual([undefined, undefined, undefined, false]);
  expect(records[0]).toMatchObject({ details: { hooks: [{ event: 'Stop', outcome: 'refused', text: 'still 1' }] } });
  expect(records[3]).toMatchObject({ details: { hooks: [{ problem: expect.stringContaining('3 times') }] } });
  expect(app.model.requests[1]?.text).toContain('still 1');
  for (const [at, { body }] of app.model.requests.entries()) {
    const before = app.model.requests[at - 1]?.body.messages ?? [];
    expect(body.messages.slice(0, before.length)).toEqual(before);
  }
  const asked = app.rows(id).find(({ role }) => role === 'user')?.id ?? '';
  await app.call('changes.apply', {
    conversationId: id,
    target: { type: 'turn', messageId: asked },
    direction: 'undo',
  });
  expect(existsSync(path.join(folder, 'count.txt'))).toBe(false);
  await app.call('changes.apply', {
    conversationId: id,
    target: { type: 'turn', messageId: asked },
    direction: 'redo',
  });
  expect(readFileSync(path.join(folder, 'count.txt'), 'utf8')).toBe('x\n'.repeat(4));
});

test(
  cite('HOOK-5', 'a satisfied hook leaves a quiet record, which no request contains; Stop ends a running one'),
  async () => {
    const wait = 'if [ -e wait ]; then touch began; sleep 600; fi';
    const { app, folder, id, hookRecords } = await open([{ event: 'Stop', command: `echo quiet-words; ${wait}` }]);
    await app.turn(id, 'Go.');
    expect(hookRecords()).toMatchObject([
      { includeInContext: false, details: { hooks: [{ outcome: 'ok', output: 'quiet-words\n', exitCode: 0 }] } },
    ]);
    writeFileSync(path.join(folder, 'wait'), '');
    const from = app.events.length;
    await app.call('run.send', { conversationId: id, text: 'Once more.' });
    await expect.poll(() => existsSync(path.join(folder, 'began')), { interval: 20 }).toBe(true);
    await app.call('run.stop', { conversationId: id });
    expect((await app.event('run.ended', () => true, from)).end).toBe('stopped');
    expect(hookRecords().at(-1)).toMatchObject({ details: { hooks: [{ outcome: 'stopped' }] } });
    expect(app.model.requests.at(-1)?.text).not.toContain('quiet-words');
  },
);

test(cite(
  'HOOK-1',
  "an agent's calls have hooks, its end has none; in plan mode only hooks before calls run, and can change nothing",
), { tags: ['all'] }, async () => {
  const seen = 'cat >> "$SEEN"; echo >> "$SEEN"';
  const log = path.join(tempFolder(), 'seen');
  writeFileSync(log, '');
  const hooks: WrittenHook[] = [
    { event: 'PreToolUse', command: 'touch pre.txt', matcher: 'Read' },
    { event: 'PostToolUse', command: seen, matcher: 'Read' },
    { event: 'Stop', command: seen },
  ];
  const { app, folder, id } = await open(hooks, { env: { SEEN: log }, settings: { approvalMode: 'all' } });
  app.model.push(calling('run_agent', { task: 'Read it.', title: 'Reader' }), calling('read_file', { path: 'a.txt' }));
  await app.turn(id, 'Let an agent read it.');
  const told = () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  expect(told().map((each) => [each.hook_event_name, each.session_id === id])).toEqual([
    ['PostToolUse', false],
    ['Stop', true],
  ]);
  expect(existsSync(path.join(folder, 'pre.txt'))).toBe(true);

  writeFileSync(log, '');
  const planning = await app.start();
  await app.call('conversation.configure', { conversationId: planning, approvalMode: 'plan' });
  app.model.push(calling('read_file', { path: 'a.txt' }));
  await app.call('changes.apply', {
    conversationId: id,
    target: { type: 'turn', messageId: app.rows(id).find(({ role }) => role === 'user')?.id ?? '' },
    direction: 'undo',
  });
  expect(existsSync(path.join(folder, 'pre.txt'))).toBe(false);
  await app.turn(planning, 'Plan it.');
  const read = app.rows(planning).find((row): row is Message & { role: 'tool' } => row.role === 'tool');
  expect(['failed', 'skipped']).toContain(read?.details?.hooks?.[0]?.outcome);
  expect(read?.details?.hooks).toHaveLength(1);
  expect(existsSync(path.join(folder, 'pre.txt'))).toBe(false);
  expect(told()).toEqual([]);
});
