// A client that others wrote: acpx (https://github.com/openclaw/acpx), a command-line client of the protocol. Runs where it is
// installed: `npm install --prefix DIR acpx@0.19.1`, with DIR/node_modules/.bin in PATH.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { acpPlace, callReply } from '../../support/acpPlace.ts';
import { acpProblem } from '../../support/acpSchema.ts';
import { cite } from '../../support/cite.ts';
import { doors, throughline } from '../../support/commandLine.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { withoutTitles } from '../../support/withoutTitles.ts';

const acpx = (process.env.PATH ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'acpx'))
  .find((file) => existsSync(file));

test.skipIf(acpx === undefined).for(['--approve-all', '--deny-all'])(
  cite('ACP-3', 'acpx runs a turn with a permission: %s'),
  { tags: ['all'] },
  async (policy) => {
    const { project, data, env } = await acpPlace([
      callReply('edit_file', { path: 'notes.txt', old_text: 'two', new_text: 'three' }),
      [{ text: 'Done.' }],
    ]);
    const agent = `${process.execPath} ${doors}cli.js acp --data ${data}`;
    const { stdout } = await promisify(execFile)(
      acpx ?? '',
      ['--format', 'json', policy, '--agent', agent, 'exec', 'change it'],
      { cwd: project, env: { PATH: process.env.PATH, HOME: tempFolder(), ...withoutTitles, ...env } },
      // A denied permission is an exit code of its own.
    ).catch((failed: { stdout: string }) => failed);
    const lines = stdout.trim().split('\n');
    const methods = new Map<unknown, string>();
    for (const line of lines) {
      const { id, method } = JSON.parse(line) as { id?: unknown; method?: string };
      const isOurs = method === 'session/update' || method === 'session/request_permission';
      if (method !== undefined && !isOurs) methods.set(id, method);
    }
    const answers = lines.filter((line) => line.includes('"result"') && !line.includes('"outcome":{"outcome"'));
    for (const line of answers) expect(acpProblem(line, (id) => methods.get(id))).toBeNull();
    expect(answers.at(-1)).toContain('"stopReason":"end_turn"');
    const allowed = policy === '--approve-all';
    expect(readFileSync(path.join(project, 'notes.txt'), 'utf8')).toBe(allowed ? 'one\nthree\n' : 'one\ntwo\n');
    const { sessionId } = (
      JSON.parse(lines.find((line) => line.includes('"sessionId"')) ?? '{}') as {
        result: { sessionId: string };
      }
    ).result;
    const { stdout: shown } = await throughline(['show', sessionId, '--data', data]);
    expect(shown).toContain(`[edit_file: ${allowed ? 'ok' : 'denied'}]`);
  },
);
