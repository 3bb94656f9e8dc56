// Every handler of the contract; the compiler names a method that has none.

import type { Handlers } from '../../shared/contract/protocol/server.ts';
import { appHandlers } from './app.ts';
import { attachmentHandlers } from './attachment.ts';
import { chainHandlers } from './chain.ts';
import { changesHandlers } from './changes.ts';
import { contextHandlers } from './context.ts';
import { conversationHandlers } from './conversation.ts';
import { dataHandlers } from './data.ts';
import { fileHandlers } from './file.ts';
import type { HandlerDeps } from './handlerDeps.ts';
import { mcpHandlers } from './mcp.ts';
import { mentionHandlers } from './mention.ts';
import { nativeHandlers } from './native.ts';
import { permissionHandlers } from './permission.ts';
import { processHandlers } from './process.ts';
import { projectHandlers } from './project.ts';
import { runHandlers } from './run.ts';
import { searchHandlers } from './search.ts';
import { settingsHandlers } from './settings.ts';
import { startedByHandlers } from './startedBy.ts';
import { toolHandlers } from './tool.ts';
import { toolResultHandlers } from './toolResult.ts';
import { treeHandlers } from './tree.ts';

export function allHandlers(deps: HandlerDeps): Handlers {
  return {
    ...appHandlers(deps),
    ...conversationHandlers(deps),
    ...contextHandlers(deps),
    ...mentionHandlers(deps),
    ...runHandlers(deps),
    ...toolResultHandlers(deps),
    ...searchHandlers(deps),
    ...projectHandlers(deps),
    ...dataHandlers(deps),
    ...changesHandlers(deps),
    ...mcpHandlers(deps),
    ...permissionHandlers(deps),
    ...processHandlers(deps),
    ...toolHandlers(deps),
    ...treeHandlers(deps),
    ...startedByHandlers(deps),
    ...chainHandlers(deps),
    ...attachmentHandlers(deps),
    ...fileHandlers(deps),
    ...nativeHandlers(deps),
    ...settingsHandlers(deps),
  };
}
