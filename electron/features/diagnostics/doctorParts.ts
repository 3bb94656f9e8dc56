// The parts of the app that the doctor's checks look at.

import type { Result } from '../../../shared/core/errors.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import type { McpServers } from '../../mcp/servers.ts';
import type { ProcessRecords } from '../../ports/processes.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { ConversationStore } from '../../ports/store.ts';
import type { WorktreeService } from '../worktrees/worktreeService.ts';

export interface DoctorParts {
  dataDir: string;
  /** Null: the data is not encrypted. */
  databaseKey: Buffer | null;
  store: Pick<ConversationStore, 'space' | 'listConversations' | 'freeSpace'>;
  settings(): Promise<Settings>;
  sandbox: Pick<Sandbox, 'status'>;
  mcp: Pick<McpServers, 'list'>;
  worktrees: Pick<WorktreeService, 'removal' | 'remove'>;
  processRecords: Pick<ProcessRecords, 'list'>;
  keepsSecrets(): Promise<boolean>;
  reindex(): Promise<Result<unknown>>;
  endLeftovers(): Promise<void>;
  /** The latest `Date` header of the provider's server, or why it could not be reached. */
  contactProvider(
    provider: Settings['providers'][number],
    signal: AbortSignal,
  ): Promise<{ date: string | null } | { thrown: unknown }>;
  /** Whether ripgrep and terminals work here; the text has the reason if not. */
  ripgrep(): Promise<Result<string>>;
  terminal(signal: AbortSignal): Promise<Result<void>>;
}
