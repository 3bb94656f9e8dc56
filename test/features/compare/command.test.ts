// Compares from the command line.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import type { Reply, RequestBody } from '../../support/fakeReply.ts';
import { gitEnvironment, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function reply({ model, messages }: RequestBody): Reply {
  if (model === 'broken') return { status: 400, body: { error: { message: 'no such thing' } } };
  if (messages.some(({ role }) => role === 'tool')) return { text: `I am ${model}.` };
  const args = JSON.stringify({ path: 'plan.md', content: `${model}\n` });
  return { calls: [{ id: `c_${model}`, name: 'write_file', arguments: args }] };
}

test(cite('AGENT-5', 'in the terminal, two models answer, one fails, and one is adopted'), async () => {
  const { folder } = gitProject();
  const dataDir = path.join(tempFolder(), 'data');
  const model = await startFakeModelServer({ otherwise: reply });
  onTestFinished(() => model.close());
  const env = {
    ...gitEnvironment(),
    ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'alpha' },
  };
  const run = (...words: string[]) => commandHere([...words, '--project', folder, '--data', dataDir], env);
  for (const [words, problem] of [
    [['alpha', 'beta'], 'compare needs a message'],
    [['alpha', '-p', 'x'], 'two or three models'],
    [['alpha', 'beta', '-p', 'x', '--bring'], '--bring needs --edit'],
    [['alpha', 'beta', '-p', 'x', '--approve', 'all'], '--approve needs --edit'],
  ] as const) {
    expect(await run('compare', ...words)).toMatchObject({ code: 2, stderr: expect.stringContaining(problem) });
  }
  // Neither an unknown agent nor an agent's name for its model is sent to a provider.
  for (const [name, problem] of [
    ['agent:nobody/default', /There is no agent named "nobody"/],
    ['agent:opencode/gpt-5', /an agent chooses its own model/],
    // Where it is installed, it has not been allowed.
    ['agent:opencode', /OpenCode (?:is not installed|has not been allowed)|worktree/],
  ] as const) {
    const refused = await run('compare', 'alpha', name, '-p', 'x');
    expect(refused.code, refused.stdout).not.toBe(0);
    expect(refused.stderr).toMatch(problem);
  }
  expect((await run('run', '-p', 'x', '--model', 'agent:nobody/default')).stderr).toContain('no agent named "nobody"');
  expect(model.requests).toHaveLength(0);
  await run('trust');
  const edits = ['--edit', '--approve', 'edit'];
  const ran = await run('compare', 'alpha', 'environment/beta', 'broken', '-p', 'Write a plan', ...edits, '--json');
  expect(ran.code).toBe(0);
  const { conversationId: id, answers } = JSON.parse(ran.stdout);
  expect(answers).toMatchObject([
    { number: 1, state: 'done', text: 'I am alpha.', files: ['plan.md'] },
    { number: 2, state: 'done', text: 'I am beta.', files: ['plan.md'] },
    { number: 3, state: 'failed', problem: expect.stringContaining('no such thing'), files: [] },
  ]);
  const answersText = await run('compare', 'show', id);
  expect(answersText.stdout).toContain('── 2. environment/beta · done · ');
  expect(answersText.stdout).toContain('I am beta.\n  changed plan.md\n');
  expect(await run('compare', 'adopt', id, '4')).toMatchObject({ code: 2 });
  const adopted = await run('compare', 'adopt', id, '2');
  expect(adopted).toMatchObject({ code: 0, stderr: expect.stringContaining('throughline worktree diff') });
  const finished = await run('compare', 'finish', id);
  expect(finished).toMatchObject({ code: 1, stderr: expect.stringContaining('already continues with one') });
  expect((await run('worktree', 'merge', id, '--yes')).code).toBe(0);
  expect(readFileSync(path.join(folder, 'plan.md'), 'utf8')).toBe('beta\n');
  expect((await run('show', id)).stdout).toContain('I am beta.');
  // The worktrees of the other answers are named before they are left behind.
  const deleted = await run('delete', id, '--yes');
  const named = deleted.stderr.matchAll(
    /worktree (\S+) stays\. To remove it first: throughline worktree remove (\S+)/g,
  );
  expect([...named].map(([, at = '']) => path.basename(at)).toSorted()).toEqual([
    'write-a-plan-alpha',
    'write-a-plan-beta',
    'write-a-plan-broken',
  ]);
});
