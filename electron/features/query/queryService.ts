// Queries: starts a process for each, enforces its time, masks secrets in what it returns, and ends it when canceled.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { Cell } from '../../../shared/features/query/methods.ts';
import { startProgram } from '../../lib/startProgram.ts';
import { workerFile } from '../../lib/workerThread.ts';
import type { Platform } from '../../platform.ts';
import type { StartedProgram } from '../../ports/programs.ts';
import { createDataFolder } from '../../stores/dataFolder.ts';
import { checkQuery } from './checkQuery.ts';
import type { FromQuery, QueryRequest } from './queryMessages.ts';

/** @internal */
export interface QueryOptions {
  signal?: AbortSignal;
  /** While conversations are read; `total` 0: another process reads them. */
  onProgress?(done: number, total: number): void;
  onColumns(columns: string[]): void | Promise<void>;
  /** The query waits until it resolves. False: no more rows are wanted. */
  onRows(rows: Cell[][]): boolean | Promise<boolean>;
  limits?: Partial<QueryLimits>;
}

interface QueryLimits {
  /** Milliseconds of running, without reading conversations and without waiting for the reader. */
  ms: number;
  /** Bytes of its process. */
  memory: number;
}

export interface QueryService {
  /** Returns the milliseconds that it ran. Never throws. */
  run(sql: string, options: QueryOptions): Promise<Result<number>>;
  close(): void;
}

const defaultLimits: QueryLimits = { ms: 60_000, memory: 1024 ** 3 };

type QueryDeps = Pick<Platform, 'dataDir' | 'disk' | 'native' | 'mask' | 'keysKnown'> & {
  store: { listProjects(): Promise<Pick<ProjectInfo, 'id' | 'name' | 'folder' | 'sameAs'>[]> };
};

export function createQueryService({ dataDir, disk, native, mask, keysKnown, store }: QueryDeps): QueryService {
  const running = new Set<StartedProgram>();

  async function requestFor(sql: string, memory: number): Promise<QueryRequest> {
    const data = createDataFolder(dataDir, disk);
    const isEmpty = !existsSync(data.projects);
    const projects = isEmpty ? [] : await store.listProjects();
    await keysKnown();
    return {
      type: 'run',
      dataDir: data.root,
      path: isEmpty ? null : data.query,
      locks: data.locks,
      dataKey: data.dataKey,
      projects: projects.map(({ id, name, folder, sameAs }) => {
        const main = projects.find((project) => project.id === sameAs);
        return { id, name: main?.name ?? name, folder };
      }),
      sql,
      memory,
    };
  }

  const maskedCell = (cell: Cell): Cell => (typeof cell === 'string' ? mask.text(cell) : cell);

  return {
    async run(sql, options) {
      const checked = checkQuery(sql);
      if (!checked.ok) return checked;
      const limits = { ...defaultLimits, ...options.limits };
      const request = await requestFor(checked.value, limits.memory);
      if (options.signal?.aborted) return canceled();
      const file = fileURLToPath(workerFile(import.meta.url, 'queryProcess'));
      const program = (native.startProgram ?? startProgram)(file, 'throughline query');
      running.add(program);
      try {
        return await answerOf(program, request, limits, {
          ...options,
          onRows: (rows) => options.onRows(mask.isIdle() ? rows : rows.map((row) => row.map(maskedCell))),
        });
      } finally {
        running.delete(program);
        program.kill();
      }
    },
    close() {
      for (const program of running) program.kill();
    },
  };
}

function answerOf(
  program: StartedProgram,
  request: QueryRequest,
  limits: QueryLimits,
  { signal, onProgress, onColumns, onRows }: QueryOptions,
): Promise<Result<number>> {
  const { promise, resolve } = Promise.withResolvers<Result<number>>();
  let spent = 0;
  let since = 0;
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  const pause = (): void => {
    clearTimeout(timer);
    if (since > 0) spent += performance.now() - since;
    since = 0;
  };
  const go = (): void => {
    since = performance.now();
    timer = setTimeout(() => end(tooLong(limits.ms)), Math.max(1, limits.ms - spent));
  };
  const end = (result: Result<number>): void => {
    pause();
    signal?.removeEventListener('abort', abort);
    resolve(result);
  };
  const abort = (): void => end(canceled());
  signal?.addEventListener('abort', abort);

  async function receive(message: FromQuery): Promise<void> {
    pause();
    if (message.type === 'progress') return onProgress?.(message.done, message.total);
    if (message.type === 'error') return end({ ok: false, error: message.error });
    if (message.type === 'end') return end(ok(Math.round(spent)));
    if (message.type === 'running') isRunning = true;
    else if (message.type === 'columns') await onColumns(message.columns);
    else if (!(await onRows(message.rows))) return end(ok(Math.round(spent)));
    else program.send({ type: 'next' });
    go();
  }

  // One at a time, since a reader may be slower than the query.
  let turn: Promise<void> = Promise.resolve();
  program.onMessage = (message) => {
    turn = turn.then(() => receive(message as FromQuery)).catch((thrown: unknown) => end(readerFailed(thrown)));
  };
  program.onEnd = () => void turn.then(() => end(endedEarly(isRunning)));
  program.send(request);
  return promise;
}

/** For the terminal. */
export function progressText(done: number, total: number): string {
  return total === 0
    ? 'Waiting for another process that reads conversations'
    : `Reading conversations: ${done} of ${total}`;
}

function canceled(): Result<never> {
  return fail('CANCELLED', say`The query was canceled.`);
}

function tooLong(ms: number): Result<never> {
  return fail(
    'TOOL_TIMEOUT',
    say`The query took longer than ${Math.round(ms / 1000)} seconds and was ended. Read fewer rows.`,
  );
}

function endedEarly(isRunning: boolean): Result<never> {
  if (!isRunning) return fail('STORE_READ_FAILED', say`The process that reads the conversations ended. Try again.`);
  return fail('NOT_SUPPORTED', say`The query needs more memory than it may use. Read fewer rows, or sort less.`);
}

function readerFailed(thrown: unknown): Result<never> {
  const error: AppError = fail('INTERNAL', thrown instanceof Error ? thrown.message : String(thrown)).error;
  return { ok: false, error };
}
