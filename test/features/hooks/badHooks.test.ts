// Hooks that fail or cause harm by accident: the run continues, the app survives, and nothing of them remains.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { HookRun } from '../../../shared/features/hooks/hook.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { isRunning } from '../../support/isRunning.ts';
import { projectFolder } from '../../support/projectFolder.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { calling, writeHooks } from './hooksFile.ts';

/** A call followed by these hooks; returns what is stored of each, and how the run ended. */
async function after(commands: readonly string[], timeout = 60) {
  const dataDir = path.join(tempFolder(), 'data');
  writeHooks(
    path.join(dataDir, 'hooks.json'),
    ...commands.map((command) => ({ event: 'PostToolUse' as const, command, timeout })),
  );
  const folder = projectFolder({ 'a.txt': 'one\n' });
  const replies = [calling('read_file', { path: 'a.txt' })];
  const secret = 'sk-hidden-0123456789abcdef';
  const env = { SOME_API_KEY: secret, OPENAI_API_KEY: 'sk-app-key-0123456789abcdef' };
  const settings = { approvalMode: 'reads' };
  const app = await startTestApp({ dataDir, folder, settings, replies, env, otherwise: { text: 'Done.' } });
  const id = await app.start();
  const end = await app.turn(id, 'Read it.');
  const result = app.rows(id).find((row) => row.role === 'tool');
  const runs: readonly HookRun[] = (result?.role === 'tool' && result.details?.hooks) || [];
  const changes = result?.role === 'tool' ? result.details?.changes : null;
  return { end, runs, changes, folder, app, id, text: readFileSync(app.messagesFile(id), 'utf8'), secret };
}

test(cite(
  'HOOK-4',
  'a failing hook is a separate note and stops nothing: exit codes, missing commands, broken JSON, a killed parent',
), { tags: ['all'] }, async () => {
  const { end, runs, changes, folder } = await after([
    'echo oops >&2; exit 1',
    'no-such-command-here',
    'echo "{ not json"',
    `echo '{"decision": 5}'`,
    'kill -9 $PPID; exit 0',
    'cat > /dev/null < /dev/stdin; echo fine > /dev/stderr',
    'mkdir -p .git/hooks && echo x > .git/hooks/mark',
  ]);
  expect(end).toBe('done');
  expect(runs.map(({ outcome, exitCode }) => [outcome, exitCode])).toEqual([
    ['failed', 1],
    ['failed', 127],
    ['failed', 0],
    ['failed', 0],
    ['failed', null],
    ['ok', 0],
    ['ok', 0],
  ]);
  expect(runs[0]).toMatchObject({ output: 'oops\n', problem: 'It ended with exit code 1.' });
  expect(runs[2]?.problem).toContain('not valid JSON');
  expect(runs[5]?.output).toBe('fine\n');
  // Nothing undoes changes in .git.
  expect(existsSync(path.join(folder, '.git', 'hooks', 'mark'))).toBe(true);
  expect(changes).toBeUndefined();
});

test(cite(
  'HOOK-4',
  'a hanging hook is ended with everything it started at its timeout, and its background processes at its end',
), { tags: ['all'] }, async () => {
  const { end, runs, folder } = await after(
    [
      'echo $$ > pids; sh -c "echo \\$\\$ >> pids; sleep 600"; true',
      '(setsid sh -c "echo \\$\\$ >> pids; sleep 600" &) ; until [ -s pids ] && [ $(wc -l < pids) -ge 3 ]; do sleep 0.02; done',
    ],
    1,
  );
  expect(end).toBe('done');
  expect(runs.map(({ outcome }) => outcome)).toEqual(['timed_out', 'ok']);
  const pids = readFileSync(path.join(folder, 'pids'), 'utf8').trim().split('\n').map(Number);
  expect(pids).toHaveLength(3);
  expect(pids.filter(isRunning)).toEqual([]);
});

test(
  cite('HOOK-4', 'a hundred megabytes of output are cut to sixteen kilobytes, with keys masked and withheld'),
  async () => {
    const { runs, text, secret } = await after([
      'echo begin; head -c 104857600 /dev/zero | tr "\\0" x; echo end',
      'echo "key sk-app-key-0123456789abcdef, variable <$SOME_API_KEY>"',
    ]);
    expect(runs[0]).toMatchObject({ outcome: 'ok', printed: 104857600 + 10 });
    expect(runs[0]?.output?.startsWith('begin\nxx')).toBe(true);
    expect(runs[0]?.output?.endsWith('xxend\n')).toBe(true);
    expect(runs[0]?.output?.length).toBeLessThan(16 * 1024);
    expect(runs[1]?.output).toBe('key [key removed], variable <>\n');
    expect(text).not.toContain('sk-app-key');
    expect(text).not.toContain(secret);
  },
);
