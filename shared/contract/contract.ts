// The contract between the window and the host: every method and every event, from the files of their resources beside this
// one. A method is added with one line in the file of its resource and one handler in `electron/handlers`; a resource with a
// file and a line here. Parameters are checked at the door.

import type { z } from 'zod';
import type { ConversationEvent } from '../conversation/event.ts';
import { type HooksEvent, hooksMethods } from '../features/hooks/methods.ts';
import { type WorktreeEvent, worktreeMethods } from '../features/worktrees/methods.ts';
import { type ActivityEvent, activityMethods } from './activity.ts';
import { appMethods, type NoticeEvent } from './app.ts';
import { approvalMethods } from './approval.ts';
import { attachmentMethods } from './attachment.ts';
import { branchMethods } from './branch.ts';
import { chainMethods } from './chain.ts';
import { changesMethods } from './changes.ts';
import { contextMethods } from './context.ts';
import { type ConversationListEvent, conversationMethods } from './conversation.ts';
import { costMethods } from './cost.ts';
import { type CustomizationEvent, customizationMethods } from './customization.ts';
import { dataMethods } from './data.ts';
import { exportMethods } from './export.ts';
import { fileMethods } from './file.ts';
import { type ImportEvent, importMethods } from './import.ts';
import { type InPlaceEvent, inPlaceMethods } from './inPlace.ts';
import { type McpEvent, mcpMethods } from './mcp.ts';
import { mentionMethods } from './mention.ts';
import { type NativeEvent, nativeMethods } from './native.ts';
import { type OwnTextEvent, ownTextMethods } from './ownText.ts';
import { type PermissionEvent, permissionMethods } from './permission.ts';
import { type PresetEvent, presetMethods } from './preset.ts';
import { type ProcessEvent, processMethods } from './process.ts';
import { type ProjectEvent, projectMethods } from './project.ts';
import { type ProviderEvent, providerMethods } from './provider.ts';
import { runMethods } from './run.ts';
import { sandboxMethods } from './sandbox.ts';
import { searchMethods } from './search.ts';
import { type SettingsEvent, settingsMethods } from './settings.ts';
import { type SlashEvent, slashMethods } from './slash.ts';
import { type ThemeEvent, themeMethods } from './theme.ts';
import { toolMethods } from './tool.ts';
import { tracesMethods } from './traces.ts';
import { webSearchMethods } from './webSearch.ts';

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
