// Starts a shell in a pseudo-terminal. The native module ships prebuilt for the common systems and loads on first use.

import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';

interface PtyRequest {
  file: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  cols: number;
  rows: number;
}

export interface Pty {
  pid: number;
  onData(listener: (text: string) => void): void;
  onExit(listener: (end: { exitCode: number }) => void): void;
  write(text: string): void;
  resize(cols: number, rows: number): void;
  /** Stops reading, so that the shell's programs wait as soon as the system's buffer is full. */
  pause(): void;
  resume(): void;
  kill(): void;
}

export type StartPty = (request: PtyRequest) => Promise<Result<Pty>>;

export const startPty: StartPty = async (request) => {
  const loaded = await loadPty();
  if (!loaded.ok) return loaded;
  const { file, args, ...options } = request;
  try {
    const pty = loaded.value.spawn(file, args, { name: 'xterm-256color', ...options });
    return ok({
      pid: pty.pid,
      onData: (listener) => void pty.onData(listener),
      onExit: (listener) => void pty.onExit(listener),
      write: (text) => pty.write(text),
      resize: (cols, rows) => ignoreEnded(() => pty.resize(cols, rows)),
      pause: () => pty.pause(),
      resume: () => pty.resume(),
      kill: () => ignoreEnded(() => pty.kill()),
    });
  } catch (thrown) {
    return fail('TOOL_EXEC_FAILED', say`The terminal could not be started: ${describeThrown(thrown)}.`);
  }
};

/** The shell may have ended a moment ago. */
function ignoreEnded(act: () => void): void {
  try {
    act();
  } catch {}
}

async function loadPty(): Promise<Result<typeof import('@lydell/node-pty')>> {
  try {
    if (process.platform === 'darwin') await allowHelper();
    return ok(await import('@lydell/node-pty'));
  } catch {
    return fail(
      'NOT_SUPPORTED',
      say`Terminals are not available on this system (${process.platform}, ${process.arch}): there is no prebuilt terminal module for it.`,
    );
  }
}

/** On macOS shells start through a helper, which some installers unpack without the right to run. */
async function allowHelper(): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  const helper = join(dirname(resolve(`@lydell/node-pty-darwin-${process.arch}/package.json`)), 'spawn-helper');
  const mode = await stat(helper).then(
    (found) => found.mode,
    () => 0o111,
  );
  if ((mode & 0o111) === 0) await chmod(helper, 0o755).catch(() => {});
}

/** The user's shell and its arguments. macOS starts terminals with a login shell, which sets up PATH. */
export function userShell(env: Environment): { file: string; args: string[]; name: string } {
  if (process.platform === 'win32') return { file: 'powershell.exe', args: ['-NoLogo'], name: 'powershell' };
  const file = env.SHELL?.startsWith('/') ? env.SHELL : '/bin/sh';
  return { file, args: process.platform === 'darwin' ? ['-l'] : [], name: basename(file) };
}
