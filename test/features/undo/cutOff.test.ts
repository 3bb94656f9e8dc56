// What a crash, or a failing disk, leaves of a call and its undo: the user's later changes are theirs, nothing is lost,
// and what was started is finished or reported.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { diskError } from '../../support/faultDisk.ts';
import { startFaultyCore } from '../../support/faultyCore.ts';
import { liveNames } from '../../support/liveFiles.ts';
import { projectFolder } from '../../support/projectFolder.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { placesOf, scriptedTurns, startUndoApp } from '../../support/undoTurns.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const later =
  'The app closed while the call was running, and this was changed later, perhaps by someone else. It is left unchanged.';

/** A run killed by its own command. */
async function killedRun(command: string, folder: string, dataDir: string): Promise<string> {
  const model = await startFakeModelServer({ window: 10_000_000, otherwise: scriptedTurns({ count: [command] }) });
  onTestFinished(() => model.close());
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      './scripts/rawText.mjs',
      './test/support/killedRun.ts',
      dataDir,
      folder,
      model.url,
      '0',
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  await once(child, 'close');
  return said.split('\n')[0] as string;
}

/** Changes shortly after the app's last activity still count as the call's. */
async function letTimePass(): Promise<void> {
  const end = Date.now() + 1_700;
  await expect.poll(() => Date.now()).toBeGreaterThan(end);
}

test(cite('AGENT-4', "the user's changes after a crash are not attributed to the call that it cut off"), {
  tags: ['all'],
  timeout: 30_000,
}, async () => {
  const folder = projectFolder({ 'a.txt': 'one\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
  const dataDir = path.join(tempFolder(), 'data');
  const id = await killedRun('echo two > a.txt; echo two > b.txt; kill -9 $PPID', folder, dataDir);
  await letTimePass();
  writeFileSync(path.join(folder, 'b.txt'), 'mine\n');
  writeFileSync(path.join(folder, 'c.txt'), 'mine\n');

  const app = await startUndoApp({}, { folder, dataDir });
  const { message, calls } = placesOf(app, id);
  const call = calls[0] as (typeof calls)[0];
  await app.call('conversation.open', { conversationId: id });
  // A message without any call settles what was left open, if the app's start did not.
  await app.turn(id, 'hello');
  writeFileSync(path.join(folder, 'a.txt'), 'two and mine\n');
  const params = {
    conversationId: id,
    target: { type: 'turn', messageId: message('count') },
    direction: 'undo',
  } as const;
  const preview = await app.call('changes.preview', params);
  expect(preview.files.map((file) => [file.path, file.conflict])).toEqual([
    ['a.txt', 'It has been changed since.'],
    ['b.txt', later],
    ['c.txt', later],
  ]);
  writeFileSync(path.join(folder, 'a.txt'), 'two\n');
  expect(await app.call('changes.apply', { ...params, target: { type: 'call', ...call } })).toEqual({
    done: 1,
    skipped: [
      { path: 'b.txt', reason: later },
      { path: 'c.txt', reason: later },
    ],
  });
  const texts = ['a.txt', 'b.txt', 'c.txt'].map((name) => readFileSync(path.join(folder, name), 'utf8'));
  expect(texts).toEqual(['one\n', 'mine\n', 'mine\n']);
  await app.call('changes.apply', { ...params, target: { type: 'call', ...call }, direction: 'redo' });
  expect(readFileSync(path.join(folder, 'c.txt'), 'utf8')).toBe('mine\n');
});

test('starting the app alone ends what a crash left open, in the background', {
  tags: ['all'],
  timeout: 30_000,
}, async () => {
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const dataDir = path.join(tempFolder(), 'data');
  const id = await killedRun('echo two > a.txt; kill -9 $PPID', folder, dataDir);
  const app = await startUndoApp({}, { folder, dataDir });
  const kept = path.join(path.dirname(app.messagesFile(id)), '../../state/undo', id);
  await expect.poll(() => liveNames(kept).filter((name) => name.endsWith('.open'))).toEqual([]);
  const [record] = readdirSync(kept).filter((name) => name.endsWith('.jsonl'));
  expect(readFileSync(path.join(kept, record as string), 'utf8')).toContain('"ended"');
});

test('a call whose end could not be written claims no later changes', {
  tags: ['all'],
  timeout: 30_000,
}, async () => {
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const { core, disk, id, turn } = await startFaultyCore({ go: ['echo two > a.txt'] }, folder, tempFolder());
  disk.onCall = ({ name, path: at }) =>
    name === 'write' && at.endsWith('.jsonl') && at.includes('undo') && existsSync(path.join(folder, 'a.txt'))
      ? readFileSync(path.join(folder, 'a.txt'), 'utf8') === 'two\n'
        ? { error: diskError('ENOSPC') }
        : null
      : null;
  await turn('go');
  disk.onCall = () => null;
  await letTimePass();
  writeFileSync(path.join(folder, 'a.txt'), 'mine\n');
  const branch = await core.store.readBranch(id);
  if (!branch.ok) throw new Error(branch.error.message);
  const messageId = branch.value.messages.find(({ role }) => role === 'user')?.id as string;
  const undone = await core.undo.apply(id, { type: 'turn', messageId }, 'undo');
  expect(undone).toEqual({ ok: true, value: { done: 0, skipped: [{ path: 'a.txt', reason: later }] } });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('mine\n');
});

test(cite('AGENT-4', 'rewinding keeps a reply cut off by a crash, on its own branch'), async () => {
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const app = await startUndoApp({ go: ['echo two > a.txt'] }, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  const messageId = placesOf(app, id).message('go');
  const parentId = app.rows(id).at(-1)?.id as string;
  const partialFile = path.join(path.dirname(app.messagesFile(id)), 'partial.json');
  await app.close();
  const partial = {
    v: 1,
    messageId: '01K00000000000000000000000',
    parentId,
    text: 'half of a long answer',
    reasoning: '',
    model: null,
    startedAt: new Date().toISOString(),
  };
  writeFileSync(partialFile, JSON.stringify(partial));

  const next = await startUndoApp({}, { folder, dataDir: app.dataDir });
  await next.call('conversation.rewind', { conversationId: id, messageId, files: true });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('one\n');
  expect(next.rows(id).at(-1)).toMatchObject({ content: partial.text, parentId, finishReason: 'interrupted' });
  expect((await next.call('conversation.open', { conversationId: id })).messages.map(({ role }) => role)).not.toContain(
    'user',
  );
  await next.call('conversation.unrewind', { conversationId: id });
  expect((await next.call('conversation.open', { conversationId: id })).messages.at(-1)?.content).toBe(partial.text);
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('two\n');
});

test('a cut-off reply that does not follow the last message stays out of the branch', async () => {
  const folder = projectFolder();
  const app = await startUndoApp({}, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  const conversation = path.dirname(app.messagesFile(id));
  const partial = {
    v: 1,
    messageId: '01K00000000000000000000000',
    parentId: placesOf(app, id).message('go'),
    text: 'half of a long answer',
    reasoning: '',
    model: null,
    startedAt: new Date().toISOString(),
  };
  writeFileSync(path.join(conversation, 'partial.json'), JSON.stringify(partial));
  await app.turn(id, 'next');
  const kept = readdirSync(conversation).filter((name) => name.startsWith('partial.json.kept-'));
  expect(kept).toHaveLength(1);
  expect(readFileSync(path.join(conversation, kept[0] as string), 'utf8')).toContain(partial.text);
});

test('rewinding cut off after the files is finished by rewinding again, and can be undone', async () => {
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const dataDir = tempFolder();
  const { core, disk, id, turn } = await startFaultyCore({ go: ['echo two > a.txt'] }, folder, dataDir);
  await turn('go');
  const branch = await core.store.readBranch(id);
  if (!branch.ok) throw new Error(branch.error.message);
  const messageId = branch.value.messages.find(({ role }) => role === 'user')?.id as string;
  disk.onCall = ({ name, path: at }) =>
    name === 'rename' && at.includes('meta.json') ? { error: diskError('EIO') } : null;
  expect(await core.undo.rewind(id, messageId, true)).toMatchObject({ ok: false });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('one\n');
  await core.close();

  const next = await startUndoApp({}, { folder, dataDir });
  await next.call('conversation.rewind', { conversationId: id, messageId, files: true });
  expect((await next.call('conversation.open', { conversationId: id })).messages.map(({ id: at }) => at)).not.toContain(
    messageId,
  );
  await next.call('conversation.unrewind', { conversationId: id });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('two\n');
  expect((await next.call('conversation.open', { conversationId: id })).undone).toEqual([]);
});

test('an undo cut off before the model was informed is reported before the next message, once', async () => {
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const dataDir = tempFolder();
  const { core, disk, id, turn } = await startFaultyCore({ go: ['echo two > a.txt'] }, folder, dataDir);
  await turn('go');
  const branch = await core.store.readBranch(id);
  if (!branch.ok) throw new Error(branch.error.message);
  const messageId = branch.value.messages.find(({ role }) => role === 'user')?.id as string;
  disk.onCall = ({ name, path: at }) =>
    name === 'write' && at.endsWith('messages.json') ? { error: diskError('EIO') } : null;
  expect(await core.undo.apply(id, { type: 'turn', messageId }, 'undo')).toMatchObject({ ok: false });
  await core.close();

  const next = await startUndoApp({}, { folder, dataDir });
  expect((await next.call('conversation.open', { conversationId: id })).undone).toHaveLength(1);
  await next.turn(id, 'hello');
  await next.turn(id, 'and again');
  const told = next.rows(id).filter((row) => String(row.content).includes('File changes undone'));
  expect(told).toHaveLength(1);
  expect(told[0]?.content).toContain('- a.txt: has its other content again');
  expect(JSON.stringify(next.model.requests[0]?.body.messages)).toContain('File changes undone');
});

test('a call run again after its undo counts as done, from its start', async () => {
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const { core, id, turn } = await startFaultyCore({ go: ['echo two > a.txt'] }, folder, tempFolder());
  await turn('go');
  const branch = await core.store.readBranch(id);
  if (!branch.ok) throw new Error(branch.error.message);
  const messageId = branch.value.messages.find(({ role }) => role === 'assistant')?.id as string;
  const call = { conversationId: id, messageId, index: 0 };
  expect(await core.changes.apply({ folder, calls: [call] }, 'undo')).toMatchObject({ ok: true });
  expect(await core.changes.undone(id)).toEqual([`${messageId}:0`]);
  const watch = await core.changes.start({ ...call, folder }, { type: 'tree' });
  expect(await core.changes.undone(id)).toEqual([]);
  writeFileSync(path.join(folder, 'a.txt'), 'three\n');
  await watch.end();
  const undone = await core.changes.apply({ folder, calls: [call] }, 'undo');
  expect(undone).toMatchObject({ ok: true, value: { done: 1, skipped: [] } });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('one\n');
});
