// One shell in a pseudo-terminal: its scrollback, flow control, and end. A shell that prints faster than its reader
// reads has to wait; one without a reader continues at a bounded rate, and only the end of its output is kept.

import type { TerminalOutput } from '../../../shared/features/terminal/methods.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TrackedProcess } from '../../ports/processes.ts';
import type { Pty } from './ptyProcess.ts';
import type { Scrollback } from './scrollback.ts';

/** UTF-16 units per answer; a frame of the contract and of the page's work. */
const maxRead = 65_536;
/** Unread units that stop the shell while someone reads. */
const maxUnread = 262_144;
/** A reader that has not asked for this long does not hold the shell up. */
const readerMs = 2000;
/** At most this much in each slice of time, so that a flood leaves the host time for everything else. */
const maxSlice = 131_072;
const sliceMs = 16;

export interface ShellSession {
  /** Waits for output; aborting ends the wait. */
  read(offset: number, signal: AbortSignal): Promise<TerminalOutput>;
  write(text: string): void;
  resize(cols: number, rows: number): void;
  /** Ends it with everything that it started. */
  end(): Promise<void>;
  /** Resolves with the exit code when everything that it started is gone, too. */
  ended: Promise<number>;
}

export interface ShellSessionOptions {
  pty: Pty;
  tracked: TrackedProcess;
  scrollback: Scrollback;
  clock: Clock;
}

export function createShellSession({ pty, tracked, scrollback, clock }: ShellSessionOptions): ShellSession {
  const waiting = new Set<() => void>();
  const over = new AbortController();
  let readTo = scrollback.end();
  let readAt = Number.NEGATIVE_INFINITY;
  let slice = 0;
  let isPaused = false;
  let isTicking = false;

  const isBehind = (): boolean =>
    scrollback.end() - readTo > maxUnread && (waiting.size > 0 || clock.elapsed() - readAt < readerMs);

  function wake(): void {
    for (const each of waiting) each();
  }

  /** One timer at most: begins a new slice, and ends a pause whose reader has caught up or left. */
  async function tick(): Promise<void> {
    if (isTicking) return;
    isTicking = true;
    while (slice > 0 || isPaused) {
      await clock.wait(sliceMs, over.signal);
      if (over.signal.aborted) return;
      slice = 0;
      if (isPaused && !isBehind()) {
        isPaused = false;
        pty.resume();
      }
    }
    isTicking = false;
  }

  pty.onData((text) => {
    scrollback.add(text);
    slice += text.length;
    if (!isPaused && (slice > maxSlice || isBehind())) {
      isPaused = true;
      pty.pause();
    }
    void tick();
    wake();
  });
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => {
      void tracked.end().then(() => {
        over.abort();
        wake();
        resolve(exitCode);
      });
    });
  });

  return {
    ended,
    async read(offset, signal) {
      readAt = clock.elapsed();
      const isDone = (): boolean => offset !== scrollback.end() || over.signal.aborted || signal.aborted;
      if (!isDone()) {
        const until = new AbortController();
        const look = (): void => {
          if (isDone()) until.abort();
        };
        waiting.add(look);
        await Promise.race([
          new Promise<void>((resolve) => until.signal.addEventListener('abort', () => resolve(), { once: true })),
          new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
        ]);
        waiting.delete(look);
      }
      const output = scrollback.read(offset, maxRead);
      readTo = output.nextOffset;
      readAt = signal.aborted ? Number.NEGATIVE_INFINITY : clock.elapsed();
      return { ...output, end: scrollback.end(), ended: over.signal.aborted && output.nextOffset === scrollback.end() };
    },
    write: (text) => pty.write(text),
    resize: (cols, rows) => pty.resize(cols, rows),
    async end() {
      if (!over.signal.aborted) {
        pty.resume();
        await tracked.end({ graceMs: 100 });
        pty.kill();
      }
      await ended;
    },
  };
}
