// Working in a worktree: everything that depends on a conversation's folder, and its earlier work elsewhere.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { gitEnvironment, gitIn, gitProject } from '../../support/gitProject.ts';
import { placesOf, startUndoApp, type Turns } from '../../support/undoTurns.ts';

async function started(folder: string, turns: Turns) {
  const app = await startUndoApp(turns, { folder, env: gitEnvironment() });
  const projectId = (await app.call('app.open', {})).startProjectId ?? '';
  await app.call('project.trust', { projectId, trusted: true });
  return { app, projectId, id: await app.start() };
}

const at = (folder: string, name = 'fix-it'): string => path.join(`${folder}.worktrees`, name);
const text = (folder: string, name = 'a.txt'): string => readFileSync(path.join(folder, name), 'utf8');

test(cite(
  'WORK-7',
  "a project in a repository's folder: files, mentions, instructions, agents and commands come from the worktree's same folder",
), { tags: ['all'] }, async () => {
  const { folder: repository } = gitProject({
    'app/a.txt': 'one\n',
    'app/AGENTS.md': 'Be brief.\n',
    'top.txt': 'top\n',
  });
  const folder = path.join(repository, 'app');
  const { app, projectId, id } = await started(folder, {
    go: [{ name: 'run_agent', arguments: { task: 'agent task' } }, 'pwd'],
    'agent task': ['echo two > a.txt'],
  });
  await app.call('worktree.make', { conversationId: id, name: 'fix it' });
  const inside = path.join(at(repository), 'app');
  writeFileSync(path.join(inside, 'b.txt'), 'only here\n');
  writeFileSync(path.join(inside, 'AGENTS.md'), 'Be long.\n');
  const asked = { projectId, text: 'b', limit: 5 };
  // Polls until the folder has been listed, like the window.
  await expect
    .poll(() => app.call('mention.complete', { ...asked, conversationId: id }))
    .toEqual({ paths: [{ path: 'b.txt', kind: 'file' }], complete: true });
  await expect.poll(() => app.call('mention.complete', asked)).toEqual({ paths: [], complete: true });
  expect(await app.call('file.read', { conversationId: id, path: 'b.txt', limit: 100 })).toMatchObject({
    text: expect.stringContaining('only here'),
  });
  await app.turn(id, 'look at @b.txt');
  expect(await app.turn(id, 'go')).toBe('done');
  const rows = JSON.stringify(app.rows(id));
  expect(rows).not.toContain('problem');
  expect(rows).toContain(`Project folder: ${inside}\\nIt is a git worktree of its own, on branch throughline/fix-it.`);
  expect(rows).toContain('Be long.');
  expect(rows).not.toContain('Be brief.');
  expect(rows).toContain(`${inside}\\n`);
  expect([text(inside), text(folder)]).toEqual(['two\n', 'one\n']);
  const exported = await app.call('conversation.export', { conversationId: id, to: 'json' });
  expect(exported.text).toContain(JSON.stringify(inside));
});

test(cite('WORK-7', 'earlier changes in the project folder are not restored into the worktree, nor the reverse'), {
  tags: ['all'],
}, async () => {
  const { folder } = gitProject();
  const { app, id } = await started(folder, {
    before: ['echo changed > a.txt'],
    within: ['echo within > a.txt'],
    'before and within': [],
  });
  await app.turn(id, 'before');
  await app.call('worktree.make', { conversationId: id, name: 'fix it' });
  await app.turn(id, 'within');
  const undo = (words: string) =>
    app.client.call('changes.apply', {
      conversationId: id,
      target: { type: 'turn', messageId: placesOf(app, id).message(words) },
      direction: 'undo',
    });
  expect(await undo('before')).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
  expect([text(folder), text(at(folder))]).toEqual(['changed\n', 'within\n']);
  await app.call('worktree.leave', { conversationId: id });
  expect(await undo('within')).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
  expect(await undo('before')).toMatchObject({ ok: true, value: { done: 1 } });
  expect([text(folder), text(at(folder))]).toEqual(['one\ntwo\nthree\n', 'within\n']);
});

test(cite('WORK-7', 'a recorded worktree that is not of this repository is not used, whatever recorded it'), {
  tags: ['all'],
}, async () => {
  const { folder } = gitProject();
  const other = gitProject({ 'a.txt': 'other\n' });
  const { app, id } = await started(folder, { go: ['echo hit > a.txt'] });
  await app.turn(id, 'hello');
  await app.call('worktree.make', { conversationId: id, name: 'fix it' });
  const file = path.join(path.dirname(app.messagesFile(id)), 'meta.json');
  const meta = JSON.parse(readFileSync(file, 'utf8'));
  const { dataDir } = app;
  await app.close();
  const link = path.join(path.dirname(folder), 'link');
  mkdirSync(link);
  for (const [noted, why] of [
    [{ path: other.folder }, 'is no longer a git worktree'],
    [{ path: '/' }, 'is no longer a git worktree'],
    [{ inside: '../..' }, 'has no folder'],
    [{ host: 'another' }, 'is on another machine'],
    [{ commit: 'x' }, 'cannot be read'],
    [{ path: gitWorktreeOf(other.folder) }, 'does not belong to this project’s repository'],
  ] as const) {
    writeFileSync(file, JSON.stringify({ ...meta, worktree: { ...meta.worktree, ...noted } }));
    const again = await startUndoApp({ go: ['echo hit > a.txt'] }, { folder, dataDir, env: gitEnvironment() });
    const sent = await again.client.call('run.send', { conversationId: id, text: 'go' });
    expect(sent).toMatchObject({
      ok: false,
      error: { code: 'WORKTREE_GONE', message: expect.stringContaining(why) },
    });
    await again.close();
  }
  expect([text(folder), text(other.folder)]).toEqual(['one\ntwo\nthree\n', 'other\n']);
});

/** Somebody's own worktree of another repository. */
function gitWorktreeOf(folder: string): string {
  const place = `${folder}-by-hand`;
  if (!existsSync(place)) gitIn(folder)('worktree', 'add', '--quiet', '-b', 'by-hand', place);
  return place;
}

test(cite('WORK-7', 'an untrusted folder gets no worktree; a missing one is reported, created again, or left'), {
  tags: ['all'],
}, async () => {
  const { folder } = gitProject();
  const app = await startUndoApp({}, { folder, env: gitEnvironment() });
  const id = await app.start();
  const refused = await app.client.call('worktree.make', { conversationId: id });
  expect(refused).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('Trust this folder first') },
  });
  expect(existsSync(at(folder))).toBe(false);
  const projectId = (await app.call('app.open', {})).startProjectId ?? '';
  await app.call('project.trust', { projectId, trusted: true });
  await app.call('worktree.make', { conversationId: id, name: 'fix it' });
  expect((await app.client.call('worktree.make', { conversationId: id })).ok).toBe(false);
  rmSync(at(folder), { recursive: true });
  const { trouble } = await app.call('worktree.check', { conversationId: id });
  expect(trouble).toMatchObject({ going: null, canMakeAgain: true });
  await app.call('worktree.makeAgain', { conversationId: id });
  expect(text(at(folder))).toBe('one\ntwo\nthree\n');
  const { seen } = await app.call('worktree.removal', { conversationId: id });
  await app.call('worktree.remove', { conversationId: id, keepBranch: false, seen });
  expect(existsSync(at(folder))).toBe(false);
  expect(await app.turn(id, 'hello')).toBe('done');
  expect(JSON.stringify(app.rows(id))).toContain(`Project folder: ${folder}`);
});
