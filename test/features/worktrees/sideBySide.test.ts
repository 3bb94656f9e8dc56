// Two conversations of one repository, each in its own worktree, with real git.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { WorktreeStatus } from '../../../shared/features/worktrees/methods.ts';
import type { TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { gitEnvironment, gitIn, gitProject } from '../../support/gitProject.ts';
import { placesOf, startUndoApp, type Turns } from '../../support/undoTurns.ts';

async function trustedApp(folder: string, turns: Turns): Promise<{ app: TestApp; projectId: string }> {
  const app = await startUndoApp(turns, { folder, env: gitEnvironment() });
  const { startProjectId } = await app.call('app.open', {});
  const projectId = startProjectId ?? '';
  await app.call('project.trust', { projectId, trusted: true });
  return { app, projectId };
}

async function worktreeOf(app: TestApp, conversationId: string): Promise<string> {
  const state = await app.call('conversation.open', { conversationId });
  return state.worktree?.path ?? '';
}

async function lookAt(app: TestApp, conversationId: string): Promise<WorktreeStatus> {
  const state = await app.call('worktree.look', { conversationId });
  if (state.kind !== 'ready') throw new Error(JSON.stringify(state));
  return state.look;
}

async function merge(app: TestApp, conversationId: string, squash = false) {
  const { seen } = await lookAt(app, conversationId);
  return app.client.call('worktree.merge', {
    conversationId,
    commitMessage: 'What the model did',
    message: 'Merge it',
    squash,
    seen,
  });
}

const text = (folder: string, name = 'a.txt'): string => readFileSync(path.join(folder, name), 'utf8');

test(cite(
  'WORK-7',
  'two conversations in two worktrees of one repository edit the same file, undo and merge: no work of either is lost',
), { tags: ['all'] }, async () => {
  const { folder, git } = gitProject();
  const { app } = await trustedApp(folder, {
    'first one': ['printf "ONE\\ntwo\\nthree\\n" > a.txt; echo new > b.txt'],
    'first two': ['printf "uno\\ntwo\\nthree\\n" > a.txt'],
    'second one': ['printf "ONE\\ntwo\\nTHREE\\n" > a.txt'],
    'again two': ['printf "eins\\ntwo\\nthree\\n" > a.txt; echo mine > c.txt'],
  });
  const [one, two] = [await app.start(), await app.start()];
  for (const id of [one, two]) await app.call('worktree.make', { conversationId: id, name: 'Fix the login!' });
  const [first, second] = [await worktreeOf(app, one), await worktreeOf(app, two)];
  expect([first, second].map((at) => path.relative(path.dirname(folder), at))).toEqual([
    'project.worktrees/fix-the-login',
    'project.worktrees/fix-the-login-2',
  ]);
  expect(gitIn(first)('branch', '--show-current')).toBe('throughline/fix-the-login');

  await Promise.all([app.turn(one, 'first one'), app.turn(two, 'first two')]);
  expect([text(first), text(second), text(folder)]).toEqual([
    'ONE\ntwo\nthree\n',
    'uno\ntwo\nthree\n',
    'one\ntwo\nthree\n',
  ]);
  const told = app.rows(one).filter((row) => row.role === 'system');
  expect(told.map(({ content }) => content).join('\n')).toContain(`Project folder: ${first}`);

  // Each undoes its own, in its own folder.
  await app.turn(one, 'second one');
  const target = { type: 'turn', messageId: placesOf(app, one).message('second one') } as const;
  expect(await app.call('changes.apply', { conversationId: one, target, direction: 'undo' })).toMatchObject({
    done: 1,
  });
  expect([text(first), text(second)]).toEqual(['ONE\ntwo\nthree\n', 'uno\ntwo\nthree\n']);

  const look = await lookAt(app, one);
  expect(look).toMatchObject({
    merge: { kind: 'ready' },
    commitCount: 0,
    fileCount: 2,
    uncommitted: 2,
    base: 'main',
  });
  expect(look.files.map(({ path: name, kind, added, removed }) => [name, kind, added, removed])).toEqual([
    ['a.txt', 'modified', 1, 1],
    ['b.txt', 'added', 1, 0],
  ]);
  const file = await app.call('worktree.file', { conversationId: one, path: 'a.txt' });
  expect(file.diff).toContain('-one\n+ONE\n');
  expect((await app.call('worktree.file', { conversationId: one, path: 'b.txt' })).diff).toContain('+new\n');

  // One merges; the other gets a conflict, which is reported, and has lost nothing.
  const merged = await merge(app, one);
  expect(merged).toMatchObject({ ok: true, value: { base: 'main' } });
  expect(text(folder)).toBe('ONE\ntwo\nthree\n');
  expect(text(folder, 'b.txt')).toBe('new\n');
  expect(git('log', '--format=%s')).toBe('Merge it\nWhat the model did\nfirst');
  expect(git('status', '--porcelain')).toBe('');
  await app.turn(two, 'again two');
  const refused = await merge(app, two);
  expect(refused).toMatchObject({ ok: false, error: { code: 'GIT_FAILED', details: { files: ['a.txt'] } } });
  expect(refused.ok || refused.error.message).toContain('a.txt');
  expect(await lookAt(app, two)).toMatchObject({ merge: { kind: 'conflict', files: ['a.txt'] }, behind: 2 });
  expect([text(folder), text(second), text(second, 'c.txt')]).toEqual([
    'ONE\ntwo\nthree\n',
    'eins\ntwo\nthree\n',
    'mine\n',
  ]);
  expect(git('status', '--porcelain')).toBe('');
  expect(existsSync(path.join(second, '.git', 'MERGE_HEAD'))).toBe(false);

  // The merge is undone: the worktree still has its changes.
  expect(await lookAt(app, one)).toMatchObject({
    merge: { kind: 'nothing' },
    undoable: { before: expect.any(String) },
  });
  await app.call('worktree.undoMerge', { conversationId: one });
  expect(text(folder)).toBe('one\ntwo\nthree\n');
  expect(await lookAt(app, one)).toMatchObject({ merge: { kind: 'ready' }, fileCount: 2, commitCount: 1 });
  expect(text(first)).toBe('ONE\ntwo\nthree\n');
});
