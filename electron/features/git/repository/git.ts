// Runs the system's git for the app: with arguments, never through a shell; without a terminal, network or configured
// programs. Found only in absolute PATH folders.

import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { fail, ok, type Result, sentenceFromThrown } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { Environment } from '../../../lib/environment.ts';
import { commandEnvironment } from '../../../tools/process/commandEnvironment.ts';
import { createErrorText } from './errorText.ts';

export interface GitOptions {
  cwd: string;
  /** Settings that override every config file. */
  config?: readonly (readonly [string, string])[];
  input?: string | Buffer;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Maximum output bytes; beyond that git is killed and `isCut` is set. */
  maxBytes?: number;
  onError?: ((piece: string) => void) | undefined;
  env?: Readonly<Record<string, string>>;
  /** In its own session: it has no terminal to prompt on, and what it starts ends with it. */
  detached?: boolean;
}

export interface GitAnswer {
  code: number;
  out: Buffer;
  err: string;
  isCut: boolean;
}

export type Git = (args: readonly string[], options: GitOptions) => Promise<Result<GitAnswer>>;

const maxOutput = 16 * 1024 * 1024;
const defaultMs = 60_000;
const pipeGraceMs = 1000;
/** Older versions lack `GIT_CONFIG_COUNT` or `merge-tree --write-tree`. */
const oldest = [2, 38] as const;

export function createGit(environment: Environment): Git {
  let gitPath: Promise<Result<string>> | null = null;

  async function program(cwd: string): Promise<Result<string>> {
    const path = await findProgram('git', environment);
    if (path === null) return fail('NOT_SUPPORTED', say`Git is not installed on this machine.`);
    const versionOutput = await run(path, ['--version'], { cwd }, environment);
    const version = /(\d+)\.(\d+)/.exec(versionOutput.ok ? versionOutput.value.out.toString() : '');
    const [major, minor] = [Number(version?.[1] ?? 0), Number(version?.[2] ?? 0)];
    if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return ok(path);
    return fail(
      'NOT_SUPPORTED',
      say`Throughline needs Git ${oldest.join('.')} or later. The installed version is ${major}.${minor}.`,
    );
  }

  return async (args, options) => {
    gitPath ??= program(options.cwd);
    const path = await gitPath;
    if (path.ok) return run(path.value, args, options, environment);
    // It may be installed meanwhile.
    gitPath = null;
    return path;
  };
}

/** Only in absolute folders, so that the working folder can't provide it. */
export async function findProgram(program: string, environment: Environment): Promise<string | null> {
  const name = process.platform === 'win32' ? `${program}.exe` : program;
  for (const folder of (environment.PATH ?? '').split(delimiter).filter(isAbsolute)) {
    const isThere = await access(join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return join(folder, name);
  }
  return null;
}

function run(
  program: string,
  args: readonly string[],
  options: GitOptions,
  environment: Environment,
): Promise<Result<GitAnswer>> {
  return runProgram(program, args, { ...options, env: environmentOf(environment, options) });
}

interface ProgramOptions extends Omit<GitOptions, 'config'> {
  env: Readonly<Record<string, string>>;
}

/** Runs any program; `env` is all of its environment. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<Result<GitAnswer>> {
  const { cwd, env, input, signal, timeoutMs = defaultMs, maxBytes: max = maxOutput } = options;
  const detached = options.detached === true && process.platform !== 'win32';
  if (signal?.aborted) return Promise.resolve(stopped);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      detached,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const pieces: Buffer[] = [];
    const errors = createErrorText();
    let [bytes, isCut, isLate] = [0, false, false];
    const end = (): void => {
      if (!detached || child.pid === undefined) child.kill('SIGTERM');
      else endGroup(child.pid);
    };
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, timeoutMs);
    const done = (answer: Result<GitAnswer>): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve(answer);
    };
    signal?.addEventListener('abort', end, { once: true });
    child.stdout.on('data', (piece: Buffer) => {
      if (isCut) return;
      pieces.push(piece.subarray(0, max - bytes));
      bytes += piece.length;
      if (bytes <= max) return;
      isCut = true;
      end();
    });
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      options.onError?.(piece);
      errors.add(piece);
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
    child.on('error', (thrown) =>
      done(fail('GIT_FAILED', say`Git could not be started: ${sentenceFromThrown(thrown)}.`)),
    );
    // A process that it started (a shared ssh connection) may keep the pipes open.
    if (detached) {
      child.on('exit', () => {
        setTimeout(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        }, pipeGraceMs).unref();
      });
    }
    child.on('close', (code) => {
      if (signal?.aborted) return done(stopped);
      if (isLate)
        return done(fail('GIT_FAILED', say`Git took longer than ${timeoutMs / 1000} seconds and was stopped.`));
      done(ok({ code: code ?? -1, out: Buffer.concat(pieces), err: errors.text(), isCut }));
    });
  });
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended.
  }
}

const stopped = fail('CANCELLED', say`This was stopped.`);

function environmentOf(environment: Environment, { cwd, config = [], env = {} }: GitOptions): Record<string, string> {
  const gitEnvironment = Object.entries(commandEnvironment(environment, [], cwd)).filter(
    ([name]) => !name.startsWith('GIT_'),
  );
  const settings = config.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return {
    ...Object.fromEntries([...gitEnvironment, ...settings]),
    GIT_CONFIG_COUNT: String(config.length),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'false',
    GIT_EDITOR: 'false',
    GIT_SEQUENCE_EDITOR: 'false',
    GIT_PAGER: 'cat',
    GIT_OPTIONAL_LOCKS: '0',
    // Never fetches missing objects of a partial clone: the repository controls the address and program.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    LC_ALL: 'C',
    ...env,
  };
}
