// Keeps this machine's conversations and the user's other machines alike, over a store that is not trusted. Every device appends to its
// own log and reads the others'. When that happens is decided here; what happens in one pass is in syncPass.ts.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, type UserText } from '../../../../shared/core/sentence.ts';
import { createByteBudget } from '../../../lib/byteBudget.ts';
import { createKeyedQueue } from '../../../lib/keyedQueue.ts';
import { createDataFolder } from '../../../stores/dataFolder.ts';
import { makeFolder } from '../../../stores/files/atomicWrite.ts';
import { diskReason } from '../../../stores/files/disk.ts';
import { lockWaitMs, waitForLock } from '../../../stores/locks/locks.ts';
import { syncFolderOf } from '../../../stores/removal/deletedNotes.ts';
import { freeBytesAt } from './diskSpace.ts';
import type { SyncEngine, SyncEngineOptions } from './engine.ts';
import { fetchOne } from './fetchWaiting.ts';
import { fetchAttachment, fetchResult } from './fileObjects.ts';
import { createHandover } from './handover.ts';
import { createKeepFiles } from './keepFiles.ts';
import { noteLeftOut, stayingHere, syncedProjects } from './leftOut.ts';
import { amountOf, countFiles, fetchMissingFiles, missingFiles } from './missingFiles.ts';
import { createProcesses } from './processes.ts';
import { hasNewEntries, seenAt } from './readDevices.ts';
import { fetchSession } from './remoteSessions.ts';
import { maxPlainBytes, PassFailure, type SyncContext } from './syncContext.ts';
import { createSyncNames } from './syncNames.ts';
import { createSyncPass } from './syncPass.ts';
import { openSyncState, type SyncState } from './syncState.ts';
import { notStarted, type SyncStatus } from './syncStatus.ts';
import { countWaiting, incompleteConversations } from './waiting.ts';

/** Milliseconds from a change until it is uploaded; more changes within are uploaded with it. */
const settleMs = 1_000;
/** Milliseconds between two looks at the store while nothing happens here. */
const idleMs = 60_000;
const maxIdleMs = 10 * 60_000;
/** Milliseconds between two looks when a window comes to the front again. */
const frontMs = 10_000;
/** Of looks that follow a run, as a part of the others. */
const followLook = 0.05;
/** One look in so many lists the store, which finds new devices, lost objects and checkpoints. */
const looksPerList = 10;

export function createSyncEngine(options: SyncEngineOptions): SyncEngine {
  const { store, remote, sealer, dataDir, disk, clock, timers } = options;
  const data = createDataFolder(dataDir, disk);
  const names = createSyncNames(options.space, sealer);
  const queue = createKeyedQueue();
  const memory = createByteBudget(maxPlainBytes);
  const listeners = new Set<(status: SyncStatus) => void>();
  let problems = new Map<string, UserText>();
  let status = notStarted;
  let state: SyncState | null = null;
  let tail: Promise<unknown> = Promise.resolve();
  let stopping = new AbortController();
  let isStarted = false;
  let failures = 0;
  let looksUntilList = 0;
  let settleTimer: unknown = null;
  let idleTimer: unknown = null;
  let lookedAt = 0;
  let unsubscribe: (() => void)[] = [];
  let lastLeftOut = '[]';

  function publish(change: Partial<typeof status>): void {
    status = { ...status, ...change };
    const now = engine.status();
    for (const listener of [...listeners]) listener(now);
  }

  /** Single changes are uploaded without a word. */
  function progress(change: Partial<typeof status>): void {
    if (status.state === 'syncing') publish(change);
  }

  const processes = createProcesses(data.locks, clock);

  const work = createSyncPass({
    documents: options.documents,
    sessions: options.sessions,
    nameOf: options.nameOf ?? (async () => null),
    progress,
  });

  const handover = createHandover({
    device: sealer.device,
    processes,
    runs: options.runs ?? null,
    nameOf: options.nameOf ?? (async () => null),
    changed: options.runsChanged ?? (() => {}),
    ...{ clock, timers, state: () => state, soon, hurry },
  });

  const keepFiles = createKeepFiles({
    alone,
    mayFetch: async () => isStarted && (await options.limits?.())?.keepsFiles === true && !(await isHeldBack()),
    progress: (filesToFetch) => publish({ filesToFetch }),
    problem: (text) => problems.set('files', text),
  });

  async function open(): Promise<SyncState> {
    if (state) return state;
    await makeFolder(disk, syncFolderOf(dataDir));
    const { space, earlierSpaces = [] } = options;
    const membership = { space, device: sealer.device, earlierSpaces };
    state = openSyncState(join(dataDir, 'sync-state.db'), data.databaseKey, membership);
    if (isStarted) handover.begin(state);
    return state;
  }

  /** Runs one piece of work at a time, across processes. `shared`: also while another process synchronizes; it repeats nothing. */
  function alone<T>(
    piece: (context: SyncContext) => Promise<T>,
    { signal, shared = false }: { signal?: AbortSignal | undefined; shared?: boolean } = {},
  ): Promise<Result<T>> {
    const run = async (): Promise<Result<T>> => {
      const signals = [stopping.signal, ...(signal ? [signal] : [])];
      const both = AbortSignal.any(signals);
      if (both.aborted) return fail('CANCELLED', say`Synchronizing was stopped.`);
      // A command and a window may look at the same moment.
      const waitMs = isStarted && !shared ? lockWaitMs : 0;
      const lock = await waitForLock(data.locks, 'sync', say`synchronizing`, clock, waitMs, both);
      if (lock.kind !== 'held' && !shared) {
        return fail('DATA_FOLDER_BUSY', say`Another process is synchronizing this data folder.`);
      }
      try {
        const opened = await open();
        const limits = await options.limits?.();
        const context: SyncContext = {
          ...{ store, remote, sealer, names, data, disk, clock, queue, memory, problems, signal: both, state: opened },
          maxFileBytes: limits?.maxFileBytes ?? null,
          leftOut: new Set(limits?.leftOut),
          renamed: new Set(),
          isRunning: options.isRunning ?? (() => false),
          merged: options.merged ?? (() => {}),
          coming: options.coming ?? (() => {}),
          freeBytes: options.freeBytes ?? (() => freeBytesAt(dataDir)),
          presence: async () => handover.presence(opened, await stayingHere(context, handover.runningHere(opened))),
          heard: () => handover.afterReading(opened),
        };
        // Another process may have noted it already.
        const leftOut = noteLeftOut(context);
        if (leftOut !== lastLeftOut) {
          work.forgetChanges();
          context.coming(incompleteConversations(context));
        }
        lastLeftOut = leftOut;
        return ok(await piece(context));
      } catch (thrown) {
        if (both.aborted) return fail('CANCELLED', say`Synchronizing was stopped.`);
        if (thrown instanceof PassFailure) return thrown.result;
        return fail('STORE_WRITE_FAILED', say`Synchronizing stopped: ${diskReason(thrown)}. It will be continued.`);
      } finally {
        if (lock.kind === 'held') lock.lock.release();
      }
    };
    const result = tail.then(run, run);
    tail = result;
    return result;
  }

  async function reported<T>(work: Promise<Result<T>>): Promise<Result<T>> {
    const done = await work;
    const isCancelled = !done.ok && done.error.code === 'CANCELLED';
    failures = done.ok ? 0 : failures + 1;
    const next = done.ok || isCancelled ? (isStarted ? 'idle' : 'off') : 'offline';
    const waiting = state ? countWaiting({ state }) : 0;
    const error = done.ok || isCancelled ? null : done.error;
    publish({ state: next, error, waiting, uploads: 0, ...(done.ok ? { syncedAt: clock.now().toISOString() } : {}) });
    return done;
  }

  /** Nothing is transferred without the user on a metered connection. Who waits for a run to end wants it to be asked for. */
  async function isHeldBack(): Promise<boolean> {
    if (handover.isAsking() || (await options.limits?.())?.syncsMetered !== false || !(await options.isMetered?.()))
      return false;
    looksUntilList = 0;
    if (isStarted && status.state !== 'syncing') publish({ state: 'metered' });
    return true;
  }

  async function look(): Promise<Result<void>> {
    const isFollowing = handover.pauseMs() !== null;
    if (await isHeldBack()) return ok(undefined);
    const isQuiet =
      looksUntilList > 0 && failures === 0 && (isFollowing || status.waiting === 0) && status.error === null;
    if (!isQuiet) return syncNow();
    looksUntilList -= isFollowing ? followLook : 1;
    lookedAt = clock.elapsed();
    if (isFollowing) return reported(alone(work.quickPass));
    const done = await reported(
      alone(async (context) => {
        if (await hasNewEntries(context)) {
          const before = countFiles(context);
          await work.pass(context);
          if (countFiles(context) !== before) keepFiles.noteNews();
        }
        // Nothing tells of changed settings and texts.
        else if (options.documents) await work.upload(context);
      }),
    );
    if (done.ok) void keepFiles.fetch();
    return done;
  }

  async function syncNow(signal?: AbortSignal): Promise<Result<void>> {
    looksUntilList = looksPerList - 1;
    lookedAt = clock.elapsed();
    publish({ state: 'syncing' });
    problems = new Map();
    keepFiles.noteNews();
    const done = await reported(alone(work.pass, { signal }));
    if (done.ok) void keepFiles.fetch();
    return done;
  }

  function soon(): void {
    if (!isStarted || settleTimer !== null || status.state === 'offline') return;
    settleTimer = timers.set(() => {
      settleTimer = null;
      void isHeldBack().then((isHeld) => {
        if (!isHeld && isStarted) void reported(alone((context) => work.uploadSoon(context)));
      });
    }, settleMs);
  }

  function lookAgain(): void {
    if (!isStarted) return;
    const follow = status.state === 'metered' ? null : handover.pauseMs();
    const pause = follow === null ? idleMs * 2 ** Math.max(0, failures - 1) : Math.min(idleMs, follow * 2 ** failures);
    lookAfter(Math.min(maxIdleMs, pause));
  }

  function lookAfter(ms: number): void {
    idleTimer = timers.set(() => {
      idleTimer = null;
      void look().then(lookAgain);
    }, ms);
  }

  /** While a look is in progress, the next one follows at the right time anyway. */
  function hurry(): void {
    if (idleTimer === null) return;
    timers.clear(idleTimer);
    lookAfter(Math.max(0, (handover.pauseMs() ?? frontMs) - (clock.elapsed() - lookedAt)));
  }

  /** Also before the start, so that a pass need not search for changes since the one before. */
  function listenToChanges(): void {
    if (unsubscribe.length === 0) unsubscribe.push(store.onChange((id) => noteChanged([id])));
  }

  function noteChanged(ids: readonly string[]): void {
    work.noteChanged(ids);
    soon();
  }

  listenToChanges();

  const engine: SyncEngine = {
    syncNow,
    start() {
      if (isStarted) return;
      isStarted = true;
      stopping = new AbortController();
      listenToChanges();
      unsubscribe.push(store.onOutsideChange(noteChanged));
      looksUntilList = 0;
      void look().then(lookAgain);
    },
    async finish(ms) {
      if (!state || handover.here().length === 0) return;
      // A pass in progress would take too long.
      stopping.abort();
      stopping = new AbortController();
      const over = new AbortController();
      const sent = alone((context) => work.uploadSoon(context), { signal: over.signal });
      await Promise.race([sent, clock.wait(ms, over.signal)]);
      over.abort();
    },
    async stop() {
      isStarted = false;
      stopping.abort();
      for (const end of unsubscribe) end();
      unsubscribe = [];
      work.forgetChanges();
      for (const timer of [settleTimer, idleTimer]) if (timer !== null) timers.clear(timer);
      settleTimer = null;
      idleTimer = null;
      handover.end();
      processes.end();
      await tail.catch(() => {});
      state?.close();
      state = null;
      publish({ state: 'off' });
    },
    status: () => ({ ...status, problems: [...problems].map(([of, text]) => ({ of, text })) }),
    seenAt: (device) => state && seenAt(state, device),
    onStatus(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    runs: {
      list: handover.list,
      here: handover.here,
      watch: handover.watch,
      takeOver: handover.takeOver,
      dismiss: handover.dismiss,
      open: async () => void (await open()),
    },
    async fetchConversation(id) {
      const wait = work.urgent.waitFor(id);
      const fetched = alone((context) => fetchOne(context, id), { shared: true });
      try {
        return await Promise.race([wait.arrived, fetched.then((done) => (done.ok ? done.value : done))]);
      } finally {
        wait.end();
      }
    },
    async fetchSession(session, take) {
      const done = await alone((context) => fetchSession(context, session, take), { shared: true });
      return done.ok ? done.value : done;
    },
    missingFiles: () => alone(async (context) => amountOf(await missingFiles(context))),
    fetchFiles: (progress, signal) => alone((context) => fetchMissingFiles(context, progress), { signal }),
    projects: () => alone(syncedProjects),
    async fetchAttachment(id, hash) {
      const place = await data.locate(id);
      if (!place.ok) return place;
      const done = await alone((context) => fetchAttachment(context, place.value, hash));
      return done.ok ? done.value : done;
    },
    async fetchResult(id, messageId) {
      const place = await data.locate(id);
      if (!place.ok) return place;
      const done = await alone((context) => fetchResult(context, place.value, messageId));
      return done.ok ? done.value : done;
    },
  };
  return engine;
}
