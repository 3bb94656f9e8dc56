// An agent in the sandbox: it works in the project's folder, and nowhere else.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../../electron/tools/sandbox/sandbox.ts';
import { agentsHere, prompted } from '../support/agentsHere.ts';
import { cite } from '../support/cite.ts';
import { oddAgentCommand } from '../support/oddAgent/startOddAgent.ts';
import { okValue } from '../support/result.ts';
import { reasonAgainstSandbox } from '../support/withoutSandbox.ts';

const reason = reasonAgainstSandbox();

test.skipIf(reason !== null)(
  cite('ACP-1', 'an agent in the sandbox writes in the folder, not outside, even if nobody trusts the folder'),
  async () => {
    const root = mkdtempSync('/var/tmp/throughline-');
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const [home, folder, data] = ['home', 'project', 'data'].map((name) => path.join(root, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(home);
    const env = { ...process.env, HOME: home };
    const sandbox = createSandbox({ home, protectedFolders: [data], folder: path.join(data, 'sandbox'), env });
    const here = agentsHere({ root, env, home, sandbox });
    onTestFinished(() => here.agents.close());
    const sessions = path.join(folder, 'sessions');
    mkdirSync(sessions);
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
