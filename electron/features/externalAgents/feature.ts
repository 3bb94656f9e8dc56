// Agents of other vendors, run over the Agent Client Protocol.

import type { externalAgentMethods } from '../../../shared/features/externalAgents/methods.ts';
import type { AgentSessions } from '../../chat/externalAgent/agentSessions.ts';
import type { Platform } from '../../platform.ts';
import { defineFeature } from '../feature.ts';
import { createAgentFiles } from './agentFiles.ts';
import { agentHandlers } from './handlers.ts';
import { createLazyAgents, type LazyAgents } from './lazyAgents.ts';

declare module '../appParts.ts' {
  interface AppParts {
    externalAgents: LazyAgents;
    agentSessions: AgentSessions;
  }
}

export const externalAgentsFeature = defineFeature<typeof externalAgentMethods>()({
  create: createAgents,
  handlers: (app, agents) => agentHandlers(app, agents),
  publish: (agents, { feed }) =>
    agents.onChange(() => {
      void agents.list().then((list) => feed.publish({ type: 'agents.changed', agents: list }));
    }),
  close: (agents) => agents.close(),
});

function createAgents({
  dataDir,
  disk,
  clock,
  env,
  journal,
  sandbox,
  mask,
  version,
  log,
  keychain,
  redactor,
  home,
}: Platform) {
  return createLazyAgents(async (servers) => {
    const { createExternalAgents } = await import('../../externalAgents/externalAgents.ts');
    return createExternalAgents({
      store: createAgentFiles(dataDir, { disk, clock }),
      keychain,
      remember: redactor.remember,
      // Outside of the data folder, which no sandbox opens.
      emptyFolders: `${dataDir}-agents`,
      home,
      clock,
      env,
      journal,
      sandbox,
      mask,
      version,
      writeLog: log,
      servers,
    });
  });
}
