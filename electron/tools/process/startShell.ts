// Starts a command line in a shell, in its own process group: /bin/sh, or cmd on Windows.

import { type ChildProcess, spawn } from 'node:child_process';
import { describeThrown } from '../../../shared/core/errors.ts';
import type { SandboxedProgram } from '../../ports/sandbox.ts';

export interface ShellRequest {
  command: string;
  cwd: string;
  env: Record<string, string>;
  /** Null if unsandboxed. */
  sandbox: SandboxedProgram | null;
  stdio: ('ignore' | 'pipe' | number)[];
}

/** Returns an error if the system refuses at once, for example because the command is too long. */
export function startShell({ command, cwd, env, sandbox, stdio }: ShellRequest): ChildProcess | Error {
  try {
    if (sandbox) {
      const { file, args, env: more } = sandbox.wrap(['/bin/sh', '-c', command], cwd);
      return spawn(file, args, { cwd, env: { ...env, ...more }, stdio, detached: true });
    }
    if (process.platform !== 'win32') return spawn('/bin/sh', ['-c', command], { cwd, env, stdio, detached: true });
    const shell = process.env.ComSpec ?? 'cmd.exe';
    const options = { cwd, env, stdio, windowsVerbatimArguments: true, windowsHide: true };
    return spawn(shell, ['/d', '/s', '/c', `"${command}"`], options);
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(describeThrown(thrown));
  }
}
