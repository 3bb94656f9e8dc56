// The parts of the core that all hosts share.

import type { AppEvent } from '../shared/contract.ts';
import type { AttachmentRef } from '../shared/conversation/attachments.ts';
import type { Result } from '../shared/core/errors.ts';
import type { ExportForm, RequestFormatName } from '../shared/features/conversations/methods.ts';
import type { ModelRef } from '../shared/features/models/modelOptions.ts';
import type { Settings } from '../shared/features/settings/settings.ts';
import type { Approvals } from './chat/approvals.ts';
import type { ChatHandler } from './chat/chatHandler.ts';
import type { Instructions } from './chat/context/environment.ts';
import type { ConversationHub } from './chat/conversationHub.ts';
import type { AgentSessions } from './chat/externalAgent/agentSessions.ts';
import type { Feed } from './chat/feed.ts';
import type { Notices } from './chat/notices.ts';
import type { Questions } from './chat/questions.ts';
import type { TitleDeps } from './chat/titles/watchTitles.ts';
import type { SettingsStore } from './features/appParts.ts';
import type { ChainFollowing, LongChain } from './features/chains/longChain.ts';
import type { ExportPiece, Following } from './features/export/exportConversation.ts';
import type { ServicesOf } from './features/feature.ts';
import type { ChoosePreset } from './features/presets/choosePreset.ts';
import type { UndoService } from './features/undo/undoService.ts';
import type { coreFeatures } from './features.ts';
import type { Interop } from './interop.ts';
import type { Log } from './lib/log.ts';
import type { BackgroundCommands } from './ports/background.ts';
import type { FileChanges } from './ports/changes.ts';
import type { FolderFiles } from './ports/folderFiles.ts';
import type { Keychain } from './ports/keychain.ts';
import type { MentionSource } from './ports/mentionSources.ts';
import type { ProviderRegistry } from './ports/provider.ts';
import type { Sandbox } from './ports/sandbox.ts';
import type { ConversationSearch, SearchWait } from './ports/search.ts';
import type { Slash } from './ports/slash.ts';
import type { ConversationStore } from './ports/store.ts';
import type { Symbols } from './ports/symbols.ts';
import type { ResultPage, Tool } from './ports/tool.ts';
import type { ToolSource } from './ports/toolSource.ts';
import type { CheckProgress, CheckReport } from './stores/check/check.ts';
import type { DataKey } from './stores/files/disk.ts';
import type { RuntimeStore } from './stores/runtimeStore.ts';

/** The shared parts, with each feature's service under its name. */
export interface Core extends ServicesOf<typeof coreFeatures> {
  dataDir: string;
  keychain: Keychain;
  /** Null: the data is not encrypted. */
  dataKey: DataKey | null;
  store: ConversationStore;
  search: ConversationSearch;
  settings: SettingsStore;
  /** Applies the setting of the log files, too. */
  readSettings(): Promise<Settings>;
  providers: ProviderRegistry;
  /** The built-in tools. */
  tools: readonly Tool[];
  toolSource: ToolSource;
  /** `/` entries. */
  slash: Slash;
  choosePreset: ChoosePreset;
  changes: FileChanges;
  background: BackgroundCommands;
  sandbox: Sandbox;
  /** Returns whether a secret stored now survives this process. */
  keepsSecrets(): Promise<boolean>;
  files: FolderFiles;
  symbols: Symbols;
  mentionSources: MentionSource;
  approvals: Approvals;
  questions: Questions;
  hub: ConversationHub;
  feed: Feed<AppEvent>;
  notices: Notices;
  chat: ChatHandler;
  undo: UndoService;
  /** Dependencies of title generation. */
  titles: Omit<TitleDeps, 'list'>;
  agentSessions: AgentSessions;
  /** Masks secrets. */
  log: Log;
  /** Returns the exact body that the next turn would send; changes nothing. */
  previewRequest(
    conversationId: string,
    text: string,
    form?: RequestFormatName,
    attachments?: readonly AttachmentRef[],
    model?: ModelRef | null,
  ): Promise<Result<unknown>>;
  /** Returns a page of a result, named by its `@state/…` path, message id or call id. */
  readResult(conversationId: string, named: string, offset: number, limit: number): Promise<Result<ResultPage>>;
  /** Returns the next page of the active branch as text. */
  exportConversation(
    conversationId: string,
    to: ExportForm,
    cursor: string | null,
    following?: Following,
  ): Promise<Result<ExportPiece>>;
  /** Returns the chain; its calls are read one by one. */
  readChain(conversationId: string, following?: ChainFollowing): Promise<Result<LongChain>>;
  /** Returns what the folder's AGENTS.md would contribute if the folder were trusted. */
  instructionsIn(folder: string): Promise<Instructions>;
  /** Finds and reports problems on disk, in one conversation or (null) all. */
  check(conversationId: string | null, options: { repair: boolean }, progress?: CheckProgress): Promise<CheckReport>;
  /** Merges a copied conversation, project or data folder. */
  merge: RuntimeStore['mergeFrom'];
  /** Import and export of other apps' conversations. */
  interop: Interop;
  /** Rebuilds derived data (list and search index); returns the number of conversations. */
  reindex(wait: SearchWait): Promise<Result<{ listed: number; searchable: number; complete: boolean }>>;
  /** Ends commands and servers left by a killed app run, once, and reports them. Never fails. */
  endLeftovers(): Promise<void>;
  close(): Promise<void>;
}
