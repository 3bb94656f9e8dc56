// What the chat receives from the composition root.

import type { AppError } from '../../shared/core/errors.ts';
import type { UserText } from '../../shared/core/sentence.ts';
import type { Settings } from '../../shared/features/settings/settings.ts';
import type { ConversationMeta } from '../conversation/formats.ts';
import type { Memo } from '../conversation/memo.ts';
import type { IdSource } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { KeyedQueue } from '../lib/protocolServer.ts';
import type { BackgroundCommands } from '../ports/background.ts';
import type { FileChanges } from '../ports/changes.ts';
import type { Clock } from '../ports/clock.ts';
import type { AgentSource } from '../ports/customizations.ts';
import type { ExternalAgents } from '../ports/externalAgents.ts';
import type { FolderFiles } from '../ports/folderFiles.ts';
import type { LanguageServers } from '../ports/languageServers.ts';
import type { MentionSource } from '../ports/mentionSources.ts';
import type { Permissions } from '../ports/permissions.ts';
import type { Processes } from '../ports/processes.ts';
import type { ProviderRegistry } from '../ports/provider.ts';
import type { Resources } from '../ports/resources.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Slash } from '../ports/slash.ts';
import type { ConversationStore } from '../ports/store.ts';
import type { TokenCounter } from '../ports/tokens.ts';
import type { ToolSource } from '../ports/toolSource.ts';
import type { Approvals } from './approvals.ts';
import type { AttachmentLoader } from './context/attachedBytes.ts';
import type { StandingSource } from './context/standingTexts.ts';
import type { ConversationHub } from './conversationHub.ts';
import type { Spending } from './costs/spending.ts';
import type { AgentSessions } from './externalAgent/agentSessions.ts';
import type { LaterAnswers } from './laterAnswers.ts';
import type { Questions } from './questions.ts';
import type { ToolLimits } from './toolLimits.ts';
import type { Retries } from './turn/retries.ts';
import type { TurnHooks } from './turn/turnHooks.ts';

export interface ChatDeps {
  store: ConversationStore;
  hub: ConversationHub;
  providers: ProviderRegistry;
  toolSource: ToolSource;
  slash: Slash;
  /** Returns the limits of the conversation's preset in this folder; null: none. */
  toolLimits(
    meta: Pick<ConversationMeta, 'preset'>,
    scope: { folder: string | null; trusted: boolean },
  ): Promise<ToolLimits | null>;
  /** Agents defined by files. */
  agents: AgentSource;
  /** Resources mentioned in messages. */
  resources: Resources;
  /** Agents of other vendors, which a conversation may use instead of a model. */
  externalAgents: ExternalAgents;
  /** The conversations' sessions with them. */
  agentSessions: AgentSessions;
  /** Besides files and resources. */
  mentionSources: MentionSource;
  /**
   * Long-lived texts in addition to the folder's instructions, in the order in which they are sent. Called before each
   * message.
   */
  standing: readonly StandingSource[];
  permissions: Permissions;
  /** The user's commands around tools and turns. */
  hooks: TurnHooks;
  languageServers: LanguageServers;
  changes: FileChanges;
  /** Returns a unified diff; `before` null: a new file. */
  diffText(path: string, before: Buffer | null, after: Buffer): Promise<string>;
  tokens: TokenCounter;
  files: FolderFiles;
  attachments: AttachmentLoader;
  /** Values cached per record between requests. */
  memo: Memo;
  approvals: Approvals;
  questions: Questions;
  /** Set if a user answers after the run has ended; null or absent: during it. */
  later?: LaterAnswers | null;
  /** Commands that outlived the app. */
  processes: Processes;
  /** Whether a sandbox is available. */
  sandboxStatus: Sandbox['status'];
  isUnchecked: Sandbox['isUnchecked'];
  background: Pick<BackgroundCommands, 'endConversation'>;
  spending: Spending;
  retries: Retries;
  clock: Clock;
  ids: IdSource;
  tasks: KeyedQueue;
  log: Log;
  platform: string;
  /** The app's version. */
  version: string;
  /** In development, a request that breaks a rule throws; in production it is logged and forced into a valid form. */
  strict: boolean;
  settings(): Promise<Settings>;
  reportStoreError(error: AppError): void;
  /** Shows the user a message that is not stored. */
  notice(message: UserText): void;
}
