import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { startThroughline, throughline } from '../support/commandLine.ts';
import { type Reply, startFakeModelServer } from '../support/fakeModelServer.ts';
import { liveNames } from '../support/liveFiles.ts';
import { hasTerminal, openTerminal } from '../support/pseudoTerminal.ts';
import { tempFolder } from '../support/tempFolder.ts';

async function world(replies: Reply[]) {
  const root = tempFolder();
  const project = path.join(root, 'project');
  mkdirSync(project);
  writeFileSync(path.join(project, 'README.md'), 'Basil wants more.\n'.repeat(3));
  const model = await startFakeModelServer({ replies, window: 1_000_000 });
  onTestFinished(() => model.close());
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const at = ['--project', project, '--data', path.join(root, 'data')];
  /** The texts in the last request, without the app's date and place. */
  const said = (role: string): string[] =>
    (model.requests.at(-1)?.body.messages ?? [])
      .filter((one) => one.role === role)
      .map(({ content }) => String(content).replace(/^\[Environment\][\s\S]*?\n\n/, ''));
  return { project, model, env, at, said };
}

let calls = 0;
const asks = (name: string, args: unknown): Reply => ({
  calls: [{ id: `call_${++calls}`, name, arguments: JSON.stringify(args) }],
});

test(cite(
  'START-9',
  'lines from a pipe are messages of one conversation, answered in order, without asking the user',
), { tags: ['all'] }, async () => {
  const { env, at, said, project } = await world([
    asks('read_file', { path: 'README.md' }),
    { text: 'It is about \u001b]0;basil\u0007.' },
    asks('run_command', { command: 'touch made' }),
    { text: 'Not allowed.' },
    { text: 'I see.' },
  ]);
  const typed = ['read it \\', 'to the end', '/last', 'make a file', '/nothing here', '/usr/bin is a path'];
  const first = await throughline(['chat', '--approve', 'read', ...at], env, `${typed.slice(0, 5).join('\n')}\n`);
  expect(first.code).toBe(0);
  expect(said('user')).toEqual(['read it \nto the end', 'make a file', '/nothing here']);
  expect(first.stderr).toMatch(/✓ 1 {2}Read README\.md {2}\d/);
  expect(first.stderr).toMatch(/– 2 {2}Run touch made {2}denied/);
  expect(first.stderr).toContain('There is no command /nothing. See /help. It is sent as text.');
  expect(first.stdout).toMatch(/1\tBasil wants more\.\n\s+2\tBasil wants more\./);
  expect(first.stdout).toContain('It is about \uFFFD]0;basil\uFFFD.');
  expect(existsSync(path.join(project, 'made'))).toBe(false);

  const going = await world([{ text: 'A path.' }]);
  await throughline(['chat', '--continue', ...at], going.env, `${typed[5]}\n/exit\nnot sent\n`);
  expect(going.said('user').at(-1)).toBe('/usr/bin is a path');
});

test(cite(
  'START-9',
  'a failed turn, a conversation in use by another process and a wrong ID are explained, and exit with 1',
), { tags: ['all'] }, async () => {
  const { env, at, model } = await world([
    { status: 400, body: { error: { message: 'Nothing works today.' } } },
    { hang: true },
  ]);
  const failed = await throughline(['chat', ...at], env, 'hello\n');
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('Nothing works today.')]);
  const busy = startThroughline(['run', '--continue', '-p', 'wait', ...at], env);
  await model.request(2);
  const second = await throughline(['chat', '--continue', ...at], env, 'hello\n');
  expect([second.code, second.stderr]).toEqual([1, expect.stringMatching(/in use|another|elsewhere/i)]);
  expect(model.requests).toHaveLength(2);
  busy.child.kill('SIGKILL');
  await busy.finished;
  const missing = await throughline(['chat', '--resume', 'zzzzzzzz', ...at], env, 'hello\n');
  expect([missing.code, missing.stdout]).toEqual([1, '']);
  const wrong = await throughline(['chat', '-p', 'x', ...at], env, '');
  expect([wrong.code, wrong.stderr]).toEqual([2, 'chat has no option --prompt\n']);
});

test.runIf(hasTerminal)(
  cite(
    'START-9',
    'in a terminal a question is answered, text typed meanwhile is queued, Ctrl-C stops the turn and Ctrl-D leaves',
  ),
  { tags: ['all'] },
  async () => {
    let go: () => void = () => {};
    const until = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { env, at, said, project } = await world([
      asks('run_command', { command: 'touch made' }),
      [{ text: 'Working ' }, { until }, { text: 'on it.' }],
      { text: 'Both done.' },
      [{ text: 'Endless ' }, { hang: true }],
      { text: 'Here I am.' },
    ]);
    const terminal = openTerminal(['chat', ...at], env);
    await terminal.shows('› ');
    terminal.type('make a file\r');
    await terminal.shows('Allow run_command once? [y/N]');
    // Not before the question can be answered.
    await terminal.shows(' ');
    terminal.type('y\r');
    await terminal.shows('✓ 1  Ran touch made');
    await terminal.shows('Working');
    terminal.type('and another\r');
    await terminal.shows('Queued');
    go();
    await terminal.shows('Both done.');
    expect(existsSync(path.join(project, 'made'))).toBe(true);
    expect(said('user')).toEqual(['make a file', 'and another']);

    await terminal.shows('› ');
    terminal.type('again\r');
    await terminal.shows('Endless');
    terminal.type('\x03');
    await terminal.shows('Stopped.');
    await terminal.shows('› ');
    // Pasted lines are one message, and so are lines that end with a backslash.
    terminal.type('\x1b[200~one\rtwo\r\x1b[201~three\\\r');
    await terminal.shows('… ');
    terminal.type('four\r');
    await terminal.shows('Here I am.');
    expect(said('user').at(-1)).toBe('one\ntwo\nthree\nfour');
    await terminal.shows('› ');
    terminal.type('/mo\t');
    await terminal.shows('/mode');
    terminal.type('\x15@REA\t');
    await terminal.shows('@README.md');
    terminal.type('\x15\x04');
    expect(await terminal.ended).toBe(0);
    expect(terminal.said()).toContain('Continue with: throughline chat --resume ');
  },
);

test.runIf(hasTerminal)(
  cite('START-9', 'after kill -9 during a call the next chat asks how to resolve it, and the turn continues'),
  { tags: ['all'] },
  async () => {
    const { env, at, said, project } = await world([
      asks('run_command', { command: 'echo begun > begun; sleep 600' }),
      { text: 'Then without it.' },
    ]);
    const first = openTerminal(['chat', '--approve', 'all', ...at], env);
    await first.shows('› ');
    first.type('work long\r');
    await first.shows('· Run');
    await expect.poll(() => liveNames(project)).toContain('begun');
    await first.kill9();

    const next = openTerminal(['chat', '--continue', '--approve', 'all', ...at], env);
    await next.shows('Interrupted calls:');
    await next.shows('[r/s/d]');
    next.type('s\r');
    await next.shows('Use /continue to resume it');
    await next.shows('› ');
    next.type('/continue\r');
    await next.shows('Then without it.');
    expect(said('user')).toEqual(['work long']);
    expect(said('tool')).toHaveLength(1);
    next.type('\x04');
    expect(await next.ended).toBe(0);
  },
);
