// Hooks from the command line: listed without running, approved with the exact command shown, tested, and used by a
// run.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { projectFolder } from '../../support/projectFolder.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { calling, writeHooks } from './hooksFile.ts';

test(cite(
  ['HOOK-1', 'HOOK-2'],
  "list runs nothing, approve shows the whole command, and a run uses the user's hooks and the approved ones",
), { tags: ['all'] }, async () => {
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const data = path.join(tempFolder(), 'data');
  const at = ['--project', folder, '--data', data];
  writeHooks(path.join(data, 'hooks.json'), { event: 'PostToolUse', matcher: 'Read', command: 'touch own' });
  const command = 'touch folders; echo \u202e';
  writeHooks(path.join(folder, '.throughline', 'hooks.json'), { event: 'Stop', command });
  const listed = await commandHere(['hooks', ...at]);
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout).toMatch(
    /^1 {2}after Read: on, from .*hooks\.json\n {2}touch own\n2 {2}when a turn ends: folder not trusted, from \.throughline\/hooks\.json\n/,
  );
  expect((await commandHere(['hooks', 'approve', '2', '--yes', ...at])).code).toBe(1);
  await commandHere(['trust', ...at]);
  const asked = await commandHere(['hooks', 'approve', '2', ...at]);
  expect(asked).toMatchObject({ code: 1, stdout: '' });
  expect(asked.stderr).toContain('  touch folders; echo ⟨U+202E⟩\n');

  const server = await startFakeModelServer({
    replies: [calling('read_file', { path: 'a.txt' })],
    otherwise: { text: 'Done.' },
  });
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_MODEL: 'fake-model' };
  const run = ['run', '-p', 'Read it.', '--approve', 'reads', ...at];
  const first = await commandHere(run, env);
  expect(first.stderr).toContain('One hook from this folder does not run because you have not approved it.');
  expect([existsSync(path.join(folder, 'own')), existsSync(path.join(folder, 'folders'))]).toEqual([true, false]);
  expect(await commandHere(['hooks', 'approve', '2', '--yes', ...at])).toMatchObject({ code: 0 });
  await commandHere(run, env);
  expect(existsSync(path.join(folder, 'folders'))).toBe(true);
  expect(await commandHere(['hooks', 'test', '1', ...at])).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^ok, exit code 0, /),
  });
  expect((await commandHere(['hooks', 'test', '9', ...at])).code).toBe(1);
  await server.close();
});
