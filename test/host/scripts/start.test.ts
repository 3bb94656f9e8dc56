// npm start on a tree that was never built, and again: the real script, the real build, the real host.

import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { isRunning } from '../../support/isRunning.ts';
import { goneWithin } from '../../support/processes.ts';
import { type Started, startProgram } from '../../support/program.ts';
import { rawRequest } from '../../support/rawRequest.ts';
import { treeCopy } from '../../support/treeCopy.ts';

const sources = [
  'electron',
  'shared',
  'renderer',
  'types',
  'vite.config.ts',
  'vite.doors.config.ts',
  'tsconfig.base.json',
  'tsconfig.product.json',
  'LICENSE',
];

function start(folder: string, args: readonly string[], env: Record<string, string> = {}): Started {
  const all = ['--no-open', '--port', '0', '--data', 'data', ...args];
  return startProgram(join(folder, 'scripts', 'start.mjs'), all, { folder, env: { INIT_CWD: folder, ...env } });
}

async function pageOf(host: Started): Promise<string> {
  await host.prints('#token=');
  const port = /127\.0\.0\.1:(\d+)/.exec(host.said())?.[1];
  return (await rawRequest(Number(port), {})).body;
}

test(cite(['START-1', 'START-6'], 'the first start builds and serves, the second serves without building'), {
  tags: ['all'],
  timeout: 180_000,
}, async () => {
  const folder = treeCopy(sources);
  const first = start(folder, ['--browser']);
  expect(await pageOf(first)).toContain('<script type="module"');
  expect(first.said()).toMatch(/^Building…\nThroughline is running at http:\/\/127\.0\.0\.1:\d+\/#token=\S+\n$/);
  first.child.kill('SIGTERM');
  expect((await first.finished).code).toBe(0);

  const built = statSync(join(folder, 'out', 'headless.js')).mtimeMs;
  const second = start(folder, []);
  expect(await pageOf(second)).toContain('<script type="module"');
  expect(second.said()).toMatch(/^There is no display, so [^\n]+\nThroughline is running at \S+\n$/);
  expect(statSync(join(folder, 'out', 'headless.js')).mtimeMs).toBe(built);
  second.child.kill('SIGINT');
  expect((await second.finished).code).toBe(0);
});

test.skipIf(process.platform === 'win32')(
  cite('START-6', "when npm's shell is killed by its own signal, the host ends too"),
  { tags: ['all'], timeout: 180_000 },
  async () => {
    // Already built: the other test covers building.
    const folder = treeCopy([...sources, 'out']);
    const command = '"$NODE" scripts/start.mjs --browser --no-open --port 0 --data data; exit';
    const shell = spawn('sh', ['-c', command], {
      cwd: folder,
      env: { ...process.env, NODE: process.execPath, INIT_CWD: folder, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    await new Promise<void>((done) => {
      shell.stdout.on('data', (chunk) => {
        said += chunk;
        if (said.includes('#token=')) done();
      });
    });
    const { pid } = JSON.parse(readFileSync(join(folder, 'data', 'server.json'), 'utf8'));
    onTestFinished(() => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    });
    shell.kill('SIGTERM');
    await goneWithin(pid, 2000);
  },
);
