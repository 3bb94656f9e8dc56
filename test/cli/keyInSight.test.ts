// A command run by a model looks for the app's key where every program of the same user may look: in the environment of
// its parent processes.

import { type StdioOptions, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { keyVariables } from '../../electron/features/webSearch/backends.ts';
import { giveKeys, keyNames, withKeys } from '../../scripts/keyAside.mjs';
import { knownProviders } from '../../shared/features/models/knownProviders.ts';
import { cite } from '../support/cite.ts';
import { doors } from '../support/commandLine.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { startProgram } from '../support/program.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { sample } from '../support/volume.ts';

const key = 'sk-in-sight-0123456789abcdef';
/** All names at once, each with its own key, one of them with shell syntax. */
const keys = Object.fromEntries(keyNames.map((name) => [name, `${key}-$HOME\`'"-${name}`]));
const launcher = fileURLToPath(new URL('../../bin/throughline.mjs', import.meta.url));
/** Its parents' environments, except the test's; and whether it could read any at all. */
const look = `const { readFileSync } = require('node:fs');
let seen = '';
for (let at = process.ppid; at !== ${process.pid} && at > 1; ) {
  seen += readFileSync('/proc/' + at + '/environ', 'latin1') + '\\0';
  at = Number(/\\) \\S (\\d+)/.exec(readFileSync('/proc/' + at + '/stat', 'latin1'))[1]);
}
console.log(seen.includes('IN_SIGHT=yes') ? 'looked' : 'blind', seen.includes('${key}') ? 'FOUND' : 'nothing there');`;

test.runIf(process.platform === 'linux').each(
  sample(1, [
    ['the door', `${doors}cli.js`],
    ['the launcher', launcher],
  ]),
)(cite('SEC-6', 'started by %s, no command finds the key in the environment of its parents'), async (_by, script) => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'project'));
  writeFileSync(join(folder, 'project', 'look.cjs'), look);
  const command = `${process.execPath} look.cjs`;
  const model = await startFakeModelServer({
    key: keys.OPENAI_API_KEY ?? '',
    replies: [{ calls: [{ name: 'run_command', arguments: JSON.stringify({ command }) }] }, { text: 'Done.' }],
  });
  onTestFinished(() => model.close());
  const at = ['--project', join(folder, 'project'), '--data', join(folder, 'data')];
  const run = startProgram(script, ['run', '-p', 'look', ...at, '--approve', 'all'], {
    env: { ...keys, OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'fake-model', IN_SIGHT: 'yes' },
  });
  expect(await run.finished).toMatchObject({ code: 0, stdout: expect.stringContaining('Done.') });
  expect(model.requests[1]?.body.messages.at(-1)?.content).toBe('looked nothing there\n[exit code 0]');
});

test(cite('SEC-6', 'the names set aside include every name under which a key is looked up'), () => {
  const names = [
    ...knownProviders.flatMap((preset) => preset.keyNames),
    ...Object.values(keyVariables).flat(),
    'ANTHROPIC_AUTH_TOKEN',
    'THROUGHLINE_RECOVERY_CODE',
    'THROUGHLINE_WEBHOOK_SECRET',
  ];
  expect(keyNames.toSorted()).toEqual([...new Set(names)].toSorted());
});

test.runIf(process.platform !== 'win32')(
  cite('SEC-6', 'a program started with keys reads them from a pipe, and its own environment has none'),
  async () => {
    const file = join(tempFolder(), 'host.mjs');
    const aside = new URL('../../scripts/keyAside.mjs', import.meta.url).href;
    const tell = 'console.log(JSON.stringify([keysOf(process.env), keysOf(takeEnvironment()), keysOf(process.env)]))';
    writeFileSync(file, `import { keysOf, takeEnvironment } from '${aside}'; ${tell};`);
    const { keys: given, ...options } = withKeys(keys);
    const stdio: StdioOptions = ['ignore', 'pipe', 'inherit', 'pipe'];
    const child = spawn(process.execPath, [file], { ...options, stdio });
    giveKeys(child, given);
    const told = JSON.parse(await text(child.stdout as Readable));
    expect(told).toEqual([{}, keys, {}]);
  },
);

test.runIf(process.platform !== 'win32')(
  'if there are too many keys for a pipe, those that fit are set aside',
  async () => {
    const file = join(tempFolder(), 'door.mjs');
    const aside = new URL('../../scripts/keyAside.mjs', import.meta.url).href;
    const again = 'startWithoutKey(process.execPath, process.argv.slice(1)); const left = keysOf(process.env)';
    const tell = 'console.log(JSON.stringify([Object.keys(left), keysOf(takeEnvironment())]))';
    writeFileSync(file, `import { keysOf, startWithoutKey, takeEnvironment } from '${aside}'; ${again}; ${tell};`);
    const env = { OPENAI_API_KEY: key, AWS_BEARER_TOKEN_BEDROCK: 'x'.repeat(5_000), ANTHROPIC_API_KEY: `${key}-2` };
    const { stdout, stderr } = await startProgram(file, [], { env }).finished;
    expect({ told: JSON.parse(stdout || '[]'), stderr }).toEqual({
      told: [['AWS_BEARER_TOKEN_BEDROCK'], env],
      stderr: '',
    });
  },
);
