// Runs an agent as a child process that exchanges one JSON message per line. Its process tree ends with it, and is found
// again after a crash of the app.

import type { ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';
import { SentenceError } from '../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TrackedProcess } from '../../ports/processes.ts';
import { createLineSplitter } from '../../tools/process/messageLines.ts';
import type { ServerLog } from '../../tools/process/serverLog.ts';

export interface AgentProcessOptions {
  file: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
  tracked: TrackedProcess;
  log: ServerLog;
  clock: Clock;
  /** Call when the process tree has ended. */
  released(): Promise<void>;
  line(text: string): void;
  /** A line above the limit, of which only both ends are known. */
  tooLong(bytes: number, head: string, tail: string): void;
}

export interface AgentProcess {
  /** How it ended, as a verb phrase; null while it runs. */
  ended(): Sentence | null;
  /** It takes no more input: it has exited, but the rest of its output may still be read. */
  isEnding(): boolean;
  /** Resolves when it and everything it started have ended. */
  readonly over: Promise<void>;
  /** Resolves when the agent takes more. Rejects if it has ended. */
  write(text: string): Promise<void>;
  /** Stops or continues reading; the agent then waits at its full pipe. */
  pause(paused: boolean): void;
  /** `how`: why, as a verb phrase, if it is not ended as usual. */
  close(how?: Sentence): Promise<void>;
}

/** Limit per line. An image or a large diff fits; the whole line is parsed at once. */
const maxLineBytes = 32 * 1024 * 1024;
/** How long it may take to exit once its input is closed. */
const graceMs = 400;
/** After its exit, how long the rest of its output may take while something else holds the pipe. */
const lastOutputMs = 200;

/** Throws if it cannot be started. */
export async function startAgentProcess(options: AgentProcessOptions): Promise<AgentProcess> {
  const { file, args, cwd, env, tracked, log, clock } = options;
  let endReason: Sentence | null = null;
  let closing: Promise<void> | null = null;
  /** Why it is being closed. */
  let closeReason: Sentence | null = null;
  const over = Promise.withResolvers<void>();

  function end(how: Sentence): void {
    if (endReason !== null) return;
    endReason = closeReason ?? how;
    // Its child processes may outlive it.
    void tracked
      .end()
      .then(options.released)
      .catch(() => {})
      .then(() => over.resolve());
  }

  const child: ChildProcess = spawn(file, [...args], {
    cwd,
    env: { ...env, ...tracked.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: false,
    windowsHide: true,
    detached: process.platform !== 'win32',
  });
  if (child.pid !== undefined) void tracked.started(child.pid);
  child.stdout?.on('data', createLineSplitter(maxLineBytes, { line: options.line, tooLong: options.tooLong }));
  child.stderr?.on('data', (bytes: Buffer) => log.stderr(bytes));
  // A closed pipe mostly shows as the end of the process; an agent that lives on without it would never answer.
  const endUnlessExited = (how: Sentence): void => {
    void clock.wait(graceMs, new AbortController().signal).then(() => {
      if (closing === null && child.exitCode === null && child.signalCode === null) end(how);
    });
  };
  child.stdin?.once('close', () => endUnlessExited(say`closed its input`));
  child.stdout?.once('end', () => endUnlessExited(say`closed its output`));
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {});
  child.once('exit', (code, signal) => {
    const how = signal === null ? say`ended with code ${code}` : say`was stopped by ${signal}`;
    const timeout = new AbortController();
    child.once('close', () => timeout.abort());
    // Paused output would hold back the close.
    child.stdout?.resume();
    void clock.wait(lastOutputMs, timeout.signal).then(() => end(how));
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      end(say`could not be started: ${error}`);
      reject(error);
    });
  });

  return {
    ended: () => endReason,
    isEnding: () => endReason !== null || child.exitCode !== null || child.signalCode !== null,
    over: over.promise,

    write(text) {
      const input = child.stdin;
      if (!input?.writable || endReason !== null) return Promise.reject(new SentenceError(say`the agent has ended`));
      return new Promise((resolve) => {
        // An agent that does not read only blocks its own messages.
        if (input.write(text)) resolve();
        else {
          const taken = (): void => {
            input.off('drain', taken).off('close', taken);
            resolve();
          };
          input.on('drain', taken).on('close', taken);
        }
      });
    },

    pause(paused) {
      if (paused) child.stdout?.pause();
      else child.stdout?.resume();
    },

    close(how) {
      closeReason ??= how ?? null;
      closing ??= (async () => {
        child.stdin?.end();
        child.stdout?.resume();
        await tracked.end({ graceMs });
        end(say`was stopped`);
        for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
        await over.promise;
      })();
      return closing;
    },
  };
}
