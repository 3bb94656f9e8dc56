import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { processStartTime } from '../../electron/lib/processStart.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { isRunning } from '../support/isRunning.ts';
import { goneWithin, numberIn } from '../support/processes.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { type CallOptions, type CallResult, createToolCaller } from '../support/toolCaller.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

function run(command: string, more: Record<string, unknown> = {}, options?: CallOptions): Promise<CallResult> {
  return createToolCaller(folder).call('run_command', { command, ...more }, options);
}

describe('run_command', () => {
  test(cite('TOOL-1', 'runs in the folder, shows the exact command first, and ends with the exit code'), async () => {
    const command = 'pwd; echo "a  b" # as it is';
    const result = await run(command);
    expect(result).toMatchObject({
      outcome: 'ok',
      text: `${folder}\na  b\n[exit code 0]`,
      details: { exitCode: 0, timedOut: false },
      preview: { type: 'command', command, cwd: folder },
    });
    expect(result.output.join('')).toBe(`${folder}\na  b\n`);
    expect((await run('true')).text).toBe('(no output)\n[exit code 0]');
  });

  test(cite('TOOL-1', 'another exit code or a signal is an error that starts with it'), async () => {
    expect(await run('echo no; exit 3')).toMatchObject({
      outcome: 'error',
      text: 'Error: the command exited with code 3.\nno\n[exit code 3]',
      details: { exitCode: 3, timedOut: false },
    });
    expect(await run('kill -9 $$')).toMatchObject({
      outcome: 'error',
      text: 'Error: the command was killed by SIGKILL.\n(no output)\n[killed by SIGKILL]',
      details: { exitCode: null, signal: 'SIGKILL' },
    });
    expect((await run('no-such-program-here')).text).toContain('[exit code 127]');
  });

  test('both outputs arrive in the order in which they were printed', async () => {
    const result = await run('for n in 1 2 3 4 5; do echo out $n; echo err $n >&2; echo also $n > /dev/stderr; done');
    const lines = [1, 2, 3, 4, 5].flatMap((n) => [`out ${n}`, `err ${n}`, `also ${n}`]);
    expect(result.text.split('\n').slice(0, -1)).toEqual(lines);
  });

  test(cite('TOOL-1', 'standard input is at end of file and there is no terminal'), async () => {
    expect((await run('cat; read line || echo none; test -t 0 || echo no terminal')).text).toBe(
      'none\nno terminal\n[exit code 0]',
    );
    expect((await run('echo x > /dev/tty')).outcome).toBe('error');
  });

  test(cite('TOOL-1', 'a megabyte of output is shown as it arrives and returned in full'), async () => {
    const order: string[] = [];
    const gate = join(folder, 'seen');
    const result = await run(
      `echo first; while [ ! -e '${gate}' ]; do sleep 0.01; done; head -c 1000000 /dev/zero | tr '\\0' x; echo; echo last`,
      {},
      {
        print(text) {
          // The command only continues once its first line has been seen.
          if (order.length === 0) writeTree(folder, { seen: '' });
          order.push(text);
          return null;
        },
      },
    );
    expect(order[0]).toBe('first\n');
    expect(order.length).toBeGreaterThan(2);
    expect(result.text).toBe(`first\n${'x'.repeat(1_000_000)}\nlast\n[exit code 0]`);
    expect(`${order.join('')}[exit code 0]`).toBe(result.text);
  });

  test('a character split between two chunks is reassembled; invalid bytes are replaced', async () => {
    const halves: string[] = [];
    const gate = join(folder, 'seen');
    const result = await run(
      `printf 'a\\303'; while [ ! -e '${gate}' ]; do sleep 0.01; done; printf '\\251b\\377c\\360\\237'`,
      {},
      {
        print(text) {
          halves.push(text);
          writeTree(folder, { seen: '' });
          return null;
        },
      },
    );
    expect(halves[0]).toBe('a');
    expect(halves.join('')).toBe('aéb\ufffdc\ufffd');
    expect(result.text).toBe('aéb\ufffdc\ufffd\n[exit code 0]');
  });

  test('the process is reported, and recorded, before any of its output is read', async () => {
    const order: string[] = [];
    const result = await run(
      'echo $$; echo 1 > printed',
      {},
      {
        async onProcess({ pid, startedAt }) {
          expect(startedAt).not.toBeNull();
          expect(startedAt).not.toBe(await processStartTime(1));
          // The command has printed by now; its output still waits.
          await numberIn(join(folder, 'printed'));
          order.push(String(pid));
        },
        print(text) {
          order.push(text.trim());
          return null;
        },
      },
    );
    expect(result.outcome).toBe('ok');
    expect(order).toHaveLength(2);
    expect(order[0]).toBe(order[1]);
  });

  test("a process's start time distinguishes it from another one, and does not change", async () => {
    expect(await processStartTime(process.pid)).toBe(await processStartTime(process.pid));
    expect(await processStartTime(process.pid)).not.toBe(await processStartTime(1));
    expect(await processStartTime(2 ** 22 + 1)).toBeNull();
  });

  test('if the process cannot be recorded the command is ended and not left running', async () => {
    let pid = 0;
    const result = await run(
      'sleep 100',
      {},
      {
        async onProcess(process) {
          pid = process.pid;
          throw new Error('the disk is full');
        },
      },
    );
    expect(result.text).toBe('Error: The command could not be run: the disk is full.');
    expect(isRunning(pid)).toBe(false);
  });

  test("secrets and the app's own variables are not passed on, the listed ones are", async () => {
    const environment = {
      PATH: `/app/node_modules/.bin:/app/node_modules/npm/node-gyp-bin:${process.env.PATH}`,
      npm_lifecycle_event: 'start',
      npm_config_x: '1',
      ELECTRON_RUN_AS_NODE: '1',
      OPENAI_API_KEY: 'sk-1',
      github_token: 'ghp-1',
      AWS_SECRET_ACCESS_KEY: 'aws-1',
      DB_PASSWORD: 'pw-1',
      MY_SECRET: 'listed',
      TOKENIZER: 'kept',
      HOME: '/home/x',
    };
    const caller = createToolCaller(folder, { environment, allowedVariables: async () => ['MY_SECRET'] });
    const result = await caller.call('run_command', { command: 'env' });
    const names = result.text.split('\n').map((line) => line.split('=')[0]);
    expect(names).toEqual(expect.arrayContaining(['HOME', 'MY_SECRET', 'TOKENIZER', 'TERM', 'NO_COLOR']));
    expect(result.text).not.toMatch(/sk-1|ghp-1|aws-1|pw-1|npm_|ELECTRON|\/app\//);
    expect(result.text).toContain(`PWD=${folder}\n`);
  });

  test('a command that cannot be started is a readable error', async () => {
    expect((await run(`: ${'x'.repeat(300_000)}`)).text).toMatch(
      /^Error: The command could not be started: .*E2BIG.*write it to a script/,
    );
    const gone = await createToolCaller(join(folder, 'gone')).call('run_command', { command: 'true' });
    expect(gone.text).toMatch(/^Error: the project folder .*gone was not found, so nothing was run\./);
  });
});

describe('the end of a command', () => {
  const tree = 'sleep 600 & echo $! > one; (sleep 600 & echo $! > two; wait) & echo $$ > three; sleep 600';

  async function treePids(): Promise<number[]> {
    return Promise.all(['one', 'two', 'three'].map((name) => numberIn(join(folder, name))));
  }

  test(cite(['LOOP-8', 'TOOL-1'], 'a stop ends the whole process tree and says so'), async () => {
    const stop = new AbortController();
    const running = run(`echo begun; ${tree}`, {}, { signal: stop.signal });
    const pids = await treePids();
    expect(pids.map(isRunning)).toEqual([true, true, true]);
    stop.abort();
    const result = await running;
    await Promise.all(pids.map((pid) => goneWithin(pid, 2000)));
    expect(result).toMatchObject({
      outcome: 'cancelled',
      text: 'Error: the user stopped the run; the command and everything it started were ended.\nbegun\n[stopped]',
      details: { timedOut: false },
    });
  });

  test(cite('LOOP-8', 'a tree that ignores SIGTERM is killed'), { tags: ['all'] }, async () => {
    const stop = new AbortController();
    const running = run(
      `trap '' TERM; (trap '' TERM; echo $$ > two; sleep 100) & echo $! > one; echo $$ > three; sleep 100`,
      {},
      { signal: stop.signal },
    );
    const pids = await treePids();
    stop.abort();
    const result = await running;
    await Promise.all(pids.map((pid) => goneWithin(pid, 2000)));
    expect(result).toMatchObject({ outcome: 'cancelled', details: { signal: 'SIGKILL' } });
  });

  test('a program gets half a second to clean up', async () => {
    const stop = new AbortController();
    const running = run(
      `trap 'echo clean > cleaned; exit 0' TERM; echo $$ > three; while :; do sleep 0.05; done`,
      {},
      { signal: stop.signal },
    );
    await numberIn(join(folder, 'three'));
    stop.abort();
    expect((await running).outcome).toBe('cancelled');
    expect(readFileSync(join(folder, 'cleaned'), 'utf8')).toBe('clean\n');
  });

  test(cite('TOOL-1', 'at its time limit the whole tree is ended and the output so far is kept'), {
    tags: ['all'],
  }, async () => {
    const result = await run(`echo begun; ${tree}`, { timeout_seconds: 1 });
    expect(result).toMatchObject({ outcome: 'error', details: { timedOut: true, errorCode: 'TOOL_TIMEOUT' } });
    expect(result.text).toMatch(
      /^Error: the command took longer than 1 s and was ended\. .*\nbegun\n\[timed out after 1 s\]$/,
    );
    await Promise.all((await treePids()).map((pid) => goneWithin(pid, 2000)));
  });

  test.each(['sleep 600', 'while :; do echo noise; sleep 0.05; done'])(
    'it does not wait for a grandchild that keeps the output open, and ends it: %s',
    async (grandchild) => {
      const result = await run(`(${grandchild}) & echo $! > one; echo done; exit 4`);
      expect(result.details).toMatchObject({ exitCode: 4 });
      expect(result.text).toContain('done\n');
      await goneWithin(await numberIn(join(folder, 'one')), 2000);
    },
  );

  test('nothing outlives its call: a program left in the background is ended with it', { tags: ['all'] }, async () => {
    const result = await run(
      'sleep 100 > /dev/null 2>&1 & echo $! > one; (trap "" TERM; sleep 100) > /dev/null 2>&1 & echo $! > two',
    );
    expect(result.outcome).toBe('ok');
    await goneWithin(await numberIn(join(folder, 'one')), 2000);
    await goneWithin(await numberIn(join(folder, 'two')), 2000);
  });

  test('many commands leave no open file behind', { tags: ['all'] }, async () => {
    const open = () => readdirSync('/proc/self/fd').length;
    await run('true');
    const before = open();
    for (let round = 0; round < 100; round++) expect((await run(`echo ${round}`)).outcome).toBe('ok');
    expect(open()).toBeLessThan(before + 10);
  });
});

describe('a command that prints faster than its output is consumed', () => {
  test(cite('STORE-7', 'waits: nothing is read from it until its earlier output is consumed'), {
    tags: ['all'],
  }, async () => {
    const taken = Promise.withResolvers<void>();
    let seen = 0;
    const running = run(
      `head -c 3000000 /dev/zero | tr '\\0' x; echo > '${join(folder, 'printed')}'`,
      {},
      {
        print(text) {
          seen += text.length;
          return taken.promise;
        },
      },
    );
    await expect.poll(() => seen).toBeGreaterThan(0);
    // Another command runs from start to finish meanwhile.
    await run('sleep 0.5');
    expect(seen).toBeLessThanOrEqual(64 * 1024);
    expect(existsSync(join(folder, 'printed'))).toBe(false);
    taken.resolve();
    expect((await running).text).toBe(`${'x'.repeat(3_000_000)}\n[exit code 0]`);
  });

  test('can be stopped while it waits, and its output so far is kept', { tags: ['all'] }, async () => {
    const taken = Promise.withResolvers<void>();
    const stop = new AbortController();
    const running = run(
      'yes',
      {},
      {
        signal: stop.signal,
        print() {
          stop.abort();
          return taken.promise;
        },
      },
    );
    await run('sleep 0.5');
    taken.resolve();
    const result = await running;
    expect(result.outcome).toBe('cancelled');
    expect(result.text).toMatch(/\ny\n(y\n)*\[stopped\]$/);
  });

  test('loses no output if it exits long before that is consumed', { tags: ['all'] }, async () => {
    const result = await run(
      "head -c 40000 /dev/zero | tr '\\0' x; sleep 0.2; echo end",
      {},
      { print: () => new Promise((resolve) => setTimeout(resolve, 800)) },
    );
    expect(result.text).toBe(`${'x'.repeat(40_000)}end\n[exit code 0]`);
  });
});
