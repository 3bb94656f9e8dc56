// The contract between the window and the host: every method and event, collected from one file per resource. To add a
// method, add a line to its resource's file and a handler in the feature; to add a resource, add its file and a line
// here. The host validates parameters on arrival.

import type { z } from 'zod';
import type { ConversationEvent } from './conversation/event.ts';
import { type ActivityEvent, activityMethods } from './features/activity/methods.ts';
import { type ApiAccessEvent, apiMethods } from './features/api/methods.ts';
import { approvalMethods } from './features/approvals/methods.ts';
import { type PermissionEvent, permissionMethods } from './features/approvals/ruleMethods.ts';
import { attachmentMethods } from './features/attachments/methods.ts';
import { type BackupEvent, backupMethods } from './features/backup/methods.ts';
import { branchMethods } from './features/branches/methods.ts';
import { chainMethods } from './features/chains/methods.ts';
import { type CompareEvent, compareMethods } from './features/compare/methods.ts';
import { contextMethods } from './features/context/methods.ts';
import { type ConversationListEvent, conversationMethods } from './features/conversations/methods.ts';
import { runMethods } from './features/conversations/runMethods.ts';
import { costMethods } from './features/costs/methods.ts';
import { type CustomizationEvent, customizationMethods } from './features/customizations/methods.ts';
import { dataMethods } from './features/data/methods.ts';
import { type DesktopEvent, desktopMethods } from './features/desktop/methods.ts';
import { diagnosticsMethods } from './features/diagnostics/methods.ts';
import { editorMethods } from './features/editors/methods.ts';
import { encryptionMethods } from './features/encryption/methods.ts';
import { exportMethods } from './features/export/methods.ts';
import { type ExternalAgentEvent, externalAgentMethods } from './features/externalAgents/methods.ts';
import { mentionMethods } from './features/files/mentionMethods.ts';
import { fileMethods } from './features/files/methods.ts';
import { type GitEvent, gitMethods } from './features/git/methods.ts';
import { type GoalsEvent, goalMethods } from './features/goals/methods.ts';
import { type HooksEvent, hooksMethods } from './features/hooks/methods.ts';
import { type ImportEvent, importMethods } from './features/import/methods.ts';
import { type InPlaceEvent, inPlaceMethods } from './features/inPlace/methods.ts';
import { languageServersMethods } from './features/languageServers/methods.ts';
import { type LedgerEvent, ledgerMethods } from './features/ledger/methods.ts';
import { type McpEvent, mcpMethods } from './features/mcp/methods.ts';
import { type UserTextEvent, userTextMethods } from './features/memory/methods.ts';
import { type ProviderEvent, providerMethods } from './features/models/methods.ts';
import { type NativeEvent, nativeMethods } from './features/notifications/methods.ts';
import { type PluginsEvent, pluginMethods } from './features/plugins/methods.ts';
import { type PresetEvent, presetMethods } from './features/presets/methods.ts';
import { type ProcessEvent, processMethods } from './features/processes/methods.ts';
import { type ProjectEvent, projectMethods } from './features/projects/methods.ts';
import { pushMethods } from './features/push/methods.ts';
import { type QueryEvent, queryMethods } from './features/query/methods.ts';
import { type RemoteEvent, remoteMethods } from './features/remote/methods.ts';
import { reviewMethods } from './features/review/methods.ts';
import { sandboxMethods } from './features/sandbox/methods.ts';
import { type SchedulesEvent, scheduleMethods } from './features/schedules/methods.ts';
import { searchMethods } from './features/search/methods.ts';
import { type SettingsEvent, settingsMethods } from './features/settings/methods.ts';
import { sharedBrowserMethods } from './features/sharedBrowser/methods.ts';
import { type SharingEvent, sharingMethods } from './features/sharing/methods.ts';
import { type SlashEvent, slashMethods } from './features/slash/methods.ts';
import { appMethods, type NoticeEvent } from './features/start/methods.ts';
import { statsMethods } from './features/stats/methods.ts';
import { type SyncEvent, syncMethods } from './features/sync/methods.ts';
import { tagMethods } from './features/tags/methods.ts';
import { type TerminalEvent, terminalMethods } from './features/terminal/methods.ts';
import { type ThemeEvent, themeMethods } from './features/theme/methods.ts';
import { toolMethods } from './features/tools/methods.ts';
import { type TracesEvent, tracesMethods } from './features/traces/methods.ts';
import { changesMethods } from './features/undo/methods.ts';
import { type UnsentEvent, unsentMethods } from './features/unsent/methods.ts';
import { type UpdatesEvent, updatesMethods } from './features/updates/methods.ts';
import { webSearchMethods } from './features/webSearch/methods.ts';
import { type WorktreeEvent, worktreeMethods } from './features/worktrees/methods.ts';

export const methods = {
  ...activityMethods,
  ...apiMethods,
  ...appMethods,
  ...approvalMethods,
  ...attachmentMethods,
  ...backupMethods,
  ...branchMethods,
  ...chainMethods,
  ...changesMethods,
  ...compareMethods,
  ...contextMethods,
  ...conversationMethods,
  ...costMethods,
  ...customizationMethods,
  ...dataMethods,
  ...desktopMethods,
  ...diagnosticsMethods,
  ...editorMethods,
  ...encryptionMethods,
  ...exportMethods,
  ...externalAgentMethods,
  ...fileMethods,
  ...gitMethods,
  ...goalMethods,
  ...hooksMethods,
  ...languageServersMethods,
  ...pushMethods,
  ...importMethods,
  ...inPlaceMethods,
  ...ledgerMethods,
  ...mcpMethods,
  ...mentionMethods,
  ...nativeMethods,
  ...userTextMethods,
  ...permissionMethods,
  ...pluginMethods,
  ...presetMethods,
  ...processMethods,
  ...projectMethods,
  ...providerMethods,
  ...remoteMethods,
  ...reviewMethods,
  ...runMethods,
  ...sandboxMethods,
  ...scheduleMethods,
  ...searchMethods,
  ...settingsMethods,
  ...slashMethods,
  ...queryMethods,
  ...statsMethods,
  ...sharedBrowserMethods,
  ...sharingMethods,
  ...syncMethods,
  ...tagMethods,
  ...terminalMethods,
  ...themeMethods,
  ...toolMethods,
  ...tracesMethods,
  ...unsentMethods,
  ...updatesMethods,
  ...webSearchMethods,
  ...worktreeMethods,
} as const;

export type MethodName = keyof typeof methods;
export type ParamsOf<M extends MethodName> = z.input<(typeof methods)[M]['params']>;
export type ValidParamsOf<M extends MethodName> = z.output<(typeof methods)[M]['params']>;
export type ResultOf<M extends MethodName> = NonNullable<(typeof methods)[M]['result']>;

export type AppEvent =
  | ActivityEvent
  | ApiAccessEvent
  | BackupEvent
  | CompareEvent
  | ConversationListEvent
  | DesktopEvent
  | ExternalAgentEvent
  | LedgerEvent
  | GoalsEvent
  | HooksEvent
  | CustomizationEvent
  | ProjectEvent
  | QueryEvent
  | RemoteEvent
  | PluginsEvent
  | SchedulesEvent
  | SettingsEvent
  | SlashEvent
  | SharingEvent
  | SyncEvent
  | TerminalEvent
  | ThemeEvent
  | TracesEvent
  | WorktreeEvent
  | GitEvent
  | ProviderEvent
  | UserTextEvent
  | PermissionEvent
  | PresetEvent
  | ProcessEvent
  | InPlaceEvent
  | McpEvent
  | ImportEvent
  | NativeEvent
  | NoticeEvent
  | UnsentEvent
  | UpdatesEvent;

/**
 * `seq` has no gaps, counted for the app (`conversationId` null) and for each conversation, so a view can detect missed
 * events.
 */
export type ContractEvent =
  | { conversationId: null; seq: number; event: AppEvent }
  | { conversationId: string; seq: number; event: ConversationEvent };
