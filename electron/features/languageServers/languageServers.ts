// The user's language servers: one per folder and language, started at the first change of such a file in a trusted
// folder, ended after a while without work. A server that keeps ending is not started again.

import { randomUUID } from 'node:crypto';
import { open, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver-protocol/node';
import type { FileDiagnostics, FileProblem } from '../../../shared/features/languageServers/diagnostics.ts';
import {
  maxElsewhere,
  maxProblemLength,
  maxProblems,
  severities,
} from '../../../shared/features/languageServers/diagnostics.ts';
import type { InstalledServer } from '../../../shared/features/languageServers/methods.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { firstCharacters } from '../../lib/text.ts';
import { untilAborted } from '../../lib/untilAborted.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DiagnosticsRequest, LanguageServers } from '../../ports/languageServers.ts';
import { commandEnvironment } from '../../tools/process/commandEnvironment.ts';
import { findExecutable } from '../../tools/process/findExecutable.ts';
import { isBelow } from '../../tools/sandbox/isBelow.ts';
import { type Language, languageOf, languages } from './knownServers.ts';
import { connectLanguageServer, type LanguageServer } from './languageServer.ts';
import { type ServerProcessDeps, startServerProcess } from './serverProcess.ts';

export interface LanguageServerList extends LanguageServers {
  /** Starts nothing. */
  installed(): Promise<{ servers: InstalledServer[]; sandboxed: boolean }>;
  close(): Promise<void>;
}

interface ListDeps extends ServerProcessDeps {
  clock: Clock;
  settings(): Promise<Pick<Settings, 'languageServers'>>;
}

/** Milliseconds for a server's first answer in a folder, which includes its start, and for each further one. */
const maxFirstWait = 15_000;
const maxWait = 5_000;
/** Milliseconds without work after which a server is ended. */
const maxIdle = 10 * 60_000;
/** Servers at the same time; the one that has been idle longest is ended for another. */
const maxServers = 6;
const maxEnds = 3;
const maxFileBytes = 1024 * 1024;

interface Running {
  name: string;
  server: Promise<LanguageServer>;
  usedAt: number;
  hasAnswered: boolean;
  isClosed?: true;
  /** Aborts when it has ended. */
  stopped: AbortSignal;
  close(): Promise<void>;
}

export function createLanguageServers(deps: ListDeps): LanguageServerList {
  const { clock } = deps;
  const running = new Map<string, Running>();
  const ends = new Map<string, number>();
  const closing = new AbortController();

  async function programOf(language: Language, folder: string | null) {
    const env = commandEnvironment(deps.env, [], folder ?? deps.sandbox.home);
    for (const { command, args } of language.programs) {
      const path = await findExecutable(command, env);
      // A program in the folder may have been written by the model.
      if (path !== null && (folder === null || !isBelow(await realpath(path), folder))) return { command, args, path };
    }
    return null;
  }

  async function serverOf(language: Language, folder: string): Promise<Running | null> {
    const key = `${language.name} ${folder}`;
    const current = running.get(key);
    if (current) return current;
    if ((ends.get(key) ?? 0) >= maxEnds) return null;
    const program = await programOf(language, folder);
    if (program === null || !(await deps.sandbox.status(folder)).available || closing.signal.aborted) return null;
    const [longestIdle] = [...running.values()].sort((one, other) => one.usedAt - other.usedAt);
    if (running.size >= maxServers) void longestIdle?.close();
    const { path, args, command } = program;
    const starting = startServerProcess(deps, { path, args, name: command }, folder, randomUUID());
    const stop = new AbortController();
    const started: Running = {
      name: command,
      usedAt: clock.elapsed(),
      hasAnswered: false,
      stopped: stop.signal,
      server: starting.then((process) => {
        void process.ended.then(() => {
          stop.abort();
          if (running.get(key) === started) running.delete(key);
          if (!closing.signal.aborted && !started.isClosed) ends.set(key, (ends.get(key) ?? 0) + 1);
        });
        const until = AbortSignal.any([closing.signal, stop.signal, AbortSignal.timeout(maxFirstWait)]);
        return connectLanguageServer(process, folder, { clock, readText }, until);
      }),
      async close() {
        started.isClosed = true;
        running.delete(key);
        stop.abort();
        await starting.then((process) => process.close()).catch(() => {});
      },
    };
    running.set(key, started);
    started.server.catch(() => started.close());
    void endIdle(started, stop.signal);
    return started;
  }

  async function endIdle(server: Running, stopped: AbortSignal): Promise<void> {
    for (let left = maxIdle; left > 0 && !stopped.aborted; left = server.usedAt + maxIdle - clock.elapsed())
      await clock.wait(left, stopped);
    if (!stopped.aborted) await server.close();
  }

  async function diagnose({ folder, path, trusted, signal }: DiagnosticsRequest): Promise<FileDiagnostics | null> {
    const language = languageOf(path);
    if (!language || !trusted || !(await deps.settings()).languageServers) return null;
    const text = await readText(join(folder, path));
    const running = text === null ? null : await serverOf(language.language, folder);
    if (text === null || !running) return null;
    const stop = new AbortController();
    const until = AbortSignal.any([signal, stop.signal, running.stopped, closing.signal]);
    void clock.wait(running.hasAnswered ? maxWait : maxFirstWait, until).then(() => stop.abort());
    try {
      const server = await untilAborted(until, running.server);
      const document = { path: join(folder, path), languageId: language.id, text };
      const answer = await server?.diagnose(document, until);
      if (!answer) return null;
      running.hasAnswered = true;
      const { diagnostics, elsewhere } = answer;
      return { server: running.name, path, ...problemsOf(diagnostics), ...elsewhereOf(elsewhere, folder) };
    } finally {
      running.usedAt = clock.elapsed();
      stop.abort();
    }
  }

  return {
    diagnose: (request) => diagnose(request).catch(() => null),

    async installed() {
      const servers = await Promise.all(
        languages.map(async (language) => {
          const program = await programOf(language, null);
          return program ? [{ language: language.name, command: program.command, path: program.path }] : [];
        }),
      );
      return { servers: servers.flat(), sandboxed: (await deps.sandbox.status()).available };
    },

    async close() {
      closing.abort();
      await Promise.all([...running.values()].map((server) => server.close()));
    },
  };
}

/** Null: it cannot be read, is too long, or is not UTF-8. */
async function readText(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch(() => null);
  try {
    const stats = await file?.stat();
    if (!file || !stats?.isFile() || stats.size > maxFileBytes) return null;
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
  } catch {
    return null;
  } finally {
    await file?.close();
  }
}

/** A server may send anything. */
function problemsOf(diagnostics: readonly Diagnostic[]): Pick<FileDiagnostics, 'problems' | 'more'> {
  const all = diagnostics.flatMap((each) => problemOf(each) ?? []);
  const order = (problem: FileProblem): number => severities.indexOf(problem.severity);
  const relevant = all
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .sort((one, other) => order(one) - order(other) || one.line - other.line || one.column - other.column);
  const more = relevant.length - maxProblems;
  return { problems: relevant.slice(0, maxProblems), ...(more > 0 ? { more } : {}) };
}

/** Only files of the folder, by relative path. */
function elsewhereOf(
  all: ReadonlyMap<string, readonly Diagnostic[]>,
  folder: string,
): Pick<FileDiagnostics, 'elsewhere' | 'moreElsewhere'> {
  const problems = [...all].flatMap(([file, diagnostics]) => {
    const path = relative(folder, file).replaceAll(sep, '/');
    if (!isBelow(file, folder) || path === '' || /\p{Cc}/u.test(path)) return [];
    const errors = diagnostics
      .flatMap((each) => problemOf(each ?? {}) ?? [])
      .filter(({ severity }) => severity === 'error');
    return errors.map((problem) => ({ path, ...problem }));
  });
  if (problems.length === 0) return {};
  const more = problems.length - maxElsewhere;
  return { elsewhere: problems.slice(0, maxElsewhere), ...(more > 0 ? { moreElsewhere: more } : {}) };
}

function problemOf({ range, severity = 1, message, code }: Partial<Diagnostic>): FileProblem | null {
  const start = range?.start;
  const text = typeof message === 'string' ? message : message?.value;
  if (!start || !Number.isSafeInteger(start.line) || !Number.isSafeInteger(start.character)) return null;
  if (typeof text !== 'string') return null;
  return {
    line: start.line + 1,
    column: start.character + 1,
    severity: severities[severity - 1] ?? 'error',
    message: firstCharacters(text.trim(), maxProblemLength),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: firstCharacters(String(code), 100) } : {}),
  };
}
