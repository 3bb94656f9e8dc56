// Keeps sync running while a window is open, and reports its state to the window. Loads nothing of sync until a store is set up.

import { hostname } from 'node:os';
import { type AppError, errorSentence, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, toUserTextData, type UserText } from '../../../../shared/core/sentence.ts';
import type { SyncAlert, SyncInfo, SyncMembership } from '../../../../shared/features/sync/sync.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PendingMove } from '../account/rivalMoves.ts';
import type { SyncAccount } from '../account/syncAccount.ts';
import type { SyncConfig } from '../account/syncConfig.ts';
import type { SyncEngine } from '../engine/engine.ts';
import type { SyncStatus } from '../engine/syncStatus.ts';

/** Failures of this many milliseconds need the user. */
const longMs = 60 * 60_000;
/** Pause between two reports of progress, in milliseconds. */
const reportMs = 250;

interface LiveDeps {
  account(): Promise<SyncAccount>;
  connect(signal: AbortSignal, onStale: () => void): Promise<Result<SyncEngine | null>>;
  /** Calls the function when another process may have changed the configuration. Returns a function that ends it. */
  followConfig?(changed: () => void): () => void;
  disconnect(): Promise<void>;
  isSetUp(): Promise<boolean>;
  clock: Clock;
  notice(text: UserText): void;
}

export type SyncLive = ReturnType<typeof createSyncLive>;

export function createSyncLive({ account, connect, followConfig, disconnect, isSetUp, clock, notice }: LiveDeps) {
  const listeners = new Set<() => void>();
  const names = new Map<string, string>();
  let running: AbortController | null = null;
  let config: SyncConfig | null = null;
  let engine: SyncEngine | null = null;
  let startError: AppError | null = null;
  let failingSince: string | null = null;
  let move: PendingMove | null = null;
  let isRevoked = false;
  let wasSyncing = false;
  let timer: NodeJS.Timeout | null = null;
  let begun: Promise<void> = Promise.resolve();

  function report(): void {
    timer ??= setTimeout(() => {
      timer = null;
      for (const listener of listeners) listener();
    }, reportMs).unref();
  }

  function begin(isFirst: boolean): Promise<void> {
    const before = running;
    before?.abort();
    const stop = new AbortController();
    running = stop;
    begun = begun.then(() => start(stop.signal, isFirst)).finally(report);
    return begun;
  }

  /** The configuration may have been changed. */
  async function recheck(): Promise<void> {
    await begun;
    if (running === null || running.signal.aborted) return;
    const read = (await isSetUp()) ? await (await account()).read() : null;
    if (read && !read.ok) return;
    const now = read?.value ?? null;
    const isOther = now?.id !== config?.id || now?.paused !== config?.paused;
    if (isOther && !running.signal.aborted) await begin(false);
    else {
      config = now;
      report();
    }
  }

  async function start(signal: AbortSignal, isFirst: boolean): Promise<void> {
    if (!isFirst) await disconnect();
    [engine, config, startError, failingSince, move, isRevoked] = [null, null, null, null, null, false];
    if (signal.aborted || !(await isSetUp())) return;
    const read = await (await account()).read();
    if (signal.aborted) return;
    if (read.ok) config = read.value;
    if (read.ok && read.value?.paused) return;
    const connected = read.ok ? await connect(signal, () => !signal.aborted && void begin(false)) : read;
    if (signal.aborted) return;
    if (!connected.ok) {
      startError = connected.error;
      failingSince = clock.now().toISOString();
      notice(say`Sync did not start: ${connected.error}`);
      return;
    }
    engine = connected.value;
    engine?.onStatus((status) => noteStatus(status, signal));
    engine?.start();
  }

  function noteStatus(status: SyncStatus, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (status.error === null && status.state === 'idle') failingSince = null;
    else if (status.error !== null) failingSince ??= status.syncedAt ?? clock.now().toISOString();
    const hasEnded = wasSyncing && status.state !== 'syncing';
    wasSyncing = status.state === 'syncing';
    report();
    if (hasEnded) void afterPass(status, signal).finally(report);
  }

  /** Other machines are asked for with each whole pass, not with each look. */
  async function afterPass({ error, problems }: SyncStatus, signal: AbortSignal): Promise<void> {
    const mine = await account();
    if (config && config.leftSpaces.length > 0 && error === null && (await mine.removeLeftSpaces(signal)).ok) {
      config = { ...config, leftSpaces: [] };
    }
    if (error?.code === 'SYNC_UNREACHABLE' || signal.aborted) return;
    const pending = await mine.pendingMove(signal);
    if (signal.aborted) return;
    isRevoked = !pending.ok && pending.error.details?.fault === 'revoked';
    move = pending.ok ? pending.value : null;
    if (isRevoked) await engine?.stop();
    if (pending.ok && move === null) await revokeAgain(mine, signal);
    if (signal.aborted) return;
    if (move === null && problems.every(({ of }) => names.has(of))) return;
    const machines = await mine.devices(signal);
    for (const { device, name } of machines.ok ? machines.value : []) if (name !== null) names.set(device, name);
  }

  /** The store refuses this process afterwards, which starts sync in the new space. */
  async function revokeAgain(mine: SyncAccount, signal: AbortSignal): Promise<void> {
    const revoked = await mine.revokeAgain(signal);
    if (!revoked.ok || revoked.value === null) return;
    notice(
      say`Two machines were revoked at the same time. Your machines move to another space, which neither can read. Note the new recovery phrase.`,
    );
    if (!signal.aborted) void begin(false);
  }

  const nameOf = (id: string): string => names.get(id) ?? id.slice(0, 8);

  function alertOf(status: SyncStatus | null): SyncAlert | null {
    if (isRevoked) return 'revoked';
    if (move) return 'move';
    if (startError || status?.error?.code === 'SYNC_REFUSED') return 'refused';
    if (failingSince !== null && clock.now().getTime() - Date.parse(failingSince) > longMs) return 'offline';
    return status && status.problems.length > 0 ? 'problem' : null;
  }

  function info(): SyncInfo {
    const status = engine?.status() ?? null;
    const error = startError ?? status?.error ?? null;
    const idle = config?.paused ? 'paused' : 'off';
    return {
      hostName: hostname(),
      membership: config && membershipOf(config),
      state: startError ? 'offline' : (status?.state ?? idle),
      syncedAt: status?.syncedAt ?? null,
      failingSince,
      error: error && toUserTextData(errorSentence(error)),
      problems: (status?.problems ?? []).map(({ of, text }) => ({
        of: names.get(of) ?? (/^[0-9a-f]{32}$/.test(of) ? nameOf(of) : null),
        text: toUserTextData(text),
      })),
      uploads: status?.uploads ?? 0,
      filesToFetch: status?.filesToFetch ?? null,
      waiting: status?.waiting ?? 0,
      move: move && { by: nameOf(move.by), revoked: move.revoked.map(nameOf) },
      alert: config || startError ? alertOf(status) : null,
    };
  }

  return {
    /** Returns a function that stops it. */
    keepUp(): () => void {
      void begin(true);
      const unfollow = followConfig?.(() => void recheck());
      return () => {
        unfollow?.();
        running?.abort();
      };
    },
    recheck,
    /** After the user changed how this machine syncs. */
    restart: () => begin(false),
    /** Ends it before the account changes. */
    async end(): Promise<void> {
      running?.abort();
      await begun;
      await disconnect();
    },
    async info(): Promise<SyncInfo> {
      await begun;
      return info();
    },
    alert: () => info().alert,
    move: () => move,
    async now(): Promise<void> {
      if (engine && startError === null) void engine.syncNow();
      else await begin(false);
    },
    projects: async () => (engine ? engine.projects() : ok([])),
    missingFiles: async () => (engine ? engine.missingFiles() : ok({ files: 0, bytes: 0 })),
    seenAt: (device: string) => engine?.seenAt(device) ?? null,
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      if (timer) clearTimeout(timer);
    },
  };
}

function membershipOf({ store, deviceName, parts, ...rest }: SyncConfig): SyncMembership {
  const place =
    store.kind === 's3'
      ? `${store.bucket} · ${store.endpoint}`
      : store.kind === 'webdav'
        ? store.address
        : store.folder;
  const { bytesPerSecond, maxFileBytes, syncsMetered, keepsFiles, leftOut } = rest;
  return {
    kind: store.kind,
    place,
    deviceName,
    parts,
    bytesPerSecond,
    maxFileBytes,
    syncsMetered,
    keepsFiles,
    leftOut,
  };
}
