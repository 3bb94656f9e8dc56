// What the core that every door shares is made of.

import type { AppEvent } from '../shared/contract.ts';
import type { AttachmentRef } from '../shared/conversation/attachments.ts';
import type { Result } from '../shared/core/errors.ts';
import type { ExportForm, WireForm } from '../shared/features/conversations/methods.ts';
import type { ModelRef } from '../shared/features/models/modelOptions.ts';
import type { Approvals } from './chat/approvals.ts';
import type { ChatHandler } from './chat/chatHandler.ts';
import type { Instructions } from './chat/context/environment.ts';
import type { ConversationHub } from './chat/conversationHub.ts';
import type { Feed } from './chat/feed.ts';
import type { Notices } from './chat/notices.ts';
import type { ChoosePreset } from './chat/presets.ts';
import type { Questions } from './chat/questions.ts';
import type { TitleDeps } from './chat/titles/watchTitles.ts';
import type { SettingsStore } from './features/appParts.ts';
import type { ChainFollowing, LongChain } from './features/chains/longChain.ts';
import type { ExportPiece, Following } from './features/export/exportConversation.ts';
import type { ServicesOf } from './features/feature.ts';
import type { UndoService } from './features/undo/undoService.ts';
import type { coreFeatures } from './features.ts';
import type { Interop } from './interop.ts';
import type { Log } from './lib/log.ts';
import type { BackgroundCommands } from './ports/background.ts';
import type { FileChanges } from './ports/changes.ts';
import type { FolderFiles } from './ports/folderFiles.ts';
import type { ProviderRegistry } from './ports/provider.ts';
import type { Sandbox } from './ports/sandbox.ts';
import type { ConversationSearch, SearchWait } from './ports/search.ts';
import type { Slash } from './ports/slash.ts';
import type { ConversationStore } from './ports/store.ts';
import type { ResultPage, Tool } from './ports/tool.ts';
import type { ToolSource } from './ports/toolSource.ts';
import type { CheckProgress, CheckReport } from './stores/check/check.ts';
import type { RuntimeStore } from './stores/runtimeStore.ts';

/** The parts that every door shares, with the features' services under their names. */
export interface Core extends ServicesOf<typeof coreFeatures> {
  store: ConversationStore;
  search: ConversationSearch;
  settings: SettingsStore;
  providers: ProviderRegistry;
  /** The tools that come with the app. */
  tools: readonly Tool[];
  toolSource: ToolSource;
  /** What can be called with `/` in a message. */
  slash: Slash;
  choosePreset: ChoosePreset;
  changes: FileChanges;
  background: BackgroundCommands;
  sandbox: Sandbox;
  /** Whether a secret that is kept now is still there when this process has ended. */
  keepsSecrets(): Promise<boolean>;
  files: FolderFiles;
  approvals: Approvals;
  questions: Questions;
  hub: ConversationHub;
  feed: Feed<AppEvent>;
  notices: Notices;
  chat: ChatHandler;
  undo: UndoService;
  /** What the titles of conversations are made with. */
  titles: Omit<TitleDeps, 'list'>;
  /** Hides secrets. */
  log: Log;
  /** The exact body that the next turn would send; changes nothing. */
  previewRequest(
    conversationId: string,
    text: string,
    form?: WireForm,
    attachments?: readonly AttachmentRef[],
    model?: ModelRef | null,
  ): Promise<Result<unknown>>;
  /** A page of a result, named by its `@state/…` path, its message's id or its call's. */
  readResult(conversationId: string, named: string, offset: number, limit: number): Promise<Result<ResultPage>>;
  /** The next piece of the open branch as a text. */
  exportConversation(
    conversationId: string,
    to: ExportForm,
    cursor: string | null,
    following?: Following,
  ): Promise<Result<ExportPiece>>;
  /** The chain, whose calls are given one by one. */
  readChain(conversationId: string, following?: ChainFollowing): Promise<Result<LongChain>>;
  /** What the folder's AGENTS.md says, were the folder trusted. */
  instructionsIn(folder: string): Promise<Instructions>;
  /** Finds and names what is wrong on disk; one conversation or (null) all. */
  check(conversationId: string | null, options: { repair: boolean }, progress?: CheckProgress): Promise<CheckReport>;
  /** Takes in a copied conversation, project or data folder. */
  merge: RuntimeStore['mergeFrom'];
  /** Other programs' conversations, in and out. */
  interop: Interop;
  /** Throws away what is derived (the list, the search) and makes it again: of how many conversations. */
  reindex(wait: SearchWait): Promise<Result<{ listed: number; searchable: number; complete: boolean }>>;
  /** Ends the commands and servers that a run of the app which was killed had left, once, and tells it. Never fails. */
  endLeftovers(): Promise<void>;
  close(): Promise<void>;
}
