// Undo after the app was killed: in the middle of a command, in the middle of an undo; and with a full disk.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createCore } from '../../../electron/core.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { cite } from '../../support/cite.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { diskError, faultDisk } from '../../support/faultDisk.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { treeState } from '../../support/treeState.ts';
import { placesOf, scriptedTurns, startUndoApp } from '../../support/undoTurns.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function project(files: Record<string, string>): string {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

function runScript(script: string, args: readonly string[]) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', './scripts/rawText.mjs', script, ...args],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  return { child, ended: once(child, 'close').then(([, signal]) => ({ signal: signal as string | null, said })) };
}

test(cite('AGENT-4', 'a command running when the app was killed is undone after the restart'), {
  timeout: 30_000,
}, async () => {
  const folder = project({ 'a.txt': 'one\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
  const before = treeState(folder);
  const dataDir = path.join(tempFolder(), 'data');
  const command = 'echo two > a.txt; rm b.txt; mkdir made; echo x > made/x; kill -9 $PPID; mv c.txt d.txt; : > ended';
  const model = await startFakeModelServer({ window: 10_000_000, otherwise: scriptedTurns({ count: [command] }) });
  onTestFinished(() => model.close());
  const { said, signal } = await runScript('./test/support/killedRun.ts', [dataDir, folder, model.url, '0']).ended;
  expect(signal).toBe('SIGKILL');
  await expect.poll(() => existsSync(path.join(folder, 'ended'))).toBe(true);
  const id = said.split('\n')[0] as string;

  const app = await startUndoApp({}, { folder, dataDir });
  const { calls, message } = placesOf(app, id);
  const target = { type: 'turn', messageId: message('count') } as const;
  const preview = await app.call('changes.preview', { conversationId: id, target, direction: 'undo' });
  expect(preview.notCovered).toEqual([
    'The app closed while a call was running. Changes made before that are attributed to the call; later changes are left alone.',
  ]);
  expect(preview.files.map((file) => [file.path, file.kind, file.conflict])).toEqual([
    ['a.txt', 'modified', undefined],
    ['b.txt', 'added', undefined],
    ['c.txt', 'renamed', undefined],
    ['ended', 'deleted', undefined],
    ['made/x', 'deleted', undefined],
  ]);
  const after = treeState(folder);
  const one = { type: 'call', ...(calls[0] as (typeof calls)[0]) } as const;
  const undone = await app.call('changes.apply', { conversationId: id, target: one, direction: 'undo' });
  expect(undone).toEqual({ done: 5, skipped: [] });
  expect(treeState(folder)).toEqual(before);
  // The call has its only result now, before the message to the model.
  expect(app.rows(id).slice(-2)).toMatchObject([{ role: 'tool', outcome: 'interrupted' }, { partType: 'environment' }]);
  expect((await app.call('changes.apply', { conversationId: id, target, direction: 'redo' })).skipped).toEqual([]);
  expect(treeState(folder)).toEqual(after);
});

test(cite('AGENT-4', 'killed in the middle of an undo, every file is old or new, and undoing again finishes it'), {
  tags: ['all'],
  timeout: 60_000,
}, async () => {
  const names = Array.from({ length: 200 }, (_none, n) => `f${String(n).padStart(3, '0')}`);
  const folder = project(Object.fromEntries(names.map((name) => [name, `old ${name}\n`.repeat(300)])));
  const before = treeState(folder);
  const app = await startUndoApp({ go: ['for f in f*; do echo "new $f" > $f; done'] }, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  const after = treeState(folder);
  const messageId = placesOf(app, id).message('go');
  await app.close();

  let partly = 0;
  let isComplete = false;
  for (const wanted of [1, 100]) {
    if (isComplete) break;
    const { child, ended } = runScript('./test/support/undoProcess.ts', [app.dataDir, id, messageId]);
    const look = setInterval(() => {
      const at = path.join(folder, names[wanted] as string);
      if (readFileSync(at).length > 100) child.kill('SIGKILL');
    }, 1);
    const { signal } = await ended;
    clearInterval(look);
    const now = treeState(
      folder,
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
    );
    for (const name of names) expect([before[name], after[name]]).toContain(now[name]);
    const old = names.filter((name) => now[name] === before[name]).length;
    if (signal === 'SIGKILL' && old < names.length) partly++;
    // On a busy machine, the second one may end before it is killed.
    isComplete = signal !== 'SIGKILL';
  }
  expect(partly).toBeGreaterThan(0);

  const later = await startUndoApp({}, { folder, dataDir: app.dataDir });
  const target = { type: 'turn', messageId } as const;
  if (!isComplete) {
    const rest = await later.call('changes.apply', { conversationId: id, target, direction: 'undo' });
    expect(rest.skipped).toEqual([]);
  }
  expect(treeState(folder)).toEqual(before);
  expect((await later.call('changes.apply', { conversationId: id, target, direction: 'redo' })).skipped).toEqual([]);
  expect(treeState(folder)).toEqual(after);
});

test(
  cite(['SEQ-1', 'AGENT-4'], 'an undo cut off by a kill is in the previewed request exactly as it is sent'),
  async () => {
    const folder = project({ 'a.txt': 'one\n' });
    const app = await startUndoApp({ go: ['echo two > a.txt'] }, { folder });
    const id = await app.start();
    await app.turn(id, 'go');
    const { calls } = placesOf(app, id);
    await app.close();
    // As the kill leaves it: recorded and done, but the model was not informed.
    const core = createCore({ dataDir: app.dataDir, env: {}, log: silentLog, person: false });
    const going = {
      folder,
      calls: calls.slice(0, 1).map((one) => ({ ...one, conversationId: id })),
      direction: 'undo',
      noteId: '01K0000000000000000000000N',
    } as const;
    expect(await core.changes.setGoing(id, going)).toMatchObject({ ok: true });
    await core.close();
    writeFileSync(path.join(folder, 'a.txt'), 'one\n');

    const later = await startUndoApp({}, { folder, dataDir: app.dataDir });
    const shown = await later.call('conversation.request', { conversationId: id, text: 'and now?' });
    expect(JSON.stringify(shown.body)).toContain('[File changes undone]');
    expect(await later.call('conversation.request', { conversationId: id, text: 'and now?' })).toEqual(shown);
    await later.call('conversation.open', { conversationId: id });
    await later.turn(id, 'and now?');
    expect(later.model.requests.at(-1)?.text).toBe(JSON.stringify(shown.body));
  },
);

test('on a full disk the call still runs, and its box says that it cannot be undone', {
  tags: ['all'],
}, async () => {
  const folder = project({ 'a.txt': 'one\n' });
  const go = [
    { name: 'write_file', arguments: { path: 'a.txt', content: 'two\n' } },
    'echo three > a.txt',
    'echo four > a.txt',
  ];
  const model = await startFakeModelServer({ window: 10_000_000, otherwise: scriptedTurns({ go }) });
  onTestFinished(() => model.close());
  const disk = faultDisk();
  let full = true;
  disk.onCall = ({ name, path: at }) =>
    full && name === 'write' && at.includes(`${path.sep}undo${path.sep}`)
      ? { error: diskError('ENOSPC'), half: true }
      : null;
  const dataDir = path.join(tempFolder(), 'data');
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const core = createCore({ dataDir, env, log: silentLog, person: false, disk });
  onTestFinished(() => core.close());
  const project_ = await core.store.openProject(folder);
  if (!project_.ok) throw new Error(project_.error.message);
  const made = await core.store.createConversation(project_.value.id);
  if (!made.ok) throw new Error(made.error.message);
  const id = made.value.conversationId;
  const run = core.tools.find(({ name }) => name === 'run_command') as { run: (typeof core.tools)[0]['run'] };
  const real = run.run.bind(run);
  let commands = 0;
  run.run = async (args, context) => {
    const output = await real(args, context);
    // The disk has space again before the second command starts.
    if (++commands === 1) full = false;
    return output;
  };
  const sent = await core.chat.send(id, 'go', { approvalMode: 'all' });
  if (!sent.ok) throw new Error(sent.error.message);
  expect((await sent.value.ended).end).toBe('done');
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('four\n');
  const branch = await core.store.readBranch(id);
  if (!branch.ok) throw new Error(branch.error.message);
  const results = branch.value.messages.flatMap((row) => (row.role === 'tool' ? [row] : []));
  expect(results.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
  const said = 'The earlier content could not be saved (the disk is full (ENOSPC)), so these changes cannot be undone.';
  expect(results.map(({ details }) => details?.changes)).toEqual([
    { files: [], notCovered: said },
    { files: [], notCovered: said },
    { files: [{ path: 'a.txt', kind: 'modified', added: 1, removed: 1 }] },
  ]);
  const messageId = branch.value.messages.find(({ role }) => role === 'user')?.id as string;
  const undone = await core.undo.apply(id, { type: 'turn', messageId }, 'undo');
  expect(undone).toEqual({ ok: true, value: { done: 1, skipped: [] } });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('three\n');
});
