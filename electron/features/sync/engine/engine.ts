// The engine of sync as the rest of the app sees it, and what it needs.

import type { Result } from '../../../../shared/core/errors.ts';
import type { SyncFiles, SyncLimits, SyncProject } from '../../../../shared/features/sync/sync.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Disk } from '../../../stores/files/disk.ts';
import type { RemoteStore } from '../remote/remoteStore.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { DocumentOptions } from './documents.ts';
import type { Handover, LocalRuns } from './handover.ts';
import type { FetchSummary, FilesProgress } from './missingFiles.ts';
import type { RemoteSession } from './remoteSessions.ts';
import type { SessionSource } from './sessions.ts';
import type { SyncedStore } from './syncContext.ts';
import type { SyncStatus } from './syncStatus.ts';

interface Timers {
  set(work: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export interface SyncEngineOptions {
  store: SyncedStore;
  remote: RemoteStore;
  sealer: Sealer;
  /** Folder of the space in the store. */
  space: string;
  /** Spaces that this machine moved away from. */
  earlierSpaces?: readonly string[];
  dataDir: string;
  disk: Disk;
  clock: Clock;
  timers: Timers;
  /** Absent: conversations only. */
  documents?: DocumentOptions;
  /** Sessions of other apps on this machine. Absent: none are sent. */
  sessions?: SessionSource | undefined;
  isRunning?(conversationId: string): boolean;
  /** The limits of this machine. Absent: none. */
  limits?: (() => Promise<Omit<SyncLimits, 'bytesPerSecond' | 'keepsFiles'> & { keepsFiles?: boolean }>) | undefined;
  /** Whether the connection is metered. */
  isMetered?(): Promise<boolean>;
  /** Called when other devices changed a conversation here. */
  merged?(conversationId: string): void;
  /** Called when they have stored conversations whose messages are not here yet. */
  coming?(conversationIds: readonly string[]): void;
  /** Free bytes on the disk with the data; default: the system's answer. */
  freeBytes?(): Promise<number | null>;
  /** The runs of this process; absent: it can have none. */
  runs?: LocalRuns;
  /** Called when `runs` of the engine changed. */
  runsChanged?(): void;
  /** The user's name for a device; null: not known. */
  nameOf?(device: string): Promise<string | null>;
}

export interface SyncEngine {
  /** Reads what others did, then uploads what happened here, and merges. One pass at a time. */
  syncNow(signal?: AbortSignal): Promise<Result<void>>;
  /** Uploads changes soon after they happen, and looks at the store now and then. */
  start(): void;
  /** Before a process ends: uploads the end of its runs, in at most `ms` milliseconds. */
  finish(ms: number): Promise<void>;
  /** Resolves when nothing is in progress any more. */
  stop(): Promise<void>;
  status(): SyncStatus;
  /** When something new of a device last arrived here; null: not yet, or not known before the first pass. */
  seenAt(device: string): string | null;
  /** Returns a function that unsubscribes. */
  onStatus(listener: (status: SyncStatus) => void): () => void;
  /** Fetches a conversation that is still to come before the others. CONVERSATION_NOT_FOUND: none is. */
  fetchConversation(conversationId: string): Promise<Result<void>>;
  /** Projects here and of conversations still to come, also those that are left out. */
  projects(): Promise<Result<Omit<SyncProject, 'isLeftOut'>[]>>;
  fetchAttachment(conversationId: string, hash: string): Promise<Result<void>>;
  /** Fetches all attachments and full results of conversations here. What was fetched stays after an abort. */
  fetchFiles(progress: FilesProgress, signal: AbortSignal): Promise<Result<FetchSummary>>;
  /** The amount that `fetchFiles` would fetch. */
  missingFiles(): Promise<Result<SyncFiles>>;
  /** Calls `take` for each line of a session of another app on another machine. */
  fetchSession(
    session: Pick<RemoteSession, 'device' | 'id'>,
    take: (line: unknown) => Promise<Result<void>>,
  ): Promise<Result<void>>;
  fetchResult(conversationId: string, messageId: string): Promise<Result<void>>;
  /** Runs on other devices, as far as known: after `open`, what the last pass learnt. */
  runs: Pick<Handover, 'list' | 'here' | 'watch' | 'takeOver' | 'dismiss'> & { open(): Promise<void> };
}
