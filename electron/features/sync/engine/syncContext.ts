// The values that all parts of the engine share.

import type { Result } from '../../../../shared/core/errors.ts';
import type { UserText } from '../../../../shared/core/sentence.ts';
import type { ByteBudget } from '../../../lib/byteBudget.ts';
import type { KeyedQueue } from '../../../lib/protocolServer.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DataFolder } from '../../../stores/dataFolder.ts';
import type { Disk } from '../../../stores/files/disk.ts';
import type { RuntimeStore } from '../../../stores/runtimeStore.ts';
import type { RemoteStore } from '../remote/remoteStore.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Presence } from './presence.ts';
import type { SyncNames } from './syncNames.ts';
import type { SyncState } from './syncState.ts';

export type SyncedStore = Pick<
  RuntimeStore,
  | 'eraseConversation'
  | 'getProject'
  | 'listProjects'
  | 'mergeFrom'
  | 'moveConversation'
  | 'noteRepository'
  | 'onChange'
  | 'onOutsideChange'
  | 'openFolderlessProject'
  | 'readBranch'
  | 'readMeta'
  | 'readMessage'
  | 'removedMessages'
  | 'sourceOf'
  | 'storeWholeCopy'
  | 'updateMeta'
>;

export interface SyncContext {
  store: SyncedStore;
  remote: RemoteStore;
  sealer: Sealer;
  names: SyncNames;
  state: SyncState;
  data: DataFolder;
  disk: Disk;
  clock: Clock;
  /** A conversation was changed here by what other devices did. */
  merged(conversationId: string): void;
  /** Other devices have stored these, or removed them, before any of their messages may have come here. */
  coming(conversationIds: readonly string[]): void;
  /** A run works in the conversation on this machine. */
  isRunning(conversationId: string): boolean;
  /** Projects that do not sync with this machine; '': chats without a folder. */
  leftOut: ReadonlySet<string>;
  /** Conversations whose title, project or other properties other devices have changed in this work. */
  renamed: Set<string>;
  /** Larger files are not uploaded; null: all are. */
  maxFileBytes: number | null;
  /** Free bytes on the disk with the data; null: not known. */
  freeBytes(): Promise<number | null>;
  /** For the next entry of our log. Taken before the messages are collected: a run that has ended by then has stored all of them. */
  presence(): Promise<Presence>;
  /** Logs of other devices were read. */
  heard(): Promise<void>;
  /** For messages that are fetched. */
  memory: ByteBudget;
  /** For work that must not happen twice at a time. */
  queue: KeyedQueue;
  /** Ends what is in progress. */
  signal: AbortSignal;
  /** By device or conversation: what could not be done in this pass, and why. */
  problems: Map<string, UserText>;
}

/** Bytes of fetched messages in memory at a time. */
export const maxPlainBytes = 48 * 1024 * 1024;

/** Thrown for a failure of the store that ends a pass; the pass returns its error. */
export class PassFailure extends Error {
  readonly result: { ok: false; error: Extract<Result<never>, { ok: false }>['error'] };
  constructor(result: PassFailure['result']) {
    super(result.error.message);
    this.result = result;
  }
}

/** An opened object. What is wrong with it is for the caller to report; without a connection the pass ends. */
export function opened<T>(result: Result<T>): Result<T> {
  if (!result.ok && result.error.code !== 'SYNC_DAMAGED') throw new PassFailure(result);
  return result;
}

/** The value of a request, or the end of the pass. */
export function needed<T>(result: Result<T>): T {
  if (!result.ok) throw new PassFailure(result);
  return result.value;
}
