// Entry point of the process that runs one query. SQLite cannot be interrupted from within a thread, so a query that takes
// too long or too much is ended with its process. Receives what to do in a message, and no keys from its environment.

import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fail } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { createDataFolder } from '../../stores/dataFolder.ts';
import { diskOfThread } from '../../stores/encryption/encryptedDisk.ts';
import type { Database } from '../../stores/files/database.ts';
import { diskReason, nodeDisk } from '../../stores/files/disk.ts';
import { tryLock } from '../../stores/locks/locks.ts';
import { openForQueries, openQueryDatabase } from '../../stores/query/queryDatabase.ts';
import { refreshQuery } from '../../stores/query/refreshQuery.ts';
import { removeDerived } from '../../stores/readOnlyData.ts';
import { openFile } from '../../stores/search/openedFile.ts';
import type { FromQuery, QueryRequest, ToQuery } from './queryMessages.ts';
import { queryError, type RestrictedDatabase, restrictToViews, startQuery } from './runQuery.ts';

interface ParentPort {
  on(event: 'message', listener: (event: { data: ToQuery }) => void): void;
  postMessage(message: FromQuery): void;
}

/** Present in a process that Electron started. */
const { parentPort } = process as { parentPort?: ParentPort };
let onNext: () => void = () => {};
/** SQLITE_READONLY, SQLITE_CANTOPEN. */
const unwritableCodes = [8, 14];
/** Milliseconds between two progress messages, and two attempts for the lock. */
const pauseMs = 100;

function post(message: FromQuery): void {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
}

function receive(message: ToQuery): void {
  if (message.type === 'next') onNext();
  else void answer(message);
}

if (parentPort) parentPort.on('message', ({ data }) => receive(data));
else process.on('message', receive);

/**
 * Ends the process if it uses too much memory, or if its parent is gone. Runs in a thread, since SQLite keeps the main one busy.
 */
function watch(memory: number): void {
  const code = `
    const { workerData: { memory, parent } } = require('node:worker_threads');
    setInterval(() => {
      let orphaned = process.ppid !== parent;
      try { process.kill(parent, 0); } catch (error) { orphaned ||= error.code === 'ESRCH'; }
      if (orphaned || process.memoryUsage.rss() > memory) process.kill(process.pid, 'SIGKILL');
    }, 25);
  `;
  new Worker(code, { eval: true, workerData: { memory, parent: process.ppid } }).unref();
}

async function answer(request: QueryRequest): Promise<void> {
  try {
    watch(request.memory);
    const database = await upToDate(request);
    const restricted = restrictToViews(database);
    post({ type: 'running' });
    await run(restricted, request.sql);
  } catch (thrown) {
    post({
      type: 'error',
      error: fail('STORE_READ_FAILED', say`The data could not be read: ${diskReason(thrown)}.`).error,
    });
  }
}

async function run(restricted: RestrictedDatabase, sql: string): Promise<void> {
  const started = startQuery(restricted, sql);
  if (!started.ok) return post({ type: 'error', error: started.error });
  post({ type: 'columns', columns: started.value.columns });
  try {
    for (const rows of started.value.batches) {
      const taken = new Promise<void>((resolve) => {
        onNext = resolve;
      });
      post({ type: 'rows', rows });
      await taken;
    }
    post({ type: 'end' });
  } catch (thrown) {
    post({ type: 'error', error: queryError(restricted.database, sql, thrown).error });
  }
}

async function upToDate(request: QueryRequest): Promise<Database> {
  const { dataDir, dataKey, path } = request;
  const disk = diskOfThread(nodeDisk, dataKey, dataDir);
  const data = createDataFolder(dataDir, disk);
  // The temporary folder of a data folder that may not be written is the parent's.
  removeDerived(dataDir);
  if (path === null) return openQueryDatabase(null, null);
  const release = await locked(request.locks);
  try {
    let database = writable(path, data.databaseKey);
    try {
      let toldAt = 0;
      const onProgress = (done: number, total: number): void => {
        if (performance.now() - toldAt < pauseMs) return;
        toldAt = performance.now();
        post({ type: 'progress', done, total });
      };
      const open = (file: string) => openFile(file, data.dataKey);
      await refreshQuery({ disk, data, database: database.database, open, projects: request.projects, onProgress });
      if (database.inMemory) return database.database;
    } catch (thrown) {
      database.database.close();
      throw thrown;
    }
    database.database.close();
    database = { database: openForQueries(path, data.databaseKey), inMemory: false };
    return database.database;
  } finally {
    release();
  }
}

/** In memory where no file can be written. */
function writable(path: string, key: Buffer | null): { database: Database; inMemory: boolean } {
  try {
    return { database: openQueryDatabase(path, key), inMemory: false };
  } catch (thrown) {
    const { errcode, code } = thrown as { errcode?: number; code?: string };
    const isUnwritable =
      unwritableCodes.includes(Number(errcode) & 0xff) || ['EROFS', 'EACCES', 'EPERM'].includes(code ?? '');
    if (!isUnwritable) throw thrown;
    return { database: openQueryDatabase(null, null), inMemory: true };
  }
}

/** One process at a time brings it up to date. Where no lock can be written, nothing else can be either. */
async function locked(folder: string): Promise<() => void> {
  for (;;) {
    const attempt = tryLock(folder, 'query.index', say`reading conversations for a query`, new Date());
    if (attempt.kind === 'held') return attempt.lock.release;
    if (attempt.kind === 'failed') return () => {};
    post({ type: 'progress', done: 0, total: 0 });
    await sleep(pauseMs);
  }
}
