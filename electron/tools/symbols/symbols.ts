// Finds declarations for mentions in a thread that starts on first use and ends when idle. A file that hangs or
// ends the thread is skipped by the next one.

import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import type { Log } from '../../lib/log.ts';
import { createWorkerThread, type ThreadSetup, workerFile } from '../../lib/workerThread.ts';
import type { FoundSymbols, Symbols } from '../../ports/symbols.ts';
import type { FindRipgrep } from '../search/ripgrep.ts';
import {
  currentBytes,
  currentFileOf,
  type FromSymbols,
  type SymbolSetup,
  setCurrentFile,
  type ToSymbols,
} from './messages.ts';

export interface SymbolsDeps {
  log: Log;
  findRipgrep: FindRipgrep;
  /** The thread's file, for tests. */
  file?: URL;
  /** Milliseconds without an answer before a thread counts as hung, and without a question before it ends. */
  hungMs?: number;
  idleMs?: number;
  /** Milliseconds until files are checked for changes. */
  freshMs?: number;
}

/** Short, because the window asks again. */
const defaultPatienceMs = 40;
const defaultHungMs = 15_000;
const defaultIdleMs = 10 * 60_000;
const defaultFreshMs = 5_000;
/** A folder with more files that end the thread has no symbols. */
const maxFailedFiles = 5;
const prefix = 'sym:';
/** Without the prefix, a shorter text would match too many. */
const minTyped = 2;
const nothing: FoundSymbols = { symbols: [], complete: true };

export function createSymbols(deps: SymbolsDeps): Symbols & { close(): Promise<void> } {
  const { log, findRipgrep, hungMs = defaultHungMs, idleMs = defaultIdleMs, freshMs = defaultFreshMs } = deps;
  const file = deps.file ?? workerFile(import.meta.url, 'symbolWorker');
  const skip = new Set<string>();
  const current = new SharedArrayBuffer(currentBytes);
  let ripgrep: string | null = null;
  let idle: NodeJS.Timeout | null = null;
  let watching: NodeJS.Timeout | null = null;
  let hasAnswered = false;
  let closed = false;

  const setup = (): ThreadSetup => {
    return {
      name: 'throughline symbols',
      file,
      data: { ripgrep, skip: [...skip], current, freshMs } satisfies SymbolSetup,
    };
  };
  const thread = createWorkerThread<ToSymbols, FromSymbols>(setup);
  thread.onEnd = (reason) => {
    hasAnswered = false;
    const failed = currentFileOf(current);
    if (failed === '' || closed) return;
    setCurrentFile(current, '');
    skip.add(failed);
    log('warning', `symbols are read again without ${failed}: ${reason}`, 'SYMBOLS_SKIPPED');
  };

  /** Null: the thread ended, or hung and was ended. */
  async function ask<T>(question: (call: number) => ToSymbols, patienceMs = 0): Promise<T | null> {
    const timer = setTimeout(() => thread.stop(), hungMs + patienceMs);
    timer.unref();
    try {
      return await thread.ask<T>(question);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Notices a thread that hangs while nobody asks. */
  function watch(): void {
    if (watching || closed) return;
    watching = setTimeout(() => {
      void ask((call) => ({ type: 'ping', call })).then(() => {
        watching = null;
        if (thread.isRunning && currentFileOf(current) !== '') watch();
      });
    }, hungMs);
    watching.unref();
  }

  function endWhenIdle(): void {
    if (idle) clearTimeout(idle);
    idle = setTimeout(() => (currentFileOf(current) === '' ? thread.stop() : endWhenIdle()), idleMs);
    idle.unref();
  }

  return {
    async find(folder, typed, limit, patienceMs = defaultPatienceMs) {
      const isNamed = typed.startsWith(prefix);
      const name = isNamed ? typed.slice(prefix.length) : typed;
      const isPath = /[/\\\s]/.test(name);
      if (closed || isPath || (!isNamed && name.length < minTyped)) return nothing;
      const root = await realpath(folder).catch(() => null);
      if (root === null || [...skip].filter((file) => isBelow(root, file)).length > maxFailedFiles) return nothing;
      const binary = await findRipgrep();
      ripgrep = binary.ok ? binary.value : null;
      endWhenIdle();
      const question = { type: 'find' as const, folder: root, typed: name, limit, patienceMs };
      const answering = ask<FoundSymbols>((call) => ({ ...question, call }), patienceMs);
      // A thread that is only starting answers the next question.
      const answer = await (hasAnswered ? answering : Promise.race([answering, after(patienceMs)]));
      if (answer !== null) hasAnswered = true;
      if (answer?.complete !== true) watch();
      // A thread that ended starts again with the next question.
      return answer ?? { symbols: [], complete: thread.restReason !== null };
    },
    async close() {
      closed = true;
      if (idle) clearTimeout(idle);
      if (watching) clearTimeout(watching);
      thread.stop();
      await thread.close();
    },
  };
}

function after(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, null);
  });
}

function isBelow(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
