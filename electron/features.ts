// The features of the program, and the handlers of the contract. A method without a handler does not compile.

import { featureHandlers, type ServicesOf } from './features/feature.ts';
import { hooksFeature } from './features/hooks/feature.ts';
import { worktreesFeature } from './features/worktrees/feature.ts';
import { activityHandlers } from './handlers/activity.ts';
import { appHandlers } from './handlers/app.ts';
import { approvalHandlers } from './handlers/approval.ts';
import { attachmentHandlers } from './handlers/attachment.ts';
import { branchHandlers } from './handlers/branch.ts';
import { chainHandlers } from './handlers/chain.ts';
import { changesHandlers } from './handlers/changes.ts';
import { contextHandlers } from './handlers/context.ts';
import { conversationHandlers } from './handlers/conversation.ts';
import { costHandlers } from './handlers/cost.ts';
import { customizationHandlers } from './handlers/customization.ts';
import { dataHandlers } from './handlers/data.ts';
import { exportHandlers } from './handlers/export.ts';
import { fileHandlers } from './handlers/file.ts';
import type { HandlerDeps } from './handlers/handlerDeps.ts';
import { importHandlers } from './handlers/import.ts';
import { inPlaceHandlers } from './handlers/inPlace.ts';
import { mcpHandlers } from './handlers/mcp.ts';
import { mentionHandlers } from './handlers/mention.ts';
import { nativeHandlers } from './handlers/native.ts';
import { ownTextHandlers } from './handlers/ownText.ts';
import { permissionHandlers } from './handlers/permission.ts';
import { presetHandlers } from './handlers/preset.ts';
import { processHandlers } from './handlers/process.ts';
import { projectHandlers } from './handlers/project.ts';
import { providerHandlers } from './handlers/provider.ts';
import { runHandlers } from './handlers/run.ts';
import { sandboxHandlers } from './handlers/sandbox.ts';
import { searchHandlers } from './handlers/search.ts';
import { settingsHandlers } from './handlers/settings.ts';
import { slashHandlers } from './handlers/slash.ts';
import { themeHandlers } from './handlers/theme.ts';
import { toolHandlers } from './handlers/tool.ts';
import { tracesHandlers } from './handlers/traces.ts';
import { webSearchHandlers } from './handlers/webSearch.ts';
import type { Handlers } from './lib/protocolServer.ts';

/** Made before the engine, which uses some of them. */
export const platformFeatures = { hooks: hooksFeature };

/** Made after the engine: they work on conversations. */
export const engineFeatures = { worktrees: worktreesFeature };

export const features = { ...platformFeatures, ...engineFeatures };

export function allHandlers(deps: HandlerDeps & ServicesOf<typeof features>): Handlers {
  return {
    ...featureHandlers(features, deps, deps),
    ...activityHandlers(deps),
    ...appHandlers(deps),
    ...approvalHandlers(deps),
    ...attachmentHandlers(deps),
    ...branchHandlers(deps),
    ...chainHandlers(deps),
    ...changesHandlers(deps),
    ...contextHandlers(deps),
    ...conversationHandlers(deps),
    ...costHandlers(deps),
    ...customizationHandlers(deps),
    ...dataHandlers(deps),
    ...exportHandlers(deps),
    ...fileHandlers(deps),
    ...importHandlers(deps),
    ...inPlaceHandlers(deps),
    ...mcpHandlers(deps),
    ...mentionHandlers(deps),
    ...nativeHandlers(deps),
    ...ownTextHandlers(deps),
    ...permissionHandlers(deps),
    ...presetHandlers(deps),
    ...processHandlers(deps),
    ...projectHandlers(deps),
    ...providerHandlers(deps),
    ...runHandlers(deps),
    ...sandboxHandlers(deps),
    ...searchHandlers(deps),
    ...settingsHandlers(deps),
    ...slashHandlers(deps),
    ...themeHandlers(deps),
    ...toolHandlers(deps),
    ...tracesHandlers(deps),
    ...webSearchHandlers(deps),
  };
}
