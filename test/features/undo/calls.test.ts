// Undoing single calls, what prevents it, and what is reported.

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callKey } from '../../../shared/conversation/event.ts';
import type { ChangeTarget } from '../../../shared/features/undo/methods.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { treeState } from '../../support/treeState.ts';
import { placesOf, scriptedTurns, startUndoApp } from '../../support/undoTurns.ts';

const write = (file: string, content: string) => ({ name: 'write_file', arguments: { path: file, content } });

function project(files: Record<string, string> = {}): string {
  const folder = path.join(tempFolder(), 'project');
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

test(cite('TOOL-4', 'every write is undone and redone from its box, which shows its state even after a restart'), {
  tags: ['all'],
}, async () => {
  const folder = project({ 'a.txt': 'first\n' });
  chmodSync(path.join(folder, 'a.txt'), 0o640);
  const turns = { go: [write('a.txt', 'second\n'), write('new/b.txt', 'b\n')] };
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  const before = treeState(folder);
  await app.turn(id, 'go');
  const after = treeState(folder);
  const { calls, results } = placesOf(app, id);
  expect(results.map((row) => row.role === 'tool' && row.details?.changes)).toEqual([
    { files: [{ path: 'a.txt', kind: 'modified', added: 1, removed: 1 }] },
    { files: [{ path: 'new/b.txt', kind: 'added', added: 1, removed: 0 }] },
  ]);
  const [first, second] = calls as [(typeof calls)[0], (typeof calls)[0]];
  const told = app.event('changes.changed');
  await app.call('changes.apply', { conversationId: id, target: { type: 'call', ...second }, direction: 'undo' });
  expect((await told).undone).toEqual({ [callKey(second)]: true });
  expect(existsSync(path.join(folder, 'new'))).toBe(false);
  await app.call('changes.apply', { conversationId: id, target: { type: 'call', ...first }, direction: 'undo' });
  expect(treeState(folder)).toEqual(before);
  await app.close();

  const later = await startUndoApp(turns, { folder, dataDir: app.dataDir });
  const opened = await later.call('conversation.open', { conversationId: id });
  expect(opened.undone).toEqual([callKey(second), callKey(first)]);
  for (const call of calls) {
    await later.call('changes.apply', { conversationId: id, target: { type: 'call', ...call }, direction: 'redo' });
  }
  expect(treeState(folder)).toEqual(after);
  const again = await later.client.call('changes.apply', {
    conversationId: id,
    target: { type: 'call', ...first },
    direction: 'redo',
  });
  expect(again).toMatchObject({ ok: false, error: { message: 'These changes have not been undone.' } });
});

test(cite('TOOL-4', 'a file below sixty folders is created and undone; one below a thousand is rejected'), {
  tags: ['all'],
}, async () => {
  const folder = project({ 'a.txt': 'first\n' });
  const deep = (folders: number) => write(`${'d/'.repeat(folders)}deep.txt`, 'x\n');
  const app = await startUndoApp({ go: [deep(60), deep(1_000)] }, { folder });
  const id = await app.start();
  const before = treeState(folder);
  await app.turn(id, 'go');
  const { calls, results } = placesOf(app, id);
  expect(results.map((row) => [row.outcome, row.content])).toEqual([
    ['ok', expect.stringContaining('Created')],
    ['error', expect.stringContaining('The path is more than 128 levels deep.')],
  ]);
  const first = calls[0] as (typeof calls)[0];
  await app.call('changes.apply', { conversationId: id, target: { type: 'call', ...first }, direction: 'undo' });
  expect(treeState(folder)).toEqual(before);
  // Reaching each folder from the top takes longer than a test may.
});

test(cite('AGENT-4', 'a file changed since is reported and left alone; the others are undone'), {
  tags: ['all'],
}, async () => {
  const folder = project({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const app = await startUndoApp({ go: ['echo 2 >> a.txt; echo 2 >> b.txt; mkdir made; echo x > made/x'] }, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  writeFileSync(path.join(folder, 'b.txt'), 'mine\n');
  writeFileSync(path.join(folder, 'made/mine.txt'), 'mine\n');
  const { message } = placesOf(app, id);
  const params = {
    conversationId: id,
    target: { type: 'turn', messageId: message('go') },
    direction: 'undo',
  } as const;
  const preview = await app.call('changes.preview', params);
  expect(preview.files.map(({ path: name, conflict }) => [name, conflict])).toEqual([
    ['a.txt', undefined],
    ['b.txt', 'It has been changed since.'],
    ['made/x', undefined],
  ]);
  expect(await app.call('changes.apply', params)).toEqual({
    done: 2,
    skipped: [
      { path: 'b.txt', reason: 'It has been changed since.' },
      { path: 'made', reason: 'It contains something that is not part of this change: mine.txt' },
    ],
  });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('a\n');
  expect(readFileSync(path.join(folder, 'b.txt'), 'utf8')).toBe('mine\n');
  expect(Object.keys(treeState(folder))).toContain('made/mine.txt');
  expect(existsSync(path.join(folder, 'made/x'))).toBe(false);
});

test('undoing the first of two changes of a file is a conflict; undoing the turn undoes both', {
  tags: ['all'],
}, async () => {
  const folder = project({ 'a.txt': 'one\n' });
  const app = await startUndoApp({ go: [write('a.txt', 'two\n'), 'echo three > a.txt', 'rm a.txt'] }, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  const { message, calls } = placesOf(app, id);
  const undo = (target: ChangeTarget) => app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
  expect((await undo({ type: 'call', ...(calls[0] as (typeof calls)[0]) })).skipped).toHaveLength(1);
  expect(existsSync(path.join(folder, 'a.txt'))).toBe(false);
  expect((await undo({ type: 'call', ...(calls[2] as (typeof calls)[0]) })).skipped).toEqual([]);
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('three\n');
  expect((await undo({ type: 'turn', messageId: message('go') })).skipped).toEqual([]);
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('one\n');
});

test(
  cite('AGENT-4', 'the model reads what was restored, and the earlier request stays the beginning of the next'),
  async () => {
    const folder = project({ 'a.txt': 'one\n' });
    const app = await startUndoApp({ go: [write('a.txt', 'two\n')] }, { folder });
    const id = await app.start();
    await app.turn(id, 'go');
    const { message } = placesOf(app, id);
    const target = { type: 'turn', messageId: message('go') } as const;
    await app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
    const last = app.rows(id).at(-1);
    expect(last).toMatchObject({ role: 'system', partType: 'environment', environment: { about: 'changes' } });
    expect(last?.content).toContain('- a.txt: has its other content again');
    const preview = (await app.call('conversation.request', { conversationId: id, text: 'next' })) as {
      body: { messages: unknown[] };
    };
    await app.turn(id, 'next');
    const bodies = app.model.requests.map(({ body }) => body.messages);
    const [before, after] = [bodies.at(-2) ?? [], bodies.at(-1) ?? []];
    expect(after.slice(0, before.length)).toEqual(before);
    expect(preview.body.messages).toEqual(after);
    expect(JSON.stringify(after.at(-1))).toContain('File changes undone');
    // Restoring files is no news about the date or the folder.
    expect(app.rows(id).filter((row) => row.role === 'system')).toHaveLength(2);
  },
);

test("a turn's diff spans from before its first call to after its last", async () => {
  const folder = project({ 'a.txt': 'one\n', 'b.txt': 'to be moved\n', 'same.txt': 's\n' });
  const turns = {
    go: [write('a.txt', 'two\n'), write('a.txt', 'three\n'), 'mv b.txt c.txt; echo t > same.txt', 'echo s > same.txt'],
  };
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  const target = { type: 'turn', messageId: placesOf(app, id).message('go') } as const;
  const { files } = await app.call('changes.review', { conversationId: id, target });
  expect(files).toEqual([
    {
      path: 'a.txt',
      kind: 'modified',
      bytes: 6,
      added: 1,
      removed: 1,
      diff: expect.stringContaining('-one\n+three\n'),
    },
    { path: 'c.txt', from: 'b.txt', kind: 'renamed', bytes: 12, added: 0, removed: 0 },
  ]);
});

test('nothing is undone during a run', async () => {
  const folder = project({ 'a.txt': 'one\n' });
  let goOn = (): void => {};
  const until = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const script = scriptedTurns({ go: [write('a.txt', 'two\n')] });
  const app = await startTestApp({
    folder,
    settings: { approvalMode: 'all' },
    otherwise: async (body) => {
      if (body.messages.some((row) => row.role === 'tool')) await until;
      return script(body);
    },
  });
  const id = await app.start();
  const ended = app.turn(id, 'go');
  const { message } = await app.event('message.appended', (event) => event.message.role === 'tool', 0);
  const target = { type: 'call', messageId: message.parentId as string, index: 0 } as const;
  const refused = await app.client.call('changes.apply', { conversationId: id, target, direction: 'undo' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'CONVERSATION_BUSY' } });
  goOn();
  await ended;
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('two\n');
});

test('git’s own files are neither saved nor restored', async () => {
  const folder = project({ 'a.txt': 'one\n' });
  const git = 'git -c user.name=a -c user.email=a@b';
  execFileSync('sh', ['-ec', `git init -q . && git add -A && ${git} commit -qm one`], { cwd: folder });
  const app = await startUndoApp({ go: [`echo two > a.txt && ${git} commit -qam two && git tag made`] }, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  const gitFiles = treeState(path.join(folder, '.git'));
  const target = { type: 'turn', messageId: placesOf(app, id).message('go') } as const;
  const undone = await app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
  expect(undone).toEqual({ done: 1, skipped: [] });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('one\n');
  expect(treeState(path.join(folder, '.git'))).toEqual(gitFiles);
});

test('a pipe, a file that is too large and a background command are reported as not covered', async () => {
  const folder = project({ 'a.txt': 'one\n' });
  const go = [
    'mkfifo pipe; truncate -s 40M big.bin; echo two > a.txt',
    { name: 'run_command', arguments: { command: 'sleep 0.01', background: true } },
  ];
  const app = await startUndoApp({ go }, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  const shown = placesOf(app, id).results.map((row) => row.role === 'tool' && row.details?.changes) as {
    files: { path: string }[];
    notCovered: string;
  }[];
  expect(shown[0]?.files.map((file) => file.path)).toEqual(['a.txt']);
  expect(shown[0]?.notCovered).toMatch(/^Not covered because it is larger than 32 MB.*: big\.bin\./);
  expect(shown[0]?.notCovered).toContain('Not covered because it is a pipe, a socket or a device: pipe.');
  expect(shown[1]).toEqual({ files: [], notCovered: expect.stringContaining('in the background') });
});

test('two conversations in one folder undo their own changes', async () => {
  const folder = project({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
  const turns = { first: ['echo two > a.txt'], second: ['echo two > b.txt; echo three > a.txt'] };
  const app = await startUndoApp(turns, { folder });
  const [one, other] = [await app.start(), await app.start()];
  await app.turn(one, 'first');
  await app.turn(other, 'second');
  const undo = (conversationId: string, text: string) =>
    app.call('changes.apply', {
      conversationId,
      target: { type: 'turn', messageId: placesOf(app, conversationId).message(text) },
      direction: 'undo',
    });
  expect((await undo(one, 'first')).skipped).toHaveLength(1);
  expect(await undo(other, 'second')).toEqual({ done: 2, skipped: [] });
  expect(await undo(one, 'first')).toEqual({ done: 1, skipped: [] });
  expect(readFileSync(path.join(folder, 'a.txt'), 'utf8')).toBe('one\n');
  expect(readFileSync(path.join(folder, 'b.txt'), 'utf8')).toBe('one\n');
});

test('a folder replaced by a link to another place is not written through', async () => {
  const folder = project({ 'sub/a.txt': 'one\n', 'sub/b.txt': 'b\n' });
  const outside = path.join(path.dirname(folder), 'outside');
  mkdirSync(outside);
  writeFileSync(path.join(outside, 'a.txt'), 'two\n');
  const app = await startUndoApp({ go: ['echo two > sub/a.txt; rm sub/b.txt'] }, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  rmSync(path.join(folder, 'sub'), { recursive: true });
  symlinkSync(outside, path.join(folder, 'sub'));
  const target = { type: 'turn', messageId: placesOf(app, id).message('go') } as const;
  const undone = await app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
  expect(undone).toMatchObject({ done: 0, skipped: [{ path: 'sub/a.txt' }, { path: 'sub/b.txt' }] });
  expect(treeState(outside)).toEqual({ 'a.txt': expect.any(String) });
  expect(readFileSync(path.join(outside, 'a.txt'), 'utf8')).toBe('two\n');
});

test('undo data is readable by the user only and deleted with its conversation; unneeded data is deleted when the app closes', async () => {
  const folder = project({ 'a.txt': 'one\n', 'other.txt': 'other\n' });
  const app = await startUndoApp({ go: ['echo two > a.txt', 'true'] }, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  const [call] = placesOf(app, id).calls;
  const kept = path.join(path.dirname(app.messagesFile(id)), '../../state/undo', id);
  await app.close();
  const files = treeState(kept);
  expect(Object.keys(files)).toEqual([`${call?.messageId}.0.jsonl`, `${call?.messageId}.0.pack`]);
  for (const name of Object.keys(files)) expect(statSync(path.join(kept, name)).mode & 0o777).toBe(0o600);
  expect(
    readFileSync(path.join(kept, `${call?.messageId}.0.pack`), 'utf8')
      .match(/two|one/g)
      ?.sort(),
  ).toEqual(['one', 'two']);

  const later = await startUndoApp({}, { folder, dataDir: app.dataDir });
  await later.call('conversation.delete', { conversationId: id });
  await later.close();
  expect(existsSync(kept)).toBe(false);
});

test(cite('AGENT-4', "an agent's changes are undone with the call that started it"), async () => {
  const folder = project({ 'a.txt': 'one\n' });
  const turns = {
    go: [{ name: 'run_agent', arguments: { task: 'agent task' } }, 'echo after >> a.txt'],
    'agent task': ['echo agent > a.txt; echo b > b.txt', write('c.txt', 'c\n')],
  };
  const app = await startUndoApp(turns, { folder });
  const id = await app.start();
  const before = treeState(folder);
  await app.turn(id, 'go');
  const after = treeState(folder);
  expect(Object.keys(after)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  const { message, calls } = placesOf(app, id);
  const apply = (target: ChangeTarget, direction: 'undo' | 'redo') =>
    app.call('changes.apply', { conversationId: id, target, direction });
  const told = app.event('changes.changed');
  expect(await apply({ type: 'turn', messageId: message('go') }, 'undo')).toEqual({ done: 3, skipped: [] });
  expect((await told).undone).toEqual(Object.fromEntries(calls.map((call) => [callKey(call), true])));
  expect((await app.call('conversation.open', { conversationId: id })).undone.toSorted()).toEqual(
    calls.map(callKey).toSorted(),
  );
  expect(treeState(folder)).toEqual(before);
  expect((await apply({ type: 'turn', messageId: message('go') }, 'redo')).skipped).toEqual([]);
  expect(treeState(folder)).toEqual(after);
  const agent = { type: 'call', ...(calls[0] as (typeof calls)[0]) } as const;
  expect((await apply(agent, 'undo')).skipped.map(({ path: name }) => name)).toEqual(['a.txt']);
  expect(Object.keys(treeState(folder))).toEqual(['a.txt']);
});

test(cite('STORE-16', 'bytes that contain an app key are not saved for undo either, which is reported'), async () => {
  const key = 'sk-test-0123456789abcdef';
  const folder = project({ 'keys.txt': `KEY=${key}\n`, 'a.txt': 'one\n' });
  const edit = { name: 'edit_file', arguments: { path: 'keys.txt', old_text: 'KEY=', new_text: 'NAME=' } };
  const app = await startUndoApp({ go: ['echo two > a.txt; echo more >> keys.txt', edit] }, { folder });
  const id = await app.start();
  await app.turn(id, 'go');
  const changes = placesOf(app, id).results.map((row) => row.role === 'tool' && row.details?.changes);
  expect(changes).toEqual([
    {
      files: [{ path: 'a.txt', kind: 'modified', added: 1, removed: 1 }],
      notCovered: 'Not covered because it contains one of the app’s keys, which are never stored: keys.txt.',
    },
    { files: [], notCovered: expect.stringContaining('contains one of the app’s keys') },
  ]);
  const kept = path.join(path.dirname(app.messagesFile(id)), '../../state/undo', id);
  for (const name of Object.keys(treeState(kept))) {
    expect(readFileSync(path.join(kept, name), 'latin1')).not.toContain(key);
  }
});
