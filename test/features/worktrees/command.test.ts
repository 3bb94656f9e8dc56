// Worktrees from the command line: nothing is merged or removed without confirmation.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { gitEnvironment, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test(cite('WORK-7', 'a run in its own worktree, compared, merged, unmerged and removed in the terminal'), {
  tags: ['all'],
}, async () => {
  const { folder, git } = gitProject();
  const dataDir = path.join(tempFolder(), 'data');
  const model = await startFakeModelServer({
    replies: [
      { calls: [{ id: 'c1', name: 'write_file', arguments: '{"path":"plan.md","content":"one\\n"}' }] },
      { text: 'Written.' },
    ],
  });
  const env = {
    ...gitEnvironment(),
    ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' },
  };
  const run = (...words: string[]) => commandHere([...words, '--project', folder, '--data', dataDir], env);
  const untrusted = await run('run', '-p', 'Write a plan', '--worktree', '--approve', 'edits');
  expect(untrusted).toMatchObject({ code: 1, stderr: expect.stringContaining('Trust this folder first') });
  await run('trust');
  const ran = await run('run', '-p', 'Write a plan', '--worktree', '--approve', 'edits', '--output', 'json');
  expect(ran.code).toBe(0);
  const id = JSON.parse(ran.stdout).conversationId as string;
  const place = path.join(`${folder}.worktrees`, 'write-a-plan');
  expect(readFileSync(path.join(place, 'plan.md'), 'utf8')).toBe('one\n');
  expect(existsSync(path.join(folder, 'plan.md'))).toBe(false);

  expect((await run('worktree')).stdout).toContain(`throughline/write-a-plan  Write a plan\n          ${place}\n`);
  const diff = await run('worktree', 'diff', id);
  expect(diff.stdout).toContain('added       plan.md (+1 −0)  not committed\n--- /dev/null\n+++ b/plan.md\n');
  const asked = await run('worktree', 'merge', id);
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was done') });
  expect(existsSync(path.join(folder, 'plan.md'))).toBe(false);
  expect(await run('worktree', 'merge', id, '--squash', '-m', 'The plan', '--yes')).toMatchObject({ code: 0 });
  expect(git('log', '--format=%s')).toBe('The plan\nfirst');
  expect(await run('worktree', 'merge', id, '--yes')).toMatchObject({
    code: 1,
    stderr: 'There is nothing to merge.\n',
  });
  expect(await run('worktree', 'unmerge', id)).toMatchObject({ code: 0 });
  expect(existsSync(path.join(folder, 'plan.md'))).toBe(false);

  writeFileSync(path.join(place, 'late.txt'), 'late\n');
  const removal = await run('worktree', 'remove', id);
  expect(removal).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('that will be lost:\n  late.txt\nIn no other branch:'),
  });
  expect(existsSync(place)).toBe(true);
  expect((await run('delete', id)).stderr).toContain(`Its worktree ${place} stays.`);
  expect(await run('worktree', 'remove', id, '--delete-branch', '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Removed.'),
  });
  expect([existsSync(place), git('branch', '--list', 'throughline/*')]).toEqual([false, '']);
  expect(await run('worktree', 'fly', id)).toMatchObject({ code: 2 });
  expect((await run('worktree')).stderr).toBe('No conversations work in a worktree.\n');
  await model.close();
});

test(cite('WORK-7', 'a chat starts in a worktree, and says when it cannot'), async () => {
  const { folder } = gitProject();
  const model = await startFakeModelServer({
    replies: [
      { calls: [{ id: 'c1', name: 'write_file', arguments: '{"path":"plan.md","content":"one\\n"}' }] },
      { text: 'Written.' },
    ],
  });
  const env = {
    ...gitEnvironment(),
    ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' },
  };
  const place = ['--project', folder, '--data', path.join(tempFolder(), 'data')];
  const chat = ['chat', '--worktree', '--approve', 'edits', ...place];
  const untrusted = await commandHere(chat, env, 'Write a plan\n');
  expect(untrusted.stderr).toContain('Trust this folder first');
  expect(model.requests).toEqual([]);
  await commandHere(['trust', ...place], env);
  expect((await commandHere(chat, env, 'Write a plan\n')).stdout).toContain('Written.');
  expect(readFileSync(path.join(`${folder}.worktrees`, 'write-a-plan', 'plan.md'), 'utf8')).toBe('one\n');
  expect(existsSync(path.join(folder, 'plan.md'))).toBe(false);
  expect(await commandHere([...chat, '--continue'], env, 'More\n')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--worktree is for a new conversation'),
  });
  await model.close();
});
