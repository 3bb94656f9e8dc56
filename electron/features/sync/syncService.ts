// Sync for the window and the command line.

import type { Result } from '../../../shared/core/errors.ts';
import type { Engine } from '../../platform.ts';
import type { SyncAccount } from './account/syncAccount.ts';
import type { StateReader } from './coming/stateReader.ts';
import type { DocumentOptions } from './engine/documents.ts';
import type { SyncEngine, SyncEngineOptions } from './engine/engine.ts';
import type { SessionSource } from './engine/sessions.ts';
import type { SyncLive } from './window/live.ts';
import type { SyncRuns } from './window/runs.ts';

export interface SyncService {
  readonly clock: Engine['clock'];
  /** Why nothing can be written here; null: it can. */
  readonly readOnly: Engine['readOnly'];
  /** Reads the state without the engine, also without a connection. */
  readonly readState: StateReader;
  /** Other apps' sessions on this machine. */
  sessions: { source(isChosen: () => Promise<boolean>): SessionSource; settle(): Promise<void> } | null;
  /** Null: no store is connected. */
  readonly engine: SyncEngine | null;
  /** Creates the engine for a store, in place of an earlier one. The caller starts it, or syncs once. */
  connect(
    store: Pick<SyncEngineOptions, 'remote' | 'sealer' | 'space' | 'earlierSpaces' | 'limits' | 'nameOf'> &
      Pick<DocumentOptions, 'parts'>,
  ): Promise<SyncEngine>;
  /** This machine's membership in a space. */
  account(): Promise<SyncAccount>;
  /** Connects to the store that is set up; null: none is. The caller starts the engine, or syncs once. */
  connectAccount(signal: AbortSignal, onStale?: () => void): Promise<Result<SyncEngine | null>>;
  /** Ends what is in progress; resolves when nothing is any more. */
  disconnect(): Promise<void>;
  /** Syncs while a window is open, and knows what it shows. */
  live: SyncLive;
  /** Which conversations run on other machines. */
  runs: SyncRuns;
  close(): Promise<void>;
  /** Called when other machines changed a conversation here. */
  onMerged(conversationId: string): void;
  /** Called when conversations are to come whose messages are not here yet. */
  onComing(conversationIds: readonly string[]): void;
  /** Called when other machines' projects have other repositories. */
  onRepositories(): void;
}
