// Runs a command line to completion in this process: the same host as the entry point, with its own streams. Tests of
// signals, terminals or several processes need the built entry point: support/commandLine.ts.

import { homedir, tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { commands } from '../../electron/commands.ts';
import { type Core, createCore } from '../../electron/core.ts';
import type { CoreOptions } from '../../electron/coreOptions.ts';
import { runTerminalHost } from '../../electron/host/terminal/terminalHost.ts';
import { version } from '../../electron/host/version.ts';
import { unchangedList, whyReadOnly } from '../../electron/unchangedList.ts';
import { tokens } from './sharedTokens.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * `folder`: the working directory. The machine's settings do not apply, and the time zone stays the test's. Invalid
 * requests are repaired, as in the product. `onCore` gets the core of the command before it starts.
 */
export async function commandHere(
  args: readonly string[],
  env: Record<string, string> = {},
  input: string | Buffer = '',
  folder = '.',
  onCore: (core: Core) => void = () => {},
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
    createCore(options: CoreOptions) {
      const core = createCore({ ...options, strict: false, tokens });
      onCore(core);
      return core;
    },
    unchangedList,
    whyReadOnly,
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
