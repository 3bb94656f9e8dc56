// One background command: a shell in its own process group with its input kept open. When `ended` resolves, everything
// it started is gone and all output was captured.

import type { Writable } from 'node:stream';
import { ok, type Result } from '../../../../shared/core/errors.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TrackedProcess } from '../../../ports/processes.ts';
import type { SandboxedProgram } from '../../../ports/sandbox.ts';
import { createStopwatch, drain, killedMs, notStartedError, waitForExit, withTimeout } from '../commandEnd.ts';
import { openOutputPipe } from '../outputPipe.ts';
import { startShell } from '../startShell.ts';

export interface BackgroundProcess {
  pid: number;
  startedAt: string | null;
  ended: Promise<{ exitCode: number | null; signal: string | null }>;
  input(): Writable | null;
  /** Kills the process tree; await `ended`. */
  stop(): void;
}

export interface BackgroundProcessRequest {
  command: string;
  cwd: string;
  env: Record<string, string>;
  /** Null if unsandboxed. */
  sandbox: SandboxedProgram | null;
  clock: Clock;
  tracked: TrackedProcess;
  /** Backpressure: the command waits for the promise. */
  onOutput(bytes: Buffer): Promise<void>;
}

export async function startInBackground(request: BackgroundProcessRequest): Promise<Result<BackgroundProcess>> {
  const { clock, tracked } = request;
  const pipe = await openOutputPipe();
  const env = { ...request.env, ...tracked.env };
  const child = startShell({ ...request, env, stdio: ['pipe', ...pipe.stdio] });
  const exited = child instanceof Error ? Promise.resolve({ error: child }) : waitForExit(child);
  const pid = child instanceof Error ? undefined : child.pid;
  const recorded = pid === undefined ? null : tracked.started(pid);
  const output = await pipe.started(child instanceof Error ? null : child);
  if (child instanceof Error || pid === undefined) {
    output.close();
    await tracked.end();
    return notStartedError(await exited);
  }
  const startedAt = await recorded;
  // Unread input is not an error: the command closed its input or ended.
  const input = child.stdin;
  input?.on('error', () => {});
  const waiting = createStopwatch(clock);
  output.read((bytes) => waiting.on(request.onOutput(bytes)));
  const stopped = new AbortController();

  async function end() {
    const whenStopped = new Promise<void>((resolve) => {
      stopped.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const first = await Promise.race([exited, whenStopped.then(() => null)]);
    if (first === null) await tracked.end();
    const exit = first ?? (await withTimeout(exited, killedMs, clock));
    await drain(output.ended, waiting, tracked, clock);
    await tracked.end();
    output.close();
    input?.destroy();
    return exit !== null && 'code' in exit
      ? { exitCode: exit.code, signal: exit.signal }
      : { exitCode: null, signal: null };
  }

  return ok({
    pid,
    startedAt,
    ended: end(),
    input: () => (input?.writable === true ? input : null),
    stop: () => stopped.abort(),
  });
}
