// Dependencies of the handlers, provided by the composition root. Each feature adds its own service in its feature.ts.

import type { AppEvent } from '../../shared/contract.ts';
import type { AttachmentRef } from '../../shared/conversation/attachments.ts';
import type { Result } from '../../shared/core/errors.ts';
import type { UserText } from '../../shared/core/sentence.ts';
import type { RequestFormatName } from '../../shared/features/conversations/methods.ts';
import type { Settings } from '../../shared/features/settings/settings.ts';
import type { AppSnapshot } from '../../shared/features/start/methods.ts';
import type { Approvals } from '../chat/approvals.ts';
import type { ChatHandler } from '../chat/chatHandler.ts';
import type { ConversationHub } from '../chat/conversationHub.ts';
import type { ConversationList } from '../chat/conversationList.ts';
import type { Feed } from '../chat/feed.ts';
import type { Notices } from '../chat/notices.ts';
import type { Questions } from '../chat/questions.ts';
import type { RemovalPublisher } from '../chat/removalPublisher.ts';
import type { Environment } from '../lib/environment.ts';
import type { BackgroundCommands } from '../ports/background.ts';
import type { FileChanges } from '../ports/changes.ts';
import type { Clock } from '../ports/clock.ts';
import type { Confirm } from '../ports/confirm.ts';
import type { Encryption } from '../ports/encryption.ts';
import type { Exports } from '../ports/exports.ts';
import type { FolderFiles } from '../ports/folderFiles.ts';
import type { MentionSource } from '../ports/mentionSources.ts';
import type { Native } from '../ports/native.ts';
import type { ProviderRegistry } from '../ports/provider.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { ConversationSearch } from '../ports/search.ts';
import type { Slash } from '../ports/slash.ts';
import type { ConversationStore } from '../ports/store.ts';
import type { Symbols } from '../ports/symbols.ts';
import type { Tool } from '../ports/tool.ts';
import type { ToolSource } from '../ports/toolSource.ts';
import type { UpdateHost } from '../ports/updates.ts';
import type { Disk } from '../stores/files/disk.ts';
import type { ImportPaths } from './import/importer.ts';

export interface SettingsStore {
  read(): Promise<{ settings: Settings; notices: UserText[] }>;
  /** Validates; the error names the rejected field. */
  update(patch: Record<string, unknown>): Promise<Result<Settings>>;
}

export interface AppParts {
  version: string;
  host: 'desktop' | 'browser';
  store: ConversationStore;
  /** Creates the demo's sample folder if needed; returns its path. */
  demoFolder(): Promise<Result<string>>;
  search: ConversationSearch;
  hub: ConversationHub;
  list: ConversationList;
  feed: Feed<AppEvent>;
  notices: Notices;
  chat: ChatHandler;
  publishRemovals: RemovalPublisher;
  previewRequest(
    conversationId: string,
    text: string,
    form: RequestFormatName,
    attachments?: readonly AttachmentRef[],
  ): Promise<Result<unknown>>;
  approvals: Approvals;
  questions: Questions;
  toolSource: ToolSource;
  slash: Slash;
  changes: FileChanges;
  background: BackgroundCommands;
  sandbox: Sandbox;
  providers: ProviderRegistry;
  settings: SettingsStore;
  native: Native;
  confirm: Confirm;
  tools: readonly Tool[];
  files: FolderFiles;
  symbols: Symbols;
  mentionSources: MentionSource;
  exports: Exports;
  encryption: Encryption;
  keepsSecrets(): Promise<boolean>;
  startProjectId: string | null;
  start: AppSnapshot['start'];
}

export interface AppNeeds {
  dataDir: string;
  env: Environment;
  hub: ConversationHub;
  feed: Feed<AppEvent>;
  interop: { importPaths: ImportPaths };
  native: Native;
  version: string;
  background: BackgroundCommands;
  settings: SettingsStore;
  notices: Notices;
  clock: Clock;
  disk: Disk;
  updateHost: UpdateHost;
}
