import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { compileCache, doors } from '../../support/commandLine.ts';
import { type Reply, startFakeModelServer } from '../../support/fakeModelServer.ts';
import { hasTerminal } from '../../support/pseudoTerminal.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const touch = (file: string) => [
  { calls: [{ id: '1', name: 'run_command', arguments: JSON.stringify({ command: `touch ${file}` }) }] },
  { text: 'ok' },
];

async function world(tail = '', replies?: Reply[]) {
  const root = tempFolder();
  const project = path.join(root, 'project');
  const data = path.join(root, 'data');
  mkdirSync(project);
  const model = await startFakeModelServer({ window: 1_000_000 });
  onTestFinished(() => model.close());
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const at = ['--project', project, '--data', data];
  const file = path.join(project, 'made');
  model.push(...(replies ?? touch(`${file}${tail}`)));
  return { project, data, model, env, at, file };
}

/**
 * Runs the command line in a real terminal and answers each question with the next line of `typed`, and all others with
 * the last.
 */
function inTerminal(args: readonly string[], env: Record<string, string>, ...typed: string[]): Promise<string> {
  return inTerminalAfter('', args, env, ...typed);
}

/** With `ahead` typed before the first question. */
async function inTerminalAfter(
  ahead: string,
  args: readonly string[],
  env: Record<string, string>,
  ...typed: string[]
): Promise<string> {
  const words = [process.execPath, '--disable-warning=ExperimentalWarning', `${doors}cli.js`, ...args];
  const line = words.map((word) => `'${word}'`).join(' ');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    env: { PATH, HOME, TERM: 'dumb', ...compileCache, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let answered = 0;
  child.stdin.write(ahead);
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
    // The reader redraws its line with each key: a question is identified by its first line.
    const asked = said.split('y: allow once. n: deny.').length - 1;
    if (asked <= answered || !said.slice(said.lastIndexOf('y: allow once. n: deny.')).includes('[y/N]')) return;
    answered = asked;
    child.stdin.write(typed[asked - 1] ?? typed.at(-1) ?? '\n');
  });
  await once(child, 'close');
  return said;
}

test.runIf(hasTerminal)(
  cite(['APPROVE-1', 'APPROVE-6'], 'a question in the terminal shows the whole command; a yes runs it'),
  { tags: ['all'] },
  async () => {
    const { at, env, file, project } = await world();
    const said = await inTerminal(['run', '-p', 'go', ...at], env, 'y\n');
    expect(said).toContain(`touch ${file}`);
    expect(said).toContain(`in ${project}`);
    expect(said).toContain('Allow run_command once?');
    expect(existsSync(file)).toBe(true);
  },
);

test.runIf(hasTerminal)(
  cite('APPROVE-1', 'in the terminal nothing typed before the question answers it'),
  { tags: ['all'] },
  async () => {
    for (const ahead of ['y\n', 'y\ny\ny\n']) {
      const { at, env, file } = await world();
      const said = await inTerminalAfter(ahead, ['run', '-p', 'go', ...at], env, '\n');
      expect(said).toContain('Allow run_command once?');
      expect(existsSync(file)).toBe(false);
    }
  },
);

test.runIf(hasTerminal)(
  cite(
    ['APPROVE-1', 'APPROVE-6'],
    'anything but a yes in the terminal is a no: an empty line, the end of the input, other words',
  ),
  { tags: ['all'] },
  async () => {
    for (const typed of ['\n', '\u0004', 'ok\n']) {
      const { at, env, file, model } = await world();
      await inTerminal(['run', '-p', 'go', ...at], env, typed);
      expect(existsSync(file), JSON.stringify(typed)).toBe(false);
      expect(model.requests).toHaveLength(2);
      expect(JSON.stringify(model.requests[1]?.body)).toContain('refused');
    }
  },
);

const commandCall = (id: string, command: string) => ({
  id,
  name: 'run_command',
  arguments: JSON.stringify({ command }),
});

test.runIf(hasTerminal)(
  cite(
    'APPROVE-2',
    'in the terminal an answer for the conversation or the project creates that rule, and the question is not repeated',
  ),
  { tags: ['all'] },
  async () => {
    const { at, env, data, project } = await world('', [
      { calls: [commandCall('1', 'touch one')] },
      { calls: [commandCall('2', 'touch one')] },
      { calls: [commandCall('3', 'ls one')] },
      { calls: [commandCall('4', 'ls -la')] },
      { text: 'ok' },
    ]);
    const said = await inTerminal(['run', '-p', 'go', ...at], env, 'c\n', 'p2\n');
    // The second is the same as the first; the fourth starts like the third.
    expect(said.split('y: allow once. n: deny.')).toHaveLength(3);
    expect(said).toContain('1: exactly this command');
    expect(existsSync(path.join(project, 'one'))).toBe(true);
    const { rules } = JSON.parse(readFileSync(path.join(data, 'permissions.json'), 'utf8'));
    expect(rules).toMatchObject([
      { effect: 'allow', match: { command: ['ls'] }, scope: { type: 'project' } },
      { effect: 'allow', match: { commandLine: 'touch one' }, scope: { type: 'conversation' } },
    ]);
    expect(rules[1].origin).toMatchObject({ type: 'answer' });
  },
);

test.runIf(hasTerminal)(
  cite('APPROVE-4', 'in the terminal a no with its reason reaches the model; an invalid answer is a no, and is named'),
  { tags: ['all'] },
  async () => {
    const { at, env, model, file } = await world('', [
      { calls: [commandCall('1', 'touch one')] },
      { calls: [commandCall('2', 'touch two')] },
      { text: 'ok' },
    ]);
    const said = await inTerminal(['run', '-p', 'go', ...at], env, 'n not in this folder\n', 'sure\n');
    expect(JSON.stringify(model.requests[1]?.body)).toContain('not in this folder');
    expect(said).toContain('Not a valid answer, so the call was denied: sure');
    expect(JSON.stringify(model.requests[2]?.body)).not.toContain('Their reason: sure');
    for (const none of ['one', 'two']) expect(existsSync(path.join(path.dirname(file), none))).toBe(false);
  },
);

test.runIf(hasTerminal)(
  cite(['APPROVE-1', 'APPROVE-2'], 'in the terminal a new rule applies to other pending calls'),
  { tags: ['all'] },
  async () => {
    const { at, env, model, file } = await world('', [
      {
        calls: ['a.txt', 'b.txt', 'c.txt'].map((name) => ({
          id: name,
          name: 'read_file',
          arguments: JSON.stringify({ path: name }),
        })),
      },
      { text: 'ok' },
    ]);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(path.join(path.dirname(file), name), `in ${name}`);
    // Each question offers first the file, then every file; this selects the second.
    await inTerminal(['run', '-p', 'go', ...at], env, 'c2\n');
    const sent = JSON.stringify(model.requests[1]?.body);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) expect(sent).toContain(`in ${name}`);
  },
);

test.runIf(hasTerminal)(
  cite('APPROVE-1', 'in the terminal no part of a command is hidden from the user'),
  { tags: ['all'] },
  async () => {
    const { at, env } = await world(' #\u202e\u200b\u00a0\u001b[2K');
    const said = await inTerminal(['run', '-p', 'go', ...at], env, 'n\n');
    expect(said).toContain('#⟨U+202E⟩⟨U+200B⟩⟨U+00A0⟩⟨U+001B⟩[2K');
    const question = said.slice(0, said.indexOf('[y/N]'));
    expect(/[\u202e\u200b\u00a0]/.test(question)).toBe(false);
  },
);

test.runIf(hasTerminal)(
  cite('APPROVE-1', 'in the terminal a path cannot hide the question'),
  { tags: ['all'] },
  async () => {
    const trick = '\u001b[2K\u001b[1A\u001b[8m\u009b2J\rid_rsa\u202e';
    const asked = { id: 'r', name: 'read_file', arguments: JSON.stringify({ path: `/tmp/${trick}` }) };
    const { at, env } = await world('', [{ calls: [asked] }, { text: 'ok' }]);
    const said = await inTerminal(['run', '-p', 'go', ...at], env, 'n\n');
    const question = said.slice(0, said.indexOf('[y/N]'));
    expect(question).toContain('/tmp/⟨U+001B⟩[2K⟨U+001B⟩[1A⟨U+001B⟩[8m⟨U+009B⟩2J⟨U+000D⟩id_rsa⟨U+202E⟩');
    expect(question).toContain('Allow read_file once?');
    // Only the reader's own sequences for drawing its line.
    for (const obeyed of ['\u001b[2K', '\u001b[1A', '\u001b[8m', '\u009b', '\u202e']) {
      expect([obeyed, question.includes(obeyed)]).toEqual([obeyed, false]);
    }
  },
);

test(cite('APPROVE-6', 'without a terminal, even with a yes in a pipe, calls that ask are denied'), {
  tags: ['all'],
}, async () => {
  const { at, env, file, model } = await world();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [`${doors}cli.js`, 'run', '-p', 'go', ...at], {
    env: { PATH, HOME, ...compileCache, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end('y\ny\nyes\n');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(existsSync(file)).toBe(false);
  expect(JSON.stringify(model.requests[1]?.body)).toContain('No one was there to approve it.');
});

test(cite('APPROVE-6', 'running everything without asking must be explicit, and prints a one-line warning'), {
  tags: ['all'],
}, async () => {
  const { at, env, file } = await world();
  const run = await commandHere(['run', '-p', 'go', ...at, '--approve', 'all', '--output', 'json'], env);
  expect(run.code).toBe(0);
  expect(run.stderr.split('\n').filter((line) => line.includes('Dangerous'))).toHaveLength(1);
  expect(JSON.parse(run.stdout).toolCalls).toMatchObject([{ outcome: 'ok' }]);
  expect(existsSync(file)).toBe(true);
});

test(cite('APPROVE-2', 'rules are listed and removed in the terminal; a rule applies to a non-interactive run'), {
  tags: ['all'],
}, async () => {
  const { at, env, data, file, model } = await world();
  expect((await commandHere(['approvals', ...at])).stdout).toContain('No rules.');
  mkdirSync(data, { recursive: true });
  const rule = (id: string, effect: string, match: unknown) => ({
    id,
    effect,
    match,
    scope: { type: 'always' },
    origin: { type: 'settings' },
    createdAt: '2026-01-02T03:04:05.000Z',
    lastUsedAt: null,
  });
  const touching = { tool: 'run_command', commandLine: `touch ${file}` };
  writeFileSync(
    path.join(data, 'permissions.json'),
    JSON.stringify({
      v: 1,
      rules: [rule('aaaarule', 'allow', touching), rule('bbbbrule', 'deny', { tool: '*', path: '.env' })],
    }),
  );
  const listed = await commandHere(['approvals', ...at]);
  expect(listed.stdout).toContain(`aaaarule  allow: Exactly the command \`touch ${file}\`. Everywhere. From settings`);
  expect(listed.stdout).toContain('bbbbrule  deny: Every tool for .env. Everywhere.');
  expect((await commandHere(['run', '-p', 'go', ...at], env)).code).toBe(0);
  expect(existsSync(file)).toBe(true);
  const stored = () => JSON.parse(readFileSync(path.join(data, 'permissions.json'), 'utf8')).rules;
  expect(stored()[0].lastUsedAt).toMatch(/^\d{4}-/);
  expect(await commandHere(['approvals', 'remove', 'aaaa', ...at])).toMatchObject({ code: 0 });
  expect(stored().map(({ id }: { id: string }) => id)).toEqual(['bbbbrule']);
  expect(await commandHere(['approvals', 'remove', 'aaaarule', ...at])).toMatchObject({ code: 1 });
  expect(await commandHere(['approvals', 'drop', ...at])).toMatchObject({ code: 2 });
  model.push(...touch(`${file}2`));
  await commandHere(['run', '-p', 'go', ...at], env);
  expect(existsSync(`${file}2`)).toBe(false);
});

test(cite('APPROVE-2', 'a merged data folder brings no rules with it'), async () => {
  const { at, env, data } = await world();
  await commandHere(['run', '-p', 'go', ...at], env);
  const copy = path.join(data, '..', 'copy');
  cpSync(data, copy, { recursive: true });
  const planted = { id: 'planted', effect: 'allow', match: { tool: 'run_command' }, scope: { type: 'always' } };
  writeFileSync(path.join(copy, 'permissions.json'), JSON.stringify({ v: 1, rules: [planted] }));
  expect((await commandHere(['merge', copy, ...at], env)).code).toBe(0);
  expect((await commandHere(['approvals', ...at])).stdout).toContain('No rules.');
});
