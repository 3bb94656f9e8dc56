// `throughline agents` and `run --agent` as a user types them: the built program, and the odd agent as a process of its own.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { compileCache, doors } from '../../support/commandLine.ts';
import { oddAgentCommand } from '../../support/oddAgent/startOddAgent.ts';
import { startProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function place() {
  const root = tempFolder();
  const [data, project, sessions, home] = ['data', 'project', 'sessions', 'home'].map((name) => {
    mkdirSync(path.join(root, name));
    return path.join(root, name);
  }) as [string, string, string, string];
  return {
    sessions,
    project,
    async type(...words: string[]) {
      const at = words.indexOf('--');
      const all = at < 0 ? [...words, '--data', data] : [...words.slice(0, at), '--data', data, ...words.slice(at)];
      const env = { ...compileCache, HOME: home };
      const { code, stdout, stderr } = await startProgram(`${doors}cli.js`, all, { env, folder: project }).finished;
      return { code, stdout, stderr };
    },
  };
}

test(
  cite('ACP-1', 'on the command line, an agent is added, allowed, checked, used, withdrawn and removed'),
  async () => {
    const { sessions, type } = place();
    const command = oddAgentCommand({ sessions });
    const added = await type('agents', 'add', 'My agent', '--', ...command);
    // Nobody can be asked, so nothing is allowed.
    expect(added).toMatchObject({ code: 1, stdout: 'My agent is added as my-agent.\n' });
    expect(added.stderr).toContain('Dangerous: an agent can do anything you can on this machine. This one would run:');
    for (const word of command) expect(added.stderr).toContain(word);
    expect(added.stderr).toContain('Nothing was allowed.');
    expect(await type('run', '--agent', 'my-agent', '-p', 'hello')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('My agent has not been allowed to run yet.'),
    });

    const listed = await type('agents');
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('my-agent  My agent, not allowed yet\n') });
    expect((await type('agents', 'list', '--all')).stdout).toContain('To install it: npm install -g opencode-ai');
    expect((await type('agents', 'allow', 'my-agent', '--yes')).stdout).toContain('throughline run --agent my-agent');
    const agents = JSON.parse((await type('agents', '--json')).stdout) as { id: string }[];
    expect(agents.find(({ id }) => id === 'my-agent')).toMatchObject({ origin: 'added', status: 'idle', command });
    expect(await type('agents', 'allow', 'my-agent')).toMatchObject({
      code: 0,
      stderr: 'My agent is allowed already.\n',
    });
    expect(await type('agents', 'check', 'my-agent')).toMatchObject({
      code: 0,
      stdout: 'My agent works, version 1.2.3.\n',
    });

    const untrusted = await type('run', '--agent', 'my-agent', '-p', '!say hello');
    expect(untrusted).toMatchObject({ code: 1, stderr: expect.stringContaining('is not trusted') });
    expect((await type('trust')).code).toBe(0);
    expect(await type('run', '--agent', 'my-agent', '-p', '!say hello there')).toMatchObject({
      ...{ code: 0, stdout: expect.stringContaining('hello there') },
    });
    const again = await type('run', '--continue', '-p', 'and now?');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('You said: and now?') });

    expect((await type('agents', 'withdraw', 'my-agent')).stdout).toBe('My agent is no longer allowed.\n');
    expect((await type('run', '--continue', '-p', 'still there?')).code).toBe(1);
    expect((await type('agents', 'remove', 'my-agent')).stdout).toBe('My agent is removed.\n');
    expect(await type('agents', 'check', 'my-agent')).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('There is no agent named "my-agent".') },
    });
  },
);

test(cite('ACP-1', 'on the command line, an agent that cannot be used says why and how to go on'), {
  tags: ['all'],
}, async () => {
  const { sessions, type } = place();
  await type('agents', 'add', 'Signed out', '--yes', '--', ...oddAgentCommand({ sessions, odd: ['auth-required'] }));
  const checked = await type('agents', 'check', 'signed-out');
  expect(checked).toMatchObject({ code: 1, stderr: expect.stringContaining('Signed out is not signed in.') });
  expect(checked.stderr).toContain('--login');
  expect(await type('agents', 'remove', 'opencode')).toMatchObject({ code: 1 });
  for (const line of [
    ['agents', 'allow'],
    ['agents', 'add', 'x'],
    ['agents', 'unheard', 'x'],
    ['agents', 'list', 'x'],
  ]) {
    expect((await type(...line)).code, line.join(' ')).toBe(2);
  }
  expect((await type('run', '--agent', 'unknown', '-p', 'hello')).code).not.toBe(0);
});
