// Runs one command in a shell, in a process group of its own, until it ends, its time is up or it is stopped. When the
// promise resolves the command has ended, and so has everything that it left in its group.

import { type ChildProcess, spawn } from 'node:child_process';
import { describeThrown, ok, type Result } from '../../shared/errors.ts';
import type { Clock } from '../ports/clock.ts';
import { type OutputPipe, openOutputPipe } from './outputPipe.ts';
import { endGroup, killGroup } from './processGroup.ts';
import { processStart } from './processStart.ts';
import { refuse } from './toolOutput.ts';

export interface CommandRequest {
  command: string;
  cwd: string;
  env: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal;
  clock: Clock;
  /** Awaited before any output is read. */
  onStarted(process: { pid: number; startedAt: string | null }): Promise<void>;
  /** Where it returns a promise the command waits for it before it can print more. */
  onOutput(bytes: Buffer): Promise<void> | null;
}

export interface CommandEnd {
  reason: 'exit' | 'timeout' | 'aborted';
  exitCode: number | null;
  /** Of the shell itself. */
  signal: string | null;
}

/** How long a command that has ended may leave somebody printing before the group is killed. */
const lingerMs = 300;
/** How long to wait for a process that was killed. */
const killedMs = 1000;

type Exit = { code: number | null; signal: string | null } | { error: Error };

export async function runProcess(request: CommandRequest): Promise<Result<CommandEnd>> {
  const { clock, signal } = request;
  const pipe = await openOutputPipe();
  const finished = new AbortController();
  const child = startShell(request, pipe.stdio);
  const exited = child instanceof Error ? Promise.resolve({ error: child }) : exitOf(child);
  // Asked for before anything is awaited: a short command is gone a moment later.
  const startedAt = child instanceof Error || child.pid === undefined ? null : processStart(child.pid);
  const output = await pipe.started(child instanceof Error ? null : child);
  try {
    const pid = child instanceof Error ? undefined : child.pid;
    if (pid === undefined) return notStarted(await exited);

    const state: { stop: 'timeout' | 'aborted' | null } = { stop: null };
    const stopped = stopReason(signal, request.timeoutMs, clock, finished.signal).then(async (reason) => {
      state.stop = reason;
      if (reason !== null) await endGroup(pid, clock);
      return null;
    });
    try {
      await request.onStarted({ pid, startedAt: await startedAt });
    } catch (thrown) {
      await endGroup(pid, clock);
      throw thrown;
    }
    const waiting = stopwatch(clock);
    output.read((bytes) => waiting.on(request.onOutput(bytes)));

    const first = await Promise.race([exited, stopped]);
    const reason = state.stop ?? 'exit';
    if (reason !== 'exit') await stopped;
    const exit = first ?? (await within(exited, killedMs, clock));
    await drain(output.ended, waiting, pid, clock);
    await endGroup(pid, clock);
    const known = exit !== null && 'code' in exit ? exit : { code: null, signal: null };
    return ok({ reason, exitCode: known.code, signal: known.signal });
  } catch (thrown) {
    return refuse(`The command could not be run: ${describeThrown(thrown)}.`);
  } finally {
    finished.abort();
    output.close();
  }
}

/** An error where the system refuses at once, such as for a command that is too long. */
function startShell(request: CommandRequest, output: OutputPipe['stdio']): ChildProcess | Error {
  const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', ...output];
  const { command, cwd, env } = request;
  try {
    if (process.platform !== 'win32') return spawn('/bin/sh', ['-c', command], { cwd, env, stdio, detached: true });
    const shell = process.env.ComSpec ?? 'cmd.exe';
    const options = { cwd, env, stdio, windowsVerbatimArguments: true, windowsHide: true };
    return spawn(shell, ['/d', '/s', '/c', `"${command}"`], options);
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(describeThrown(thrown));
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => resolve({ error }));
  });
}

/** Why the command is to be stopped; null when it has finished first. */
async function stopReason(
  signal: AbortSignal,
  timeoutMs: number,
  clock: Clock,
  finished: AbortSignal,
): Promise<'timeout' | 'aborted' | null> {
  await clock.wait(timeoutMs, AbortSignal.any([signal, finished]));
  if (finished.aborted) return null;
  return signal.aborted ? 'aborted' : 'timeout';
}

/** Waits for the last output; whoever holds the pipe longer is killed. That the output is slow to be taken does not count. */
async function drain(ended: Promise<void>, waiting: Stopwatch, pid: number, clock: Clock): Promise<void> {
  if (await endedWithin(ended, waiting, clock)) return;
  killGroup(pid);
  await endedWithin(ended, waiting, clock);
}

async function endedWithin(ended: Promise<void>, waiting: Stopwatch, clock: Clock): Promise<boolean> {
  const start = clock.elapsed() - waiting.ms();
  for (;;) {
    const left = lingerMs - (clock.elapsed() - waiting.ms() - start);
    if (left <= 0) return false;
    if (await within(ended.then(yes), left, clock)) return true;
    await waiting.now();
  }
}

interface Stopwatch {
  on(promise: Promise<void> | null): Promise<void> | null;
  /** What was waited for until now. */
  now(): Promise<void>;
  /** How long has been waited in all. */
  ms(): number;
}

/** Measures how long promises are waited for, one after the other. */
function stopwatch(clock: Clock): Stopwatch {
  let total = 0;
  let since: number | null = null;
  let current: Promise<void> = Promise.resolve();
  const stop = (): void => {
    total += clock.elapsed() - (since ?? clock.elapsed());
    since = null;
  };
  return {
    on(promise) {
      if (promise === null) return null;
      since = clock.elapsed();
      current = promise.then(stop, stop);
      return current;
    },
    now: () => current,
    ms: () => total + (since === null ? 0 : clock.elapsed() - since),
  };
}

const yes = (): true => true;

/** Null when it takes longer. */
async function within<T>(promise: Promise<T>, ms: number, clock: Clock): Promise<T | null> {
  const done = new AbortController();
  const late = clock.wait(ms, done.signal).then(() => null);
  const first = await Promise.race([promise, late]);
  done.abort();
  return first;
}

function notStarted(exit: Exit): Result<never> {
  const why = 'error' in exit ? exit.error.message : 'it has no process id';
  const long = /E2BIG/.test(why) ? ' It is too long: write it to a script with write_file and run that.' : '';
  return refuse(`The command could not be started: ${why}.${long}`);
}
