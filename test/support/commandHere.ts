// Runs a command line to its end in this process: the same host that the door runs, with streams of its own. What is about
// processes (signals, terminals, what another one sees) needs the built door: support/commandLine.ts.

import { homedir, tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { commands } from '../../electron/commands.ts';
import { createCore } from '../../electron/core.ts';
import type { CoreOptions } from '../../electron/coreOptions.ts';
import { runTerminalHost } from '../../electron/host/terminal/terminalHost.ts';
import { version } from '../../electron/host/version.ts';
import { unchangedList } from '../../electron/unchangedList.ts';
import { tokens } from './sharedTokens.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * `folder`: where it is called. Nothing of the machine's own settings reaches it, and the test goes on in its time zone. A defect in what is sent is made
 * good, as in the product.
 */
export async function commandHere(
  args: readonly string[],
  env: Record<string, string> = {},
  input: string | Buffer = '',
  folder = '.',
): Promise<Ended> {
  const { PATH = '' } = process.env;
  const TZ = env.TZ ?? 'UTC';
  vi.stubEnv('TZ', TZ);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(input);
  const said = Promise.all([text(stdout), text(stderr)]);
  const code = await runTerminalHost({
    args,
    commands,
    folder,
    env: { PATH, HOME: homedir(), TMPDIR: tmpdir(), ...env, TZ },
    version,
    streams: { stdin, stdout, stderr },
    createCore: (options: CoreOptions) => createCore({ ...options, strict: false, tokens }),
    unchangedList,
    interrupt() {
      throw new Error('there is no terminal');
    },
    ending: new AbortController().signal,
  });
  stdout.end();
  stderr.end();
  const [out, err] = await said;
  return { code, stdout: out, stderr: err };
}
