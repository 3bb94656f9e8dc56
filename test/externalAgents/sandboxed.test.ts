// An agent in the sandbox: it works in the project's folder, and nowhere else.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../../electron/tools/sandbox/sandbox.ts';
import { agentsHere, prompted } from '../support/agentsHere.ts';
import { cite } from '../support/cite.ts';
import { oddAgentCommand } from '../support/oddAgent/startOddAgent.ts';
import { okValue } from '../support/result.ts';
import { reasonAgainstSandbox } from '../support/withoutSandbox.ts';

const reason = reasonAgainstSandbox();

/** A home and a sandbox for it, not below /tmp, of which the sandbox has its own. */
function sandboxedHome() {
  const root = mkdtempSync('/var/tmp/throughline-');
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, folder, data] = [path.join(root, 'home'), path.join(root, 'project'), path.join(root, 'data')];
  mkdirSync(home);
  const env = { ...process.env, HOME: home };
  const sandbox = createSandbox({ home, protectedFolders: [data], folder: path.join(data, 'sandbox'), env });
  const here = agentsHere({ root, env, home, sandbox });
  onTestFinished(() => here.agents.close());
  const sessions = path.join(folder, 'sessions');
  mkdirSync(sessions);
  return { here, root, home, folder, data, sessions };
}

test.skipIf(reason !== null)(
  cite('ACP-1', 'an agent in the sandbox writes in the folder, not outside, even if nobody trusts the folder'),
  async () => {
    const { here, root, folder, data, sessions } = sandboxedHome();
    const id = await here.add(oddAgentCommand({ sessions }), { sandboxed: true });
    const session = okValue(await here.open(id, { trusted: false }));
    const outside = path.join(root, 'outside.txt');
    const { end } = await prompted(session, `!shell touch inside.txt; touch ${outside}`);
    expect(end.reason).toBe('end_turn');
    expect(existsSync(path.join(folder, 'inside.txt'))).toBe(true);
    expect(existsSync(outside)).toBe(false);
    const inEmpty = path.join(`${data}-agents`, 'sessions');
    mkdirSync(inEmpty, { recursive: true });
    const other = await here.add(oddAgentCommand({ sessions: inEmpty }), { sandboxed: true });
    expect((await prompted(okValue(await here.open(other, { folder: null })), '!say hello')).said()).toBe('hello');
  },
);

test.skipIf(reason !== null)(cite('ACP-1', 'a known agent in the sandbox cannot give itself a hook'), async () => {
  const { here, home, folder, sessions } = sandboxedHome();
  const settings = path.join(home, '.claude', 'settings.json');
  mkdirSync(path.dirname(settings));
  writeFileSync(settings, '{}\n');
  const command = oddAgentCommand({ sessions });
  const saved = await here.agents.save('claude', {
    ...{ name: 'Claude Code', command, variables: [], sandboxed: true, receivesServers: false },
  });
  const { fingerprint } = okValue(saved);
  okValue(await here.agents.approve('claude', fingerprint, true));
  const session = okValue(await here.open('claude'));
  const hook = path.join(home, '.claude', 'hooks', 'x.sh');
  const commands = [
    `echo hook > ${settings}`,
    `mkdir -p ${path.dirname(hook)} .claude && echo hook > ${hook}; echo hook > .claude/settings.json`,
    `mkdir -p ${home}/.claude/projects && echo line > ${home}/.claude/projects/x.jsonl`,
  ];
  expect((await prompted(session, `!shell ${commands.join('; ')}`)).end.reason).toBe('end_turn');
  await here.agents.close();
  expect(readFileSync(settings, 'utf8')).toBe('{}\n');
  expect(readFileSync(path.join(home, '.claude', 'projects', 'x.jsonl'), 'utf8')).toBe('line\n');
  expect([existsSync(hook), existsSync(path.join(folder, '.claude', 'settings.json'))]).toEqual([false, false]);
});
