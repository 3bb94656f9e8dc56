// The contract between the window and the host: every method and every event, from the files of their resources beside this
// one. A method is added with one line in the file of its resource and one handler in `electron/handlers`; a resource with a
// file and a line here. Parameters are checked at the door.

import type { z } from 'zod';
import { type ActivityEvent, activityMethods } from './contract/activity.ts';
import { appMethods, type NoticeEvent } from './contract/app.ts';
import { approvalMethods } from './contract/approval.ts';
import { attachmentMethods } from './contract/attachment.ts';
import { branchMethods } from './contract/branch.ts';
import { chainMethods } from './contract/chain.ts';
import { contextMethods } from './contract/context.ts';
import { type ConversationListEvent, conversationMethods } from './contract/conversation.ts';
import { costMethods } from './contract/cost.ts';
import { type CustomizationEvent, customizationMethods } from './contract/customization.ts';
import { dataMethods } from './contract/data.ts';
import { exportMethods } from './contract/export.ts';
import { fileMethods } from './contract/file.ts';
import { type ImportEvent, importMethods } from './contract/import.ts';
import { type InPlaceEvent, inPlaceMethods } from './contract/inPlace.ts';
import { type McpEvent, mcpMethods } from './contract/mcp.ts';
import { mentionMethods } from './contract/mention.ts';
import { type NativeEvent, nativeMethods } from './contract/native.ts';
import { type OwnTextEvent, ownTextMethods } from './contract/ownText.ts';
import { type PermissionEvent, permissionMethods } from './contract/permission.ts';
import { type PresetEvent, presetMethods } from './contract/preset.ts';
import { type ProcessEvent, processMethods } from './contract/process.ts';
import { type ProjectEvent, projectMethods } from './contract/project.ts';
import { type ProviderEvent, providerMethods } from './contract/provider.ts';
import { runMethods } from './contract/run.ts';
import { sandboxMethods } from './contract/sandbox.ts';
import { searchMethods } from './contract/search.ts';
import { type SettingsEvent, settingsMethods } from './contract/settings.ts';
import { type SlashEvent, slashMethods } from './contract/slash.ts';
import { type ThemeEvent, themeMethods } from './contract/theme.ts';
import { toolMethods } from './contract/tool.ts';
import { tracesMethods } from './contract/traces.ts';
import { webSearchMethods } from './contract/webSearch.ts';
import type { ConversationEvent } from './conversation/event.ts';
import { changesMethods } from './features/changes/methods.ts';
import { type HooksEvent, hooksMethods } from './features/hooks/methods.ts';
import { type WorktreeEvent, worktreeMethods } from './features/worktrees/methods.ts';

export const methods = {
  ...activityMethods,
  ...appMethods,
  ...approvalMethods,
  ...attachmentMethods,
  ...branchMethods,
  ...chainMethods,
  ...changesMethods,
  ...contextMethods,
  ...conversationMethods,
  ...costMethods,
  ...customizationMethods,
  ...dataMethods,
  ...exportMethods,
  ...fileMethods,
  ...hooksMethods,
  ...importMethods,
  ...inPlaceMethods,
  ...mcpMethods,
  ...mentionMethods,
  ...nativeMethods,
  ...ownTextMethods,
  ...permissionMethods,
  ...presetMethods,
  ...processMethods,
  ...projectMethods,
  ...providerMethods,
  ...runMethods,
  ...sandboxMethods,
  ...searchMethods,
  ...settingsMethods,
  ...slashMethods,
  ...themeMethods,
  ...toolMethods,
  ...tracesMethods,
  ...webSearchMethods,
  ...worktreeMethods,
} as const;

export type MethodName = keyof typeof methods;
export type ParamsOf<M extends MethodName> = z.input<(typeof methods)[M]['params']>;
export type ValidParamsOf<M extends MethodName> = z.output<(typeof methods)[M]['params']>;
export type ResultOf<M extends MethodName> = NonNullable<(typeof methods)[M]['result']>;

export type AppEvent =
  | ActivityEvent
  | ConversationListEvent
  | HooksEvent
  | CustomizationEvent
  | ProjectEvent
  | SettingsEvent
  | SlashEvent
  | ThemeEvent
  | WorktreeEvent
  | ProviderEvent
  | OwnTextEvent
  | PermissionEvent
  | PresetEvent
  | ProcessEvent
  | InPlaceEvent
  | McpEvent
  | ImportEvent
  | NativeEvent
  | NoticeEvent;

/** Numbered without gaps, for the app (`conversationId` null) and for each conversation, so that a view knows what it missed. */
export type ContractEvent =
  | { conversationId: null; seq: number; event: AppEvent }
  | { conversationId: string; seq: number; event: ConversationEvent };
