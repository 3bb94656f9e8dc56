// All handlers of the contract; a missing one does not compile.

import type { Handlers } from '../../shared/contract/protocol/server.ts';
import { hooksHandlers } from '../features/hooks/handlers.ts';
import { worktreeHandlers } from '../features/worktrees/handlers.ts';
import { activityHandlers } from './activity.ts';
import { appHandlers } from './app.ts';
import { approvalHandlers } from './approval.ts';
import { attachmentHandlers } from './attachment.ts';
import { branchHandlers } from './branch.ts';
import { chainHandlers } from './chain.ts';
import { changesHandlers } from './changes.ts';
import { contextHandlers } from './context.ts';
import { conversationHandlers } from './conversation.ts';
import { costHandlers } from './cost.ts';
import { customizationHandlers } from './customization.ts';
import { dataHandlers } from './data.ts';
import { exportHandlers } from './export.ts';
import { fileHandlers } from './file.ts';
import type { HandlerDeps } from './handlerDeps.ts';
import { importHandlers } from './import.ts';
import { inPlaceHandlers } from './inPlace.ts';
import { mcpHandlers } from './mcp.ts';
import { mentionHandlers } from './mention.ts';
import { nativeHandlers } from './native.ts';
import { ownTextHandlers } from './ownText.ts';
import { permissionHandlers } from './permission.ts';
import { presetHandlers } from './preset.ts';
import { processHandlers } from './process.ts';
import { projectHandlers } from './project.ts';
import { providerHandlers } from './provider.ts';
import { runHandlers } from './run.ts';
import { sandboxHandlers } from './sandbox.ts';
import { searchHandlers } from './search.ts';
import { settingsHandlers } from './settings.ts';
import { slashHandlers } from './slash.ts';
import { themeHandlers } from './theme.ts';
import { toolHandlers } from './tool.ts';
import { tracesHandlers } from './traces.ts';
import { webSearchHandlers } from './webSearch.ts';

export function allHandlers(deps: HandlerDeps): Handlers {
  return {
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
    ...hooksHandlers(deps),
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
    ...worktreeHandlers(deps),
  };
}
