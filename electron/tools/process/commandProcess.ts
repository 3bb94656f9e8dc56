// Runs a command in a shell, in its own process group, until it ends, times out or is stopped. When the promise
// resolves, everything it started has ended too, including background processes.

import { describeThrown, ok, type Result } from '../../../shared/core/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TrackedProcess } from '../../ports/processes.ts';
import type { SandboxedProgram } from '../../ports/sandbox.ts';
import { toolFailure } from '../toolOutput.ts';
import { createStopwatch, drain, killedMs, notStartedError, waitForExit, withTimeout } from './commandEnd.ts';
import { openOutputPipe } from './outputPipe.ts';
import { startShell } from './startShell.ts';

export interface CommandRequest {
  command: string;
  cwd: string;
  env: Record<string, string>;
  /** Null if unsandboxed. */
  sandbox: SandboxedProgram | null;
  timeoutMs: number;
  signal: AbortSignal;
  clock: Clock;
  tracked: TrackedProcess;
  /** Awaited before any output is read. */
  onStarted(process: { pid: number; startedAt: string | null }): Promise<void>;
  /** Its standard input, through a socket; default: empty. */
  input?: string;
  /** If it returns a promise, the command waits for it before printing more. */
  onOutput(bytes: Buffer): Promise<void> | null;
  /** Receives standard error separately; by default it is merged into the output. */
  onErrors?(bytes: Buffer): Promise<void> | null;
}

export interface CommandEnd {
  reason: 'exit' | 'timeout' | 'aborted';
  exitCode: number | null;
  /** The shell's own exit signal. */
  signal: string | null;
}

export async function runProcess(request: CommandRequest): Promise<Result<CommandEnd>> {
  const { clock, signal, tracked } = request;
  const [pipe, errors] = await Promise.all([
    openOutputPipe(request.onErrors ? 'stdout' : 'both'),
    request.onErrors ? openOutputPipe('stderr') : null,
  ]);
  const finished = new AbortController();
  const env = { ...request.env, ...tracked.env };
  const child = startShell({
    ...request,
    env,
    stdio: [request.input === undefined ? 'ignore' : 'pipe', pipe.stdio[0], (errors ?? pipe).stdio[1]],
  });
  const exited = child instanceof Error ? Promise.resolve({ error: child }) : waitForExit(child);
  const pid = child instanceof Error ? undefined : child.pid;
  const startedAt = pid === undefined ? null : tracked.started(pid);
  const started = child instanceof Error ? null : child;
  const output = await pipe.started(started);
  const errorOutput = (await errors?.started(started)) ?? null;
  // The reader may have ended.
  started?.stdin?.on('error', () => {}).end(request.input);
  try {
    if (pid === undefined) return notStartedError(await exited);

    const state: { stop: 'timeout' | 'aborted' | null } = { stop: null };
    const stopped = stopReason(signal, request.timeoutMs, clock, finished.signal).then(async (reason) => {
      state.stop = reason;
      if (reason !== null) await tracked.end();
      return null;
    });
    await request.onStarted({ pid, startedAt: await startedAt });
    const waiting = createStopwatch(clock);
    output.read((bytes) => waiting.on(request.onOutput(bytes)));
    errorOutput?.read((bytes) => waiting.on(request.onErrors?.(bytes) ?? null));

    const first = await Promise.race([exited, stopped]);
    const reason = state.stop ?? 'exit';
    if (reason !== 'exit') await stopped;
    const exit = first ?? (await withTimeout(exited, killedMs, clock));
    const ended = Promise.all([output.ended, errorOutput?.ended]).then(() => {});
    await drain(ended, waiting, tracked, clock);
    const exitStatus = exit !== null && 'code' in exit ? exit : { code: null, signal: null };
    return ok({ reason, exitCode: exitStatus.code, signal: exitStatus.signal });
  } catch (thrown) {
    return toolFailure(`The command could not be run: ${describeThrown(thrown)}.`);
  } finally {
    finished.abort();
    await tracked.end();
    output.close();
    errorOutput?.close();
    started?.stdin?.destroy();
  }
}

/** Why the command must be stopped; null if it finishes first. */
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
